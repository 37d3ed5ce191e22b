#include "base/bias.hpp"

#include <atomic>
#include <chrono>
#include <gtest/gtest.h>
#include <thread>
#include <vector>

namespace clmem_core {
namespace {

TEST(bias, is_its_first_threads_until_another_shares) {
    asymmetric::prepare();
    bias right;
    EXPECT_FALSE(right.enter()) << "it has no owner yet";
    right.share();
    ASSERT_TRUE(right.enter());
    right.leave();
    right.share();
    ASSERT_TRUE(right.enter()) << "its owner does not share it";
    right.leave();
    std::thread{[&] {
        EXPECT_FALSE(right.enter());
        right.share();
        EXPECT_FALSE(right.enter()) << "a shared bias has no owner";
    }}.join();
    EXPECT_FALSE(right.enter());
    right.share();
    EXPECT_FALSE(right.enter()) << "for good";
}

TEST(bias, is_not_taken_away_before_its_owner_leaves) {
    asymmetric::prepare();
    bias right;
    right.share();
    ASSERT_TRUE(right.enter());
    std::atomic<bool> shared{false};
    std::thread other{[&] {
        right.share();
        shared = true;
    }};
    std::this_thread::sleep_for(std::chrono::milliseconds{50});
    EXPECT_FALSE(shared);
    right.leave();
    other.join();
    EXPECT_TRUE(shared);
}

// The owner's plain steps never overlap with the single atomic step of another thread.
TEST(bias, is_not_shared_while_its_owner_is_busy) {
    asymmetric::prepare();
    for (int round = 0; round < 300; ++round) {
        bias right;
        std::atomic<long> count{0};
        const auto work = [&] {
            for (int i = 0; i < 500; ++i) {
                if (right.enter()) {
                    count.store(count.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
                    right.leave();
                } else {
                    right.share();
                    count.fetch_add(1, std::memory_order_relaxed);
                }
            }
        };
        std::vector<std::thread> threads;
        for (int i = 0; i < 3; ++i) {
            threads.emplace_back(work);
        }
        for (auto &t : threads) {
            t.join();
        }
        ASSERT_EQ(count.load(), 1500);
    }
}

} // namespace
} // namespace clmem_core
