#include "base/asymmetric_fence.hpp"

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace clmem::asymmetric {

namespace detail {
constinit std::atomic<bool> light_is_free{false};
} // namespace detail

namespace {
long membarrier(int command) noexcept {
    return syscall(__NR_membarrier, command, 0, 0);
}
} // namespace

void prepare() noexcept {
    // Registering twice is harmless, so no lock is needed. A thread that still sees false uses a full fence: correct as well.
    if (!detail::light_is_free.load(std::memory_order_relaxed) &&
        membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED) == 0) {
        detail::light_is_free.store(true, std::memory_order_relaxed);
    }
}

void heavy() noexcept {
    if (detail::light_is_free.load(std::memory_order_relaxed)) { membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED); }
#ifndef __SANITIZE_THREAD__
    std::atomic_thread_fence(std::memory_order_seq_cst);
#endif
}

} // namespace clmem::asymmetric
