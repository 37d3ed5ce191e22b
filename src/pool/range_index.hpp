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
    explicit range_index(std::size_t unit) noexcept : shift_{static_cast<unsigned>(std::countr_zero(unit))} {
        lists_used_[search_end] = 1;
    }

    // Which of its lists are empty, and where in a list a range stands, is different each time: nothing here branches on it.
    void insert(block *b) noexcept { insert(b, class_of(b->bytes)); }

    void remove(block *b) noexcept {
        --count_;
        bytes_ -= b->bytes;
        const unsigned list = b->list;
        const unsigned octave = list / sub_lists;
        block *const before = b->previous;
        block *const after = b->next;
        or_nobody(after)->previous = before;
        block **const link = before != nullptr ? &before->next : &lists_[list];
        *link = after;
        const bool empties = before == nullptr && after == nullptr;
        const std::uint32_t left = lists_used_[octave] & ~(std::uint32_t{empties} << (list % sub_lists));
        lists_used_[octave] = left;
        octaves_used_ &= ~(std::uint64_t{left == 0} << octave);
    }

    // Changes the size of a range that is in here. Mostly it stays in its list.
    void resize(block *b, std::size_t bytes) noexcept {
        const unsigned list = class_of(bytes);
        if (list == b->list) {
            bytes_ += bytes - b->bytes;
            b->bytes = bytes;
            return;
        }
        remove(b);
        b->bytes = bytes;
        insert(b, list);
    }

    // The smallest range of at least `bytes` that `accept` takes. The search looks at a bounded number of ranges, so that with very
    // many of nearly the same size it may find one that is a little larger than the best.
    template <class Accept>
    [[nodiscard]] block *best_fit(std::size_t bytes, Accept &&accept) const {
        unsigned visits = max_visits;
        for (unsigned list = class_of(bytes); (list = next_list(list)) < end_of_lists; ++list) {
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
    static constexpr unsigned end_of_lists = octaves * sub_lists;
    static constexpr unsigned search_end = 63; // an octave beyond the last one, whose bit is always set
    static constexpr unsigned max_visits = 8;

    void insert(block *b, unsigned list) noexcept {
        block *const head = lists_[list];
        b->list = static_cast<std::uint16_t>(list);
        b->previous = nullptr;
        b->next = head;
        or_nobody(head)->previous = b;
        lists_[list] = b;
        lists_used_[list / sub_lists] |= std::uint32_t{1} << (list % sub_lists);
        octaves_used_ |= std::uint64_t{1} << (list / sub_lists);
        ++count_;
        bytes_ += b->bytes;
    }

    // Sizes in units: below 32 units a list for each, above 32 lists for each doubling.
    [[nodiscard]] unsigned class_of(std::size_t bytes) const noexcept {
        const std::size_t units = bytes >> shift_;
        const unsigned octave = static_cast<unsigned>(std::bit_width(units | sub_lists)) - 1 - mantissa_bits;
        return octave * sub_lists + static_cast<unsigned>(units >> octave);
    }

    // The first list from `list` on that is not empty; end_of_lists or more if there is none, where there always seems to be one.
    [[nodiscard]] unsigned next_list(unsigned list) const noexcept {
        const unsigned first = list / sub_lists;
        const std::uint32_t here = lists_used_[first] & (~std::uint32_t{0} << (list % sub_lists));
        const std::uint64_t above = octaves_used_ & (~std::uint64_t{1} << first);
        const unsigned octave = here != 0 ? first : static_cast<unsigned>(__builtin_ctzll(above));
        const std::uint32_t lists = here != 0 ? here : lists_used_[octave];
        return octave * sub_lists + static_cast<unsigned>(__builtin_ctz(lists));
    }

    // A neighbour that may be written to, also where there is none.
    [[nodiscard]] block *or_nobody(block *b) noexcept { return b != nullptr ? b : &nobody_; }

    // When too many were looked at: the head of any larger list that is accepted.
    template <class Accept>
    [[nodiscard]] block *any_above(unsigned list, Accept &&accept) const {
        for (; (list = next_list(list)) < end_of_lists; ++list) {
            if (accept(*lists_[list])) { return lists_[list]; }
        }
        return nullptr;
    }

    unsigned shift_;
    std::size_t count_ = 0;
    std::size_t bytes_ = 0;
    std::uint64_t octaves_used_ = std::uint64_t{1} << search_end;
    std::array<std::uint32_t, search_end + 1> lists_used_{};
    std::array<block *, end_of_lists> lists_{};
    block nobody_;
};

} // namespace clmem
