// The scenarios. Each prepares its objects, runs its threads, and expects what must hold in every schedule.
#pragma once

#include <span>

namespace clmem_core::schedules {

struct scenario {
    const char *name;
    const char *what;
    void (*run)();
};

[[nodiscard]] std::span<const scenario> base_scenarios() noexcept;
[[nodiscard]] std::span<const scenario> cache_scenarios() noexcept;
[[nodiscard]] std::span<const scenario> pool_scenarios() noexcept;

} // namespace clmem_core::schedules
