// Free ranges by size: lists in 32 size classes for each doubling, and two levels of bitmaps to find the next list that is
// not empty. Everything takes a time that does not depend on how many ranges there are.
#pragma once

#include "pool/block.hpp"

#include <array>
#include <bit>
#include <cstdint>

namespace clmem {

class range_index {
  public:
    explicit range_index(std::size_t unit) noexcept : shift_{static_cast<unsigned>(std::countr_zero(unit))} {}

    void insert(block *b) noexcept {
        const unsigned list = class_of(b->bytes);
        block *const head = lists_[list];
        b->list = static_cast<std::uint16_t>(list);
        b->previous = nullptr;
        b->next = head;
        if (head != nullptr) { head->previous = b; }
        lists_[list] = b;
        lists_used_[list / sub_lists] |= std::uint32_t{1} << (list % sub_lists);
        octaves_used_ |= std::uint64_t{1} << (list / sub_lists);
        ++count_;
        bytes_ += b->bytes;
    }

    void remove(block *b) noexcept {
        --count_;
        bytes_ -= b->bytes;
        block *const after = b->next;
        if (after != nullptr) { after->previous = b->previous; }
        if (b->previous != nullptr) {
            b->previous->next = after;
            return;
        }
        const unsigned list = b->list;
        lists_[list] = after;
        if (after != nullptr) { return; }
        const unsigned octave = list / sub_lists;
        lists_used_[octave] &= ~(std::uint32_t{1} << (list % sub_lists));
        if (lists_used_[octave] == 0) { octaves_used_ &= ~(std::uint64_t{1} << octave); }
    }

    // Changes the size of a range that is in here. Mostly it stays in its list.
    void resize(block *b, std::size_t bytes) noexcept {
        if (class_of(bytes) == b->list) {
            bytes_ += bytes - b->bytes;
            b->bytes = bytes;
            return;
        }
        remove(b);
        b->bytes = bytes;
        insert(b);
    }

    // The smallest range of at least `bytes` that `accept` takes. The search looks at a bounded number of ranges, so that with very
    // many of nearly the same size it may find one that is a little larger than the best.
    template <class Accept>
    [[nodiscard]] block *best_fit(std::size_t bytes, Accept &&accept) const {
        unsigned visits = max_visits;
        for (unsigned list = class_of(bytes); (list = next_list(list)) != none; ++list) {
            block *best = nullptr;
            for (block *b = lists_[list]; b != nullptr; b = b->next) {
                if (b->bytes >= bytes && (best == nullptr || b->bytes < best->bytes) && accept(*b)) {
                    best = b;
                    if (b->bytes == bytes) { return b; }
                }
                if (--visits == 0) { return best != nullptr ? best : any_above(list + 1, accept); }
            }
            if (best != nullptr) { return best; }
        }
        return nullptr;
    }

    // The largest range, or nullptr.
    [[nodiscard]] block *largest() const noexcept;

    [[nodiscard]] std::size_t count() const noexcept { return count_; }
    [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

  private:
    static constexpr unsigned mantissa_bits = 5;
    static constexpr unsigned sub_lists = 1U << mantissa_bits;
    static constexpr unsigned octaves = 58;
    static constexpr unsigned none = ~0U;
    static constexpr unsigned max_visits = 8;

    // Sizes in units: below 32 units a list for each, above 32 lists for each doubling.
    [[nodiscard]] unsigned class_of(std::size_t bytes) const noexcept {
        const std::size_t units = bytes >> shift_;
        if (units < sub_lists) { return static_cast<unsigned>(units); }
        const unsigned octave = static_cast<unsigned>(std::bit_width(units)) - 1 - mantissa_bits;
        return (octave + 1) * sub_lists + static_cast<unsigned>((units >> octave) & (sub_lists - 1));
    }

    // The first list from `list` on that is not empty.
    [[nodiscard]] unsigned next_list(unsigned list) const noexcept {
        unsigned octave = list / sub_lists;
        if (octave >= octaves) { return none; }
        const std::uint32_t here = lists_used_[octave] & (~std::uint32_t{0} << (list % sub_lists));
        if (here != 0) { return octave * sub_lists + static_cast<unsigned>(std::countr_zero(here)); }
        const std::uint64_t above = octave + 1 < 64 ? octaves_used_ & (~std::uint64_t{0} << (octave + 1)) : 0;
        if (above == 0) { return none; }
        octave = static_cast<unsigned>(std::countr_zero(above));
        return octave * sub_lists + static_cast<unsigned>(std::countr_zero(lists_used_[octave]));
    }

    // When too many were looked at: the head of any larger list that is accepted.
    template <class Accept>
    [[nodiscard]] block *any_above(unsigned list, Accept &&accept) const {
        for (; (list = next_list(list)) != none; ++list) {
            if (accept(*lists_[list])) { return lists_[list]; }
        }
        return nullptr;
    }

    unsigned shift_;
    std::size_t count_ = 0;
    std::size_t bytes_ = 0;
    std::uint64_t octaves_used_ = 0;
    std::array<std::uint32_t, octaves> lists_used_{};
    std::array<block *, octaves * sub_lists> lists_{};
};

} // namespace clmem
