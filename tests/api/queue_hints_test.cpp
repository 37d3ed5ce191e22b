// What the program tells a pool about queues: which other queues use a block, which events end its use, which queue is
// forgotten, which queue owns a block. Gates hold back the commands for which the pool must wait.
#include "queue_memory.hpp"

#include <array>
#include <thread>

namespace clmem::test {
namespace {

class queue_hints : public three_queues {
  protected:
    // Takes the only block over for a queue, writes it, opens the gate for the command that its previous queue still
    // holds back, and checks that the new content is intact.
    void expect_kept_apart(gate &held, cl_command_queue user, cl_command_queue taker) {
        const buffer_owner block = allocate(pool_, taker, slab);
        cl_event written = nullptr;
        kernels_->write(taker, block, new_seed, nullptr, &written);
        flush(taker);
        std::this_thread::sleep_for(std::chrono::milliseconds{2});
        EXPECT_FALSE(is_complete(written)) << "the block was written while a pending command used it";
        REAL(clReleaseEvent)(written);
        held.open();
        finish(user);
        kernels_->check(taker, block, new_seed);
        finish(taker);
        EXPECT_EQ(kernels_->wrong(), 0U);
        check_figures(pool_);
    }
};

INSTANTIATE_TEST_SUITE_P(, queue_hints, testing::Values(memory::buffer, memory::svm),
                         [](const auto &kind) { return name_of(kind.param); });

TEST_P(queue_hints, a_recorded_use_is_waited_for) {
    for (cl_command_queue taker : {taker_.get(), owner_.get()}) {   // the owner has not waited for it either
        for (const std::size_t bytes : {slab, std::size_t{4096}}) { // the small one must not go to a cache
            gate held{context_};
            const buffer_owner rest = bytes < slab ? allocate(pool_, owner_, slab - bytes) : buffer_owner{};
            buffer_owner block = allocate(pool_, owner_, bytes);
            CHECK_OK(clmem_pool_record_use(pool_, block, user_));
            CHECK_OK(clmem_pool_record_use(pool_, block, user_)); // counts once
            kernels_->write(user_, block, old_seed, held.event());
            flush(user_);
            block.reset();
            block = allocate(pool_, taker, bytes);
            cl_event written = nullptr;
            kernels_->write(taker, block, new_seed, nullptr, &written);
            flush(taker);
            std::this_thread::sleep_for(std::chrono::milliseconds{2});
            EXPECT_FALSE(is_complete(written));
            REAL(clReleaseEvent)(written);
            held.open();
            finish(user_);
            kernels_->check(taker, block, new_seed);
            finish(taker);
            EXPECT_EQ(kernels_->wrong(), 0U);
        }
    }
}

TEST_P(queue_hints, a_recorded_use_of_the_own_queue_changes_nothing) {
    buffer_owner block = allocate(pool_, owner_, slab);
    CHECK_OK(clmem_pool_record_use(pool_, block, owner_));
    CHECK_OK(clmem_pool_record_use(pool_, block, nullptr)); // the same queue: the first one used with the pool
    block.reset();
    block = allocate(pool_, owner_, slab);
    EXPECT_EQ(statistics(pool_).markers, 0U);
    EXPECT_EQ(statistics(pool_).queues, 1U);
}

TEST_P(queue_hints, a_release_after_events_waits_for_them) {
    for (const bool out_of_order : {false, true}) {
        if (out_of_order && !has_out_of_order_) { continue; }
        const queue_owner from = make_queue(out_of_order);
        gate held{context_};
        buffer_owner block = allocate(pool_, from, slab);
        std::array<cl_event, 1> done{};
        kernels_->write(from, block, old_seed, held.event(), done.data());
        flush(from);
        CHECK_OK(clmem_buffer_release_after(block.give_up(), 1, done.data()));
        REAL(clReleaseEvent)(done[0]); // the pool has its own reference
        expect_kept_apart(held, from, taker_);
    }
}

// One event is complete, the other is not, so the use of the block has not ended.
TEST_P(queue_hints, a_release_after_events_waits_for_all_of_them) {
    if (!has_out_of_order_) { GTEST_SKIP() << "the device has no out-of-order queues"; }
    const queue_owner from = make_queue(true);
    for (const bool finished_first : {true, false}) {
        gate held{context_};
        buffer_owner block = allocate(pool_, from, slab);
        std::array<cl_event, 2> done{};
        kernels_->check(from, block, old_seed, nullptr, &done[finished_first ? 0 : 1]);
        EXPECT_EQ(REAL(clWaitForEvents)(1, &done[finished_first ? 0 : 1]), CL_SUCCESS);
        kernels_->wrong(); // the block was never written
        kernels_->write(from, block, old_seed, held.event(), &done[finished_first ? 1 : 0]);
        flush(from);
        CHECK_OK(clmem_buffer_release_after(block.give_up(), 2, done.data()));
        for (cl_event event : done) {
            REAL(clReleaseEvent)(event);
        }
        expect_kept_apart(held, from, taker_);
    }
}

// The events end the use by the out-of-order queue that owns the block, not by its previous queue.
TEST_P(queue_hints, a_release_after_events_keeps_what_came_before) {
    if (!has_out_of_order_) { GTEST_SKIP() << "the device has no out-of-order queues"; }
    const queue_owner between = make_queue(true);
    gate held{context_};
    buffer_owner block = allocate(pool_, owner_, slab);
    kernels_->write(owner_, block, old_seed, held.event());
    flush(owner_);
    block.reset();
    block = allocate(pool_, between, slab); // behind a barrier
    gate unused{context_};
    unused.open();
    CHECK_OK(clmem_buffer_release_after(block.give_up(), 1, &unused.event()));
    expect_kept_apart(held, owner_, taker_);
}

// The gate opens after the releases: none of them may wait, however many there are.
TEST_P(queue_hints, many_releases_after_events_wait_for_none_of_them) {
    constexpr std::size_t small = 4096;
    constexpr std::uint32_t many = 200;
    gate held{context_};
    for (std::uint32_t i = 0; i < many; ++i) {
        buffer_owner block = allocate(pool_, owner_, small);
        cl_event done = nullptr;
        kernels_->write(owner_, block, old_seed, held.event(), &done);
        flush(owner_);
        CHECK_OK(clmem_buffer_release_after(block.give_up(), 1, &done));
        REAL(clReleaseEvent)(done);
        check_figures(pool_);
    }
    EXPECT_EQ(statistics(pool_).host_waits, 0U);
    EXPECT_EQ(statistics(pool_).active_blocks, 0U);
    EXPECT_EQ(statistics(pool_).live_events, many);
    EXPECT_GE(statistics(pool_).held_blocks, many);
    expect_kept_apart(held, owner_, taker_); // all memory, after all events
    EXPECT_LE(statistics(pool_).live_events, 8U);
}

// The events are complete: the pool keeps none of them, and the block is in the thread's cache.
TEST_P(queue_hints, a_release_after_events_that_are_complete_is_a_release) {
    for (const bool out_of_order : {false, true}) {
        if (out_of_order && !has_out_of_order_) { continue; }
        const pool_owner pool = make_pool(provider_);
        const queue_owner queue = make_queue(out_of_order);
        for (int i = 0; i < 100; ++i) {
            buffer_owner block = allocate(pool, queue, mib);
            cl_event done = nullptr;
            kernels_->write(queue, block, old_seed, nullptr, &done);
            flush(queue);
            EXPECT_EQ(REAL(clWaitForEvents)(1, &done), CL_SUCCESS);
            CHECK_OK(clmem_buffer_release_after(block.give_up(), 1, &done));
            REAL(clReleaseEvent)(done);
        }
        const clmem_statistics all = statistics(pool);
        EXPECT_EQ(all.markers + all.barriers + all.host_waits, 0U);
        EXPECT_EQ(all.live_events, 0U);
        EXPECT_EQ(all.managed_bytes_peak, mib);
        EXPECT_EQ(all.hits, 99U);
        check_figures(pool);
    }
}

TEST_P(queue_hints, a_single_out_of_order_queue_takes_its_own_memory_behind_a_barrier_before_the_pool_grows) {
    if (!has_out_of_order_) { GTEST_SKIP() << "the device has no out-of-order queues"; }
    const pool_owner pool = make_pool(provider_);
    const queue_owner queue = make_queue(true);
    for (int i = 0; i < 20; ++i) {
        const buffer_owner block = allocate(pool, queue, mib);
        kernels_->write(queue, block, old_seed);
    }
    finish(queue);
    EXPECT_EQ(statistics(pool).managed_bytes_peak, mib);
    EXPECT_EQ(statistics(pool).hits, 19U);
    check_figures(pool);
}

TEST_P(queue_hints, invalid_events_leave_the_block_unchanged) {
    const buffer_owner block = allocate(pool_, owner_, slab);
    context_owner elsewhere;
    REQUIRE_OK(clmem_context_create(device_, elsewhere.out()));
    gate foreign{elsewhere};
    gate own{context_};
    own.open();
    const std::array<cl_event, 2> events{own.event(), foreign.event()};
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_buffer_release_after(block, 2, events.data()));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_buffer_release_after(block, 2, nullptr));
    EXPECT_EQ(statistics(pool_).active_blocks, 1U);
    EXPECT_EQ(statistics(pool_).live_events, 0U);
    EXPECT_EQ(describe(block).queue, owner_);
}

