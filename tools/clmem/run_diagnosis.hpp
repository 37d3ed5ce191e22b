// Why a program ran without the layer: from the files that its processes had mapped, and from the program's file.
#pragma once

#include <set>
#include <string>
#include <sys/types.h>

namespace clmem::command {

class diagnosis {
  public:
    // Notes the files that the process and its descendants have mapped now.
    void look_at(pid_t process);
    // One line for the user. `program` is the word that was started, `loader` why it got its OpenCL loader.
    [[nodiscard]] std::string explain(const std::string &program, const std::string &loader);

  private:
    void add_dependencies(const std::string &file);
    [[nodiscard]] std::string explain_loader(const std::string &program, const std::string &choice) const;

    std::set<std::string> files_;
    bool runs_command_ = false;
};

} // namespace clmem::command
