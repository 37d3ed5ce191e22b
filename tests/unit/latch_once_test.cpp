#include "base/latch_once.hpp"

#include <gtest/gtest.h>
#include <stdexcept>
#include <thread>
#include <vector>

namespace clmem_core {
namespace {

TEST(latch_once, runs_until_it_succeeds_and_then_never_again) {
    latch_once once;
    int runs = 0;
    EXPECT_THROW(once.run([&] {
        ++runs;
        throw std::runtime_error{"no"};
    }),
                 std::runtime_error);
    once.run([&] { ++runs; });
    once.run([&] { ++runs; });
    EXPECT_EQ(runs, 2);
}

TEST(latch_once, runs_nothing_once_it_is_skipped) {
    latch_once once;
    once.skip();
    once.run([] { FAIL(); });
    once.skip();
}

TEST(latch_once, lets_others_wait_for_the_first) {
    for (int round = 0; round < 200; ++round) {
        latch_once once;
        int written = 0; // not atomic: ordered by the latch
        std::vector<std::thread> threads;
        for (int i = 0; i < 4; ++i) {
            threads.emplace_back([&] {
                once.run([&] { ++written; });
                EXPECT_EQ(written, 1);
            });
        }
        for (auto &t : threads) {
            t.join();
        }
    }
}

} // namespace
} // namespace clmem_core
