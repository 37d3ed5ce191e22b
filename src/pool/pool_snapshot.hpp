// What a pool has at one instant, copied so that it can be described without the pool's lock.
#pragma once

#include "provider/provider.hpp"
#include "queue/queue_order.hpp"

#include <clmem.h>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace clmem_core {

enum class range_state : std::uint8_t {
    live,    // allocated by the program
    cached,  // released, in a thread cache or a depot
    waiting, // the same, but commands may still use it, and the host accesses the memory
    pending, // released, and waits for events that its release named
    free,
};
inline constexpr std::size_t range_states = 5;
[[nodiscard]] const char *name_of(range_state state) noexcept;

struct pool_snapshot {
    struct range {
        std::size_t offset;
        std::size_t bytes;
        std::size_t requested;   // of a live block
        std::uint64_t released;  // how many released blocks it consists of
        queue_slot_mask used_by; // queues besides its own, by queue slot, whose commands may use it
        std::uint32_t events;    // that it waits for
        range_state state;
        std::uint8_t queue_slot; // of its queue, or queue_order::no_queue_slot
        std::uint8_t tag;        // 0: none
        std::uint64_t block;     // number of a block that is not free; in the recordings of its process
        std::uint32_t stack;     // of a live block, in the recording of the pool's recorder; 0: none
    };
    struct slab {
        std::uint64_t number;
        std::size_t bytes;
        bool dedicated;
        std::size_t first_range; // in `ranges`
        std::uint64_t address;   // 0: none
    };
    struct queue {
        std::uint64_t id;
        cl_command_queue handle;
        bool out_of_order;
        bool forgotten;
        std::size_t markers;
    };
    struct cache {
        unsigned queue_slot;
        std::size_t bytes; // those that wait not included
        std::size_t waiting_bytes;
        std::size_t bound;
    };
    struct total {
        std::size_t ranges = 0;
        std::size_t bytes = 0;
    };
    [[nodiscard]] total total_of(range_state state) const noexcept;

    std::uint64_t number = 0; // of the pool, in the log
    std::uint64_t ticks = 0;  // of the processor's counter
    std::size_t unit = 0;     // bytes
    std::shared_ptr<const provider> source;
    clmem_pool_options options = CLMEM_POOL_OPTIONS_INIT; // as the pool uses them
    clmem_statistics counters = CLMEM_STATISTICS_INIT;
    std::vector<clmem_tag_statistics> tags;
    std::vector<queue> queues; // by queue slot
    std::vector<cache> caches;
    std::vector<slab> slabs;
    std::vector<range> ranges; // of all slabs
};

} // namespace clmem_core
