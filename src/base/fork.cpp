#include "base/fork.hpp"

#include <mutex>
#include <pthread.h>

namespace clmem {

namespace detail {
constinit std::atomic<bool> forked{false};
} // namespace detail

void watch_forks() {
    static constinit std::once_flag once;
    std::call_once(
        once, [] { pthread_atfork(nullptr, nullptr, [] { detail::forked.store(true, std::memory_order_relaxed); }); });
}

} // namespace clmem
