#include "pool/slab_policy.hpp"

namespace clmem {

void slab_policy::update() noexcept {
    constexpr std::size_t mebibyte = std::size_t{1} << 20;
    slab_ =
        std::max({smallest_slab, peak_ / divisor, std::min(peak_ / early_divisor, early_slab)}) / mebibyte * mebibyte;
    if (max_allocation_ != 0) { slab_ = std::min(slab_, max_allocation_); }
    free_for_all_ = 2 * slab_;
    next_update_ = (slab_ + mebibyte) * (slab_ < early_slab ? early_divisor : divisor);
}

} // namespace clmem
