// Knows whether this process is a forked child of the one in which clmem was first used.
#pragma once

#include <atomic>

namespace clmem {

namespace detail {
extern std::atomic<bool> forked;
} // namespace detail

// Starts watching for forks; cheap when repeated. Called when the first object is made.
void watch_forks();

[[nodiscard]] inline bool in_forked_child() noexcept {
    return detail::forked.load(std::memory_order_relaxed);
}

} // namespace clmem
