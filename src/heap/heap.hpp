// The ranges of a pool's slabs: split, allocated, freed and coalesced. It knows no locks, threads or drivers; the pool
// calls it under its lock.
#pragma once

#include "base/assert.hpp"
#include "handle/block.hpp"
#include "heap/queue_view.hpp"
#include "heap/range_index.hpp"
#include "heap/slab.hpp"
#include "heap/slab_policy.hpp"

#include <cstddef>
#include <vector>

namespace clmem_core {

class heap {
  public:
    // Which free ranges a request may take.
    enum class reach {
        tidy, // those that the policy allows
        any,  // all that fit
        last, // all that fit, by an exhaustive search: before the pool exceeds its budget, or fails
    };
    struct request {
        std::size_t bytes;      // a multiple of the unit
        std::size_t alignment;  // a power of two, at least the unit
        bool dedicated = false; // a whole slab
        // The requesting queue: ranges that it may not use are skipped; NULL: all are usable.
        const queue_view *view = nullptr;

        [[nodiscard]] bool may_use(const block &b) const noexcept { return view == nullptr || view->is_usable(b); }
    };

    heap(std::size_t unit, std::size_t max_allocation) noexcept;
    ~heap();
    heap(const heap &) = delete;
    heap &operator=(const heap &) = delete;

    // Ensures that the next allocate(), adopt() or free() needs no host memory. Throws std::bad_alloc.
    void prepare() {
        if (!is_prepared()) { refill_spares(); }
    }
    [[nodiscard]] bool is_prepared() const noexcept { return spare_count_ >= spares_needed; }

    // The best range for a request, in partly used slabs first, then in idle ones; nullptr if none was found. prepare()
    // first.
    [[nodiscard]] block *allocate(const request &r, reach how) noexcept;

    // Adds a new slab, and allocates the request from it. prepare() first.
    [[nodiscard]] block *adopt(slab *s, const request &r) noexcept;

    // Frees a block and coalesces it with its free neighbours. With a view of completed uses, only with neighbours that
    // wait for the same queues, so that no queue's memory waits for another's. Returns true if its slab is idle now.
    bool free(block *b, const queue_view *complete = nullptr) noexcept;
    // A block was released that free() frees when events are complete. Until then its range counts as used, but the
    // policy counts it as free.
    void postpone(block *b) noexcept;
    // Reserves such a block for the caller, which waits for its events without the lock: the slab stays in the pool.
    // Undone before the block is given, or waits for events again.
    void claim_pending(block *b) noexcept;
    void add_pending(block *b) noexcept;
    [[nodiscard]] std::size_t pending_bytes() const noexcept { return pending_bytes_; }
    // Coalesces neighbours that were kept apart: those usable in a view, or all; returns true if there were any.
    bool coalesce(const queue_view *view) noexcept;
    bool coalesce_slab(slab *s, const queue_view *view = nullptr) noexcept;

    // The live range that contains an address; nullptr if there is none. For slabs whose memory is an address.
    [[nodiscard]] block *find_used(std::uintptr_t address) const noexcept;

    // Removes an idle slab, for the driver: the smallest that covers `wanted`, otherwise the largest; nullptr if none
    // is idle.
    [[nodiscard]] slab *detach_idle(std::size_t wanted) noexcept;

    // Removes a slab that has been idle since `time` or longer; nullptr if there is none. `next`: since when the next
    // one has been idle.
    [[nodiscard]] slab *detach_aged(std::uint64_t time, std::uint64_t &next) noexcept;

    // Removes an idle slab.
    [[nodiscard]] slab *detach_idle(slab *s) noexcept;

    // Bytes of free ranges that wait for one of the queue slots.
    [[nodiscard]] std::size_t free_bytes_of(queue_slot_mask queue_slots, const queue_view &complete) const noexcept;

    // OpenCL objects whose ranges no longer exist, to be released outside the lock.
    [[nodiscard]] std::vector<cl_mem> &stale_objects() noexcept { return stale_objects_; }
    [[nodiscard]] const std::vector<cl_mem> &stale_objects() const noexcept { return stale_objects_; }
    // Records that a range has an object now. Throws std::bad_alloc.
    void count_object();
    void object_released(std::size_t count) noexcept { objects_ -= count; }

