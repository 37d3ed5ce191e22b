#include "run_process.hpp"

#include "failure.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

namespace clmem::command {
namespace {

constexpr int forwarded[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGALRM, SIGWINCH, SIGCONT};

[[noreturn]] void fail(const char *what) {
    throw failure{exit_status::run_failed, fmt::format("{}: {}", what, std::strerror(errno))};
}

} // namespace

std::string program_ending::text() const {
    if (by_signal) { return fmt::format("killed by signal {} ({})", number, ::strsignal(number)); }
    return fmt::format("exit status {}", number);
}

// The signals stay pending until wait() takes them. A broken pipe must not end this process before the program.
void running_program::take_signals() {
    sigemptyset(&taken_);
    sigaddset(&taken_, SIGCHLD);
    for (const int signal : forwarded) {
        sigaddset(&taken_, signal);
    }
    struct sigaction plain {};
    plain.sa_handler = SIG_DFL;
    struct sigaction ignored {};
    ignored.sa_handler = SIG_IGN;
    if (::sigprocmask(SIG_BLOCK, &taken_, &before_) != 0 || ::sigaction(SIGCHLD, &plain, &child_before_) != 0 ||
        ::sigaction(SIGPIPE, &ignored, &pipe_before_) != 0) {
        fail("cannot take signals");
    }
}

void running_program::restore_signals() const noexcept {
    ::sigaction(SIGCHLD, &child_before_, nullptr);
    ::sigaction(SIGPIPE, &pipe_before_, nullptr);
    ::sigprocmask(SIG_SETMASK, &before_, nullptr);
}

// The kernel may refuse only what cannot be refused here.
void running_program::be_silent() noexcept {
    (void)::setpgid(0, 0);
    const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        (void)::dup2(nothing, stream);
    }
}

void running_program::become(const std::vector<std::string> &words, const variables &environment, int report,
                             manner how) const {
    if (how == manner::silent) { be_silent(); }
    for (const auto &[name, value] : environment) {
        ::setenv(name.c_str(), value.c_str(), 1);
    }
    std::vector<char *> arguments;
    for (const std::string &word : words) {
        arguments.push_back(const_cast<char *>(word.c_str()));
    }
    arguments.push_back(nullptr);
    restore_signals();
    ::execvp(arguments.front(), arguments.data());
    const int code = errno;
    [[maybe_unused]] const auto written = ::write(report, &code, sizeof code); // if that fails, 126 says it as well
    ::_exit(static_cast<int>(exit_status::not_executable));
}

running_program::running_program(const std::vector<std::string> &words, const variables &environment, manner how) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) { fail("cannot create a pipe"); }
    take_signals();
    pid_ = ::fork();
    if (pid_ < 0) { fail("cannot start a process"); }
    if (pid_ == 0) { become(words, environment, ends[1], how); }
    ::close(ends[1]);
    int code = 0;
    ssize_t got = 0;
    do {
        got = ::read(ends[0], &code, sizeof code); // nothing comes if the program started
    } while (got < 0 && errno == EINTR);
    ::close(ends[0]);
    if (got != sizeof code) { return; }
    ::waitpid(pid_, nullptr, 0);
    const bool absent = code == ENOENT || code == ENOTDIR;
    throw failure{absent ? exit_status::not_found : exit_status::not_executable,
                  fmt::format("cannot start {}: {}", words.front(), std::strerror(code))};
}

void running_program::forward(const siginfo_t &received) noexcept {
    const int signal = received.si_signo;
    const bool ends = signal == SIGHUP || signal == SIGINT || signal == SIGQUIT || signal == SIGTERM;
    if (ends && asked_to_end_ == 0) { asked_to_end_ = signal; }
    // What the terminal sends goes to the whole process group, so the program has it already.
    if (received.si_code != SI_KERNEL) { ::kill(pid_, received.si_signo); }
}

program_ending running_program::wait(const std::function<bool()> &look) {
    constexpr long shortest_ns = 1'000'000, longest_ns = 500'000'000;
    long pause_ns = shortest_ns;
    bool looks = true;
    for (;;) {
        if (looks) { looks = look(); }
        siginfo_t received{};
        const timespec pause{0, pause_ns};
        const int signal = looks ? ::sigtimedwait(&taken_, &received, &pause) : ::sigwaitinfo(&taken_, &received);
        pause_ns = std::min(pause_ns * 2, longest_ns);
        if (signal != SIGCHLD) {
            if (signal > 0) { forward(received); }
            continue;
        }
        siginfo_t ended{};
        if (::waitid(P_PID, static_cast<id_t>(pid_), &ended, WEXITED | WNOHANG) != 0) { fail("cannot wait"); }
        if (ended.si_pid == pid_) { return {ended.si_code != CLD_EXITED, ended.si_status}; }
    }
}

program_ending running_program::do_after(const std::function<int()> &work) {
    std::fflush(nullptr); // the process would print it again
    pid_ = ::fork();
    if (pid_ < 0) { fail("cannot start a process"); }
    if (pid_ == 0) {
        restore_signals();
        ::_exit(work());
    }
    return wait([] { return false; });
}

} // namespace clmem::command
