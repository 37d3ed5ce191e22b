// A block: one range of a slab, free or live, together with the slot of its handle. The memory of these records is
// never freed, so that a stale handle always leads to a record.
#pragma once

#include "base/atomic.hpp"
#include "handle/token.hpp"

#include <clmem.h>
#include <cstddef>
#include <cstdint>

namespace clmem_core {

class pool;
struct held_event;
struct slab;

enum class block_state : std::uint8_t {
    spare, // belongs to no range
    used,  // live, or in a cache
    free,  // in the index of partly used slabs
    idle,  // in the index of idle slabs
};

// What holds a live block besides the program: a sub-region, an image, a running call.
enum class block_hold_state : std::uint8_t {
    free,     // nothing
    held,     // something
    released, // something, and the program has released it: it is freed with the last holder
    pending,  // only events that its release named: it is freed when they are complete
    claimed,  // a thread that makes a queue wait for those events: it is freed after that
    taken,    // an allocation that makes its queue wait for what may still use it: it is assigned after that
};

struct alignas(64) block {
    static constexpr std::uint8_t not_cached = 0xff; // instead of a bin, for blocks that must not enter a cache
    static constexpr std::uint64_t event_bit = std::uint64_t{1}
                                               << 63; // in `queue_slots`, next to the queue slots: `events` is set

    // The members that the hit path and the search for a range use, in one cache line.
    sync::atomic<std::uint64_t> token{
        0};                // the valid handle while the block is live, otherwise the next one without its live bit
    block *next = nullptr; // in a cache's bin, a batch, or a list of free ranges
    std::size_t bytes = 0; // size of the range
    slab *home = nullptr;
    std::uint64_t queue = 0;                // id of the block's queue, by which threads find their caches
    sync::atomic<std::size_t> requested{0}; // requested bytes
    sync::atomic<cl_mem> object{nullptr};   // the range's OpenCL buffer, after the first request for it
    std::uint16_t list = 0;                 // in the index of free ranges
    std::uint8_t bin = 0;                   // size class of `bytes`, for the caches
    std::uint8_t tag = 0;
    block_state state = block_state::spare;
    bool fresh = false;          // not allocated since the range was split
    std::uint8_t queue_slot = 0; // of its queue
    block_hold_state held = block_hold_state::free;

    // The range's place.
    pool *owner = nullptr;
    std::size_t offset = 0;
    block *before = nullptr; // neighbours in the slab, by address
    block *after = nullptr;
    union {
        block **link = nullptr; // in a list of free ranges: the pointer to this one
        block *batch;           // in a depot: the next batch
        held_event *events;     // while it waits for events, as `queue_slots` says: the first of them
    };
    union {
        std::uint32_t batch_bytes = 0; // in a depot: of the batch that this block heads
        std::uint32_t stack;           // live, in a pool with a recorder: where it was allocated, in the recording
    };
    // In a depot: the blocks of its batch. Live: its number of holders. Free: how many released blocks the range
    // consists of.
    std::uint32_t batch_count = 0;
    // Free: the queues whose commands may still use it. Live: the queues that use it besides its own.
    std::uint64_t queue_slots = 0;
    std::uint64_t sequence = 0; // when it was stamped last

    // For a thread that holds the block: a thread that releases it reads the bin without the lock, and may find it
    // already `not_cached`. Then this writes nothing.
    void set_bin(std::uint8_t to) noexcept {
        if (bin != to) { bin = to; }
    }

    [[nodiscard]] bool has_events() const noexcept { return (queue_slots & event_bit) != 0; }

    // Whether it is in the state of blocks in a thread cache or a depot: released, and used by no queue but its own.
    [[nodiscard]] bool may_be_cached() const noexcept {
        return state == block_state::used && held == block_hold_state::free && queue_slots == 0 &&
               !token::is_handle(token.load(std::memory_order_relaxed));
    }

    // A thread that neither pins nor owns the block may read only its atomics, and must find the handle still live
    // after that. The handle was live before: a block is live before the program receives its handle.
    [[nodiscard]] bool is_live(std::uint64_t handle) const noexcept {
        return (token.load(std::memory_order_acquire) & ~token::pinned) == handle && token::is_handle(handle);
    }
};

// From 1: 0 stands for no block.
[[nodiscard]] inline std::uint64_t number_in_recordings(const block &b) noexcept {
    return token::index(b.token.load(std::memory_order_relaxed)) + 1;
}

namespace block_table {

namespace detail {
inline constexpr std::uint64_t chunk_bits = 10;
inline constexpr std::uint64_t chunk_blocks = std::uint64_t{1} << chunk_bits;
extern constinit sync::atomic<block *> chunks[token::slots / chunk_blocks];
} // namespace detail

// The block of a handle, live or not; nullptr if there is none.
[[nodiscard]] inline block *find(std::uint64_t handle) noexcept {
    const std::uint64_t index = token::index(handle);
    block *const chunk = detail::chunks[index >> detail::chunk_bits].load(std::memory_order_acquire);
    return chunk != nullptr ? &chunk[index & (detail::chunk_blocks - 1)] : nullptr;
}

// A list (by `next`) of at least one spare block, at most `count`. Throws std::bad_alloc.
[[nodiscard]] block *take(std::size_t count);

// Returns a list (by `next`) of spare blocks.
void recycle(block *list) noexcept;

} // namespace block_table

} // namespace clmem_core
