// What a recording's events mean: the life of every block and slab, and the figures that follow from them.
#pragma once

#include "formats/recording.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace clmem::command {

// Sums of a file's numbers, which may be anything, stop at the largest number.
[[nodiscard]] constexpr std::uint64_t saturated_sum(std::uint64_t a, std::uint64_t b) noexcept {
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    return b > most - a ? most : a + b;
}

// A position is a number of events that have happened: 0 is the start, n follows the event at index n - 1.
constexpr std::size_t never = std::numeric_limits<std::size_t>::max();

// One allocation of a block, or of outside memory, from its begin to its end.
struct lifetime {
    std::uint64_t pool = 0;
    std::uint64_t slab = 0;
    std::uint64_t offset = 0;
    std::uint64_t requested = 0; // bytes
    std::uint64_t given = 0;     // bytes
    std::uint64_t queue = 0;     // of its allocation; 0: none
    std::uint32_t tag = 0;
    std::uint32_t stack = 0;
    std::uint32_t kind = 0; // of outside memory: a string
    bool is_outside = false;
    bool is_hit = false;
    bool was_there = false;    // allocated before the recording began
    bool waits = false;        // freed, and its commands had to complete
    std::size_t allocated = 0; // positions
    std::size_t freed = never;
    std::size_t completed = never; // when its memory could be used again
    std::uint64_t allocated_ns = 0;
    std::uint64_t freed_ns = 0;

    [[nodiscard]] bool is_live(std::size_t position) const noexcept {
        return allocated <= position && position < freed;
    }
    // Whether it has its memory: it is live, or its commands may not be complete.
    [[nodiscard]] bool has_memory(std::size_t position) const noexcept {
        return allocated <= position && position < completed;
    }
};

struct slab_lifetime {
    std::uint64_t pool = 0;
    std::uint64_t number = 0;
    std::uint64_t bytes = 0;
    std::size_t taken = 0; // positions
    std::size_t returned = never;
};

// A figure over time: its value now, its maximum, and when that was first reached.
struct level {
    std::uint64_t now = 0;
    std::uint64_t peak = 0;
    std::uint64_t peak_ns = 0;
    std::size_t peak_position = 0;

    void add(std::uint64_t bytes, std::uint64_t time_ns, std::size_t position) noexcept;
    void subtract(std::uint64_t bytes) noexcept { now -= bytes < now ? bytes : now; }
};

struct usage {
    level live;     // bytes requested
    level given;    // bytes, with what sizes were rounded up by
    level reserved; // bytes of slabs
    level waiting;  // bytes freed whose commands may not be complete
    level outside;  // bytes in no pool
    std::uint64_t live_blocks = 0;
    std::uint64_t allocations = 0;
    std::uint64_t frees = 0;
    std::uint64_t hits = 0;
};

// A range of the program's own, or a mark if it has no duration.
struct program_range {
    std::uint32_t name = 0; // a string
    std::uint32_t thread = 0;
    std::uint64_t begin_ns = 0;
    std::uint64_t end_ns = 0;
    std::uint64_t peak_live = 0;
    bool is_mark = false;
    bool is_open = false; // the recording ends inside
};

struct calls {
    std::uint64_t count = 0;
    std::uint64_t ns = 0;
    std::uint64_t longest_ns = 0;
};

struct shortage {
    std::uint64_t pool = 0;
    std::uint64_t time_ns = 0;
    std::uint64_t wanted = 0; // bytes, as the others
    std::uint64_t reserved = 0;
    std::uint64_t live = 0;
    std::uint64_t largest = 0;
    std::uint64_t waiting = 0; // in the pool
    std::uint64_t outside = 0; // in no pool
    std::size_t position = 0;
    std::uint32_t stack = 0;
    std::uint32_t tag = 0;

    [[nodiscard]] std::uint64_t free() const noexcept { return reserved > live ? reserved - live : 0; }
};

constexpr std::size_t miss_reasons = 8; // the order of the members of clmem_statistics; one more is "unknown"

struct history {
    struct pool_usage {
        std::uint64_t number = 0;
        usage figures;
    };

    std::vector<lifetime> blocks;  // ordered by their allocation
    std::vector<lifetime> outside; // likewise
    std::vector<slab_lifetime> slabs;
    std::vector<pool_usage> pools; // ordered by number
    usage total;                   // of all pools
    std::size_t end = 0;           // the position after the last event
    std::uint64_t end_ns = 0;
    std::vector<program_range> ranges;
    std::vector<shortage> shortages;
    calls slabs_taken, slabs_returned, slabs_refused, markers, barriers, host_waits;
    std::array<std::uint64_t, miss_reasons + 1> misses{};
    std::uint64_t unmatched = 0; // events that contradict those before them: some are missing
};

// The history of all pools, or of one; events in no pool belong to the former only.
[[nodiscard]] history history_of(const recording &recorded, std::optional<std::uint64_t> pool = {});

// The free memory of the slabs at a position. Blocks in caches count as free.
struct free_memory {
    std::uint64_t reserved = 0;
    std::uint64_t free = 0;
    std::uint64_t largest = 0; // range
};
[[nodiscard]] free_memory free_memory_at(const history &past, std::size_t position);

} // namespace clmem::command
