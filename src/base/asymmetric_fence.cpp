#include "base/asymmetric_fence.hpp"

#include <cerrno>
#include <linux/membarrier.h>
#include <sched.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

namespace clmem_core::asymmetric {

namespace detail {
constinit std::atomic<bool> can_be_had{false};
} // namespace detail

namespace {

constinit std::atomic<bool> refused{false}; // after it was granted

long membarrier(int command) noexcept {
    return syscall(__NR_membarrier, command, 0, 0);
}

bool register_process() noexcept {
    return membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED) == 0;
}

// Runs this thread on every processor in turn. A processor that switches threads has completed all stores of the
// previous one, so afterwards every thread of the process has executed a full fence, or was not running. False if the
// kernel refuses.
bool visit_all_processors() noexcept {
    constexpr int most = 8192;
    cpu_set_t *const before = CPU_ALLOC(most);
    cpu_set_t *const one = CPU_ALLOC(most);
    const std::size_t bytes = CPU_ALLOC_SIZE(most);
    bool visited = before != nullptr && one != nullptr && sched_getaffinity(0, bytes, before) == 0;
    const long count = sysconf(_SC_NPROCESSORS_CONF);
    for (long cpu = 0; visited && cpu < count && cpu < most; ++cpu) {
        CPU_ZERO_S(bytes, one);
        CPU_SET_S(static_cast<std::size_t>(cpu), bytes, one);
        // EINVAL: the processor is offline, or none of this process's threads may run there.
        visited = sched_setaffinity(0, bytes, one) == 0 || errno == EINVAL;
    }
    if (before != nullptr) { sched_setaffinity(0, bytes, before); }
    CPU_FREE(before);
    CPU_FREE(one);
    return visited;
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
