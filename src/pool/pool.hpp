// A pool: a heap of ranges behind one lock, a depot of ready blocks, and a cache in each thread that uses it.
//
//   hit_path.hpp   a thread's own cache: no lock
//   pool.cpp       the heap and the depot: one lock, no call to the driver
//   growth.cpp     slabs from the driver and back: no lock held meanwhile
//   pool_queues.cpp  queues, and how what one has used is handed to another: no lock held meanwhile
//   pool_events.cpp  blocks that wait for events which releases have named
#pragma once

#include "base/assert.hpp"
#include "base/biased_mutex.hpp"
#include "base/error.hpp"
#include "cl/raii.hpp"
#include "heap/heap.hpp"
#include "pool/cache_shares.hpp"
#include "pool/depot.hpp"
#include "pool/driver_clock.hpp"
#include "pool/growth_plan.hpp"
#include "pool/pool_counters.hpp"
#include "pool/pool_log.hpp"
#include "pool/reference_bins.hpp"
#include "pool/tags.hpp"
#include "provider/provider.hpp"
#include "queue/event_waits.hpp"
#include "queue/named_events.hpp"
#include "queue/queue_order.hpp"

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace clmem {

class pool : public std::enable_shared_from_this<pool> {
  public:
    struct request {
        std::size_t requested;     // as asked for, at least 1
        std::size_t rounded = 0;   // in whole units, by rounded()
        unsigned cls = 0;          // size class of `rounded`
        std::size_t alignment = 0; // 0: the unit
        known_queue *queue = nullptr;
        std::uint8_t tag = 0;
        bool dedicated = false;
    };

    enum class purpose { many, one_block }; // one_block: the program has asked for no pool
    pool(std::shared_ptr<provider> from, const clmem_pool_options &options, purpose what_for = purpose::many);
    ~pool();
    pool(const pool &) = delete;
    pool &operator=(const pool &) = delete;

    // Allocates; throws error. The block is live.
    [[nodiscard]] block *allocate(const request &r);
    // Allocates from the depot and the heap if that needs no growth; nullptr if it does. The caller is inside its
    // cache.
    [[nodiscard]] block *allocate_central(const request &r, thread_cache &cache) noexcept;

    // Takes a block back whose handle is stale already. The last block of a closed pool ends the pool.
    void release(block *b) noexcept;
    // Frees a block that did not fit the caller's cache; the caller is inside its cache. Returns true if settle() has
    // work left.
    [[nodiscard]] bool release_central(block *b, thread_cache &cache) noexcept;
    // Does what must be done without the lock after blocks came back: releases OpenCL objects, gives slabs back.
    void settle() noexcept;

    // The OpenCL buffer of a live, pinned block; throws error.
    [[nodiscard]] cl_mem object_of(block *b);
    // The whole buffer that a block of a pool of buffers is cut from, made real; throws error.
    [[nodiscard]] cl_mem whole_of(const block *b);

    // Keeps a pinned block from going back, though the program may release it; let_go() undoes that, once each.
    void hold(block &b) noexcept;
    void let_go(block *b, std::uint64_t handle) noexcept;

    // Throws error if the pool's memory cannot be reached by pointers.
    void check_has_pointers() const;
    struct place {
        std::uint64_t handle;
        std::size_t offset; // in the block
    };
    // The live block that an address is in; throws error if there is none.
    [[nodiscard]] place find_block(const void *pointer);

    std::size_t trim(std::size_t target) noexcept;
    void stop_holding() noexcept;
    void set_limit(std::size_t limit) noexcept;
    // The handle is gone.
    void close() noexcept;

    // pool_check.cpp: the first invariant that does not hold, of the heap's too. Looks at every range.
    [[nodiscard]] violation check();

    void statistics(clmem_statistics &out);
    void reset_peaks() noexcept;
    [[nodiscard]] std::vector<clmem_bin_statistics> bin_statistics();
    [[nodiscard]] std::vector<clmem_tag_statistics> tag_statistics();
    [[nodiscard]] std::uint32_t tag(const char *name);
    [[nodiscard]] bool has_tag(std::uint32_t tag) noexcept;

    [[nodiscard]] const size_classes &classes() const noexcept { return classes_; }
    [[nodiscard]] const provider &source() const noexcept { return *provider_; }
    [[nodiscard]] bool is_of_one_block() const noexcept { return purpose_ == purpose::one_block; }
    [[nodiscard]] std::uint32_t leading_bits() const noexcept { return leading_bits_; }
    [[nodiscard]] std::size_t rounded(std::size_t requested) const noexcept;

    // pool_queues.cpp
    // The queue that an allocation names, NULL for the pool's own; it is taken in if it is new. Throws error.
    [[nodiscard]] known_queue &find_queue(cl_command_queue handle);
    // The program reports that a queue, NULL for the pool's own, also uses a held or pinned block, or an object derived
    // from it. Throws error.
    enum class use_of { block, derived };
    void record_use(block &b, cl_command_queue handle, use_of what = use_of::block);
    // A held block moves to another queue, after its uses so far; or to none, when these have ended. Throw error, also
    // if the driver refuses to report their end: then the block still belongs to its queue.
    void bind(block &b, cl_command_queue handle);
    void unbind(block &b);
    // Notes that a block is in use until events are complete.
    void note_events(block &b, named_events &events) noexcept;
    // Takes a block back, which the caller has claimed, that is free once the events are complete.
    void release_after(block *b, named_events &events) noexcept;
    // No command that is enqueued later in the queue will use a block. Throws error if the pool does not know it.
    void forget_queue(cl_command_queue handle);
    [[nodiscard]] queue_driver &queues() const; // throws error if the provider has none
    // The queue in whose caches a block may wait that the caller owns; nullptr if in none.
    [[nodiscard]] known_queue *caching_queue(const block &b) noexcept;
    // The queue that a pinned block belongs to; none if to none, or if it was forgotten.
    [[nodiscard]] queue_reference queue_of(const block &b) noexcept;

    // For the registry of caches, which holds its own lock.
    // False if the pool is closed, or the cache's queue forgotten.
    [[nodiscard]] bool add_cache(thread_cache &cache);
    void remove_cache(thread_cache &cache) noexcept;
    void remove_caches(std::uint64_t only_queue) noexcept; // 0: all
    [[nodiscard]] const std::vector<thread_cache *> &caches() const noexcept { return shares_.caches(); }

  private:
    struct growth {
        growth_plan plan;
        block *found; // a range that may have to be put in order first; nullptr: none
    };
    // Markers of lanes, one for each, that no thread releases meanwhile. Made, changed and ended under the lock.
    class lane_markers {
      public:
        explicit lane_markers(queue_order &order) noexcept : order_{order} {}
        ~lane_markers();
        lane_markers(const lane_markers &) = delete;
        lane_markers &operator=(const lane_markers &) = delete;

        void add(unsigned lane, const order_marker &marker) noexcept;
        [[nodiscard]] bool empty() const noexcept { return count_ == 0; }
        [[nodiscard]] std::span<held_event *const> events() const noexcept { return {events_.data(), count_}; }
        [[nodiscard]] unsigned lane(std::size_t i) const noexcept { return lanes_[i]; }
        [[nodiscard]] pool_time time(std::size_t i) const noexcept { return times_[i]; }

      private:
        queue_order &order_;
        std::size_t count_ = 0;
        std::array<unsigned, lane_count> lanes_;
        std::array<pool_time, lane_count> times_;
        std::array<held_event *, lane_count> events_;
    };

    // pool.cpp: under the lock
    enum class openness { open, any }; // open: to the queue that asks
    [[nodiscard]] block *search(const request &r, heap::reach how, openness which = openness::open) noexcept;
    void give(block *b) noexcept;
    void put_back(block *b) noexcept;
    [[nodiscard]] static bool is_postponed(block &b) noexcept;
    void release_aged(biased_lock &lock) noexcept;
    [[nodiscard]] std::uint8_t bin_of_plain(const block &b, const known_queue &queue) const noexcept;
    [[nodiscard]] std::uint8_t bin_of(const block &b) noexcept;
    block *hand_out(block *b, const request &r, bool hit) noexcept;
    [[nodiscard]] block *take_first(block *batch, thread_cache &cache) noexcept;
    void give_list(block *list) noexcept;
    void drain_depots() noexcept;
    void fold(thread_cache &cache) noexcept;
    void reconsider_reach() noexcept;
    [[nodiscard]] bool has_settling() const noexcept;
    [[nodiscard]] bool must_shrink() const noexcept;
    void release_evicted(block *list) noexcept;
    void end_if_unused(std::shared_ptr<pool> &last) noexcept;

    // growth.cpp
    [[nodiscard]] block *allocate_slowly(const request &r);
    bool drain_caches(biased_lock &lock) noexcept;
    [[nodiscard]] bool takes_whole_slab(const request &r) const noexcept { return r.dedicated || dedicated_; }
    [[nodiscard]] growth_figures look_at_growth(const request &r, bool may_order, growth_search tried) const noexcept;
    [[nodiscard]] growth find_growth(const request &r, bool may_order) noexcept;
    [[nodiscard]] block *grow(const request &r, biased_lock &lock);
    [[nodiscard]] block *take_pending(const request &r, cl_int &unclear, biased_lock &lock) noexcept;
    [[nodiscard]] bool is_shared() const noexcept;
    [[nodiscard]] slab *take_slab(std::size_t bytes, bool avoidable, biased_lock &lock);
    void give_back(std::size_t bytes, biased_lock &lock) noexcept;
    [[nodiscard]] slab *detach_pending() noexcept;
    void return_slab(slab &s, const char *why, biased_lock &lock) noexcept;
    using lane_references = std::array<queue_reference, lane_count>;
    void return_after(const slab &s, std::span<held_event *const> markers,
                      std::span<queue_reference> unmarked) noexcept;
    void release_objects(biased_lock &lock) noexcept;
    void wait_for_objects(biased_lock &lock) noexcept;
    [[nodiscard]] bool ask_for_memory(const request &r, std::uint32_t attempt, biased_lock &lock);
    [[noreturn]] void fail_exhausted(const request &r, const error &cause, cl_int unclear);
    void settle(biased_lock &lock) noexcept;

    // pool_check.cpp: in builds with assertions after each growth and trim, and every so many operations
    static constexpr std::size_t least_until_check = 1024;
    static constexpr std::size_t checks_apart = 16; // operations for each range that a check has looked at
    [[nodiscard]] violation check_locked() const noexcept;
    void assert_invariants() noexcept;
    void assert_invariants_if_due() noexcept {
        if (until_check_-- == 0) { assert_invariants(); }
    }

    // pool_queues.cpp
    [[nodiscard]] queue_reference refer(cl_command_queue handle, queue_driver::traits &traits) const;
    [[nodiscard]] known_queue &find_queue(cl_command_queue handle, biased_lock &lock);
    struct uses_until_now {
        lane_mask lanes;
        pool_time time;
        std::uint64_t from; // the queue that the block belonged to
        bool is_shared;
    };
    [[nodiscard]] uses_until_now look_at_uses(const block &b) noexcept;
    static void drop_uses(block &b, const uses_until_now &uses) noexcept;
    [[nodiscard]] cl_int mark(unsigned lane, biased_lock &lock) noexcept;
    [[nodiscard]] cl_int markers_for(lane_mask lanes, pool_time time, const queue_view &view, lane_markers &out,
                                     biased_lock &lock) noexcept;
    struct waited {
        bool on_host;
        cl_int code;
    };
    [[nodiscard]] waited wait_behind(known_queue &taker, std::span<held_event *const> events,
                                     biased_lock &lock) noexcept;
    [[nodiscard]] cl_int wait_on_host(std::span<held_event *const> events, biased_lock &lock) noexcept;
    [[nodiscard]] cl_int put_in_order(lane_mask lanes, pool_time time, known_queue &taker, biased_lock &lock) noexcept;
    void set_done(const lane_markers &markers) noexcept;
    bool look_for_completion(biased_lock &lock) noexcept;
    void mark_pending(biased_lock &lock) noexcept;
    void release_events(biased_lock &lock) noexcept;

    // pool_events.cpp
    bool look_at_events(biased_lock &lock) noexcept;
    [[nodiscard]] cl_int wait_for_events(const block &b, known_queue *taker, biased_lock &lock);
    [[nodiscard]] cl_int take_events(const request &r, biased_lock &lock) noexcept;
    void set_complete(held_event *e) noexcept;
    [[nodiscard]] std::size_t quarantined_bytes() const noexcept;

    [[nodiscard]] pool_log::figures figures() const noexcept {
        return {heap_.reserved(), heap_.slabs(), heap_.policy().live()};
    }

    const std::shared_ptr<provider> provider_;
    const size_classes classes_;
    const std::uint32_t leading_bits_;
    const purpose purpose_;
    const bool dedicated_;
    const std::size_t budget_bytes_;
    const std::size_t keep_bytes_;
    const std::uint64_t idle_release_ns_; // 0: never
    const clmem_out_of_memory_fn out_of_memory_;
    void *const out_of_memory_user_;

    biased_mutex mutex_; // guards everything below
    heap heap_;
    queue_order order_;
    std::uint64_t next_aging_ = ~std::uint64_t{0}; // when the oldest idle slab is to go back
    event_waits waits_;                            // for events that releases have named
    tags tags_;
    driver_clock clock_;
    heap::reach reach_ = heap::reach::tidy;
    std::uint32_t until_reconsidered_ = 0;
    std::size_t limit_;
    bool closed_ = false;
    bool growing_ = false;
    std::atomic<std::uint32_t> growths_{0}; // advanced when a growth ends; waited for without the lock
    cache_shares shares_;
    depots depots_; // what overflowed from the caches
    pool_counters counters_;
    std::shared_ptr<pool> self_; // keeps a closed pool alive for its last blocks

    std::size_t reserved_peak_ = 0;
    std::uint64_t driver_allocations_ = 0;
    std::uint64_t driver_releases_ = 0;
    std::uint64_t objects_created_ = 0;
    std::uint64_t markers_ = 0;
    std::uint64_t barriers_ = 0;
    std::uint64_t host_waits_ = 0;
    std::size_t until_check_ = 0;        // operations, in builds with assertions
    std::size_t objects_in_release_ = 0; // taken from the heap's doomed ones, and not released yet

    const pool_log log_; // needs no lock
};

// Gives the block its live handle.
inline std::uint64_t make_live(block *b, std::size_t requested) noexcept {
    CLMEM_ASSERT(!token::is_handle(b->token.load(std::memory_order_relaxed)));
    b->requested.store(requested, std::memory_order_relaxed);
    const std::uint64_t live = b->token.load(std::memory_order_relaxed) | token::live;
    b->token.store(live, std::memory_order_release);
    return live;
}

} // namespace clmem
