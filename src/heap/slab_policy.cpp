#include "heap/slab_policy.hpp"

namespace clmem_core {

void slab_policy::follow(const rules &r) noexcept {
    constexpr std::size_t mebibyte = std::size_t{1} << 20;
    rules_ = &r;
    slab_ =
        std::max({smallest_slab, peak_ / r.divisor, std::min(peak_ / early_divisor, early_slab)}) / mebibyte * mebibyte;
    if (max_allocation_ != 0) { slab_ = std::min(slab_, max_allocation_); }
    free_for_all_ = std::max(2 * slab_, early_slab);
    next_update_ = (slab_ + mebibyte) * (slab_ < early_slab ? early_divisor : r.divisor);
    nearly_empty_ = &r == &growing ? peak_ / emptiness : 0;
    low_ = std::max(nearly_empty_, waiting_);
}

void slab_policy::become_low() noexcept {
    if (live_ < nearly_empty_) { follow(refilled); }
    set_waiting(waiting_);
}

} // namespace clmem_core
