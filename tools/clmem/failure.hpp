// An error that ends the command: one line for the user, and the exit status.
#pragma once

#include <stdexcept>
#include <string>

namespace clmem::command {

enum class exit_status {
    success = 0,
    failed = 1,   // the work failed: a mismatch, no memory, no device
    bad_input = 2 // invalid input: a damaged trace, an option
};

class failure : public std::runtime_error {
  public:
    failure(exit_status status, const std::string &message) : std::runtime_error{message}, status_{status} {}
    [[nodiscard]] exit_status status() const noexcept { return status_; }

  private:
    exit_status status_;
};

} // namespace clmem::command