TEST_P(queue_hints, a_forgotten_queue_is_still_waited_for) {
    for (const bool released_first : {true, false}) {
        gate held{context_};
        buffer_owner block = allocate(pool_, owner_, slab);
        kernels_->write(owner_, block, old_seed, held.event());
        flush(owner_);
        if (released_first) { block.reset(); }
        CHECK_OK(clmem_pool_forget_queue(pool_, owner_));
        CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_pool_forget_queue(pool_, owner_));
        block.reset();
        expect_kept_apart(held, owner_, taker_);
    }
}

TEST_P(queue_hints, a_forgotten_queue_may_be_gone_before_its_blocks) {
    counting().reset();
    buffer_owner block = allocate(pool_, user_, slab);
    EXPECT_EQ(counting().calls("clRetainCommandQueue"), 1U);
    CHECK_OK(clmem_pool_forget_queue(pool_, user_));
    EXPECT_EQ(counting().calls("clReleaseCommandQueue"), 1U);
    user_.reset();
    CHECK_OK(clmem_pool_record_use(pool_, block, taker_));
    kernels_->write(taker_, block, old_seed);
    block.reset();
    block = allocate(pool_, owner_, slab);
    kernels_->write(owner_, block, new_seed);
    kernels_->check(owner_, block, new_seed);
    finish(owner_);
    EXPECT_EQ(kernels_->wrong(), 0U);
}

