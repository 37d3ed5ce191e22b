// The invariants of a heap, which hold whenever the pool's lock is free. Tests and builds with assertions call these
// checks.
#include "heap/heap.hpp"

namespace clmem_core {

namespace {

bool is_free(const block &b) noexcept {
    return b.state == block_state::free || b.state == block_state::idle;
}

const char *name_of(block_state state) noexcept {
    switch (state) {
    case block_state::spare:
        return "spare";
    case block_state::used:
        return "used";
    case block_state::free:
        return "free";
    case block_state::idle:
        return "idle";
    }
    return "unknown";
}

unsigned long long number_of(const slab &s) noexcept {
    return s.number;
}

} // namespace

violation range_index::check(block_state state) const noexcept {
    // Plain pointers: without optimisation, subscripts of a std::array are calls.
    block *const *const lists = lists_.data();
    const std::uint64_t *const words = lists_used_.data();
    std::size_t found = 0;
    for (unsigned list = 0; list < end_of_lists; ++list) {
        const std::uint64_t marks = words[list / word];
        if ((marks >> (list % word) & 1) != std::uint64_t{lists[list] != nullptr}) {
            return violation{"the bitmap of free lists is wrong about list %u", list};
        }
        if ((words_used_ >> (list / word) & 1) != std::uint64_t{marks != 0}) {
            return violation{"the bitmap of bitmaps is wrong about the word of list %u", list};
        }
        block *const *link = &lists[list];
        for (const block *b = *link; b != nullptr; link = &b->next, b = b->next, ++found) {
            if (b->state != state) {
                return violation{"free list %u holds a range in state \"%s\", expected \"%s\"", list, name_of(b->state),
                                 name_of(state)};
            }
            if (b->link != link) { return violation{"free list %u is not linked back at offset %zu", list, b->offset}; }
            if (b->list != list || class_of(b->bytes) != list) {
                return violation{"free list %u holds a range of %zu bytes, which belongs in list %u", list, b->bytes,
                                 class_of(b->bytes)};
            }
        }
    }
    if (found != count_) { return violation{"the free lists hold %zu ranges, expected %zu", found, count_}; }
    return {};
}

// Sums over all slabs, to compare with the heap's counts.
struct heap::totals {
    std::size_t slabs = 0;
    std::size_t reserved = 0;
    std::size_t idle_bytes = 0;
    std::size_t live = 0;
    std::size_t pending = 0;
    std::size_t free_ranges = 0;
    std::size_t idle_ranges = 0;
    std::size_t objects = 0;
    std::uint64_t held_blocks = 0;
};

// The meaning of a block's members in each state.
violation heap::check_range(const block &b, totals &sum) const noexcept {
    const slab &s = *b.home;
    const auto fault = [&](const char *what) {
        return violation{"slab %llu, offset %zu: %s", number_of(s), b.offset, what};
    };
    const bool has_object = b.object.load(std::memory_order_relaxed) != nullptr;
    sum.objects += has_object ? 1 : 0;
    const bool waits = b.held == block_hold_state::pending || b.held == block_hold_state::claimed;
    if (b.state == block_state::used) {
        (waits ? sum.pending : sum.live) += b.bytes;
        sum.held_blocks += waits ? 1 : 0;
        const bool is_held = b.held == block_hold_state::held || b.held == block_hold_state::released;
        if (is_held && b.batch_count == 0) { return fault("a held block that nothing holds"); }
        if (b.held == block_hold_state::pending && !b.has_events()) { return fault("a pending block without events"); }
        return {};
    }
    if (b.state != (s.used == 0 ? block_state::idle : block_state::free)) {
        return violation{"slab %llu, offset %zu: the range's state is \"%s\", but the slab has %zu bytes in use",
                         number_of(s), b.offset, name_of(b.state), s.used};
    }
    ++(b.state == block_state::idle ? sum.idle_ranges : sum.free_ranges);
    sum.held_blocks += b.batch_count;
    if (b.held != block_hold_state::free) { return fault("a free range that something holds"); }
    if (b.has_events()) { return fault("a free range that waits for events"); }
    if (token::is_handle(b.token.load(std::memory_order_relaxed))) { return fault("a free range with a live handle"); }
    if (b.fresh && has_object) { return fault("a range that was split or coalesced has kept its cl_mem"); }
    return {};
}

violation heap::check_slab(const slab &s, totals &sum) const noexcept {
    std::size_t end = 0;
    std::size_t used = 0;
    std::size_t pending = 0;
    const block *before = s.edge;
    for (const block *b = s.edge->after; b != s.edge; before = b, b = b->after) {
        if (b == nullptr || b->home != &s || b->before != before) {
            return violation{"slab %llu: the chain of ranges is broken at offset %zu", number_of(s), end};
        }
        if (b->offset != end || b->bytes == 0 || b->bytes % unit_ != 0 || b->bytes > s.bytes - end) {
            return violation{"slab %llu: expected a range at offset %zu, found one at %zu with %zu bytes", number_of(s),
                             end, b->offset, b->bytes};
        }
        end += b->bytes;
        if (b->state == block_state::used) { used += b->bytes; }
        if (b->held == block_hold_state::pending) { pending += b->bytes; }
        if (violation found = check_range(*b, sum)) { return found; }
        if (is_free(*b) && is_free(*before) && !s.kept_apart) {
            return violation{"slab %llu, offset %zu: the range was not coalesced with the one before it", number_of(s),
                             b->offset};
        }
    }
    if (s.edge->before != before || end != s.bytes || s.edge->state != block_state::used) {
        return violation{"slab %llu: the ranges end at %zu of %zu bytes", number_of(s), end, s.bytes};
    }
    if (used != s.used || pending != s.pending) {
        return violation{
            "slab %llu: the ranges have %zu bytes in use and %zu pending, the slab has counted %zu and %zu",
            number_of(s),
            used,
            pending,
            s.used,
            s.pending};
    }
    if (s.dedicated && used != 0 && s.edge->after->after != s.edge) {
        return violation{"slab %llu is dedicated, but was split", number_of(s)};
    }
    return {};
}

violation heap::check_totals(const totals &sum) const noexcept {
    struct {
        const char *what;
        std::uint64_t found;
        std::uint64_t counted;
    } const all[] = {
        {"slabs", sum.slabs, slab_count_},
        {"bytes reserved", sum.reserved, reserved_},
        {"bytes of idle slabs", sum.idle_bytes, idle_bytes_},
        {"bytes live", sum.live, policy_.live()},
        {"free ranges in the index of partly used slabs", sum.free_ranges, partial_.count()},
        {"free ranges in the index of idle slabs", sum.idle_ranges, idle_.count()},
        {"released blocks", sum.held_blocks, held_blocks_},
    };
    for (const auto &[what, found, counted] : all) {
        if (found == counted) { continue; }
        return violation{"%s: the heap has counted %llu, its slabs have %llu", what,
                         static_cast<unsigned long long>(counted), static_cast<unsigned long long>(found)};
    }
    if (sum.pending < pending_bytes_) {
        return violation{"pending bytes: the heap has counted %zu, its slabs have %zu", pending_bytes_, sum.pending};
    }
    if (sum.objects + stale_objects_.size() > objects_ || stale_objects_.capacity() < objects_) {
        return violation{"%zu OpenCL objects, %zu to be released: the heap has counted %zu and has room for %zu",
                         sum.objects, stale_objects_.size(), objects_, stale_objects_.capacity()};
    }
    return {};
}

violation heap::check() const noexcept {
    totals sum;
    const slab *before = nullptr;
    for (const slab *s = slabs_; s != nullptr; before = s, s = s->next) {
        if (s->previous != before || sum.slabs == slab_count_) {
            return violation{"the list of slabs is broken after %zu of %zu", sum.slabs, slab_count_};
        }
        if (violation found = check_slab(*s, sum)) { return found; }
        ++sum.slabs;
        sum.reserved += s->bytes;
        sum.idle_bytes += s->used == 0 ? s->bytes : 0;
    }
    if (violation found = partial_.check(block_state::free)) { return found; }
    if (violation found = idle_.check(block_state::idle)) { return found; }
    if (violation found = check_totals(sum)) { return found; }
    std::size_t spares = 0;
    for (const block *b = spares_; b != nullptr; b = b->next, ++spares) {
        if (b->state != block_state::spare || spares == spare_count_) { break; }
    }
    if (spares != spare_count_) { return violation{"%zu spare blocks, expected %zu", spares, spare_count_}; }
    return {};
}

} // namespace clmem_core
