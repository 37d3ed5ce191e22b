#include "recorder/ticks.hpp"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace clmem_core::ticks {

namespace {

bool counter_is_constant() noexcept {
#if defined(__x86_64__)
    constexpr unsigned power_management = 0x80000007;
    constexpr unsigned invariant_counter = 1U << 8;
    unsigned a = 0;
    unsigned b = 0;
    unsigned c = 0;
    unsigned d = 0;
    return __get_cpuid(power_management, &a, &b, &c, &d) != 0 && (d & invariant_counter) != 0;
#else
    return true;
#endif
}

struct moment {
    std::uint64_t counter;
    std::uint64_t ns;
};

// Both at the same time, as nearly as several attempts get.
moment read_both() noexcept {
    moment best{};
    std::uint64_t least = ~std::uint64_t{0};
    for (int attempt = 0; attempt < 8; ++attempt) {
        const std::uint64_t before = now_after_loads();
        const std::uint64_t ns = clock_ns();
        const std::uint64_t after = now_after_loads();
        if (after - before < least) {
            least = after - before;
            best = {before + (after - before) / 2, ns};
        }
    }
    return best;
}

std::uint64_t measure() noexcept {
    constexpr std::uint64_t second_ns = 1'000'000'000;
    constexpr std::uint64_t enough_ns = 1'000'000;
#if defined(__aarch64__)
    std::uint64_t frequency = 0;
    asm volatile("mrs %0, cntfrq_el0" : "=r"(frequency));
    if (frequency != 0) { return frequency; }
#endif
    const moment begin = read_both();
    while (clock_ns() - begin.ns < enough_ns) {}
    const moment end = read_both();
    return (end.counter - begin.counter) * second_ns / (end.ns - begin.ns);
}

} // namespace

const bool detail::is_constant = counter_is_constant();

std::uint64_t per_second() noexcept {
    static const std::uint64_t measured = measure();
    return measured;
}

} // namespace clmem_core::ticks
