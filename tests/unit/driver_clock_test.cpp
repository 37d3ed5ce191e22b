#include "pool/driver_clock.hpp"

#include <gtest/gtest.h>
#include <thread>

namespace clmem_core {
namespace {

using namespace std::chrono_literals;

const driver_clock::clock::time_point start{};

TEST(driver_clock, pays_for_what_could_be_avoided_alone) {
    driver_clock clock{20, true};
    EXPECT_TRUE(clock.below_share());
    clock.count(start, start + 10s, false);
    EXPECT_TRUE(clock.below_share());
    clock.count(start, start + 10s, true);
    EXPECT_FALSE(clock.below_share());
    EXPECT_EQ(clock.spent_ns(), 20'000'000'000U);
}

TEST(driver_clock, lets_time_pay) {
    driver_clock clock{500, true};
    clock.count(start, start + 6ms, true); // 5 ms more than the credit
    EXPECT_FALSE(clock.below_share());
    std::this_thread::sleep_for(20ms); // three eighths of it are credited
    EXPECT_TRUE(clock.below_share());
}

TEST(driver_clock, saves_no_more_than_a_burst) {
    driver_clock clock{999, true};
    std::this_thread::sleep_for(50ms);
    EXPECT_TRUE(clock.below_share());
    clock.count(start, start + 25ms, true);
    EXPECT_FALSE(clock.below_share());
}

TEST(driver_clock, knows_no_limit_and_no_time_at_all) {
    driver_clock unlimited{driver_clock::unlimited, true};
    unlimited.count(start, start + 1h, true);
    EXPECT_TRUE(unlimited.below_share());
    EXPECT_FALSE(unlimited.is_forbidden());
    driver_clock none{CLMEM_DRIVER_TIME_NEVER, true};
    EXPECT_FALSE(none.below_share());
    EXPECT_TRUE(none.is_forbidden());
    driver_clock by_default{0, true};
    by_default.count(start, start + 1h, true);
    EXPECT_FALSE(by_default.below_share());
    EXPECT_FALSE(by_default.is_forbidden());
    driver_clock free_of_cost{20, false};
    free_of_cost.count(start, start + 1h, true);
    EXPECT_TRUE(free_of_cost.below_share());
}

} // namespace
} // namespace clmem_core
