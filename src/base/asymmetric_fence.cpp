#include "base/asymmetric_fence.hpp"

#include "base/processor_barrier.hpp"

#include <cerrno>
#include <linux/membarrier.h>
#include <time.h>

namespace clmem_core::asymmetric {

namespace detail {
constinit sync::atomic<bool> can_be_had{false};
} // namespace detail

namespace {

constinit sync::atomic<bool> refused{false}; // after it was granted

bool register_process() noexcept {
    return membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED) == 0;
}

// Replaces membarrier(); slow, but needed only once for each structure that used light fences before.
void interrupt_all_threads() noexcept {
    full(); // later code sees what the caller has written
    if (visit_all_processors()) { return; }
    // The last resort: waits much longer than any processor delays a store.
    timespec rest{0, 20'000'000};
    while (nanosleep(&rest, &rest) != 0 && errno == EINTR) {}
}

} // namespace

void prepare() noexcept {
    // Registering twice is harmless, so no lock is needed. A thread that still sees false uses a full fence: correct as
    // well.
    if (!can_be_had() && !refused.load(std::memory_order_relaxed) && register_process()) {
        detail::can_be_had.store(true, std::memory_order_relaxed);
    }
}

void heavy() noexcept {
    const auto barrier = [] { return membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED) == 0; };
    // A process restored from a checkpoint must register again.
    if (!barrier() && !(register_process() && barrier())) {
        refused.store(true, std::memory_order_relaxed);
        detail::can_be_had.store(false, std::memory_order_relaxed);
        interrupt_all_threads();
    }
    full();
}

} // namespace clmem_core::asymmetric
