// The log: lines for people about what clmem does, to standard error or to the program's callback. Off unless CLMEM_LOG
// or the program turns it on; while it is off, a possible line costs one load.
#pragma once

#include <atomic>
#include <clmem.h>
#include <cstddef>
#include <cstdint>

namespace clmem_core::log {

enum class level : std::uint32_t { none, error, warning, info, debug };

namespace detail {
// Before the environment was read, every level counts as on.
extern constinit std::atomic<std::uint32_t> wanted;
[[gnu::cold]] bool is_wanted(level of) noexcept;
} // namespace detail

[[nodiscard]] inline bool is_on(level of) noexcept {
    return static_cast<std::uint32_t>(of) <= detail::wanted.load(std::memory_order_relaxed) && detail::is_wanted(of);
}

// Writes a line if it is wanted. A callback of the program may get it: the caller holds no lock.
[[gnu::cold, gnu::format(printf, 2, 3)]] void write(level of, const char *format, ...) noexcept;

// Where lines go from now on: to standard error without a callback. When it returns, no thread is inside the earlier
// callback. Not from inside a callback, which it would wait for.
void set_sink(level most, clmem_log_fn callback, void *user) noexcept;

// A size as people read it: "512 bytes", "2.5 MiB".
struct size_text {
    explicit size_text(std::size_t bytes) noexcept;
    char text[24];
};

} // namespace clmem_core::log
