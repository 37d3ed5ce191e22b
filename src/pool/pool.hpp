// A pool: a heap of ranges behind one lock, and a cache in each thread that uses it. Its parts own what they are about:
//
//   hit_path        a thread's own cache: no lock
//   pool_ranges     free ranges and the queues that may still use them: the lock, no call to the driver
//   pool_caches     the thread caches and their depots
//   pool_growth     what happens if no free range suits; slab_source: slabs from the driver and back. No lock is held
//                   during the driver's calls
//   queue_sync      how a queue waits for others; pending_blocks: blocks that wait for events
//   block_uses      what uses a live block: queues, events, holds
//   block_objects   the OpenCL objects of blocks; sub_buffer_guard: when they must be whole buffers
//   pool_recorder   what the pool tells a recorder, if it has one
#pragma once

#include "pool/block_objects.hpp"
#include "pool/block_uses.hpp"
#include "pool/pool_caches.hpp"
#include "pool/pool_counters.hpp"
#include "pool/pool_growth.hpp"
#include "pool/pool_log.hpp"
#include "pool/pool_ranges.hpp"
#include "pool/pool_recorder.hpp"
#include "pool/pool_snapshot.hpp"
#include "pool/reference_bins.hpp"
#include "pool/slab_source.hpp"
#include "pool/sub_buffer_guard.hpp"
#include "pool/tags.hpp"

#include <memory>
#include <vector>

namespace clmem_core {

class pool : public std::enable_shared_from_this<pool> {
  public:
    enum class purpose { many, one_block }; // one_block: the program has asked for no pool
    pool(std::shared_ptr<provider> from, const clmem_pool_options &options, purpose what_for = purpose::many);
    ~pool();
    pool(const pool &) = delete;
    pool &operator=(const pool &) = delete;

    // Allocates a live block, of which the request's bytes, alignment, queue, tag and dedication are given; throws
    // error.
    [[nodiscard]] block *allocate(const allocation_request &wanted);
    // Allocates from the depots and the heap if that needs no growth; nullptr if it does. The caller is inside its
    // cache.
    [[nodiscard]] block *allocate_central(const allocation_request &r, thread_cache &cache) noexcept;
    // The same for a pool with a recorder.
    [[nodiscard]] block *allocate_recorded(const allocation_request &r, thread_cache &cache) noexcept;

    // Takes a block back whose handle is stale already. The last block of a closed pool ends the pool.
    void release(block *b) noexcept { release(b, false); }
    // The same for a block that the program has released while something held it.
    void release_held(block *b) noexcept { release(b, true); }
    // Takes a block back that did not fit the caller's cache; the caller is inside its cache. Returns true if settle()
    // has work left.
    [[nodiscard]] bool release_central(block *b, thread_cache &cache) noexcept;
    // The same for a pool with a recorder.
    [[nodiscard]] bool release_recorded(block *b, thread_cache &cache) noexcept;
    // Polls the markers that blocks of the calling thread's cache wait for. Enqueues another marker if many or large
    // blocks were released since the last one.
    void look_at_waiting(thread_cache &cache) noexcept;
    struct queue_state {
        unsigned queue_slot = 0;
        sequence_number sequence = 0;
    };
    // Before the calling thread waits until a queue is empty: what to pass to end_finish() afterwards. Its sequence
    // number is 0 if the cache is for another queue.
    [[nodiscard]] queue_state begin_finish(thread_cache &cache, cl_command_queue queue) noexcept;
    void end_finish(queue_state finished) noexcept;
    // Does what must be done without the lock after blocks were released: releases OpenCL objects, returns slabs.
    void settle() noexcept;

    struct place {
        std::uint64_t handle;
        std::size_t offset; // in the block
    };
    // The live block that an address is in; throws error if there is none.
    [[nodiscard]] place find_block(const void *pointer);
    // Throws error if the pool's memory cannot be reached by pointers.
    void check_has_pointers() const;

    std::size_t trim(std::size_t target) noexcept;
    void stop_holding() noexcept;
    void set_limit(std::size_t limit) noexcept;
    // No command that is enqueued later in the queue will use a block. Throws error if the pool does not know it.
    void forget_queue(cl_command_queue handle);
    // The handle is gone.
    void close() noexcept;

    // pool_statistics.cpp
    void statistics(clmem_statistics &out);
    void reset_peaks() noexcept;
    [[nodiscard]] std::vector<clmem_bin_statistics> bin_statistics();
    [[nodiscard]] std::vector<clmem_tag_statistics> tag_statistics();
    // pool_copy.cpp: what the pool has at this instant. Looks at every range.
    [[nodiscard]] pool_snapshot snapshot();
    // pool_recording.cpp: from now on the pool tells another recorder, or none, what happens; the recorder first gets a
    // snapshot. Returns the recorder before. Throws std::bad_alloc.
    std::shared_ptr<recorder> set_recorder(const std::shared_ptr<recorder> &to);
    [[nodiscard]] std::shared_ptr<recorder> find_recorder() noexcept;
    // Defines the pool in a recording. Throws std::bad_alloc.
    void describe_to(recorder &to) const;
    // Where the calling thread is, if the pool's recorder wants to know. Without any lock.
    [[nodiscard]] recorded_stack find_stack() noexcept;
    // The tag of a name, made if it is new; 0 if there are too many. Throws error, std::bad_alloc.
    std::uint32_t tag(const char *name);
    // The tag that the calling thread's allocations have; 0: none. Throws std::bad_alloc.
    std::uint8_t tag_of_scope();
    // pool_check.cpp: the first invariant that does not hold, of the heap's too. Looks at every range.
    [[nodiscard]] violation check();

