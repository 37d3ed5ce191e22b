// A pair of fences of which one costs nothing. Where a thread does something often and another one rarely has to know
// of it, the first uses light() and the second heavy(): together they order memory as two full fences would.
#pragma once

#include <atomic>

namespace clmem::asymmetric {

namespace detail {
extern std::atomic<bool> can_be_had;
} // namespace detail

// Asks the kernel once whether heavy() is cheap. Until then, and if not, a thread that would use light() needs a full fence.
void prepare() noexcept;
// Becomes false for good when the kernel refuses what it has granted before, as in a sandbox that the process enters later.
[[nodiscard]] inline bool can_be_had() noexcept {
    return detail::can_be_had.load(std::memory_order_relaxed);
}

inline void light() noexcept {
    std::atomic_signal_fence(std::memory_order_seq_cst);
}
// The counterpart of every light() that another thread may have executed, also of those from before the kernel's refusal.
void heavy() noexcept;

// For both sides, where the pair cannot be had.
inline void full() noexcept {
#ifndef __SANITIZE_THREAD__ // which knows no fences; there the kernel's barrier is always at hand
    std::atomic_thread_fence(std::memory_order_seq_cst);
#endif
}

} // namespace clmem::asymmetric
