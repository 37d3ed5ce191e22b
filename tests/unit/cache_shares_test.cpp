// How the thread caches of a pool share the bytes that may be cached.
#include "pool/cache_shares.hpp"

#include <gtest/gtest.h>
#include <memory>

namespace clmem {
namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20;
constexpr std::size_t limit = cache_shares::most_cached; // of a pool that is large enough

class shares : public testing::Test {
  protected:
    known_queue queue_;
    cache_shares shares_;

    std::unique_ptr<thread_cache> make_cache() {
        return std::make_unique<thread_cache>(nullptr, queue_, 1, size_classes{512}, false);
    }
    void TearDown() override { EXPECT_STREQ(shares_.check().text(), ""); }
};

TEST_F(shares, follow_the_pools_size) {
    const auto only = make_cache();
    shares_.add(*only);
    EXPECT_EQ(shares_.limit(), 0U);
    shares_.resize(64 * mebibyte);
    EXPECT_EQ(shares_.limit(), mebibyte);
    shares_.resize(100'000 * mebibyte);
    EXPECT_EQ(shares_.limit(), limit);
    EXPECT_EQ(only->bound(), limit / 2) << "a single cache has half, the depots the rest";
    EXPECT_EQ(shares_.depot_limit(), limit / 2);
    shares_.stop_holding();
    EXPECT_EQ(only->bound(), 0U);
    shares_.resize(100'000 * mebibyte);
    EXPECT_EQ(only->bound(), 0U);
    EXPECT_FALSE(shares_.holds());
}

TEST_F(shares, are_small_until_a_cache_overflows) {
    const auto first = make_cache();
    const auto second = make_cache();
    shares_.resize(100'000 * mebibyte);
    shares_.add(*first);
    shares_.add(*second);
    EXPECT_EQ(second->bound(), limit / 16);
    EXPECT_FALSE(shares_.grant(*first)) << "it has a large share already";
    first->visits = 1; // it is in use
    EXPECT_TRUE(shares_.grant(*second));
    EXPECT_EQ(first->bound(), second->bound());
    EXPECT_EQ(shares_.depot_limit(), limit / 4) << "several share three quarters";
}

TEST_F(shares, of_unused_caches_become_small_when_another_overflows) {
    const auto unused = make_cache();
    const auto used = make_cache();
    shares_.resize(100'000 * mebibyte);
    shares_.add(*unused);
    shares_.add(*used);
    EXPECT_TRUE(shares_.grant(*used));
    EXPECT_EQ(unused->bound(), limit / 16);
    EXPECT_EQ(used->bound(), limit / 2 - limit / 16);
    shares_.remove(*unused);
    EXPECT_EQ(used->bound(), limit / 2);
}

TEST_F(shares, count_the_live_bytes_of_all_caches) {
    const auto first = make_cache();
    const auto second = make_cache();
    shares_.add(*first);
    shares_.add(*second);
    first->count_hit(1, 1000);
    second->count_release(300); // of a block that the first one has allocated
    EXPECT_EQ(shares_.uncollected(), 700U);
    EXPECT_FALSE(shares_.any_cached());
}

} // namespace
} // namespace clmem
