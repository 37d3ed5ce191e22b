// Blocks whose release has named events: when these are complete, the block is freed like any other; if the pool would
// grow too far before that, a queue gets it after a barrier. Used under the pool's lock.
#pragma once

#include "pool/pool_ranges.hpp"
#include "pool/queue_sync.hpp"
#include "queue/event_waits.hpp"
#include "queue/named_events.hpp"

namespace clmem_core {

class pending_blocks {
  public:
    pending_blocks(pool_ranges &ranges, queue_sync &sync, provider &source) noexcept
        : ranges_{ranges}, heap_{ranges.heap()}, order_{ranges.order()}, sync_{sync}, source_{source} {}

    // A block is in use until events are complete.
    void add(block &b, named_events &events) noexcept;

    // The functions below release the lock while they call the driver.
    // Looks which events are complete. Returns true if any is.
    bool poll(biased_lock &lock) noexcept;
    // The same, once there are many more than after the last time: commands add events at any rate.
    bool prune(biased_lock &lock) noexcept;
    // Makes a queue, or the host if it is nullptr, wait for the events of a live block, which stay with it. Throws
    // std::bad_alloc.
    [[nodiscard]] cl_int wait(const block &b, known_queue *waiting, biased_lock &lock);
    // Takes blocks out, one that is large enough or otherwise as many as one barrier can wait for, and frees them for
    // the request's queue after such a barrier. Returns the driver's code if that fails.
    [[nodiscard]] cl_int free_for(const allocation_request &r, biased_lock &lock) noexcept;

    // Takes a slab out of the heap that has only free ranges and pending blocks, which are removed with it; nullptr if
    // there is none.
    [[nodiscard]] slab *detach_slab() noexcept;

    // Bytes that are free but not reused, because the driver does not report whether their last commands have ended.
    [[nodiscard]] std::size_t quarantined_bytes() const noexcept;
    [[nodiscard]] const event_waits &waits() const noexcept { return waits_; }

  private:
    static constexpr std::size_t first_prune = 64;
    struct taken;
    [[nodiscard]] block *best_for(std::size_t bytes) const noexcept;
    void take(block *b, taken &out) noexcept;
    [[nodiscard]] taken take_for(const allocation_request &r) noexcept;
    void set_complete(held_event *e) noexcept;

    pool_ranges &ranges_;
    heap &heap_;
    queue_order &order_;
    queue_sync &sync_;
    provider &source_;
    event_waits waits_;
    std::size_t prune_at_ = first_prune;
};

} // namespace clmem_core
