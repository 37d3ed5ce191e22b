// A pair of fences of which one is free. Where one thread does something often and another rarely needs to see it, the
// first uses light() and the second heavy(): together they order memory like two full fences.
#pragma once

#include "base/atomic.hpp"

namespace clmem_core::asymmetric {

namespace detail {
extern sync::atomic<bool> can_be_had;
} // namespace detail

// Asks the kernel once whether heavy() is cheap. Until then, and if not, a thread that would use light() needs a full
// fence.
void prepare() noexcept;
// Becomes false permanently if the kernel refuses what it granted before, for example in a sandbox that the process
// enters later.
[[nodiscard]] inline bool can_be_had() noexcept {
    return detail::can_be_had.load(std::memory_order_relaxed);
}

inline void light() noexcept {
    sync::compiler_fence();
}
// The counterpart of every light() that another thread may have executed, including those before the kernel's refusal.
void heavy() noexcept;

// For both sides, where the pair is not available.
inline void full() noexcept {
#ifndef __SANITIZE_THREAD__ // which does not model fences; the kernel's barrier is always available there
    sync::full_fence();
#endif
}

} // namespace clmem_core::asymmetric
