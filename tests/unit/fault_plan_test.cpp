// Which calls a spec of faults chooses, and what happens to them.
#include "fault/plan.hpp"

#include <atomic>
#include <clmem.h>
#include <gtest/gtest.h>
#include <memory>
#include <thread>
#include <vector>

namespace {

using namespace clmem_core::fault;

constexpr call calls[] = {{"clFinish"}, {"clCreateBuffer", true}, {"clReleaseMemObject", false, false, true}};
constexpr std::size_t finish = 0, create = 1, release = 2;

std::uint64_t time_now = 0;

std::unique_ptr<plan> planned(std::string_view text, bool below = false) {
    time_now = 1'000;
    const parsed_spec read = parse(text);
    EXPECT_EQ(read.error, "");
    return std::make_unique<plan>(read.value, calls, below, []() noexcept { return time_now; });
}

// The numbers of those of `count` calls that fail, from 1.
std::vector<int> failing(plan &of, int count, std::size_t which = finish) {
    std::vector<int> result;
    for (int number = 1; number <= count; ++number) {
        if (of.decide(which, 0, 0).code != 0) { result.push_back(number); }
    }
    return result;
}

TEST(fault_plan, chooses_calls_by_their_numbers) {
    EXPECT_EQ(failing(*planned("clFinish:nth=3"), 6), std::vector<int>{3});
    EXPECT_EQ(failing(*planned("clFinish:from=3"), 5), (std::vector<int>{3, 4, 5}));
    EXPECT_EQ(failing(*planned("clFinish:every=2"), 6), (std::vector<int>{2, 4, 6}));
    EXPECT_EQ(failing(*planned("clFinish"), 3), (std::vector<int>{1, 2, 3}));
    EXPECT_EQ(failing(*planned("clCreateBuffer"), 3), std::vector<int>{});
}

TEST(fault_plan, a_share_depends_on_the_seed_alone) {
    const auto first = failing(*planned("seed=1,clFinish:share=10%"), 1'000);
    EXPECT_EQ(failing(*planned("seed=1,clFinish:share=10%"), 1'000), first);
    EXPECT_NE(failing(*planned("seed=2,clFinish:share=10%"), 1'000), first);
    EXPECT_GT(first.size(), 60U);
    EXPECT_LT(first.size(), 140U);
}

TEST(fault_plan, rules_of_a_pattern_count_all_its_calls_together) {
    const auto of = planned("cl*:nth=2");
    EXPECT_EQ(of->decide(finish, 0, 0).code, 0);
    EXPECT_EQ(of->decide(create, 0, 0).code, CL_MEM_OBJECT_ALLOCATION_FAILURE);
    EXPECT_EQ(of->decide(finish, 0, 0).code, 0);
    EXPECT_EQ(of->calls(), 3U);
    EXPECT_EQ(of->failures(), 1U);
}

TEST(fault_plan, denies_memory_above_a_size_and_beyond_a_total) {
    const auto above = planned("memory:above=100");
    EXPECT_EQ(above->decide(create, 100, 0).code, 0);
    EXPECT_EQ(above->decide(create, 101, 0).code, CL_MEM_OBJECT_ALLOCATION_FAILURE);
    EXPECT_EQ(above->decide(finish, 0, 0).code, 0);
    EXPECT_FALSE(above->needs_live_bytes());
    const auto beyond = planned("memory:beyond=100:code=CL_OUT_OF_RESOURCES");
    EXPECT_TRUE(beyond->needs_live_bytes());
    EXPECT_EQ(beyond->decide(create, 60, 40).code, 0);
    EXPECT_EQ(beyond->decide(create, 61, 40).code, CL_OUT_OF_RESOURCES);
    EXPECT_EQ(beyond->decide(create, 1, 200).code, CL_OUT_OF_RESOURCES);
    EXPECT_EQ(beyond->decide(create, ~std::uint64_t{0}, 40).code, CL_OUT_OF_RESOURCES) << "no sum overflows";
}

TEST(fault_plan, conditions_come_before_numbers) {
    const auto of = planned("memory:above=100:nth=2");
    EXPECT_EQ(of->decide(create, 200, 0).code, 0);
    EXPECT_EQ(of->decide(create, 50, 0).code, 0);
    EXPECT_EQ(of->decide(create, 200, 0).code, CL_MEM_OBJECT_ALLOCATION_FAILURE) << "the second that is large";
}

TEST(fault_plan, begins_after_a_time) {
    const auto of = planned("clFinish:after=5us");
    EXPECT_EQ(of->decide(finish, 0, 0).code, 0);
    time_now += 5'000;
    EXPECT_EQ(of->decide(finish, 0, 0).code, CL_OUT_OF_RESOURCES);
}

TEST(fault_plan, a_lost_device_fails_whatever_needs_it) {
    const auto of = planned("clFinish:nth=2:lose");
    EXPECT_EQ(of->decide(create, 1, 0).code, 0);
    EXPECT_EQ(of->decide(finish, 0, 0).code, 0);
    EXPECT_EQ(of->decide(finish, 0, 0).code, CL_DEVICE_NOT_AVAILABLE);
    EXPECT_EQ(of->decide(create, 1, 0).code, CL_DEVICE_NOT_AVAILABLE);
    EXPECT_EQ(of->decide(release, 0, 0).code, 0);
}

TEST(fault_plan, a_release_at_which_the_device_is_lost_succeeds) {
    for (const char *const spec : {"clReleaseMemObject:nth=1:lose", "all:lose"}) {
        const auto of = planned(spec);
        EXPECT_EQ(of->decide(release, 0, 0).code, 0) << spec;
        EXPECT_EQ(of->decide(create, 1, 0).code, CL_DEVICE_NOT_AVAILABLE) << spec;
        EXPECT_EQ(of->decide(release, 0, 0).code, 0) << spec;
    }
}

TEST(fault_plan, delays_add_up_and_a_failure_hides_a_late_one) {
    const auto of = planned("clFinish:delay=1us,cl*:delay=2us,clFinish:late=-5,clFinish:nth=2");
    const decision first = of->decide(finish, 0, 0);
    EXPECT_EQ(first.delay_ns, 3'000U);
    EXPECT_EQ(first.late, CL_OUT_OF_RESOURCES);
    EXPECT_EQ(first.code, 0);
    const decision second = of->decide(finish, 0, 0);
    EXPECT_EQ(second.late, 0);
    EXPECT_EQ(second.code, CL_OUT_OF_RESOURCES);
    EXPECT_EQ(of->failures(), 2U);
    EXPECT_EQ(of->delays(), 2U);
}

TEST(fault_plan, has_the_rules_of_its_side) {
    EXPECT_EQ(failing(*planned("below:clFinish"), 2), std::vector<int>{});
    EXPECT_EQ(failing(*planned("below:clFinish", true), 2), (std::vector<int>{1, 2}));
}

TEST(fault_plan, threads_share_the_numbers) {
    const auto of = planned("clFinish:nth=1000");
    std::atomic<int> failed{0};
    std::vector<std::thread> threads;
    for (int thread = 0; thread < 4; ++thread) {
        threads.emplace_back([&] { failed += static_cast<int>(failing(*of, 500).size()); });
    }
    for (std::thread &each : threads) {
        each.join();
    }
    EXPECT_EQ(failed, 1);
    EXPECT_EQ(of->calls(), 2'000U);
}

} // namespace
