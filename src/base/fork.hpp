// Detects whether this process is a forked child of the one in which clmem was first used.
#pragma once

#include "base/atomic.hpp"

#include <cstddef>

namespace clmem_core {

namespace detail {
// The kernel clears this page in a forked child. This also detects children of _Fork() and clone(), which run no
// handlers of pthread_atfork().
struct cleared_in_children {
#if defined(__x86_64__)
    static constexpr std::size_t largest_page = 4096;
#else
    static constexpr std::size_t largest_page = 65536;
#endif
    alignas(largest_page) sync::atomic<bool> in_first_process;
};
extern cleared_in_children fork_page;
extern sync::atomic<bool> watching;
} // namespace detail

// Starts watching for forks; cheap when repeated. Called when the first object is created.
void watch_forks();

// One load, for fast paths: also true before watching has started.
[[nodiscard]] inline bool may_be_forked() noexcept {
    return !detail::fork_page.in_first_process.load(std::memory_order_relaxed);
}

[[nodiscard]] inline bool in_forked_child() noexcept {
    return may_be_forked() && detail::watching.load(std::memory_order_acquire);
}

} // namespace clmem_core
