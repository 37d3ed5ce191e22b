// Splitting and coalescing: each allocation of a pair splits a larger free range and each release coalesces it again,
// with few and with many free fragments around.
//
// A pool keeps small blocks in its caches, which would hide this. Two setups avoid that: a pool that was told to stop
// holding coalesces every block at once, which is checked for each pair; and a default pool gets requests whose sizes
// hardly ever recur, whose hits are counted.
#include "heaps.hpp"
#include "rows.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <set>
#include <utility>

namespace clmem::bench {

namespace {

constexpr std::size_t unit = 512; // the virtual provider's alignment
constexpr std::size_t kibibyte = std::size_t{1} << 10;
constexpr std::size_t mebibyte = std::size_t{1} << 20;
constexpr std::size_t past_peak = 8192 * mebibyte;
constexpr std::size_t few = 10;
constexpr std::size_t many = 100'000;

using random_engine = std::mt19937_64;

// The sizes of the fragments. A request never fits a fragment exactly: fragments are even multiples of the unit (or one
// unit), requests are odd multiples.
std::size_t smaller_than_requests(random_engine &) {
    return unit;
}
std::size_t of_mixed_sizes(random_engine &random) {
    const std::size_t size = random() % 61; // 512 B, or 1 KiB to 60 KiB
    return size == 0 ? unit : size * kibibyte;
}

// Sizes from 4 KiB to 64 MiB, evenly distributed over the doublings.
std::vector<std::size_t> make_requests() {
    random_engine random{1};
    std::uniform_real_distribution<double> exponent{std::log2(4 * kibibyte), std::log2(64 * mebibyte)};
    std::vector<std::size_t> sizes(4096);
    for (std::size_t &size : sizes) {
        size = static_cast<std::size_t>(std::exp2(exponent(random))) / (2 * unit) * (2 * unit) + unit;
    }
    return sizes;
}

// A pool with fragments: free ranges between blocks that stay live.
class fragmented_heap {
  public:
    fragmented_heap(std::size_t fragments, std::size_t (*fragment_bytes)(random_engine &), bool holds) {
        // Slabs are sized by the peak: after this they have room for every request, and the fragments keep them from
        // being returned.
        heap_.release(heap_.allocate(past_peak));
        if (!holds) { heap_.stop_holding(); }
        std::vector<clmem_buffer> between;
        random_engine random{2};
        for (std::size_t i = 0; i < fragments; ++i) {
            kept_.push_back(heap_.allocate(unit));
            between.push_back(heap_.allocate(fragment_bytes(random)));
        }
        kept_.push_back(heap_.allocate(unit));
        std::shuffle(between.begin(), between.end(), random);
        // At the end of a slab, the small blocks fill its rest, and a few fragments in the next one coalesce.
        const std::size_t merging = neighbours(between);
        if (merging > fragments / 100) {
            throw std::runtime_error{std::to_string(merging) + " fragments are adjacent"};
        }
        for (const clmem_buffer block : between) {
            heap_.release(block);
        }
    }
    ~fragmented_heap() {
        for (const clmem_buffer block : kept_) {
            heap_.release(block);
        }
    }
    fragmented_heap(const fragmented_heap &) = delete;
    fragmented_heap &operator=(const fragmented_heap &) = delete;

    void pair(std::size_t bytes) {
        auto block = heap_.allocate(bytes);
        keep(block);
        heap_.release(block);
    }

    // Throws unless each pair splits a range and calls no driver: the next pair finds the range coalesced again.
    void check_that_all_split(const std::vector<std::size_t> &sizes) {
        for (const std::size_t bytes : sizes) {
            const clmem_statistics before = heap_.statistics();
            const clmem_buffer block = heap_.allocate(bytes);
            heap_.release(block);
            const clmem_statistics after = heap_.statistics();
            const bool split = after.misses == before.misses + 1; // a hit would reuse a block without splitting
            if (!split || driver_calls(after) != driver_calls(before)) {
                throw std::runtime_error{"a pair of " + std::to_string(bytes) + " bytes did not split and coalesce"};
            }
        }
    }

    // The share of the pairs whose allocation was a hit.
    double share_of_hits(const std::vector<std::size_t> &sizes) {
        for (const std::size_t bytes : sizes) {
            pair(bytes);
        }
        const clmem_statistics before = heap_.statistics();
        for (const std::size_t bytes : sizes) {
            pair(bytes);
        }
        const clmem_statistics after = heap_.statistics();
        if (driver_calls(after) != driver_calls(before)) { throw std::runtime_error{"pairs called the driver"}; }
        return static_cast<double>(after.hits - before.hits) / static_cast<double>(sizes.size());
    }

  private:
    // The number of blocks that start where another one ends.
    static std::size_t neighbours(const std::vector<clmem_buffer> &blocks) {
        std::set<std::pair<std::uint64_t, std::size_t>> ends;
        std::vector<std::pair<std::uint64_t, std::size_t>> begins;
        for (const clmem_buffer block : blocks) {
            clmem_buffer_info info = CLMEM_BUFFER_INFO_INIT;
            check(clmem_buffer_describe(block, &info));
            begins.emplace_back(info.slab, info.offset_bytes);
            ends.emplace(info.slab, info.offset_bytes + info.capacity_bytes);
        }
        return static_cast<std::size_t>(
            std::count_if(begins.begin(), begins.end(), [&](const auto &begin) { return ends.contains(begin); }));
    }
    static std::uint64_t driver_calls(const clmem_statistics &s) { return s.driver_allocations + s.driver_releases; }

    pool_heap heap_;
    std::vector<clmem_buffer> kept_;
};

nlohmann::json few_and_many(const std::string &name, std::size_t (*fragment_bytes)(random_engine &), bool holds,
                            const settings &s) {
    const std::vector<std::size_t> sizes = make_requests();
    fragmented_heap with_few{few, fragment_bytes, holds};
    fragmented_heap with_many{many, fragment_bytes, holds};
    if (!holds) {
        with_few.check_that_all_split(sizes);
        with_many.check_that_all_split(sizes);
    }
    const double hits = std::max(with_few.share_of_hits(sizes), with_many.share_of_hits(sizes));
    const auto pairs = [&sizes](fragmented_heap &heap) {
        return [&heap, &sizes](std::size_t count) {
            return timed([&] {
                for (std::size_t i = 0, at = 0; i < count; ++i, at = at + 1 == sizes.size() ? 0 : at + 1) {
                    heap.pair(sizes[at]);
                }
            });
        };
    };
    const std::vector<side> sides{{"few", pairs(with_few)}, {"many", pairs(with_many)}};
    return {
        {"case", name}, {"fragments", {{"few", few}, {"many", many}}}, {"hits", hits}, {"ns", measure(sides, s.how)}};
}

} // namespace

nlohmann::json split_row(const settings &s) {
    return {few_and_many("small fragments, none held", smaller_than_requests, false, s),
            few_and_many("mixed fragments, none held", of_mixed_sizes, false, s),
            few_and_many("small fragments", smaller_than_requests, true, s),
            few_and_many("mixed fragments", of_mixed_sizes, true, s)};
}

} // namespace clmem::bench
