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

// A program. From its start to its end this process receives
// no signal itself.
class running_program {
  public:
    // Whether the program has this process's terminal, or no input, no output, and a separate process group.
    enum class manner { attached, silent };
    // Throws failure with status 127 if the program is not found, and 126 if it cannot be executed.
    running_program(const std::vector<std::string> &words, const variables &environment, manner how = manner::attached);

    [[nodiscard]] pid_t pid() const noexcept { return pid_; }
    // Calls look() now and then, ever more rarely, until it returns false.
    [[nodiscard]] program_ending wait(const std::function<bool()> &look);
    // Ends a silent program, and those that it has started.
    void kill_group() const noexcept { ::kill(-pid_, SIGKILL); }
    // The first signal that asked this process to end; 0 if there was none. It was forwarded.
    [[nodiscard]] int asked_to_end() const noexcept { return asked_to_end_; }
    // After the program's end: does the work in a separate process, which gets the signals in the program's place.
    // Neither a signal nor a lack of memory there ends this process.
    [[nodiscard]] program_ending do_after(const std::function<int()> &work);

  private:
    void take_signals();
    [[noreturn]] void become(const std::vector<std::string> &words, const variables &environment, int report,
                             manner how) const;
    void restore_signals() const noexcept;
    static void be_silent() noexcept;
    void forward(const siginfo_t &received) noexcept;

    sigset_t taken_{};
    sigset_t before_{};
    struct sigaction child_before_ {};
    struct sigaction pipe_before_ {};
    pid_t pid_ = -1;
    int asked_to_end_ = 0;
};

} // namespace clmem::command
