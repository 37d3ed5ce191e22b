// Which free ranges a queue may use without waiting. The heap queries it; queue_order fills the arrays of sequence
// numbers.
#pragma once

#include "handle/block.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace clmem_core {

using queue_slot_mask = std::uint64_t;
using sequence_number = std::uint64_t;

inline constexpr unsigned queue_slot_count = 64;

// The ranges that one queue may use without waiting.
struct queue_view {
    const sequence_number *known;
    const sequence_number *done;
    const sequence_number *stamped; // when a range was last stamped with a queue slot
    queue_slot_mask own;

    [[nodiscard]] bool is_usable(const block &b) const noexcept {
        for (queue_slot_mask open = b.queue_slots & ~own; open != 0; open &= open - 1) {
            const auto queue_slot = static_cast<unsigned>(std::countr_zero(open));
            const sequence_number sequence = std::min(b.sequence, stamped[queue_slot]);
            if (known[queue_slot] < sequence && done[queue_slot] < sequence) { return false; }
        }
        return true;
    }
};

} // namespace clmem_core
