// What threads synchronise with in the code that must be right for every order of their steps: here, and in the caches.
// tests/schedules compiles that code with another header of this name, in which each is a step of a simulated schedule.
#pragma once

#include <atomic>
#include <mutex>
#include <thread>

namespace clmem_core::sync {

using std::atomic;
using std::mutex;

// While the caller waits for another thread's store.
inline void yield() noexcept {
    std::this_thread::yield();
}

// Between two attempts to take a lock that is held only briefly.
inline void pause() noexcept {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
}

inline void full_fence() noexcept {
    std::atomic_thread_fence(std::memory_order_seq_cst);
}

// Orders only what the compiler does.
inline void compiler_fence() noexcept {
    std::atomic_signal_fence(std::memory_order_seq_cst);
}

} // namespace clmem_core::sync
