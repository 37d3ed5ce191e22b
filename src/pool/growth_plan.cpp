#include "pool/growth_plan.hpp"

#include <algorithm>
#include <limits>

namespace clmem_core {

namespace {

std::size_t round_down(std::size_t value, std::size_t multiple) noexcept {
    return value & ~(multiple - 1);
}

// What the pool may reserve without releasing anything first.
std::size_t budget_of(const growth_figures &f) noexcept {
    std::size_t budget = f.budget;
    if (!f.may_release) {
        budget = std::numeric_limits<std::size_t>::max();
    } else if (!f.is_tidy) {
        budget = static_cast<std::size_t>(static_cast<double>(budget) * growth_policy::untidy_budget);
    }
    budget = std::max({budget, f.least, f.is_shared ? growth_policy::apart_budget : 0});
    return f.limit != 0 ? std::min(budget, f.limit) : budget;
}

} // namespace

growth_plan plan_growth(const growth_figures &f) noexcept {
    const std::size_t budget = budget_of(f);
    const std::size_t room = budget > f.reserved ? budget - f.reserved : 0;
    if (f.whole) { return {f.bytes, room < f.bytes ? f.bytes - room : 0}; }

    const std::size_t slab = round_down(f.slab, f.unit);
    const bool is_small = f.bytes < slab;
    // An empty pool's first block may be all that it ever has.
    if (f.reserved == 0 && !f.is_shared && 2 * f.bytes >= slab_policy::smallest_slab && is_small) { return {f.bytes}; }
    if (slab <= room) { return {slab}; }
    const std::size_t smallest = std::max(f.bytes, slab_policy::smallest_slab);
    if (is_small && room >= smallest) { return {round_down(room, f.unit)}; }
    if (f.has_order && f.may_order && f.tried < growth_search::others) { return {.search = growth_search::others}; }
    if (f.may_order && f.pending != 0 && f.pending + f.largest >= f.bytes) { return {.search = growth_search::events}; }
    if (f.idle >= slab - room) { return {slab, slab - room}; }
    if (f.tried < growth_search::any) { return {.search = growth_search::any}; }
    // Nothing fits anywhere: all idle slabs go, and the new one is as small as possible.
    const std::size_t left = round_down(budget + f.idle > f.reserved ? budget + f.idle - f.reserved : 0, f.unit);
    return {is_small ? std::min(slab, std::max(smallest, left)) : slab, f.idle};
}

} // namespace clmem_core
