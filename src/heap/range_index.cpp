#include "heap/range_index.hpp"

namespace clmem_core {

block *range_index::largest() const noexcept {
    const std::uint64_t used = words_used_ & ~(std::uint64_t{1} << search_end);
    if (used == 0) { return nullptr; }
    const unsigned at = 63 - static_cast<unsigned>(std::countl_zero(used));
    const unsigned list = at * word + 63 - static_cast<unsigned>(std::countl_zero(lists_used_[at]));
    block *best = lists_[list];
    for (block *b = best; b != nullptr; b = b->next) {
        if (b->bytes > best->bytes) { best = b; }
    }
    return best;
}

} // namespace clmem_core
