// Starts the program of `clmem run` and waits for it, forwarding signals.
#pragma once

#include <csignal>
#include <functional>
#include <string>
#include <sys/types.h>
#include <utility>
#include <vector>

namespace clmem::command {

struct program_ending {
    bool by_signal = false;
    int number = 0; // exit status, or signal

    [[nodiscard]] int exit_status() const noexcept { return by_signal ? 128 + number : number; }
    [[nodiscard]] std::string text() const;
};

using variables = std::vector<std::pair<std::string, std::string>>; // names and values

// A program that runs in the caller's process group, with its terminal. From its start to its end this process receives
// no signal itself.
class running_program {
  public:
    // Throws failure with status 127 if the program is not found, and 126 if it cannot be executed.
    running_program(const std::vector<std::string> &words, const variables &environment);

    [[nodiscard]] pid_t pid() const noexcept { return pid_; }
    // Calls look() now and then, ever more rarely, until it returns false.
    [[nodiscard]] program_ending wait(const std::function<bool()> &look);
    // After the program's end: does the work in a separate process, which gets the signals in the program's place.
    // Neither a signal nor a lack of memory there ends this process.
    [[nodiscard]] program_ending do_after(const std::function<int()> &work);

  private:
    void take_signals();
    [[noreturn]] void become(const std::vector<std::string> &words, const variables &environment, int report) const;
    void restore_signals() const noexcept;
    void forward(const siginfo_t &received) const noexcept;

    sigset_t taken_{};
    sigset_t before_{};
    struct sigaction child_before_ {};
    struct sigaction pipe_before_ {};
    pid_t pid_ = -1;
};

} // namespace clmem::command
