#include "pool/finish_watch.hpp"

#include "pool/caches_of_threads.hpp"

namespace clmem_core {

finish_watch::finish_watch(cl_command_queue queue) noexcept : queue_{queue} {
    const auto visit = [](pool &p, thread_cache &cache, void *self) {
        static_cast<finish_watch *>(self)->add(p, cache);
    };
    caches::for_each_waiting(visit, this);
}

void finish_watch::add(pool &p, thread_cache &cache) noexcept {
    if (count_ == pools_.size()) { return; }
    std::shared_ptr<pool> alive = p.weak_from_this().lock();
    if (alive == nullptr) { return; }
    const pool::queue_state state = p.begin_finish(cache, queue_);
    if (state.sequence != 0) { pools_[count_++] = {std::move(alive), state}; }
}

void finish_watch::finished() noexcept {
    for (std::size_t i = 0; i < count_; ++i) {
        pools_[i].of->end_finish(pools_[i].state);
    }
}

} // namespace clmem_core
