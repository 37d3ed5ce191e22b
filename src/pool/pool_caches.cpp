#include "pool/pool_caches.hpp"

#include "base/asymmetric_fence.hpp"

#include <utility>

namespace clmem_core {

constinit sync::mutex caches::registry;

namespace {

void move(block *from, block *&to) noexcept {
    while (from != nullptr) {
        block *const next = from->next;
        from->next = to;
        to = from;
        from = next;
    }
}

bool is_of(const thread_cache &cache, std::uint64_t only_queue) noexcept {
    return only_queue == 0 || cache.queue_id() == only_queue;
}

// Closes the caches of all queues, or of one, and waits until no thread is inside them. The caller holds the registry's
// lock.
void close_all(const std::vector<thread_cache *> &all, std::uint64_t only_queue = 0) noexcept {
    bool only_own = true; // the caller is not inside a cache
    bool any_light = false;
    for (thread_cache *cache : all) {
        if (!is_of(*cache, only_queue)) { continue; }
        const bool is_light = cache->close();
        if (cache->is_this_threads()) { continue; }
        only_own = false;
        any_light = any_light || is_light;
    }
    if (any_light) {
        asymmetric::heavy();
    } else if (!only_own) {
        asymmetric::full();
    }
    for (const thread_cache *cache : all) {
        if (is_of(*cache, only_queue)) { cache->wait_until_left(); }
    }
}

// Empties the caches of a pool, or those for one of its queues; `for_good` when the pool or the queue ends: the caches
// are detached. Called without the pool's lock.
void drain_caches(pool_caches &of, caches::drained &out, bool for_good, std::uint64_t only_queue = 0) {
    const std::lock_guard lock{caches::registry};
    close_all(of.all(), only_queue);
    for (thread_cache *cache : of.all()) {
        if (!is_of(*cache, only_queue)) { continue; }
        move(cache->take_all(), out.ready);
        move(cache->waiting().take_all(), out.waiting);
        if (!for_good) { cache->open(); }
    }
    if (for_good) { of.remove_all(only_queue); }
}

} // namespace

closed_caches::closed_caches(const pool_caches &of) noexcept : of_{of} {
    close_all(of_.all());
}

closed_caches::~closed_caches() {
    for (thread_cache *cache : of_.all()) {
        cache->open();
    }
}

// Lists the blocks that a thread takes out of the caches, so that for_each_block() finds them until they are in the
// heap. Created and destroyed under the pool's lock; filled under the registry's lock alone.
class pool_caches::drain_scope {
  public:
    explicit drain_scope(pool_caches &of) noexcept : of_{of} {
        blocks.next = of_.drained_;
        of_.drained_ = &blocks;
    }
    ~drain_scope() {
        caches::drained **link = &of_.drained_;
        while (*link != &blocks) {
            link = &(*link)->next;
        }
        *link = blocks.next;
    }
    drain_scope(const drain_scope &) = delete;
    drain_scope &operator=(const drain_scope &) = delete;

    caches::drained blocks;

  private:
    pool_caches &of_;
};

bool pool_caches::add(thread_cache &cache) {
    const biased_lock lock{mutex_};
    const known_queue &queue = cache.queue();
    if (closed_ || queue.id != cache.queue_id() || !queue.cached) { return false; }
    depots_.prepare(queue.queue_slot + std::size_t{1});
    shares_.add(cache);
    tell_recorder(cache);
    return true;
}

void pool_caches::remove(thread_cache &cache) noexcept {
    const biased_lock lock{mutex_};
    take_in({cache.take_all(), cache.waiting().take_all()});
    counters_.take_over(cache);
    cache.disown();
    shares_.remove(cache);
}

void pool_caches::remove_all(std::uint64_t only_queue) noexcept {
    for (std::size_t i = shares_.caches().size(); i-- > 0;) {
        thread_cache &cache = *shares_.caches()[i];
        if (only_queue == 0 || cache.queue_id() == only_queue) { remove(cache); }
    }
}

// The first block of a batch from a depot. The others go to the cache, or back if it has no room.
block *pool_caches::take_first(block *batch, thread_cache &cache) noexcept {
    block *const rest = batch->next;
    if (rest == nullptr) { return batch; }
    rest->batch_bytes = static_cast<std::uint32_t>(batch->batch_bytes - batch->bytes);
    rest->batch_count = batch->batch_count - 1;
    if (!cache.adopt(rest) && !(shares_.grant(cache) && cache.adopt(rest))) {
        depots_.put(rest, rest->batch_bytes, rest->batch_count);
    }
    return batch;
}

// Blocks for which a cache had no room: to the depot while that has room, otherwise to the heap.
void pool_caches::keep_overflow(block *list, pool_ranges &ranges) noexcept {
    if (list == nullptr) { return; }
    std::size_t bytes = 0;
    std::size_t count = 0;
    for (const block *b = list; b != nullptr; b = b->next, ++count) {
        bytes += b->bytes;
    }
    if (depots_.bytes() + bytes <= shares_.depot_limit()) {
        depots_.put(list, bytes, count);
    } else {
        ranges.free_list(list);
    }
}

void pool_caches::drain_depots() noexcept {
    depots_.drain_all([this](block *batch) { ranges_.free_list(batch); });
}

// What is left of the last batch when the next one is ready was not needed meanwhile: it goes to the heap, for others.
bool pool_caches::collect(thread_cache &cache) noexcept {
    const queue_order &order = ranges_.order();
    waiting_blocks &waiting = cache.waiting();
    const sequence_number done = order.done(cache.queue().queue_slot);
    if (done == last_sequence) { waiting.stamp_released(order.now()); } // no queue was named: the program has waited
    block *const complete = waiting.take_complete(done);
    if (complete == nullptr) { return false; }
    record_.completed_list(complete);
    if (cache.ready_bytes() > cache.bound()) { ranges_.free_complete(cache.take_all()); }
    cache.put(complete);
    return true;
}

void pool_caches::take_in(const caches::drained &blocks) noexcept {
    if (ranges_.order().waits_for_completion()) {
        ranges_.free_complete(blocks.ready);
    } else {
        ranges_.free_list(blocks.ready);
    }
    record_.completed_list(blocks.waiting);
    ranges_.free_list(blocks.waiting);
}

bool pool_caches::drain(biased_lock &lock, bool all_wait) noexcept {
    if (depots_.bytes() == 0 && !shares_.any_cached()) { return false; }
    drain_scope scope{*this};
    lock.unlock();
    drain_caches(*this, scope.blocks, false);
    log_.drained();
    lock.lock();
    if (all_wait) { ranges_.free_list(std::exchange(scope.blocks.ready, nullptr)); }
    take_in(scope.blocks);
    drain_depots();
    report_waiting();
    return true;
}

void pool_caches::close(biased_lock &lock) noexcept {
    closed_ = true;
    drain_scope scope{*this};
    lock.unlock();
    drain_caches(*this, scope.blocks, true);
    lock.lock();
    take_in(scope.blocks);
    drain_depots();
}

void pool_caches::close(const known_queue &forgotten, std::uint64_t id, biased_lock &lock) noexcept {
    drain_scope scope{*this};
    lock.unlock();
    drain_caches(*this, scope.blocks, true, id);
    lock.lock();
    take_in(scope.blocks);
    depots_.drain(forgotten.queue_slot, [this](block *batch) { ranges_.free_list(batch); });
}

} // namespace clmem_core
