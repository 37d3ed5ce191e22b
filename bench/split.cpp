// Splits and merges: pairs in which every allocation cuts a larger free range and every release merges it again, with few
// and with many free fragments around. That this is what happens is checked before it is measured.
#include "heaps.hpp"
#include "rows.hpp"

#include <algorithm>
#include <cmath>
#include <random>

namespace clmem::bench {

namespace {

constexpr std::size_t unit = 512; // the virtual provider's alignment
constexpr std::size_t kibibyte = std::size_t{1} << 10;
constexpr std::size_t mebibyte = std::size_t{1} << 20;
constexpr std::size_t few = 10;
constexpr std::size_t many = 100'000;

using random_engine = std::mt19937_64;

// How large the fragments are. Of those that a request fits into, none fits exactly: fragments are even multiples of the
// unit, requests are odd ones.
std::size_t smaller_than_requests(random_engine &) {
    return unit;
}
std::size_t of_mixed_sizes(random_engine &random) {
    const std::size_t size = random() % 61; // 512 B, and 1 KiB to 60 KiB
    return size == 0 ? unit : size * kibibyte;
}

// Sizes from `smallest` to `largest`, as many in each doubling.
std::vector<std::size_t> requests(std::size_t smallest, std::size_t largest) {
    random_engine random{1};
    std::uniform_real_distribution<double> exponent{std::log2(smallest), std::log2(largest)};
    std::vector<std::size_t> sizes(256);
    for (std::size_t &size : sizes) {
        size = static_cast<std::size_t>(std::exp2(exponent(random))) / unit / 2 * unit * 2 + unit;
    }
    return sizes;
}

// A pool with fragments: free ranges between blocks that stay.
class fragmented_heap {
  public:
    fragmented_heap(std::size_t fragments, std::size_t (*fragment_bytes)(random_engine &)) {
        fill_cache();
        std::vector<clmem_buffer> between;
        random_engine random{2};
        for (std::size_t i = 0; i < fragments; ++i) {
            kept_.push_back(heap_.allocate(unit));
            between.push_back(heap_.allocate(fragment_bytes(random)));
        }
        kept_.push_back(heap_.allocate(unit));
        std::shuffle(between.begin(), between.end(), random);
        const std::uint64_t held = heap_.statistics().held_blocks;
        release(between);
        const std::uint64_t made = heap_.statistics().held_blocks - held;
        if (made < fragments) {
            throw std::runtime_error{"only " + std::to_string(made) + " fragments were made"};
        }
        make_room();
    }
    ~fragmented_heap() { release(kept_); }
    fragmented_heap(const fragmented_heap &) = delete;
    fragmented_heap &operator=(const fragmented_heap &) = delete;

    void pair(std::size_t bytes) {
        auto block = heap_.allocate(bytes);
        keep(block);
        heap_.release(block);
    }

    // Throws unless each pair cuts a range (a miss that leaves a rest), merges it again, and calls no driver.
    void check_that_all_split(const std::vector<std::size_t> &sizes) {
        const auto demand = [](bool holds, std::size_t bytes, const char *what) {
            if (!holds) {
                throw std::runtime_error{"a pair of " + std::to_string(bytes) + " bytes " + what};
            }
        };
        for (const std::size_t bytes : sizes) {
            pair(bytes);
        }
        for (const std::size_t bytes : sizes) {
            const clmem_statistics before = heap_.statistics();
            const clmem_buffer block = heap_.allocate(bytes);
            const clmem_statistics between = heap_.statistics();
            heap_.release(block);
            const clmem_statistics after = heap_.statistics();
            demand(after.driver_allocations + after.driver_releases ==
                       before.driver_allocations + before.driver_releases,
                   bytes, "called the driver");
            demand(after.misses == before.misses + 1 && between.held_blocks == before.held_blocks, bytes,
                   "did not split");
            demand(after.held_blocks == before.held_blocks, bytes, "did not merge");
        }
    }

  private:
    // Fills this thread's cache with blocks that are smaller than every request, so that none of them is served from it.
    void fill_cache() {
        std::vector<clmem_buffer> blocks(2 * heap_.statistics().cache_bound_bytes / unit);
        for (clmem_buffer &block : blocks) {
            block = heap_.allocate(unit);
        }
        release(blocks);
    }

    // Ranges for the large requests, in slabs of their own that become idle.
    void make_room() {
        std::vector<clmem_buffer> blocks;
        for (const std::size_t mebibytes : {12U, 24U, 48U, 96U}) {
            blocks.push_back(heap_.allocate(mebibytes * mebibyte));
        }
        release(blocks);
    }

    void release(std::vector<clmem_buffer> &blocks) {
        for (const clmem_buffer block : blocks) {
            heap_.release(block);
        }
        blocks.clear();
    }

    pool_heap heap_;
    std::vector<clmem_buffer> kept_;
};

nlohmann::json few_and_many(const std::string &name, std::size_t (*fragment_bytes)(random_engine &),
                            const std::vector<std::size_t> &sizes, const settings &s) {
    fragmented_heap tidy{few, fragment_bytes};
    fragmented_heap untidy{many, fragment_bytes};
    tidy.check_that_all_split(sizes);
    untidy.check_that_all_split(sizes);
    const auto pairs = [&sizes](fragmented_heap &heap) {
        return [&heap, &sizes](std::size_t count) {
            return timed([&] {
                for (std::size_t i = 0, at = 0; i < count; ++i, at = at + 1 == sizes.size() ? 0 : at + 1) {
                    heap.pair(sizes[at]);
                }
            });
        };
    };
    const std::vector<side> sides{{"few", pairs(tidy)}, {"many", pairs(untidy)}};
    return {{"case", name}, {"fragments", {{"few", few}, {"many", many}}}, {"ns", measure(sides, s.how)}};
}

} // namespace

nlohmann::json split_row(const settings &s) {
    const std::vector<std::size_t> small = requests(4 * kibibyte, mebibyte);
    const std::vector<std::size_t> large = requests(mebibyte, 64 * mebibyte);
    return {few_and_many("4 KiB to 1 MiB, fragments smaller", smaller_than_requests, small, s),
            few_and_many("1 MiB to 64 MiB, fragments smaller", smaller_than_requests, large, s),
            few_and_many("4 KiB to 1 MiB, fragments of 512 B to 60 KiB", of_mixed_sizes, small, s),
            few_and_many("1 MiB to 64 MiB, fragments of 512 B to 60 KiB", of_mixed_sizes, large, s)};
}

} // namespace clmem::bench