    [[nodiscard]] slab_policy &policy() noexcept { return policy_; }
    [[nodiscard]] const slab_policy &policy() const noexcept { return policy_; }
    [[nodiscard]] std::size_t unit() const noexcept { return unit_; }
    [[nodiscard]] std::size_t reserved() const noexcept { return reserved_; }
    [[nodiscard]] std::size_t slabs() const noexcept { return slab_count_; }
    [[nodiscard]] std::size_t idle_bytes() const noexcept { return idle_bytes_; }
    [[nodiscard]] std::size_t free_bytes() const noexcept { return reserved_ - policy_.live(); }
    [[nodiscard]] std::size_t free_ranges() const noexcept { return idle_.count() + partial_.count(); }
    // Freed blocks that are still held: coalescing does not change their number, allocating one lowers it by one.
    [[nodiscard]] std::uint64_t held_blocks() const noexcept { return held_blocks_; }
    [[nodiscard]] std::size_t largest_free() const noexcept;

    // heap_check.cpp: the first violated invariant. Visits every range.
    [[nodiscard]] violation check() const noexcept;
    // Visits every range.
    template <class Visit>
    void for_each(Visit &&visit) const {
        for_each_in(slabs_, visit);
    }
    template <class Visit>
    void for_each(Visit &&visit) {
        for_each_in(slabs_, visit);
    }

  private:
    // One adopt() may need: the slab's edge and range, a front, a rest, and a successor for a spent block.
    static constexpr std::size_t spares_needed = 5;

    template <class Visit>
    static void for_each_in(slab *first, Visit &visit) {
        for (const slab *s = first; s != nullptr; s = s->next) {
            for (block *b = s->edge->after; b != s->edge; b = b->after) {
                visit(*b);
            }
        }
    }
    void refill_spares();
    [[nodiscard]] block *find(const request &r, reach how) const noexcept;
    [[nodiscard]] block *find_dedicated(const request &r) const noexcept;
    [[gnu::cold]] [[nodiscard]] block *find_last(const request &r) const noexcept;
    [[nodiscard]] block *carve(block *b, const request &r) noexcept;
    [[nodiscard]] block *replace_spent(block *b) noexcept;
    block *split(block *b, std::size_t bytes) noexcept;
    [[nodiscard]] block *take_front(block *b, std::size_t bytes) noexcept;
    void take_held(block *range, block *left) noexcept;
    void join(block *b, block *neighbour) noexcept;
    void extend(block *range, block *b) noexcept;
    void drop_object(block *b) noexcept {
        if (cl_mem object = b->object.load(std::memory_order_relaxed)) [[unlikely]] {
            b->object.store(nullptr, std::memory_order_relaxed);
            stale_objects_.push_back(object);
        }
    }
    slab *detach(block *whole) noexcept;
    void reindex(slab *s) noexcept;
    void insert_free(block *b) noexcept;
    void remove_free(block *b) noexcept;
    block *spare() noexcept;
    void spare(block *b) noexcept;

    struct totals;
    [[nodiscard]] violation check_range(const block &b, totals &sum) const noexcept;
    [[nodiscard]] violation check_slab(const slab &s, totals &sum) const noexcept;
    [[nodiscard]] violation check_totals(const totals &sum) const noexcept;

    std::size_t unit_;
    slab_policy policy_;
    range_index partial_;
    range_index idle_;
    slab *slabs_ = nullptr;
    std::size_t slab_count_ = 0;
    std::size_t reserved_ = 0;
    std::size_t idle_bytes_ = 0; // of idle slabs
    block *spares_ = nullptr;
    std::size_t spare_count_ = 0;
    std::uint64_t held_blocks_ = 0; // the sum of all free ranges' counts, and of pending blocks
    std::size_t pending_bytes_ = 0;
    std::size_t objects_ = 0;
    std::vector<cl_mem> stale_objects_; // has capacity for every object, so that free() never allocates
};

} // namespace clmem_core
