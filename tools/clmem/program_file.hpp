// What a program's file tells before it runs: its dynamic linker, the libraries that it needs, a loader of OpenCL.
#pragma once

#include "run_process.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace clmem::command {

// A file's content; empty if it cannot be read.
class mapped_file {
  public:
    explicit mapped_file(const std::string &path);
    ~mapped_file();
    mapped_file(const mapped_file &) = delete;
    mapped_file &operator=(const mapped_file &) = delete;

    [[nodiscard]] bool contains(std::string_view text) const noexcept;
    [[nodiscard]] std::string_view content() const noexcept { return content_; }

  private:
    std::string_view content_;
};

// The file that execvp() starts for this word.
[[nodiscard]] std::string find_program(const std::string &word);

// What a program prints on its standard output; the first word is its path. Empty if it cannot be started.
[[nodiscard]] std::string output_of(std::vector<std::string> words, const variables &environment);

// The libraries that an ELF program of this machine's width needs, as its dynamic linker finds them with these variables.
// None for other files.
[[nodiscard]] std::vector<std::string> libraries_of(const std::string &program, const variables &environment);

// Whether a library is a loader of OpenCL, by its name; and whether it gives programs the layers of OPENCL_LAYERS.
[[nodiscard]] bool is_loader(const std::string &path);
[[nodiscard]] bool knows_layers(const std::string &path);

} // namespace clmem::command
