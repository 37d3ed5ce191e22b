// For quirk::sub_buffers_race: a pool of buffers looks now and then whether the queues that it knows hold commands back
// for a user event. From the first such command on, each new block is a whole buffer, since no sub-buffer can be
// created safely while the driver may start that command. Blocks that have their sub-buffers keep them. Used under the
// pool's lock.
//
// Each look costs a marker, a few microseconds, in the queue that wants memory; every fourth look one more in another
// queue, by turns. Only in the beginning does every miss take one. Programs that use user events do so early and often,
// and one sub-buffer in ten thousand crashed.
#pragma once

#include "base/biased_mutex.hpp"
#include "pool/allocation_request.hpp"
#include "pool/pool_log.hpp"
#include "pool/pool_ranges.hpp"
#include "provider/provider.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace clmem_core {

class sub_buffer_guard {
  public:
    static constexpr std::uint32_t looks_at_first = 64; // at every miss
    static constexpr std::uint32_t misses_apart = 16;   // after that
    static constexpr std::size_t looks_for_each_other = 4;

    sub_buffer_guard(provider &source, pool_ranges &ranges, const pool_log &log) noexcept
        : looks_{source.properties().has_objects() && source.properties().sub_buffers_race && !ranges.is_dedicated()},
          source_{source}, ranges_{ranges}, log_{log} {}

    // Counts a miss that may need a sub-buffer, as one for a whole slab does not. Returns false, and counts nothing, if
    // look() must be called before a range is taken. It costs most pools one comparison.
    [[nodiscard]] bool count_unless_due(const allocation_request &of) noexcept {
        if (!looks_ || of.dedicated) { return true; }
        if (until_due_ == 0) { return false; }
        --until_due_;
        return true;
    }
    // `wanting`: the queue of the request, or NULL. Releases the lock while it calls the driver. Throws std::bad_alloc.
    void look(const known_queue *wanting, biased_lock &lock);

  private:
    [[nodiscard]] std::vector<queue_reference> next_queues(const known_queue *wanting);

    bool looks_;
    std::uint32_t until_due_ = 0; // misses
    std::uint32_t taken_ = 0;     // looks
    provider &source_;
    pool_ranges &ranges_;
    const pool_log &log_;
    std::size_t turn_ = 0; // of the other queues
};

} // namespace clmem_core
