// A block: one range of a slab, free or in use, together with the slot of its handle. Blocks live in memory of their own that
// is never given back, so that a stale handle leads to a block, never to nothing.
#pragma once

#include "handle/token.hpp"

#include <atomic>
#include <clmem.h>
#include <cstddef>
#include <cstdint>

namespace clmem {

class pool;
struct held_event;
struct slab;

enum class block_state : std::uint8_t {
    spare, // belongs to no range
    used,  // handed out, or waiting in a cache
    free,  // in the index of partly used slabs
    idle,  // in the index of idle slabs
};

// What else has a block that is handed out, besides the program: a sub-region, an image, a call that is going on.
enum class block_hold_state : std::uint8_t {
    free,     // nothing
    held,     // something
    released, // something, and the program has released it: it goes back with the last one that holds it
    pending,  // events alone, after which the program has released it: it goes back when they are complete
    taken,    // a thread that makes a queue wait for those events: it goes back when that is done
};

struct alignas(64) block {
    static constexpr std::uint8_t not_cached = 0xff; // instead of a bin, for what must not go to a cache
    static constexpr std::uint64_t event_bit = std::uint64_t{1}
                                               << 63; // in `lanes`, beside the queue slots: `events` is set

    // What the hit path and the search for a range touch, in one cache line.
    std::atomic<std::uint64_t> token{
        0};                // the valid handle while the block is handed out, else the next one without its live bit
    block *next = nullptr; // in a cache's bin, a batch, or a list of free ranges
    std::size_t bytes = 0; // size of the range
    slab *home = nullptr;
    std::uint64_t queue = 0;               // id of the queue that it belongs to, by which threads find their caches
    std::atomic<std::size_t> requested{0}; // bytes as asked for
    std::atomic<cl_mem> object{nullptr};   // the range's OpenCL buffer, once it was asked for
    std::uint16_t list = 0;                // in the index of free ranges
    std::uint8_t bin = 0;                  // size class of `bytes`, for the caches
    std::uint8_t tag = 0;
    block_state state = block_state::spare;
    bool fresh = false;    // never handed out since it was cut
    std::uint8_t lane = 0; // of its queue
    block_hold_state held = block_hold_state::free;

    // The range's place.
    pool *owner = nullptr;
    std::size_t offset = 0;
    block *before = nullptr; // neighbours in the slab, by address
    block *after = nullptr;
    union {
        block **link = nullptr; // in a list of free ranges: what leads to this one
        block *batch;           // in a depot: the next batch
        held_event *events;     // while it waits for events, which `lanes` tells: the first of them
    };
    std::uint32_t batch_bytes = 0; // of the batch that this block heads, in a depot
    // In a depot: the blocks of its batch. In use: how many hold it. Free: how many released blocks the range is made of.
    std::uint32_t batch_count = 0;
    // While it is free: whose commands may still use it; while it is out: who uses it besides its queue.
    std::uint64_t lanes = 0;
    std::uint64_t time = 0; // when it was stamped last

    // For a thread that holds the block: another one that releases it reads the bin without the lock, and finds it `not_cached`
    // already. Then this writes nothing.
    void set_bin(std::uint8_t to) noexcept {
        if (bin != to) { bin = to; }
    }

    [[nodiscard]] bool has_events() const noexcept { return (lanes & event_bit) != 0; }

    // Whether it is in the state of blocks in a thread cache or a depot: released, and nothing besides its queue has used it.
    [[nodiscard]] bool may_be_cached() const noexcept {
        return state == block_state::used && held == block_hold_state::free && lanes == 0 &&
               !token::is_handle(token.load(std::memory_order_relaxed));
    }

    // Whoever holds no pin and does not own the block may read its atomics only, and must find the handle live before and after.
    [[nodiscard]] bool is_live(std::uint64_t handle) const noexcept {
        return (token.load(std::memory_order_acquire) & ~token::pinned) == handle && token::is_handle(handle);
    }
};

namespace block_table {

namespace detail {
inline constexpr std::uint64_t chunk_bits = 10;
inline constexpr std::uint64_t chunk_blocks = std::uint64_t{1} << chunk_bits;
extern constinit std::atomic<block *> chunks[token::slots / chunk_blocks];
} // namespace detail

// The block that a handle leads to, whether it is live or not; nullptr if there is none.
[[nodiscard]] inline block *find(std::uint64_t handle) noexcept {
    const std::uint64_t index = token::index(handle);
    block *const chunk = detail::chunks[index >> detail::chunk_bits].load(std::memory_order_acquire);
    return chunk != nullptr ? &chunk[index & (detail::chunk_blocks - 1)] : nullptr;
}

// A list (by `next`) of at least one spare block, at most `count`. Throws std::bad_alloc.
[[nodiscard]] block *take(std::size_t count);

// Gives a list (by `next`) of spare blocks back.
void give(block *list) noexcept;

} // namespace block_table

} // namespace clmem
