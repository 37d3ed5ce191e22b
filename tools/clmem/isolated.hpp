// Runs code that may crash or hang, such as a driver's, in a child process with a time limit.
#pragma once

#include <chrono>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace clmem::command {

// Where the child reports. What it has reported is kept if it crashes afterwards.
class isolated_output {
  public:
    explicit isolated_output(int file) : file_{file} {}
    // Names what the child does next, for the message if it does not survive it.
    void step(const std::string &name) const;
    void record(const nlohmann::ordered_json &facts) const;
    void fail(const std::string &why) const;
    void end() const;

  private:
    void write_line(char kind, const nlohmann::ordered_json &content) const;

    int file_;
};

struct isolated_result {
    std::vector<nlohmann::ordered_json> records;
    std::string step;      // the last one
    std::string failure;   // why the step failed: an error's message, a signal, the time limit; empty: it succeeded
    bool is_crash = false; // the child crashed or hung
    std::string printed;   // the end of what it wrote to its standard streams

    [[nodiscard]] bool succeeded() const noexcept { return failure.empty(); }
};

// Returns when the work has ended, or kills it after the limit. An exception of the work becomes the failure. The
// caller must have one thread only. Throws failure if no process can be started.
[[nodiscard]] isolated_result run_isolated(std::chrono::milliseconds limit,
                                           const std::function<void(const isolated_output &)> &work);

} // namespace clmem::command
