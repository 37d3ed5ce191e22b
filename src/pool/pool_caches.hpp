// The thread caches of a pool, their shares of the bytes that may be cached, and the depots for what overflows from
// them.
#pragma once

#include "base/atomic.hpp"
#include "base/biased_mutex.hpp"
#include "pool/allocation_request.hpp"
#include "pool/cache_shares.hpp"
#include "pool/depot.hpp"
#include "pool/pool_counters.hpp"
#include "pool/pool_log.hpp"
#include "pool/pool_ranges.hpp"
#include "pool/pool_recorder.hpp"

#include <algorithm>
#include <mutex>

namespace clmem_core {

namespace caches {

// Guards the lists of caches of every thread and every pool, and the ends of threads and pools against each other.
// Locked before a pool's lock, never while a thread is inside its cache.
extern sync::mutex registry;

// Blocks from caches, by `next`.
struct drained {
    block *ready = nullptr;
    block *waiting = nullptr;
    drained *next = nullptr; // of the pool's lists that are on their way to its heap
};

} // namespace caches

class pool_caches {
  public:
    pool_caches(pool_ranges &ranges, pool_counters &counters, biased_mutex &mutex, const pool_log &log,
                pool_recorder &record) noexcept
        : ranges_{ranges}, counters_{counters}, mutex_{mutex}, log_{log}, record_{record} {}

    // For the registry of caches, which holds its own lock; these take the pool's.
    // False if the pool is closed, or the cache's queue forgotten. Throws std::bad_alloc.
    [[nodiscard]] bool add(thread_cache &cache);
    void remove(thread_cache &cache) noexcept;
    void remove_all(std::uint64_t only_queue) noexcept; // 0: of all queues
    [[nodiscard]] const std::vector<thread_cache *> &all() const noexcept { return shares_.caches(); }

    // Under the pool's lock, all below.
    // A block from the depots; nullptr if they have none. The rest of its batch goes to the cache.
    [[nodiscard]] block *take(const allocation_request &r, thread_cache &cache) noexcept {
        block *const batch = depots_.take(r.queue->queue_slot, r.cls, r.rounded);
        return batch != nullptr ? take_first(batch, cache) : nullptr;
    }
    // Tells the slab policy how much waits in the caches, before a block is allocated from the heap.
    void report_waiting() noexcept {
        if (ranges_.order().waits_for_completion()) { ranges_.heap().policy().set_waiting(shares_.waiting()); }
    }
    // Makes the cache's blocks ready whose queue is known to be done with them. False if there is none.
    bool collect(thread_cache &cache) noexcept;
    // Takes in a block for which its cache has no room: into the cache after all, the depots or the heap. Inline, and
    // given the ranges, since every release that misses its cache comes here.
    void keep(block *b, thread_cache &cache, pool_ranges &ranges) noexcept;

    // Drains all caches and depots into the heap, with the lock released meanwhile. False if there was nothing to
    // drain. In a pool that waits for completion, blocks that are ready stay so, unless `all_wait`.
    bool drain(biased_lock &lock, bool all_wait = false) noexcept;
    // Removes the caches of the whole pool, or of a queue, and drains them and their depots, with the lock released
    // meanwhile. From now on no thread gets one: the pool is closed.
    void close(biased_lock &lock) noexcept;
    void close(const known_queue &forgotten, std::uint64_t id, biased_lock &lock) noexcept;

    // With closed_caches: visits every block of the caches and the depots, and those on their way from there to the
    // heap: visit(block, whether it waits for completion).
    template <class Visit>
    void for_each_block(Visit &&visit) const {
        const auto ready = [&visit](const block &b) { visit(b, false); };
        const auto waiting = [&visit](const block &b) { visit(b, true); };
        for (const thread_cache *cache : all()) {
            cache->for_each_ready(ready);
            cache->waiting().for_each(waiting);
        }
        depots_.for_each(ready);
        for (const caches::drained *list = drained_; list != nullptr; list = list->next) {
            for (const block *b = list->ready; b != nullptr; b = b->next) {
                ready(*b);
            }
            for (const block *b = list->waiting; b != nullptr; b = b->next) {
                waiting(*b);
            }
        }
    }

    // With closed_caches: the pool has another recorder, or none.
    void tell_recorder() noexcept {
        for (thread_cache *cache : all()) {
            tell_recorder(*cache);
        }
    }

    // From now on nothing is cached.
    void stop_holding() noexcept { shares_.stop_holding(); }
    [[nodiscard]] bool holds() const noexcept { return shares_.holds(); }
    // The pool has grown or shrunk.
    void resize() noexcept { shares_.resize(ranges_.heap().reserved()); }

    [[nodiscard]] bool is_closed() const noexcept { return closed_; }
    [[nodiscard]] const cache_shares &shares() const noexcept { return shares_; }
    [[nodiscard]] const depots &overflow() const noexcept { return depots_; }

  private:
    // A thread keeps the last block that it released, of up to this size in a pool of any size.
    static constexpr std::size_t always_kept = std::size_t{1} << 20;
    // A full depot has room for this many batches, so that one thread's overflow does not fill it.
    static constexpr std::size_t depot_batches = 8;
    // Blocks of a batch for another thread, if the depot has room at all.
    static constexpr std::size_t least_batch = 8;

    [[nodiscard]] block *take_first(block *batch, thread_cache &cache) noexcept;
    void keep_overflow(block *list, pool_ranges &ranges) noexcept;
    void drain_depots() noexcept;
    class drain_scope;
    void tell_recorder(thread_cache &cache) noexcept {
        cache.set_recorder(record_.is_on() ? &record_ : nullptr, record_.wants_stacks());
    }
    void take_in(const caches::drained &blocks) noexcept;

    pool_ranges &ranges_;
    pool_counters &counters_;
    biased_mutex &mutex_; // guards everything below
    const pool_log &log_;
    cache_shares shares_;
    depots depots_;
    caches::drained *drained_ = nullptr; // what threads have drained and not taken in yet
    bool closed_ = false;
    pool_recorder &record_;
};

// Keeps the caches of a pool closed while it lives: no thread is inside. The caller is not inside a cache either, and
// does not hold the pool's lock.
class closed_caches {
  public:
    explicit closed_caches(const pool_caches &of) noexcept;
    ~closed_caches();
    closed_caches(const closed_caches &) = delete;
    closed_caches &operator=(const closed_caches &) = delete;

  private:
    const std::lock_guard<sync::mutex> lock_{caches::registry};
    const pool_caches &of_;
};

// If the cache is full, half of its blocks of this size move to the depot. Of blocks over a quarter of its bound
// it keeps the last one, unless that is too large for the pool.
[[gnu::always_inline]] inline void pool_caches::keep(block *b, thread_cache &cache, pool_ranges &ranges) noexcept {
    if (shares_.grant(cache) && cache.push(b)) { return; }
    if (b->bytes > std::max(always_kept, shares_.limit())) { return ranges.free(b); }
    if (b->bytes > cache.bound() / 4) {
        if (block *const before = cache.keep_large(b)) { ranges.free(before); }
        return;
    }
    const bool alone = shares_.caches().size() == 1;
    const std::size_t share = shares_.depot_limit() / depot_batches / b->bytes + 1;
    const std::size_t most = alone ? share : std::max(share, std::min(least_batch, shares_.depot_limit() / b->bytes));
    keep_overflow(cache.take_class(b->bin, std::min(cache.surplus(b->bin, alone), most)), ranges);
    if (cache.push(b)) { return; }
    ranges.free_list(cache.take_all());
    if (!cache.push(b)) { ranges.free(b); }
}

} // namespace clmem_core
