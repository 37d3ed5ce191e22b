// Free ranges by size: lists in 32 size classes for each doubling, and two levels of bitmaps to find the next non-empty
// list. All operations take constant time.
#pragma once

#include "base/assert.hpp"
#include "handle/block.hpp"

#include <array>
#include <bit>
#include <cstdint>

namespace clmem_core {

class range_index {
  public:
    explicit range_index(std::size_t unit) noexcept : shift_{static_cast<unsigned>(std::countr_zero(unit))} {
        lists_used_[search_end] = 1;
    }

    // Which lists are empty, and where in a list a range is, is unpredictable, hence branch-free.
    void insert(block *b) noexcept {
        link(b, class_of(b->bytes));
        ++count_;
    }

    void remove(block *b) noexcept {
        unlink(b);
        --count_;
    }

    // Changes the size of a range in the index.
    void resize(block *b, std::size_t bytes) noexcept {
        const unsigned list = class_of(bytes);
        b->bytes = bytes;
        if (list == b->list) { return; }
        unlink(b);
        link(b, list);
    }

    // A range of at least `bytes` that `accept` accepts, from the first list that has one: the smaller of the first two
    // that fit, or the next one. The search looks at few ranges, so it may overlook one after others of nearly the same
    // size.
    template <class Accept>
    [[nodiscard]] block *best_fit(std::size_t bytes, Accept accept) const {
        int patience = most_probes;
        for (unsigned list = class_of(bytes); (list = next_list(list)) < end_of_lists; ++list) {
            block *best = nullptr;
            for (block *b = lists_[list]; b != nullptr; b = b->next) {
                if (b->bytes < bytes) {
                    patience -= most_probes / 2; // it is in the request's own list, where many may be too small
                } else if ((best == nullptr || b->bytes < best->bytes) && accept(*b)) {
                    if (b->bytes == bytes || patience != most_probes) { return b; }
                    // The first one that fits: the next may be better. Looking further makes no pool smaller
                    // (docs/footprint.md).
                    best = b;
                    patience = 2;
                }
                if (--patience <= 0) { return best != nullptr ? best : any_above(list + 1, accept); }
            }
            if (best != nullptr) { return best; }
        }
        return nullptr;
    }

    // Any range of at least `bytes` that `accept` accepts, by an exhaustive search.
    template <class Accept>
    [[nodiscard]] block *any_fit(std::size_t bytes, Accept &&accept) const {
        for (unsigned list = class_of(bytes); (list = next_list(list)) < end_of_lists; ++list) {
            for (block *b = lists_[list]; b != nullptr; b = b->next) {
                if (b->bytes >= bytes && accept(*b)) { return b; }
            }
        }
        return nullptr;
    }

    // The largest range, or nullptr.
    [[nodiscard]] block *largest() const noexcept;

    [[nodiscard]] std::size_t count() const noexcept { return count_; }
    // heap_check.cpp: compares the lists with their bitmaps and their ranges, which must all be in one state.
    [[nodiscard]] violation check(block_state state) const noexcept;

  private:
    static constexpr unsigned mantissa_bits = 5;
    static constexpr unsigned sub_lists = 1U << mantissa_bits;
    static constexpr unsigned octaves = 58;
    static constexpr unsigned end_of_lists = octaves * sub_lists;
    static constexpr unsigned word = 64;       // lists, whose bits are in one
    static constexpr unsigned search_end = 63; // a word beyond the last one, whose bit is always set
    static constexpr int most_probes = 8;

    void unlink(block *b) noexcept {
        const unsigned list = b->list;
        block *const after = b->next;
        CLMEM_ASSERT(*b->link == b && (after == nullptr || after->link == &b->next));
        *b->link = after;
        or_sentinel(after)->link = b->link;
        const std::uint64_t left =
            lists_used_[list / word] & ~(std::uint64_t{lists_[list] == nullptr} << (list % word));
        lists_used_[list / word] = left;
        words_used_ &= ~(std::uint64_t{left == 0} << (list / word));
    }

    void link(block *b, unsigned list) noexcept {
        block *const head = lists_[list];
        b->list = static_cast<std::uint16_t>(list);
        b->link = &lists_[list];
        b->next = head;
        or_sentinel(head)->link = &b->next;
        lists_[list] = b;
        lists_used_[list / word] |= std::uint64_t{1} << (list % word);
        words_used_ |= std::uint64_t{1} << (list / word);
    }

    // Sizes in units: below 32 units a list for each, above 32 lists for each doubling.
    [[nodiscard]] unsigned class_of(std::size_t bytes) const noexcept {
        const std::size_t units = bytes >> shift_;
        const unsigned octave = static_cast<unsigned>(std::bit_width(units | sub_lists)) - 1 - mantissa_bits;
        return octave * sub_lists + static_cast<unsigned>(units >> octave);
    }

    // The first non-empty list from `list`; end_of_lists or more if there is none, thanks to a sentinel bit there.
    // Whether it is in the same word is unpredictable too.
    [[nodiscard]] unsigned next_list(unsigned list) const noexcept {
        const unsigned first = list / word;
        const std::uint64_t here = lists_used_[first] & (~std::uint64_t{0} << (list % word));
        const std::uint64_t above = words_used_ & (~std::uint64_t{1} << first);
        const auto next = static_cast<unsigned>(__builtin_ctzll(above));
        const std::uint64_t none_here = std::uint64_t{here != 0} - 1; // all bits, or none
        const std::uint64_t lists = here | (lists_used_[next] & none_here);
        const unsigned found = first + ((next - first) & static_cast<unsigned>(none_here));
        return found * word + static_cast<unsigned>(__builtin_ctzll(lists));
    }

    // A neighbour that may be written to, even where there is none.
    [[nodiscard]] block *or_sentinel(block *b) noexcept { return b != nullptr ? b : &sentinel_; }

    // After too many looks: the head of any larger list that is accepted.
    template <class Accept>
    [[nodiscard]] block *any_above(unsigned list, Accept accept) const {
        for (; (list = next_list(list)) < end_of_lists; ++list) {
            if (accept(*lists_[list])) { return lists_[list]; }
        }
        return nullptr;
    }

    unsigned shift_;
    std::size_t count_ = 0;
    std::uint64_t words_used_ = std::uint64_t{1} << search_end;
    std::array<std::uint64_t, search_end + 1> lists_used_{};
    std::array<block *, end_of_lists> lists_{};
    block sentinel_;
};

} // namespace clmem_core
