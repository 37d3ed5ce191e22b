#include "formats/addresses.hpp"

#include "failure.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

namespace clmem::command {
namespace {

constexpr unsigned slab_bits = 36;
constexpr std::uint64_t slabless_base = std::uint64_t{1} << 52, bound = std::uint64_t{1} << 53;
constexpr std::uint64_t step = 512; // as allocators round

} // namespace

void address_space::widen(std::uint64_t slab, std::uint64_t bytes) {
    std::uint64_t &its = slabs_[slab].bytes;
    its = std::max(its, bytes);
}

address_space::address_space(const recording &from) : next_{slabless_base} {
    std::vector<std::uint64_t> in_order;
    const auto see = [&](std::uint64_t slab, std::uint64_t bytes) {
        if (slab == 0) { return; }
        if (!slabs_.contains(slab)) { in_order.push_back(slab); }
        widen(slab, bytes);
    };
    for (const recording::snapshot &each : from.snapshots) {
        for (const recording::slab &slab : each.slabs) {
            see(slab.number, slab.bytes);
        }
    }
    for (const recording::event &each : from.events) {
        if (each.kind == event_kind::slab_taken || each.kind == event_kind::slab_returned) {
            see(each.slab, each.requested);
        }
        if (each.kind == event_kind::allocate) { see(each.slab, each.offset + each.given); }
    }
    std::uint64_t number = 1;
    for (const std::uint64_t slab : in_order) {
        place &its = slabs_[slab];
        its.address = number << slab_bits;
        const std::uint64_t numbers = (its.bytes >> slab_bits) + 1; // a gap follows each
        if (numbers > (slabless_base >> slab_bits) - number) {
            throw failure{exit_status::failed,
                          fmt::format("{}: expected slabs that fit in 2^52 bytes, 2^36 for each, got more", from.path)};
        }
        number += numbers;
    }
}

std::uint64_t address_space::allocate(const recording::event &which) {
    std::uint64_t address = 0;
    if (which.slab != 0) {
        address = of_slab(which.slab) + which.offset;
    } else {
        const std::uint64_t bytes = std::min(which.given, bound - slabless_base - step);
        if (next_ + bytes + step >= bound) { next_ = slabless_base; } // the first ones are free by now
        address = next_;
        next_ += std::max(step, (bytes + step - 1) / step * step);
    }
    blocks_[which.block] = address;
    return address;
}

std::optional<std::uint64_t> address_space::of_block(std::uint64_t block) const {
    const auto found = blocks_.find(block);
    if (found == blocks_.end()) { return {}; }
    return found->second;
}

} // namespace clmem::command
