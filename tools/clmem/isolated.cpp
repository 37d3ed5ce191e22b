#include "isolated.hpp"

#include "failure.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <string_view>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace clmem::command {
namespace {

using clock = std::chrono::steady_clock;

constexpr char step_kind = 's', record_kind = 'r', failure_kind = 'f', end_kind = 'e';
constexpr std::size_t kept_output_bytes = 2000;

// A pipe whose end for reading never blocks.
class pipe_ends {
  public:
    pipe_ends() {
        if (::pipe2(ends_.data(), O_CLOEXEC) != 0 || ::fcntl(ends_[0], F_SETFL, O_NONBLOCK) != 0) {
            throw failure{exit_status::failed, fmt::format("cannot create a pipe: {}", std::strerror(errno))};
        }
    }
    ~pipe_ends() {
        ::close(ends_[0]);
        close_input();
    }
    pipe_ends(const pipe_ends &) = delete;
    pipe_ends &operator=(const pipe_ends &) = delete;

    [[nodiscard]] int output() const noexcept { return ends_[0]; }
    [[nodiscard]] int input() const noexcept { return ends_[1]; }
    void close_input() noexcept {
        if (const int file = std::exchange(ends_[1], -1); file >= 0) { ::close(file); }
    }
    // Appends what is there. Returns false at the end of the file.
    bool read_to(std::string &text) const {
        std::array<char, 4096> part;
        for (;;) {
            const ssize_t got = ::read(output(), part.data(), part.size());
            if (got > 0) {
                text.append(part.data(), static_cast<std::size_t>(got));
            } else if (got == 0 || (errno != EINTR && errno != EAGAIN)) {
                return false;
            } else if (errno == EAGAIN) {
                return true;
            }
        }
    }

  private:
    std::array<int, 2> ends_{-1, -1};
};

[[noreturn]] void work_in_child(pid_t parent, const pipe_ends &records, const pipe_ends &printed,
                                const std::function<void(const isolated_output &)> &work) {
    ::setpgid(0, 0); // so that processes that a driver starts can be killed, too
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) { ::_exit(1); }
    const rlimit no_core{0, 0};
    ::setrlimit(RLIMIT_CORE, &no_core);
    const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    ::dup2(nothing, STDIN_FILENO);
    ::dup2(printed.input(), STDOUT_FILENO);
    ::dup2(printed.input(), STDERR_FILENO);
    const isolated_output output{records.input()};
    try {
        work(output);
    } catch (const std::exception &why) { output.fail(why.what()); }
    output.end();
    ::_exit(0); // without the exit handlers of drivers
}

// Returns whether the work has ended; a driver may end the process before.
bool read_records(std::string_view text, isolated_result &result) {
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        if (end == text.npos) { return false; } // the child died while it wrote
        const auto facts = nlohmann::ordered_json::parse(text.substr(1, end - 1));
        switch (text.front()) {
        case step_kind:
            result.step = facts;
            break;
        case failure_kind:
            result.failure = facts;
            break;
        case record_kind:
            result.records.push_back(facts);
            break;
        default:
            return true;
        }
        text.remove_prefix(end + 1);
    }
    return false;
}

std::string text_of_ending(int status) {
    if (WIFSIGNALED(status)) {
        return fmt::format("killed by signal {} ({})", WTERMSIG(status), ::strsignal(WTERMSIG(status)));
    }
    return fmt::format("ended the process with exit status {}", WEXITSTATUS(status));
}

} // namespace

void isolated_output::write_line(char kind, const nlohmann::ordered_json &content) const {
    // Drivers may use any encoding.
    const std::string line = kind + content.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
    for (std::string_view rest = line; !rest.empty();) {
        const ssize_t written = ::write(file_, rest.data(), rest.size());
        if (written < 0 && errno != EINTR) {
            throw failure{exit_status::failed, fmt::format("cannot write to a pipe: {}", std::strerror(errno))};
        }
        rest.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(written, 0)));
    }
}

void isolated_output::step(const std::string &name) const {
    write_line(step_kind, name);
}

void isolated_output::record(const nlohmann::ordered_json &facts) const {
    write_line(record_kind, facts);
}

void isolated_output::fail(const std::string &why) const {
    write_line(failure_kind, why);
}

void isolated_output::end() const {
    write_line(end_kind, nullptr);
}

isolated_result run_isolated(std::chrono::milliseconds limit,
                             const std::function<void(const isolated_output &)> &work) {
    pipe_ends records, printed;
    const pid_t parent = ::getpid();
    const pid_t child = ::fork();
    if (child < 0) {
        throw failure{exit_status::failed, fmt::format("cannot start a process: {}", std::strerror(errno))};
    }
    if (child == 0) { work_in_child(parent, records, printed, work); }
    records.close_input();
    printed.close_input();

    isolated_result result;
    ::setpgid(child, child);
    std::string lines;
    int status = 0;
    bool is_running = true;
    std::array<pollfd, 2> files{{{records.output(), POLLIN, 0}, {printed.output(), POLLIN, 0}}};
    // A process that a driver leaves behind may keep the pipes open, so their end is not awaited.
    for (const auto until = clock::now() + limit; is_running && clock::now() < until;) {
        constexpr int pause_ms = 10;
        ::poll(files.data(), files.size(), pause_ms);
        is_running = ::waitpid(child, &status, WNOHANG) != child;
        if (!records.read_to(lines)) { files[0].fd = -1; }
        if (!printed.read_to(result.printed)) { files[1].fd = -1; }
    }
    ::kill(-child, SIGKILL);
    if (is_running) { ::waitpid(child, &status, 0); }
    records.read_to(lines);
    printed.read_to(result.printed);
    result.is_crash = !read_records(lines, result);
    if (result.is_crash) {
        result.failure = is_running ? fmt::format("no answer within {} s", static_cast<double>(limit.count()) / 1000)
                                    : text_of_ending(status);
    }
    if (result.printed.size() > kept_output_bytes) {
        result.printed.erase(0, result.printed.size() - kept_output_bytes);
    }
    return result;
}

} // namespace clmem::command
