// A pool's statistics: the caches' own counts are added at each query.
#include "pool/pool.hpp"

#include <algorithm>
#include <limits>

namespace clmem_core {

namespace {

struct cache_totals {
    std::size_t bytes = 0;
    std::uint64_t blocks = 0;
    std::uint64_t hits = 0;
    std::uint64_t releases = 0;
};

cache_totals sum(const std::vector<thread_cache *> &caches, unsigned classes) noexcept {
    cache_totals total;
    for (thread_cache *cache : caches) {
        total.bytes += cache->bytes();
        if (cache->has_large()) { ++total.blocks; }
        total.blocks += cache->waiting().count();
        total.releases += cache->releases().get();
        for (unsigned cls = 0; cls < classes; ++cls) {
            total.blocks += cache->bins()[cls].count.get();
            total.hits += cache->bins()[cls].hits.get();
        }
    }
    return total;
}

} // namespace

void pool::statistics(clmem_statistics &out) {
    const biased_lock lock{mutex_};
    out = statistics_locked();
}

clmem_statistics pool::statistics_locked() noexcept {
    clmem_statistics out = CLMEM_STATISTICS_INIT;
    const cache_totals cached = sum(caches_.all(), classes().count());
    std::uint64_t depot_blocks = 0;
    for (unsigned cls = 0; cls < classes().count(); ++cls) {
        depot_blocks += caches_.overflow().blocks(cls);
    }

    out.slabs = static_cast<std::uint32_t>(ranges_.heap().slabs());
    out.managed_bytes = ranges_.heap().reserved();
    out.managed_bytes_peak = slabs_.reserved_peak();
    out.active_bytes = counters_.live() + caches_.shares().uncollected();
    counters_.raise_peak(caches_.shares().uncollected());
    out.active_bytes_peak = counters_.live_peak();
    out.cached_bytes = cached.bytes + caches_.overflow().bytes();
    out.held_bytes = ranges_.heap().free_bytes() + out.cached_bytes;
    out.idle_bytes = ranges_.heap().idle_bytes();
    out.cache_bound_bytes = caches_.shares().limit();
    out.limit_bytes = slabs_.limit();
    out.held_blocks = ranges_.heap().held_blocks() + cached.blocks + depot_blocks;
    out.hits = counters_.hits() + cached.hits;
    out.misses = counters_.misses();
    out.allocations = out.hits + out.misses;
    out.releases = counters_.releases() + cached.releases;
    out.active_blocks = out.allocations - out.releases;
    out.failures = counters_.failures();
    out.driver_allocations = slabs_.taken();
    out.driver_releases = slabs_.returned();
    out.driver_time_ns = slabs_.clock().spent_ns();
    out.objects_created = objects_.created();
    out.markers = sync_.markers();
    out.barriers = sync_.barriers();
    out.host_waits = sync_.host_waits();
    out.queues = static_cast<std::uint32_t>(ranges_.order().named());
    out.live_events = static_cast<std::uint32_t>(ranges_.order().live_events());
    out.quarantined_bytes = pending_.quarantined_bytes();
    const auto because = [this](miss_reason why) { return counters_.misses(why, classes().count()); };
    out.misses_empty = because(miss_reason::empty);
    out.misses_waiting = because(miss_reason::waiting);
    out.misses_large = because(miss_reason::large);
    out.misses_aligned = because(miss_reason::aligned);
    out.misses_tagged = because(miss_reason::tagged);
    out.misses_dedicated = because(miss_reason::dedicated);
    out.misses_out_of_order = because(miss_reason::out_of_order);
    out.misses_unheld = because(miss_reason::unheld);
    out.live_events_peak = static_cast<std::uint32_t>(ranges_.order().live_events_peak());
    return out;
}

void pool::reset_peaks() noexcept {
    const biased_lock lock{mutex_};
    counters_.reset_peak(caches_.shares().uncollected());
    slabs_.reset_peak();
    tags_.reset_peaks();
}

std::vector<clmem_bin_statistics> pool::bin_statistics() {
    const unsigned count = classes().count();
    // Class 0 would be sizes of no units; the last one is for all that is not cached.
    std::vector<clmem_bin_statistics> bins(std::max(count, 1U), clmem_bin_statistics(CLMEM_BIN_STATISTICS_INIT));
    for (unsigned cls = 1; cls <= count; ++cls) {
        bins[cls - 1].smallest_bytes = classes().smallest(cls) - classes().unit() + 1;
        bins[cls - 1].largest_bytes = classes().smallest(cls + 1) - classes().unit();
    }
    if (count == 0) { bins.front().smallest_bytes = 1; }
    bins.back().largest_bytes = std::numeric_limits<std::size_t>::max();

    const biased_lock lock{mutex_};
    for (unsigned cls = std::min(count, 1U); cls <= count; ++cls) {
        clmem_bin_statistics &bin = bins[cls - std::min(count, 1U)];
        bin.hits = counters_.hits(cls);
        bin.misses = counters_.misses(cls);
        if (cls == count) { break; }
        bin.held_blocks = caches_.overflow().blocks(cls);
        for (const thread_cache *cache : caches_.all()) {
            bin.hits += cache->bins()[cls].hits.get();
            bin.held_blocks += cache->bins()[cls].count.get();
        }
    }
    return bins;
}

std::vector<clmem_tag_statistics> pool::tag_statistics() {
    clmem_statistics all = CLMEM_STATISTICS_INIT;
    statistics(all);
    return with_untagged(tags_.list(), all);
}

// Adds what has no tag, in front.
std::vector<clmem_tag_statistics> pool::with_untagged(std::vector<clmem_tag_statistics> tagged,
                                                      const clmem_statistics &all) {
    clmem_tag_statistics rest = CLMEM_TAG_STATISTICS_INIT;
    rest.active_bytes = all.active_bytes;
    rest.active_blocks = all.active_blocks;
    rest.allocations = all.allocations;
    for (const clmem_tag_statistics &t : tagged) {
        rest.active_bytes -= t.active_bytes;
        rest.active_blocks -= t.active_blocks;
        rest.allocations -= t.allocations;
    }
    tagged.insert(tagged.begin(), rest);
    return tagged;
}

} // namespace clmem_core
