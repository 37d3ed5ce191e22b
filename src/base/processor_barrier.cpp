#include "base/processor_barrier.hpp"

#include <cerrno>
#include <cstddef>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace clmem_core {

long membarrier(int command) noexcept {
    return syscall(__NR_membarrier, command, 0, 0);
}

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

} // namespace clmem_core
