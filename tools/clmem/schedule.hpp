// The steps of a replay: a trace with scaled sizes, laid out so that the timed loop reads nothing else.
#pragma once

#include "trace.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace clmem::command {

struct schedule {
    struct step {
        static constexpr std::size_t release = std::numeric_limits<std::size_t>::max();

        std::size_t bytes;        // bytes to allocate, or `release`
        std::uint32_t slot;       // where the block's handle is stored
        std::uint32_t allocation; // index in the trace

        [[nodiscard]] bool is_release() const noexcept { return bytes == release; }
    };

    std::vector<step> steps;
    std::vector<step> leftovers; // releases of the blocks that the trace leaves live
    std::size_t slots = 0;
    std::uint64_t scale = 1;
    std::uint64_t peak_live_bytes = 0;
    std::uint64_t largest_bytes = 0;
};

// A size divided by the scale, rounded up so that no block becomes empty.
[[nodiscard]] constexpr std::uint64_t scaled(std::uint64_t bytes, std::uint64_t scale) {
    return bytes / scale + (bytes % scale != 0 ? 1 : 0);
}

[[nodiscard]] schedule make_schedule(const trace &recorded, std::uint64_t scale);

// Describes a block for a message: "FILE:LINE: block ID (BYTES bytes)".
[[nodiscard]] std::string block_name(const trace &recorded, const schedule &plan, std::uint32_t allocation);

} // namespace clmem::command
