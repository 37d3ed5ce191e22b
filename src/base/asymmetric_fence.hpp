// A pair of fences of which one costs nothing. Where a thread does something often and another one rarely has to know
// of it, the first uses light() and the second heavy(): together they order memory as two full fences would.
#pragma once

#include <atomic>

namespace clmem::asymmetric {

namespace detail {
extern std::atomic<bool> light_is_free;
} // namespace detail

// Asks the kernel once whether heavy() can be had; until then, and if not, light() is a full fence.
void prepare() noexcept;

inline void light() noexcept {
    if (detail::light_is_free.load(std::memory_order_relaxed)) {
        std::atomic_signal_fence(std::memory_order_seq_cst);
    } else {
#ifndef __SANITIZE_THREAD__ // which knows no fences; there the kernel's barrier is always at hand
        std::atomic_thread_fence(std::memory_order_seq_cst);
#endif
    }
}

void heavy() noexcept;

} // namespace clmem::asymmetric
