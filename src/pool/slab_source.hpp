// Takes slabs from the driver and returns them, with the pool's lock released meanwhile, and measures the time that
// this takes. Used under the pool's lock.
#pragma once

#include "pool/block_objects.hpp"
#include "pool/driver_clock.hpp"
#include "pool/pending_blocks.hpp"
#include "pool/pool_caches.hpp"
#include "pool/pool_ranges.hpp"
#include "pool/queue_sync.hpp"

#include <clmem.h>
#include <cstdint>
#include <span>

namespace clmem_core {

class slab_source {
  public:
    // What slabs are taken from, and all that has to be over before one is returned.
    struct parts {
        provider &source;
        pool_ranges &ranges;
        pool_caches &caches;
        block_objects &objects;
        queue_sync &sync;
        pending_blocks &pending;
        const pool_log &log;
        pool_recorder &record;
    };
    slab_source(const parts &of, const clmem_pool_options &options) noexcept
        : of_{of}, heap_{of.ranges.heap()}, clock_{options.driver_time_permille, !of.source.properties().free_of_cost},
          keep_bytes_{options.keep_bytes}, limit_{options.limit_bytes} {}

    // A new slab, which is not in the heap yet; the heap is prepared to adopt it. `avoidable`: the pool could have kept
    // memory instead. Throws error.
    [[nodiscard]] slab *take(std::size_t bytes, bool avoidable, biased_lock &lock);

    // Returns idle slabs of at least `bytes` in sum, or all.
    void return_idle(std::size_t bytes, biased_lock &lock) noexcept;
    // Returns idle slabs, and those with pending blocks, until the pool has reserved `target` or as little as it can.
    // Returns the bytes.
    std::size_t trim(std::size_t target, biased_lock &lock) noexcept;
    // Does what blocks have left to do that were freed: releases OpenCL objects and events, returns slabs that the pool
    // must not hold, or that have been idle for long.
    void settle(biased_lock &lock) noexcept;
    // Whether there is memory that the pool must not hold.
    [[nodiscard]] bool has_surplus(const heap &h, bool holds) const noexcept {
        return must_shrink(h, holds) || (!holds && h.pending_bytes() != 0);
    }

    [[nodiscard]] const parts &uses() const noexcept { return of_; }

    void set_limit(std::size_t limit) noexcept { limit_ = limit; }
    [[nodiscard]] std::size_t limit() const noexcept { return limit_; } // 0: none
    [[nodiscard]] driver_clock &clock() noexcept { return clock_; }
    [[nodiscard]] const driver_clock &clock() const noexcept { return clock_; }

    [[nodiscard]] std::uint64_t taken() const noexcept { return taken_; }
    [[nodiscard]] std::uint64_t returned() const noexcept { return returned_; }
    [[nodiscard]] std::size_t reserved_peak() const noexcept { return reserved_peak_; }
    void reset_peak() noexcept { reserved_peak_ = heap_.reserved(); }

  private:
    [[nodiscard]] bool must_shrink(const heap &h, bool holds) const noexcept {
        return h.idle_bytes() != 0 && (!holds || (limit_ != 0 && h.reserved() > limit_));
    }
    [[nodiscard]] bool must_shrink() const noexcept { return must_shrink(heap_, of_.caches.holds()); }
    void return_aged(biased_lock &lock) noexcept;
    void return_slab(slab &s, const char *why, biased_lock &lock) noexcept;
    void return_after(const slab &s, const slot_markers &markers, std::span<queue_reference> queues) noexcept;

    const parts of_;
    heap &heap_;
    driver_clock clock_;
    const std::size_t keep_bytes_; // is not returned by age
    std::size_t limit_;
    std::uint64_t taken_ = 0;
    std::uint64_t returned_ = 0;
    std::size_t reserved_peak_ = 0;
};

} // namespace clmem_core