TEST_P(queue_hints, a_block_that_is_rebound_follows_its_queue) {
    if (GetParam() != memory::svm) { // other memory has no addresses
        const buffer_owner block = allocate(pool_, owner_, slab);
        CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED, clmem_svm_bind(block, taker_));
        CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED, clmem_svm_unbind(block));
        return;
    }
    gate held{context_};
    buffer_owner block = allocate(pool_, owner_, slab);
    kernels_->write(owner_, block, old_seed, held.event());
    flush(owner_);
    CHECK_OK(clmem_svm_bind(block, user_));
    EXPECT_EQ(describe(block).queue, user_);
    cl_event written = nullptr;
    kernels_->write(user_, block, old_seed + 1, nullptr, &written);
    flush(user_);
    std::this_thread::sleep_for(std::chrono::milliseconds{2});
    EXPECT_FALSE(is_complete(written)) << "the queue does not wait for the previous one";
    REAL(clReleaseEvent)(written);
    block.reset();
    expect_kept_apart(held, user_, taker_);
    if (has_out_of_order_) {
        const queue_owner out_of_order = make_queue(true);
        block = allocate(pool_, taker_, slab);
        CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED, clmem_svm_bind(block, out_of_order));
    }
}

TEST_P(queue_hints, a_block_that_is_unbound_has_no_queue_and_waits_for_none) {
    if (GetParam() != memory::svm) { GTEST_SKIP() << "only memory with addresses is bound"; }
    gate held{context_};
    buffer_owner block = allocate(pool_, owner_, slab);
    kernels_->write(owner_, block, old_seed, held.event());
    flush(owner_);
    {
        const std::jthread opener{[&held] {
            std::this_thread::sleep_for(std::chrono::milliseconds{10});
            held.open();
        }};
        CHECK_OK(clmem_svm_unbind(block)); // returns once the queue is done
    }
    kernels_->check(user_, block, old_seed);
    finish(user_);
    EXPECT_EQ(kernels_->wrong(), 0U);
    EXPECT_EQ(describe(block).queue, nullptr);
    const std::uint64_t markers = statistics(pool_).markers;
    block.reset();
    block = allocate(pool_, taker_, slab);
    EXPECT_EQ(statistics(pool_).markers, markers);
    EXPECT_EQ(statistics(pool_).barriers, 0U);
}

TEST_P(queue_hints, a_block_that_is_unbound_may_be_released_after_events) {
    if (GetParam() != memory::svm) { GTEST_SKIP() << "only memory with addresses is bound"; }
    gate held{context_};
    buffer_owner block = allocate(pool_, owner_, slab);
    CHECK_OK(clmem_svm_unbind(block));
    cl_event done = nullptr;
    kernels_->write(user_, block, old_seed, held.event(), &done);
    flush(user_);
    CHECK_OK(clmem_buffer_release_after(block.give_up(), 1, &done));
    REAL(clReleaseEvent)(done);
    expect_kept_apart(held, user_, taker_);
}

// On PoCL 3.1, commands in an out-of-order queue wait only for the last barrier, which does not wait for earlier ones.
TEST_P(queue_hints, an_out_of_order_queue_waits_behind_every_barrier) {
    if (!has_out_of_order_) { GTEST_SKIP() << "the device has no out-of-order queues"; }
    const queue_owner taker = make_queue(true);
    gate first{context_};
    gate second{context_};
    buffer_owner left = allocate(pool_, owner_, slab / 2);
    buffer_owner right = allocate(pool_, user_, slab / 2);
    kernels_->write(owner_, left, old_seed, first.event());
    kernels_->write(user_, right, old_seed, second.event());
    flush(owner_);
    flush(user_);
    left.reset();
    left = allocate(pool_, taker, slab / 2);
    right.reset();
    right = allocate(pool_, taker, slab / 2);
    EXPECT_EQ(statistics(pool_).barriers, 2U);
    cl_event written = nullptr;
    kernels_->write(taker, left, new_seed, nullptr, &written);
    flush(taker);
    second.open();
    finish(user_);
    std::this_thread::sleep_for(std::chrono::milliseconds{20});
    EXPECT_FALSE(is_complete(written)) << "the first barrier has no effect any more";
    REAL(clReleaseEvent)(written);
    first.open();
    finish(owner_);
    finish(taker);
}

} // namespace
} // namespace clmem::test
