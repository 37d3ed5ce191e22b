// The processor's counter, by which events are timed: reading it takes a fifth of the time of a clock of the system.
#pragma once

#include <cstdint>
#include <time.h>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace clmem_core::ticks {

// The system's clock, which is never set back.
[[nodiscard]] inline std::uint64_t clock_ns() noexcept {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(now.tv_nsec);
}

namespace detail {
// Whether the counter runs at a constant rate on all processors. Otherwise ticks are the clock's nanoseconds.
extern const bool is_constant;
} // namespace detail

[[nodiscard]] inline std::uint64_t now() noexcept {
#if defined(__x86_64__)
    if (detail::is_constant) [[likely]] { return __rdtsc(); }
#elif defined(__aarch64__)
    std::uint64_t value = 0;
    asm volatile("mrs %0, cntvct_el0" : "=r"(value));
    return value;
#endif
    return clock_ns();
}

// The same, not before the loads that precede it: what another thread did before it published something lies earlier.
[[nodiscard]] inline std::uint64_t now_after_loads() noexcept {
#if defined(__x86_64__)
    _mm_lfence();
#elif defined(__aarch64__)
    asm volatile("isb" ::: "memory");
#endif
    return now();
}

// Measured at the first call, which takes a millisecond.
[[nodiscard]] std::uint64_t per_second() noexcept;

} // namespace clmem_core::ticks
