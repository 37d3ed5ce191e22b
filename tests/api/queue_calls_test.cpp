// What queue order calls in OpenCL: nothing on a hit or a release, three calls when a block changes its queue, and no
// accumulating events.
#include "queue_memory.hpp"
#include "racing.hpp"

#include <array>

namespace clmem::test {
namespace {

class queue_calls : public queue_memory {
  protected:
    void SetUp() override {
        on_device::SetUp();
        if (!HasFatalFailure()) { use(memory::buffer); }
    }
    static std::uint64_t calls() { return counting().calls(nullptr); }
};

TEST_F(queue_calls, none_for_hits_on_two_queues) {
    const pool_owner pool = make_pool(provider_);
    const std::array<queue_owner, 2> queues{make_queue(), make_queue()};
    const buffer_owner base = allocate(pool, queues[0], std::size_t{64} << 20); // the caches' bound depends on it
    const auto pass = [&] {
        for (cl_command_queue queue : {queues[0].get(), queues[1].get()}) {
            for (const std::size_t bytes : {std::size_t{100}, std::size_t{4096}, std::size_t{65536}}) {
                clmem_buffer buffer = nullptr;
                cl_mem mem = nullptr;
                ASSERT_EQ(clmem_pool_allocate(pool, queue, bytes, &buffer), CLMEM_SUCCESS);
                ASSERT_EQ(clmem_buffer_mem(buffer, &mem), CLMEM_SUCCESS);
                ASSERT_EQ(clmem_buffer_release(buffer), CLMEM_SUCCESS);
            }
        }
    };
    pass();
    counting().reset();
    const std::uint64_t hits = statistics(pool).hits;
    for (int i = 0; i < 1000; ++i) {
        pass();
    }
    EXPECT_EQ(calls(), 0U);
    EXPECT_EQ(statistics(pool).hits - hits, 6000U);
}

TEST_F(queue_calls, none_for_a_release_in_whatever_queue) {
    const pool_owner pool = make_pool(provider_);
    const queue_owner in_order = make_queue();
    const queue_owner another = make_queue(has_out_of_order_);
    std::vector<buffer_owner> blocks;
    for (int i = 0; i < 200; ++i) {
        blocks.push_back(allocate(pool, i % 2 == 0 ? in_order : another, std::size_t{1000} << i % 12));
        if (i % 3 == 0) { CHECK_OK(clmem_pool_record_use(pool, blocks.back(), i % 2 == 0 ? another : in_order)); }
    }
    counting().reset();
    blocks.clear();
    EXPECT_EQ(calls(), 0U);
    EXPECT_EQ(statistics(pool).releases, 200U);
}

TEST_F(queue_calls, none_when_the_order_is_known) {
    const pool_owner pool = make_tight_pool();
    const queue_owner first = make_queue();
    const queue_owner second = make_queue();
    buffer_owner block = allocate(pool, first, slab);
    buffer_owner parts[2];
    block.reset();
    for (buffer_owner &part : parts) { // both halves have the same stamp, so one marker is enough
        part = allocate(pool, second, slab / 2);
    }
    EXPECT_EQ(statistics(pool).markers, 1U);
    EXPECT_EQ(statistics(pool).barriers, 1U);
}

TEST_F(queue_calls, three_for_a_block_of_another_queue) {
    const pool_owner pool = make_tight_pool();
    const std::array<queue_owner, 2> queues{make_queue(), make_queue()};
    gate held{context_}; // so that no marker completes and each block must move by a barrier
    cl_event waiting = nullptr;
    for (cl_command_queue queue : {queues[0].get(), queues[1].get()}) {
        ASSERT_EQ(REAL(clEnqueueBarrierWithWaitList)(queue, 1, &held.event(), &waiting), CL_SUCCESS);
        REAL(clReleaseEvent)(waiting);
        buffer_owner block = allocate(pool, queue, slab);
    }
    for (std::size_t i = 0; i < 100; ++i) {
        counting().reset();
        const clmem_statistics before = statistics(pool);
        buffer_owner block = allocate(pool, queues[i % 2], slab);
        // Polling the few existing markers does not count as part of moving the block.
        const std::uint64_t kept = counting().calls("clSetEventCallback"); // for quirk unreferenced_failure_aborts
        const std::uint64_t queries = counting().calls("clGetEventInfo") - kept;
        EXPECT_LE(calls() - queries - 2 * kept - counting().calls("clReleaseEvent"), 3U);
        EXPECT_LE(queries, 2U) << "one for each queue";
        EXPECT_EQ(counting().calls("clEnqueueMarkerWithWaitList"), 1U);
        EXPECT_EQ(counting().calls("clFlush"), 1U);
        EXPECT_EQ(counting().calls("clEnqueueBarrierWithWaitList"), 1U);
        EXPECT_EQ(statistics(pool).markers - before.markers, 1U);
        EXPECT_EQ(statistics(pool).barriers - before.barriers, 1U);
        block.reset();
    }
    EXPECT_EQ(statistics(pool).host_waits, 0U);
    held.open();
    finish(queues[0]);
    finish(queues[1]);
}

TEST_F(queue_calls, the_first_in_order_queue_that_is_named_is_the_pools_own) {
    if (!has_out_of_order_) { GTEST_SKIP() << "the device has no out-of-order queues"; }
    const pool_owner pool = make_pool(provider_);
    const queue_owner first = make_queue(true);
    const queue_owner second = make_queue();
    const queue_owner third = make_queue();
    for (cl_command_queue named : {first.get(), second.get(), third.get()}) {
        const buffer_owner block = allocate(pool, named, 1000);
        EXPECT_EQ(describe(block).queue, named);
    }
    EXPECT_EQ(describe(make_buffer(pool, 1000)).queue, second);
    clmem_pool_options options = CLMEM_POOL_OPTIONS_INIT;
    options.queue = first; // the program's choice takes precedence
    const pool_owner of_first = make_pool(provider_, &options);
    EXPECT_EQ(describe(make_buffer(of_first, 1000)).queue, first);
}

TEST_F(queue_calls, events_do_not_pile_up) {
    const int steals = is_fast_build() ? 100'000 : 10'000;
    const pool_owner pool = make_tight_pool();
    const std::array<queue_owner, 3> queues{make_queue(), make_queue(), make_queue(has_out_of_order_)};
    for (int i = 0; i < steals; ++i) {
        clmem_buffer block = nullptr;
        ASSERT_EQ(clmem_pool_allocate(pool, queues[static_cast<std::size_t>(i) % 3], slab, &block), CLMEM_SUCCESS);
        ASSERT_EQ(clmem_buffer_release(block), CLMEM_SUCCESS);
        // Each marker of PoCL visits all commands of its queue that are not complete.
        if (i % 64 == 0) { finish(queues[static_cast<std::size_t>(i) / 64 % 3]); }
    }
    for (const queue_owner &queue : queues) {
        finish(queue);
    }
    const clmem_statistics all = statistics(pool);
    EXPECT_GE(all.markers, static_cast<std::uint64_t>(steals) / 3);
    EXPECT_LE(all.live_events, 3U * 4U + 3) << "four markers for each queue, and its last barrier";
    EXPECT_LE(all.live_events_peak, 2 * (3U * 4U + 3)) << "these, and as many that are about to be released";
    EXPECT_EQ(all.host_waits, 0U);
}

} // namespace
} // namespace clmem::test
