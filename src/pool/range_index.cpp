#include "pool/range_index.hpp"

namespace clmem {

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
