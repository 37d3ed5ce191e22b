// An error that ends the command: one line for the user, and the exit status.
#pragma once

#include <cstdio>
#include <stdexcept>
#include <string>

namespace clmem::command {

enum class exit_status {
    success = 0,
    failed = 1,    // the work failed: a mismatch, no memory, no device
    bad_input = 2, // invalid input: a damaged trace, an option
    // Of `clmem run`, whose other statuses are those of the program, as with env and a shell:
    run_failed = 125, // clmem itself failed
    not_executable = 126,
    not_found = 127
};

class failure : public std::runtime_error {
  public:
    failure(exit_status status, const std::string &message) : std::runtime_error{message}, status_{status} {}
    [[nodiscard]] exit_status status() const noexcept { return status_; }

  private:
    exit_status status_;
};

// A line on the standard error output. It may be closed, which must not change the exit status.
inline void say(const std::string &text) noexcept {
    std::fprintf(stderr, "clmem: %s\n", text.c_str());
}

} // namespace clmem::command
