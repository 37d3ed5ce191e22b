#include "pool/range_index.hpp"

namespace clmem {

void range_index::insert(block *b) noexcept {
    const unsigned list = class_of(b->bytes);
    b->previous = nullptr;
    b->next = lists_[list];
    if (b->next != nullptr) { b->next->previous = b; }
    lists_[list] = b;
    lists_used_[list / sub_lists] |= std::uint32_t{1} << (list % sub_lists);
    octaves_used_ |= std::uint64_t{1} << (list / sub_lists);
    ++count_;
    bytes_ += b->bytes;
}

void range_index::remove(block *b) noexcept {
    if (b->next != nullptr) { b->next->previous = b->previous; }
    if (b->previous != nullptr) {
        b->previous->next = b->next;
    } else {
        const unsigned list = class_of(b->bytes);
        lists_[list] = b->next;
        if (b->next == nullptr) {
            const unsigned octave = list / sub_lists;
            lists_used_[octave] &= ~(std::uint32_t{1} << (list % sub_lists));
            if (lists_used_[octave] == 0) { octaves_used_ &= ~(std::uint64_t{1} << octave); }
        }
    }
    --count_;
    bytes_ -= b->bytes;
}

block *range_index::largest() const noexcept {
    if (octaves_used_ == 0) { return nullptr; }
    const unsigned octave = 63 - static_cast<unsigned>(std::countl_zero(octaves_used_));
    const unsigned list = octave * sub_lists + 31 - static_cast<unsigned>(std::countl_zero(lists_used_[octave]));
    block *best = lists_[list];
    for (block *b = best; b != nullptr; b = b->next) {
        if (b->bytes > best->bytes) { best = b; }
    }
    return best;
}

} // namespace clmem
