// How the thread caches of a pool share the bytes that may be cached.
#include "pool/cache_shares.hpp"

#include <gtest/gtest.h>
#include <memory>
#include <vector>

namespace clmem_core {
namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20;
constexpr std::size_t limit = cache_shares::most_cached; // of a pool that is large enough

class shares : public testing::Test {
  protected:
    known_queue queue_;
    std::vector<std::unique_ptr<thread_cache>> caches_; // live until TearDown() has checked their shares
    cache_shares shares_;

    thread_cache *make_cache() {
        caches_.push_back(
            std::make_unique<thread_cache>(nullptr, queue_, 1, size_classes{512}, thread_cache::traits{}));
        return caches_.back().get();
    }
    void TearDown() override { EXPECT_STREQ(shares_.check().text(), ""); }
};

TEST_F(shares, follow_the_pools_size) {
    thread_cache *const only = make_cache();
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
    thread_cache *const first = make_cache();
    thread_cache *const second = make_cache();
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
    thread_cache *const unused = make_cache();
    thread_cache *const used = make_cache();
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
    thread_cache *const first = make_cache();
    thread_cache *const second = make_cache();
    shares_.add(*first);
    shares_.add(*second);
    first->count_hit(1, 1000);
    second->count_release(300); // of a block that the first one has allocated
    EXPECT_EQ(shares_.uncollected(), 700U);
    EXPECT_FALSE(shares_.any_cached());
}

} // namespace
} // namespace clmem_core
