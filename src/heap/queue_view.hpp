// Which free ranges a queue may use without waiting. The heap queries it; queue_order fills the arrays of times.
#pragma once

#include "handle/block.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace clmem {

using lane_mask = std::uint64_t;
using pool_time = std::uint64_t;

inline constexpr unsigned lane_count = 64;

// The ranges that one queue may use without waiting.
struct queue_view {
    const pool_time *known;
    const pool_time *done;
    const pool_time *stamped; // when a range was last stamped with a lane
    lane_mask own;

    [[nodiscard]] bool is_open(const block &b) const noexcept {
        for (lane_mask open = b.lanes & ~own; open != 0; open &= open - 1) {
            const auto lane = static_cast<unsigned>(std::countr_zero(open));
            const pool_time time = std::min(b.time, stamped[lane]);
            if (known[lane] < time && done[lane] < time) { return false; }
        }
        return true;
    }
};

} // namespace clmem
