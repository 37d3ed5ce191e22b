#include "base/log.hpp"

#include "base/callback.hpp"
#include "base/error.hpp"
#include "base/fork.hpp"
#include "base/thread.hpp"

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdarg>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>
#include <shared_mutex>
#include <unistd.h>

namespace clmem_core::log {

namespace detail {
constinit std::atomic<std::uint32_t> wanted{static_cast<std::uint32_t>(level::debug)};
} // namespace detail

namespace {

using clock = std::chrono::steady_clock;

constexpr std::array<const char *, 5> names{"none", "error", "warning", "info", "debug"};
constexpr std::size_t longest_line = 1024;

constinit std::once_flag read_once;
clock::time_point start;

// Guards what follows; held shared while a line is written. Never destroyed: threads may log while the process ends.
std::shared_mutex &sink() noexcept {
    alignas(std::shared_mutex) static std::byte place[sizeof(std::shared_mutex)];
    static auto *const one = new (place) std::shared_mutex;
    return *one;
}

constinit clmem_log_fn callback = nullptr;
constinit void *callback_user = nullptr;

constinit thread_local bool is_writing = false; // a line caused by writing a line is dropped

void print(const char *line) noexcept {
    std::array<char, longest_line + 8> text;
    const int length = std::snprintf(text.data(), text.size(), "%s\n", line);
    // One call for each line, so that threads do not mix theirs. A failure to write cannot be reported.
    if (::write(STDERR_FILENO, text.data(), static_cast<std::size_t>(length)) < 0) { return; }
}

void read_environment() noexcept {
    start = clock::now();
    level chosen = level::none;
    const char *const value = ::secure_getenv("CLMEM_LOG");
    if (value != nullptr && *value != '\0') {
        std::size_t i = 0;
        while (i < names.size() && std::strcmp(value, names[i]) != 0) {
            ++i;
        }
        if (i < names.size()) {
            chosen = static_cast<level>(i);
        } else {
            std::array<char, 256> text;
            std::snprintf(
                text.data(), text.size(),
                "clmem: expected CLMEM_LOG to be error, warning, info, debug or none, got \"%.64s\"; nothing is logged",
                value);
            print(text.data());
        }
    }
    detail::wanted.store(static_cast<std::uint32_t>(chosen), std::memory_order_relaxed);
}

} // namespace

bool detail::is_wanted(level of) noexcept {
    std::call_once(read_once, read_environment);
    return static_cast<std::uint32_t>(of) <= wanted.load(std::memory_order_relaxed);
}

void write(level of, const char *format, ...) noexcept {
    if (is_writing || !is_on(of) || in_forked_child()) { return; }
    is_writing = true;
    const int errno_before = errno;
    std::array<char, longest_line> line;
    const double seconds = std::chrono::duration<double>(clock::now() - start).count();
    const int head =
        std::snprintf(line.data(), line.size(), "clmem %s [%.6f s, thread %llu]: ", names[static_cast<std::size_t>(of)],
                      seconds, static_cast<unsigned long long>(thread_id()));
    std::va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(line.data() + head, line.size() - static_cast<std::size_t>(head), format, arguments);
    va_end(arguments);
    {
        const std::shared_lock lock{sink()};
        if (callback != nullptr) {
            call_back("clmem_log_fn", callback, callback_user, static_cast<std::uint32_t>(of),
                      static_cast<const char *>(line.data()));
        } else {
            print(line.data());
        }
    }
    errno = errno_before;
    is_writing = false;
}

void set_sink(level most, clmem_log_fn to, void *user) noexcept {
    watch_forks(); // a child must not wait for the lock
    (void)detail::is_wanted(most);
    const std::lock_guard lock{sink()};
    callback = to;
    callback_user = user;
    detail::wanted.store(static_cast<std::uint32_t>(most), std::memory_order_relaxed);
}

size_text::size_text(std::size_t bytes) noexcept {
    if (bytes < 1024) {
        std::snprintf(text, sizeof text, "%zu bytes", bytes);
        return;
    }
    double value = static_cast<double>(bytes);
    std::size_t unit = 0;
    constexpr const char *units[] = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    while (value >= 1024) {
        value /= 1024;
        ++unit;
    }
    std::snprintf(text, sizeof text, "%.1f %s", value, units[unit]);
}

} // namespace clmem_core::log
