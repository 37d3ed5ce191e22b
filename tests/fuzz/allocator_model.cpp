#include "allocator_model.hpp"

#include <bit>
#include <utility>

namespace clmem::fuzz {

std::size_t pool_model::rounded(std::size_t bytes) const noexcept {
    std::size_t size = bytes;
    const auto bits = static_cast<std::size_t>(std::bit_width(bytes)) - 1;
    if (setup_.leading_bits != 0 && bits > setup_.leading_bits) {
        size |= (std::size_t{1} << (bits - setup_.leading_bits)) - 1; // the end of its bin
    }
    return (size + setup_.unit - 1) / setup_.unit * setup_.unit;
}

void pool_model::check_place(const live_block &made, std::size_t alignment) const {
    const clmem_buffer_info &info = made.info;
    expect(info.capacity_bytes >= rounded(info.bytes), "a block of %zu bytes has room for %zu", info.bytes,
           info.capacity_bytes);
    expect(info.slab_bytes >= info.capacity_bytes && info.offset_bytes <= info.slab_bytes - info.capacity_bytes,
           "a block ends outside its slab: %zu bytes from %zu on, in %zu", info.capacity_bytes, info.offset_bytes,
           info.slab_bytes);
    const std::size_t multiple = std::max(alignment, setup_.unit);
    expect(info.offset_bytes % multiple == 0, "offset %zu is no multiple of %zu", info.offset_bytes, multiple);
}

void pool_model::add(live_block made, std::size_t bytes, std::size_t alignment, std::uint32_t tag) {
    expect(clmem_buffer_describe(made.handle, &made.info) == CLMEM_SUCCESS, "a new block cannot be described");
    expect(made.info.bytes == bytes, "expected a block of %zu bytes, got %zu", bytes, made.info.bytes);
    expect(made.info.tag == tag, "expected a block with tag %u, got %u", tag, made.info.tag);
    check_place(made, alignment);
    slab_model &slab = slabs_[made.info.slab];
    expect(slab.bytes == 0 || slab.bytes == made.info.slab_bytes, "a slab has changed its size");
    slab.bytes = made.info.slab_bytes;
    claim(slab, made);
    active_bytes_ += bytes;
    capacity_ += made.info.capacity_bytes;
    tag_bytes_[tag] += bytes;
    ++allocations_;
    blocks_.push_back(std::move(made));
}

// The bytes of a new block: no other live block has them, and its queue comes after all that may still use them.
void pool_model::claim(slab_model &slab, const live_block &made) {
    const std::size_t begin = made.info.offset_bytes;
    const std::size_t end = begin + made.info.capacity_bytes;
    const auto after = slab.live.lower_bound(end);
    expect(after == slab.live.begin() || std::prev(after)->second <= begin, "two live blocks overlap at %zu", begin);
    slab.live[begin] = end;
    std::vector<use> inherited;
    auto at = slab.freed.upper_bound(begin);
    if (at != slab.freed.begin()) { --at; }
    while (at != slab.freed.end() && at->first < end) {
        if (at->second.end <= begin) {
            ++at;
            continue;
        }
        const std::size_t from = at->first;
        free_piece piece = std::move(at->second);
        at = slab.freed.erase(at);
        for (const use &u : piece.uses) {
            expect(order_.may_follow(u, static_cast<std::size_t>(made.queue)),
                   "queue %d got memory at %zu that unit %d may still use, up to its command %u", made.queue, begin,
                   int{u.unit}, u.position);
        }
        inherited.insert(inherited.end(), piece.uses.begin(), piece.uses.end());
        if (from < begin) { slab.freed[from] = {begin, piece.uses}; }
        if (piece.end > end) { slab.freed[end] = {piece.end, std::move(piece.uses)}; }
    }
    if (!inherited.empty() && order_.is_out_of_order(static_cast<std::size_t>(made.queue))) {
        inherited_.push_back({made.info.slab, begin, std::move(inherited)});
    }
}

std::vector<use> pool_model::uses_of(const live_block &gone) {
    std::vector<use> all = gone.ended;
    for (std::size_t queue = 0; queue < queue_count; ++queue) {
        if ((gone.reported >> queue & 1) != 0) {
            all.push_back({static_cast<std::uint8_t>(queue), order_.stamp(queue)});
        }
    }
    const auto is_its = [&](const inherited_uses &i) {
        return i.slab == gone.info.slab && i.offset == gone.info.offset_bytes;
    };
    const auto found = std::find_if(inherited_.begin(), inherited_.end(), is_its);
    if (found != inherited_.end()) {
        all.insert(all.end(), found->uses.begin(), found->uses.end());
        inherited_.erase(found);
    }
    return all;
}

clmem_buffer pool_model::release(std::size_t index, std::vector<use> events) {
    std::swap(blocks_[index], blocks_.back());
    const live_block gone = std::move(blocks_.back());
    blocks_.pop_back();
    active_bytes_ -= gone.info.bytes;
    capacity_ -= gone.info.capacity_bytes;
    tag_bytes_[gone.info.tag] -= gone.info.bytes;
    ++releases_;
    std::vector<use> uses = uses_of(gone);
    // A block of an out-of-order queue waits for the events alone, and for what was reported.
    const auto own = static_cast<std::size_t>(gone.queue);
    if (gone.queue != no_queue && (events.empty() || !order_.is_out_of_order(own))) {
        uses.push_back({static_cast<std::uint8_t>(own), order_.stamp(own)});
    }
    uses.insert(uses.end(), events.begin(), events.end());
    slab_model &slab = slabs_[gone.info.slab];
    slab.live.erase(gone.info.offset_bytes);
    slab.freed[gone.info.offset_bytes] = {gone.info.offset_bytes + gone.info.capacity_bytes, std::move(uses)};
    return gone.handle;
}

void pool_model::forget(std::size_t queue, std::uint32_t position) {
    for (live_block &b : blocks_) {
        const bool is_own = b.queue == static_cast<int>(queue);
        if (!is_own && (b.reported >> queue & 1) == 0) { continue; }
        b.ended.push_back({static_cast<std::uint8_t>(queue), position});
        b.reported = static_cast<std::uint8_t>(b.reported & ~(1U << queue));
        if (is_own) { b.queue = no_queue; }
    }
}

bool pool_model::has_gap(std::size_t bytes, std::size_t alignment) const {
    const std::size_t multiple = std::max(alignment, setup_.unit);
    const auto fits = [&](std::size_t begin, std::size_t end) {
        const std::size_t start = (begin + multiple - 1) / multiple * multiple;
        return start >= begin && start <= end && end - start >= bytes;
    };
    for (const auto &[number, slab] : slabs_) {
        if (slab.live.empty()) { continue; }
        std::size_t begin = 0;
        for (const auto &[from, to] : slab.live) {
            if (fits(begin, from)) { return true; }
            begin = to;
        }
        if (fits(begin, slab.bytes)) { return true; }
    }
    return false;
}

std::size_t pool_model::slab_bytes() const {
    std::size_t sum = 0;
    for (const auto &[number, slab] : slabs_) {
        if (!slab.live.empty()) { sum += slab.bytes; }
    }
    return sum;
}

void pool_model::compare(const clmem_statistics &found) {
    const struct {
        const char *what;
        std::uint64_t found, expected;
    } all[] = {{"live bytes", found.active_bytes, active_bytes_},
               {"live blocks", found.active_blocks, blocks_.size()},
               {"allocations", found.allocations, allocations_},
               {"releases", found.releases, releases_},
               {"failures", found.failures, failures_},
               {"hits and misses", found.hits + found.misses, allocations_},
               {"held bytes", found.held_bytes, found.managed_bytes - capacity_},
               {"slabs", found.slabs, found.driver_allocations - found.driver_releases},
               {"the limit", found.limit_bytes, setup_.limit}};
    for (const auto &[what, is, expected] : all) {
        expect(is == expected, "%s: the pool has counted %llu, expected %llu", what,
               static_cast<unsigned long long>(is), static_cast<unsigned long long>(expected));
    }
    expect(found.managed_bytes >= slab_bytes(), "%zu bytes are reserved, less than slabs with live blocks have",
           found.managed_bytes);
    expect(found.idle_bytes <= found.held_bytes, "more bytes are idle than held");
    expect(setup_.limit == 0 || found.managed_bytes <= std::max(setup_.limit, managed_),
           "%zu bytes are reserved, the limit is %zu", found.managed_bytes, setup_.limit);
    expect(found.managed_bytes_peak >= found.managed_bytes, "the peak is below the reserved bytes");
    managed_ = found.managed_bytes;
    order_.observe(found);
}

void pool_model::compare_tags(const std::vector<clmem_tag_statistics> &found) const {
    for (const clmem_tag_statistics &t : found) {
        expect(t.tag < tag_count && t.active_bytes == tag_bytes_[t.tag], "tag %u has %zu live bytes", t.tag,
               t.active_bytes);
    }
}

} // namespace clmem::fuzz
