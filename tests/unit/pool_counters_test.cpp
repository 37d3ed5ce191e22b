// A pool's counts, together with those that its thread caches have not reported yet.
#include "pool/pool_counters.hpp"

#include <gtest/gtest.h>

namespace clmem_core {
namespace {

class counters : public testing::Test {
  protected:
    known_queue queue_;
    thread_cache cache_{nullptr, queue_, 1, size_classes{512}, {}};
    pool_counters counters_;

    void allocate(std::size_t bytes) {
        counters_.count_allocation(1, false, bytes);
        if (counters_.may_have_peaked()) { counters_.raise_peak(cache_.active().get()); }
    }
};

TEST_F(counters, have_the_peak_of_the_live_bytes) {
    allocate(1000);
    counters_.subtract_live(1000);
    counters_.count_release();
    allocate(500);
    EXPECT_EQ(counters_.live(), 500U);
    EXPECT_EQ(counters_.live_peak(), 1000U);
    counters_.reset_peak(cache_.active().get());
    EXPECT_EQ(counters_.live_peak(), 500U);
}

TEST_F(counters, know_that_caches_may_have_freed_what_the_pool_still_counts) {
    allocate(1000);
    cache_.count_release(1000);
    allocate(600);
    EXPECT_EQ(counters_.live_peak(), 1000U) << "600 bytes are live";
    counters_.collect(cache_);
    EXPECT_EQ(counters_.live(), 600U);
    EXPECT_EQ(cache_.active().get(), 0U) << "counted once";
    // More freed than this pool has counted as allocated: the rest was allocated from another cache.
    cache_.count_release(700);
    counters_.collect(cache_);
    EXPECT_FALSE(counters_.may_have_peaked());
}

TEST_F(counters, take_over_what_a_cache_has_counted) {
    counters_.count_allocation(3, true, 100);
    counters_.count_allocation(3, false, 100);
    cache_.count_hit(3, 200);
    cache_.count_hit(4, 200);
    cache_.count_release(100);
    counters_.take_over(cache_);
    EXPECT_EQ(counters_.hits(3), 2U);
    EXPECT_EQ(counters_.hits(), 3U);
    EXPECT_EQ(counters_.misses(), 1U);
    EXPECT_EQ(counters_.releases(), 1U);
    EXPECT_EQ(counters_.live(), 500U);
}

} // namespace
} // namespace clmem_core
