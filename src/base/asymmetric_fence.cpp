#include "base/asymmetric_fence.hpp"

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace clmem::asymmetric {

namespace detail {
constinit std::atomic<bool> can_be_had{false};
} // namespace detail

namespace {
long membarrier(int command) noexcept {
    return syscall(__NR_membarrier, command, 0, 0);
}
} // namespace

void prepare() noexcept {
    // Registering twice is harmless, so no lock is needed. A thread that still sees false uses a full fence: correct as well.
    if (!can_be_had() && membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED) == 0) {
        detail::can_be_had.store(true, std::memory_order_relaxed);
    }
}

void heavy() noexcept {
    if (can_be_had()) { membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED); }
    full();
}

} // namespace clmem::asymmetric
