#include "base/thread.hpp"

#include "base/atomic.hpp"

namespace clmem_core::detail {

constinit thread_local thread_state this_thread{0, 0, &caches::no_caches};

std::uint64_t new_thread_id() noexcept {
    static constinit sync::atomic<std::uint64_t> last{0};
    this_thread.id = last.fetch_add(1, std::memory_order_relaxed) + 1;
    return this_thread.id;
}

} // namespace clmem_core::detail