    [[nodiscard]] const size_classes &classes() const noexcept { return ranges_.classes(); }
    [[nodiscard]] std::size_t rounded(std::size_t requested) const noexcept {
        return classes().round(leading_bits() != 0 ? reference_bins{leading_bits()}.round(requested) : requested);
    }
    // The host accesses the memory: a released block is reused when its commands are known to be complete.
    [[nodiscard]] bool waits_for_completion() const noexcept { return ranges_.order().waits_for_completion(); }
    [[nodiscard]] std::uint32_t leading_bits() const noexcept { return options_.leading_bits_in_bin_id; }
    [[nodiscard]] bool is_of_one_block() const noexcept { return purpose_ == purpose::one_block; }

    // The parts that others use; they take the lock themselves.
    [[nodiscard]] const provider &source() const noexcept { return *provider_; }
    void before_map(std::size_t bytes) const { provider_->before_map(bytes); }
    [[nodiscard]] queue_driver &queues() const { return sync_.driver(); } // throws error if the provider has none
    [[nodiscard]] pool_caches &caches() noexcept { return caches_; }
    [[nodiscard]] block_uses &uses() noexcept { return uses_; }
    [[nodiscard]] block_objects &objects() noexcept { return objects_; }
    [[nodiscard]] clmem_core::tags &tags() noexcept { return tags_; }

  private:
    // Under the lock.
    void visit(thread_cache &cache) noexcept;
    [[nodiscard, gnu::noinline]] block *allocate_waited(const allocation_request &r, thread_cache &cache) noexcept;
    [[nodiscard]] bool may_search(const allocation_request &r) noexcept;
    block *assign(block *b, const allocation_request &r, bool hit) noexcept;
    [[nodiscard, gnu::always_inline]] block *find_central(const allocation_request &r, thread_cache &cache,
                                                          bool &is_hit) noexcept;
    void release(block *b, bool was_held) noexcept;
    enum class recorded { no, yes };
    template <recorded How>
    [[nodiscard, gnu::always_inline]] bool take_back(block *b, thread_cache &cache) noexcept;
    void note_release(const block &b, bool was_held, bool waits) noexcept;
    struct change_of_recorder {
        std::shared_ptr<recorder> to;
        std::shared_ptr<recorder> before;
    };
    [[nodiscard]] pool_snapshot copy(change_of_recorder *change);
    void change_recorder(change_of_recorder &change) noexcept;
    [[nodiscard, gnu::noinline]] miss_reason why_missed(const allocation_request &r) const noexcept;
    void count_reason(miss_reason why, const allocation_request &r) noexcept {
        counters_.count_reason(why, r.cls >= classes().count());
    }
    // A marker is enqueued once this many blocks wait without one, whatever their sizes.
    static constexpr std::size_t worth_a_marker = 32;
    [[nodiscard]] bool is_worth_a_marker(const waiting_blocks &waiting) const noexcept;
    [[nodiscard]] bool needs_settling() const noexcept;
    [[nodiscard]] clmem_statistics statistics_locked() noexcept;
    [[nodiscard]] static std::vector<clmem_tag_statistics> with_untagged(std::vector<clmem_tag_statistics> tagged,
                                                                         const clmem_statistics &all);
    [[nodiscard]] clmem_pool_options options_now() noexcept;
    void copy_queues(pool_snapshot &out) const;
    void copy_ranges(pool_snapshot &out, std::vector<const block *> &blocks);
    void end_if_unused(std::shared_ptr<pool> &last) noexcept;

    // pool_check.cpp: in builds with assertions after each growth and trim, and every so many operations.
    static constexpr std::size_t least_until_check = 1024;
    static constexpr std::size_t checks_apart = 16; // operations for each range that a check has looked at
    [[nodiscard]] violation check_locked() const noexcept;
    void assert_invariants() noexcept;
    void assert_invariants_if_due() noexcept {
        if (until_check_-- == 0) { assert_invariants(); }
    }

    const std::shared_ptr<provider> provider_;
    const clmem_pool_options options_; // as they were given
    const purpose purpose_;
    const pool_log log_;

    biased_mutex mutex_; // guards everything below
    // First what every miss and every full cache uses: threads that hand blocks to each other then exchange fewer cache
    // lines.
    pool_counters counters_;
    pool_caches caches_;
    pool_ranges ranges_;
    block_objects objects_;
    queue_sync sync_;
    pending_blocks pending_;
    slab_source slabs_;
    pool_growth growth_;
    sub_buffer_guard guard_;
    block_uses uses_;
    clmem_core::tags tags_;
    pool_recorder record_;                  // changed while the caches are closed
    std::atomic<bool> wants_stacks_{false}; // of the recorder; read without the lock
    std::shared_ptr<pool> self_;            // keeps a closed pool alive for its last blocks
    std::size_t until_check_ = 0;           // operations, in builds with assertions
};

// Gives the block its live handle.
inline std::uint64_t make_live(block *b, std::size_t requested) noexcept {
    CLMEM_ASSERT(!token::is_handle(b->token.load(std::memory_order_relaxed)));
    b->requested.store(requested, std::memory_order_relaxed);
    const std::uint64_t live = b->token.load(std::memory_order_relaxed) | token::live;
    b->token.store(live, std::memory_order_release);
    return live;
}

} // namespace clmem_core
