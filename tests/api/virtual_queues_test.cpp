// Queue order on simulated queues: which queue gets which range, with which markers, barriers and waits, when markers
// complete at once, after a lag, or never.
#include "figures.hpp"

#include <array>

namespace clmem::test {
namespace {

constexpr std::size_t slab = 2 * mib;
constexpr std::uint64_t never = UINT64_MAX;

cl_command_queue queue(std::uintptr_t number) {
    return reinterpret_cast<cl_command_queue>(number << 6);
}

class virtual_queues : public testing::Test {
  protected:
    provider_owner provider_;
    pool_owner pool_;

    void set_up(std::uint64_t lag_ns, std::size_t limit = slab) {
        pool_.reset();
        clmem_virtual_options options = CLMEM_VIRTUAL_OPTIONS_INIT;
        options.marker_lag_ns = lag_ns;
        provider_ = make_provider(&options);
        clmem_pool_options how = CLMEM_POOL_OPTIONS_INIT;
        how.limit_bytes = limit;
        pool_ = make_pool(provider_, &how);
    }
    buffer_owner take(std::uintptr_t number, std::size_t bytes = slab) {
        buffer_owner made;
        CHECK_OK(clmem_pool_allocate(pool_, number != 0 ? queue(number) : nullptr, bytes, made.out()));
        return made;
    }
    void expect(std::uint64_t markers, std::uint64_t barriers, std::uint64_t host_waits) {
        const clmem_statistics all = statistics(pool_);
        EXPECT_EQ(all.markers, markers);
        EXPECT_EQ(all.barriers, barriers);
        EXPECT_EQ(all.host_waits, host_waits);
        check_figures(pool_);
    }
};

TEST_F(virtual_queues, one_queue_costs_nothing) {
    set_up(never);
    for (int i = 0; i < 100; ++i) {
        take(1);
        take(1, 1000);
        take(0);
    }
    expect(0, 0, 0);
    EXPECT_EQ(statistics(pool_).live_events_peak, 0U);
}

TEST_F(virtual_queues, a_pool_grows_before_it_takes_what_another_queue_may_still_use) {
    set_up(never, 0);
    buffer_owner base = take(1, 100 * mib); // sets a budget with room
    base.reset();
    const auto place = [](clmem_buffer block) { return std::pair{describe(block).slab, describe(block).offset_bytes}; };
    buffer_owner first = take(1, mib);
    const auto range = place(first);
    first.reset();
    const buffer_owner second = take(2, mib);
    EXPECT_NE(place(second), range);
    expect(0, 0, 0);
}

TEST_F(virtual_queues, several_have_few_slabs) {
    const auto take_turns = [this] {
        for (std::uintptr_t number = 1; number <= 8; ++number) {
            take(number, mib);
        }
    };
    set_up(never, 0);
    take_turns();
    EXPECT_EQ(statistics(pool_).slabs, 2U);
    EXPECT_EQ(statistics(pool_).managed_bytes, mib + 8 * mib) << "the first barrier, and one for all others";
    take_turns();
    EXPECT_EQ(statistics(pool_).slabs, 2U);
    expect(0, 0, 0);
}

TEST_F(virtual_queues, a_slab_for_several_is_not_larger_than_may_be) {
    clmem_virtual_options options = CLMEM_VIRTUAL_OPTIONS_INIT;
    options.max_allocation_bytes = 3 * mib;
    provider_ = make_provider(&options);
    pool_ = make_pool(provider_);
    const buffer_owner first = take(1, mib);
    const buffer_owner second = take(2, slab);
    EXPECT_EQ(statistics(pool_).managed_bytes, mib + 3 * mib);
}

TEST_F(virtual_queues, a_range_of_another_queue_needs_a_barrier) {
    for (const std::uint64_t lag : {std::uint64_t{0}, std::uint64_t{1000}, never}) {
        SCOPED_TRACE(lag);
        set_up(lag);
        const std::uint64_t first = describe(take(1)).slab;
        EXPECT_EQ(describe(take(2)).slab, first);
        expect(1, 1, 0);
        EXPECT_EQ(statistics(pool_).queues, 2U);
        take(2); // queue 2 now knows
        expect(1, 1, 0);
    }
}

TEST_F(virtual_queues, a_marker_that_is_complete_needs_no_barrier) {
    const auto barriers_of_two_takers = [&](std::uint64_t lag, std::uint64_t passed) {
        set_up(lag);
        CHECK_OK(clmem_provider_set_time(provider_, 10));
        buffer_owner left = take(1, mib);
        buffer_owner right = take(1, mib);
        left.reset();
        const buffer_owner taken = take(2, mib); // behind a marker that covers only the left half
        right.reset();
        buffer_owner also = take(3, mib);
        also.reset();
        const std::uint64_t before = statistics(pool_).barriers;
        CHECK_OK(clmem_provider_set_time(provider_, 10 + passed));
        also = take(4, mib); // no marker covers what queue 3 has done since, until one is enqueued
        return statistics(pool_).barriers - before;
    };
    EXPECT_EQ(barriers_of_two_takers(1000, 2000), 1U);
    EXPECT_EQ(barriers_of_two_takers(never, 2000), 1U);

    for (const auto &[passed, barriers] : {std::pair{999U, 2U}, std::pair{1000U, 1U}}) {
        set_up(1000);
        {
            const buffer_owner left = take(1, mib);
            const buffer_owner right = take(1, mib);
        }
        const buffer_owner second = take(2, mib); // its marker covers both halves
        CHECK_OK(clmem_provider_set_time(provider_, passed));
        const buffer_owner third = take(3, mib);
        EXPECT_EQ(statistics(pool_).markers, 1U);
        EXPECT_EQ(statistics(pool_).barriers, barriers) << "after " << passed;
    }
}

TEST_F(virtual_queues, neighbours_of_several_queues_suffice_together_when_the_driver_refuses) {
    clmem_virtual_options options = CLMEM_VIRTUAL_OPTIONS_INIT;
    options.memory_bytes = slab + 8 * mib;
    options.marker_lag_ns = never;
    provider_ = make_provider(&options);
    pool_ = make_pool(provider_);
    const buffer_owner small = take(1, 512);
    take(2, 512); // from now on slabs have 8 MiB
    const buffer_owner first = take(1, 3 * mib);
    buffer_owner left = take(1, 5 * mib / 2);
    buffer_owner right = take(2, 5 * mib / 2);
    EXPECT_EQ(describe(left).slab, describe(first).slab);
    EXPECT_EQ(describe(right).slab, describe(first).slab);
    left.reset();
    right.reset();
    const buffer_owner both = take(3, 5 * mib);
    EXPECT_EQ(describe(both).slab, describe(first).slab);
    check_figures(pool_);
}

TEST_F(virtual_queues, the_clock_never_runs_backwards) {
    set_up(1000);
    CHECK_OK(clmem_provider_set_time(provider_, 5000));
    {
        const buffer_owner left = take(1, mib);
        const buffer_owner right = take(1, mib);
    }
    const buffer_owner second = take(2, mib);
    CHECK_OK(clmem_provider_set_time(provider_, 5999));
    CHECK_OK(clmem_provider_set_time(provider_, 100));
    CHECK_OK(clmem_provider_set_time(provider_, 6000));
    const buffer_owner third = take(3, mib);
    expect(1, 1, 0);
    CHECK_STATUS(CLMEM_ERROR_INVALID_HANDLE, clmem_provider_set_time(nullptr, 1));
}

TEST_F(virtual_queues, what_has_no_queue_waits_on_the_host) {
    set_up(never);
    buffer_owner block = take(0); // belongs to no queue until one is named
    block.reset();
    block = take(1);
    expect(0, 0, 0);
    block.reset();
    block = take(0);
    EXPECT_EQ(describe(block).queue, queue(1));
    expect(0, 0, 0);
}

TEST_F(virtual_queues, a_range_waits_for_every_recorded_queue) {
    set_up(never);
    buffer_owner block = take(1);
    for (const std::uintptr_t user : {2U, 3U, 2U, 1U}) {
        CHECK_OK(clmem_pool_record_use(pool_, block, queue(user)));
    }
    block.reset();
    block = take(1);
    expect(2, 1, 0); // queues 2 and 3 in one barrier
    block.reset();
    block = take(3);
    expect(3, 2, 0);
    EXPECT_LE(statistics(pool_).live_events, 3U);
}

// A small block of a large pool normally goes to its queue's cache without a check of what it waits for; not if others
// use it.
TEST_F(virtual_queues, a_small_block_that_another_queue_uses_does_not_wait_in_the_cache) {
    set_up(never, 0);
    const buffer_owner rest = take(1, 64 * mib);
    const auto place = [](clmem_buffer block) { return std::pair{describe(block).slab, describe(block).offset_bytes}; };
    buffer_owner block = take(1, 4096);
    const auto before = place(block);
    block.reset();
    block = take(1, 4096);
    ASSERT_EQ(place(block), before) << "it was not cached";
    CHECK_OK(clmem_pool_record_use(pool_, block, queue(2)));
    block.reset();
    EXPECT_EQ(statistics(pool_).cached_bytes, 0U);
    block = take(1, 4096);
    if (place(block) == before) { expect(1, 1, 0); }
}

TEST_F(virtual_queues, merged_ranges_wait_for_the_queues_of_all_parts) {
    set_up(never);
    take(1); // one slab for both halves
    std::array<buffer_owner, 2> halves{take(1, mib), take(2, mib)};
    for (buffer_owner &half : halves) {
        half.reset();
    }
    buffer_owner whole = take(3);
    expect(3, 2, 0); // one of these for the second half
    whole.reset();
    halves[0] = take(1, mib);
    halves[1] = take(2, mib);
    expect(4, 4, 0); // one marker of queue 3 covers both halves
}

TEST_F(virtual_queues, a_forgotten_queue_leaves_its_ranges_to_the_others) {
    for (const std::uint64_t lag : {std::uint64_t{0}, never}) {
        set_up(lag);
        take(1);
        CHECK_OK(clmem_pool_forget_queue(pool_, queue(1)));
        EXPECT_EQ(statistics(pool_).queues, 0U);
        clmem_buffer refused = nullptr;
        CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_pool_allocate(pool_, nullptr, slab, &refused));
        CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_pool_forget_queue(pool_, queue(1)));
        CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_pool_forget_queue(pool_, nullptr));
        take(2);
        expect(1, lag == 0 ? 0 : 1, 0);
        EXPECT_EQ(statistics(pool_).queues, 1U);
    }
}

