// A pool's statistics, and the rules that they obey whenever no call is running.
#pragma once

#include "c_api.hpp"

#include <algorithm>
#include <vector>

namespace clmem::test {

inline clmem_statistics statistics(clmem_pool pool) {
    clmem_statistics figures = CLMEM_STATISTICS_INIT;
    CHECK_OK(clmem_pool_statistics(pool, &figures));
    return figures;
}

inline clmem_buffer_info describe(clmem_buffer buffer) {
    clmem_buffer_info info = CLMEM_BUFFER_INFO_INIT;
    CHECK_OK(clmem_buffer_describe(buffer, &info));
    return info;
}

inline std::vector<clmem_bin_statistics> bins(clmem_pool pool) {
    std::uint32_t count = 0;
    CHECK_OK(clmem_pool_bin_statistics(pool, 0, sizeof(clmem_bin_statistics), nullptr, &count));
    std::vector<clmem_bin_statistics> all(count);
    CHECK_OK(clmem_pool_bin_statistics(pool, count, sizeof(clmem_bin_statistics), all.data(), &count));
    return all;
}

inline std::vector<clmem_tag_statistics> tags(clmem_pool pool) {
    std::uint32_t count = 0;
    CHECK_OK(clmem_pool_tag_statistics(pool, 0, sizeof(clmem_tag_statistics), nullptr, &count));
    std::vector<clmem_tag_statistics> all(count);
    CHECK_OK(clmem_pool_tag_statistics(pool, count, sizeof(clmem_tag_statistics), all.data(), &count));
    return all;
}

template <class Record, class Number>
Number sum(const std::vector<Record> &records, Number Record::*member) {
    Number total = 0;
    for (const Record &record : records) {
        total += record.*member;
    }
    return total;
}

// Beyond its bound, a thread may keep the one block of each queue that it freed last; this is the largest block that
// caches accept.
constexpr std::size_t last_freed_bytes = std::size_t{1} << 20;

// Checks every rule that relates a pool's statistics to each other.
inline void check_figures(clmem_pool pool) {
    const clmem_statistics all = statistics(pool);
    EXPECT_GE(all.managed_bytes, all.active_bytes + all.held_bytes);
    EXPECT_GE(all.held_bytes, all.idle_bytes);
    EXPECT_GE(all.held_bytes, all.cached_bytes);
    EXPECT_GE(all.managed_bytes_peak, all.managed_bytes);
    EXPECT_GE(all.active_bytes_peak, all.active_bytes);
    EXPECT_LE(all.active_bytes_peak, all.managed_bytes_peak);
    EXPECT_EQ(all.hits + all.misses, all.allocations);
    EXPECT_EQ(all.misses_empty + all.misses_waiting + all.misses_large + all.misses_aligned + all.misses_tagged +
                  all.misses_dedicated + all.misses_out_of_order + all.misses_unheld,
              all.misses);
    EXPECT_EQ(all.allocations - all.releases, all.active_blocks);
    EXPECT_EQ(all.driver_allocations - all.driver_releases, all.slabs);
    EXPECT_EQ(all.managed_bytes == 0, all.slabs == 0);
    EXPECT_EQ(all.active_bytes == 0, all.active_blocks == 0);
    EXPECT_TRUE(all.held_bytes != 0 || all.held_blocks == 0);
    EXPECT_LE(all.held_blocks, all.releases);
    EXPECT_LE(all.cached_bytes, all.cache_bound_bytes + std::max<std::size_t>(1, all.queues) * last_freed_bytes);

    const auto classes = bins(pool);
    EXPECT_EQ(sum(classes, &clmem_bin_statistics::hits), all.hits);
    EXPECT_EQ(sum(classes, &clmem_bin_statistics::misses), all.misses);
    EXPECT_LE(sum(classes, &clmem_bin_statistics::held_blocks), all.held_blocks);

    const auto names = tags(pool);
    EXPECT_EQ(sum(names, &clmem_tag_statistics::active_bytes), all.active_bytes);
    EXPECT_EQ(sum(names, &clmem_tag_statistics::active_blocks), all.active_blocks);
    EXPECT_EQ(sum(names, &clmem_tag_statistics::allocations), all.allocations);
}

} // namespace clmem::test
