// The numbers of docs/recording-format.md, for its reader and its writer.
#pragma once

#include "formats/units.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace clmem::command::layout {

constexpr std::string_view magic = "clmemrec";
constexpr std::uint32_t version = 1;
constexpr std::size_t header_bytes = 4096, used_header_bytes = 56, chunk_header_bytes = 32;
constexpr std::uint32_t least_chunk_bytes = 4096, most_chunk_bytes = std::uint32_t{16} << 20;
constexpr std::uint32_t from_a_ring = 1, was_released = 2; // flags of the file
constexpr std::size_t most_frames = 32;                    // of a stack
constexpr std::uint8_t context = 16;                       // ops that no event has
constexpr std::uint8_t next_thread = 19;

enum chunk_kind : std::uint32_t { unused, definitions, events, snapshots };
enum definition : std::uint8_t { string = 1, native_frame, source_frame, stack, pool, queue, tag, thread };
enum of_snapshot : std::uint8_t { snapshot_pool = 1, snapshot_slab, snapshot_range, snapshot_end };

// Sizes, offsets and times stay below this, so that sums of two fit.

struct clock_point {
    std::uint64_t ticks;
    std::uint64_t ns; // since the recorder's start
};

// value * by / of, rounded down; `bound` if the result is not below it.
[[nodiscard]] inline std::uint64_t proportion(std::uint64_t value, std::uint64_t by, std::uint64_t of,
                                              std::uint64_t bound) {
    __extension__ using wide = unsigned __int128;
    const wide result = static_cast<wide>(value) * by / of;
    return result < bound ? static_cast<std::uint64_t>(result) : bound;
}

} // namespace clmem::command::layout