TEST_F(virtual_queues, no_other_queue_becomes_the_pools_own_once_that_was_forgotten) {
    set_up(0);
    take(1);
    CHECK_OK(clmem_pool_forget_queue(pool_, queue(1)));
    take(2);
    take(3);
    clmem_buffer refused = nullptr;
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_pool_allocate(pool_, nullptr, slab, &refused));
    CHECK_OK(clmem_buffer_release(refused));
}

TEST_F(virtual_queues, queues_are_used_and_forgotten_without_end) {
    set_up(1000);
    for (std::uintptr_t number = 1; number <= 1000; ++number) {
        CHECK_OK(clmem_provider_set_time(provider_, number * 2000));
        take(number);
        take(number, 1000); // stays in a cache
        CHECK_OK(clmem_pool_forget_queue(pool_, queue(number)));
    }
    EXPECT_EQ(statistics(pool_).queues, 0U);
    EXPECT_LE(statistics(pool_).live_events, 4U * 2U);
    check_figures(pool_);
}

TEST_F(virtual_queues, the_64th_is_refused) {
    set_up(never);
    for (std::uintptr_t number = 1; number <= 63; ++number) {
        take(number);
    }
    clmem_buffer refused = nullptr;
    CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED, clmem_pool_allocate(pool_, queue(64), slab, &refused));
    const buffer_owner block = take(1);
    CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED, clmem_pool_record_use(pool_, block, queue(64)));
    EXPECT_EQ(statistics(pool_).queues, 63U);
    expect(63, 63, 0);
    EXPECT_LE(statistics(pool_).live_events, 63U * 4U);
}

TEST_F(virtual_queues, have_no_events) {
    set_up(0);
    const buffer_owner block = take(1);
    const cl_event event = reinterpret_cast<cl_event>(&provider_);
    CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED, clmem_buffer_release_after(block, 1, &event));
    EXPECT_EQ(describe(block).queue, queue(1));
    buffer_owner other = take(1, 0);
    CHECK_OK(clmem_buffer_release_after(other.give_up(), 0, nullptr));
    EXPECT_EQ(statistics(pool_).active_blocks, 1U);
}

} // namespace
} // namespace clmem::test
