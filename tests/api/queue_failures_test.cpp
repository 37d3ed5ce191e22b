// Failures of queues: any OpenCL call fails, alone and together with another, a command fails, or a queue is dead. No
// reference leaks, nothing hangs, and no block is lost.
#include "queue_memory.hpp"

#include <array>

namespace clmem::test {
namespace {

class queue_failures : public queue_memory {
  protected:
    std::array<queue_owner, 3> queues_;

    void SetUp() override {
        on_device::SetUp();
        if (HasFatalFailure()) { return; }
        use(memory::buffer);
        if (HasFatalFailure()) { return; }
        queues_ = {make_queue(), make_queue(), make_queue(has_out_of_order_)};
        EXPECT_TRUE(scripted_run().empty()); // the provider keeps some objects from its first use on
        finish_all();
    }
    void TearDown() override {
        for (queue_owner &queue : queues_) {
            queue.reset();
        }
        queue_memory::TearDown();
    }

    // On PoCL, events are released only when they are complete.
    void finish_all() {
        for (const queue_owner &queue : queues_) {
            finish(queue);
        }
    }

    // Moves blocks between three queues, with every way of informing the pool. Returns the statuses of the failed
    // calls.
    std::vector<clmem_status> scripted_run() {
        std::vector<clmem_status> failures;
        const auto note = [&failures](clmem_status status) {
            if (status != CLMEM_SUCCESS) {
                EXPECT_EQ(last_error().status, status);
                EXPECT_FALSE(last_error().message.empty());
                failures.push_back(status);
            }
            return status == CLMEM_SUCCESS;
        };
        clmem_pool_options options = CLMEM_POOL_OPTIONS_INIT;
        options.queue = queues_[0];
        options.limit_bytes = 2 * slab;
        clmem_pool made = nullptr;
        const bool has_pool = note(clmem_pool_create(provider_, &options, &made));
        const pool_owner pool{made};
        if (!has_pool) { return failures; }
        gate ended{context_};
        ended.open();
        for (std::size_t i = 0; i < 9; ++i) {
            clmem_buffer block = nullptr;
            const bool is_there = note(clmem_pool_allocate(pool, queues_[i % 3], slab << i % 2, &block));
            EXPECT_EQ(is_there, block != nullptr);
            buffer_owner own{block};
            if (!is_there) { continue; }
            cl_mem mem = nullptr;
            note(clmem_buffer_mem(block, &mem));
            if (i % 4 == 1) { note(clmem_pool_record_use(pool, block, queues_[(i + 1) % 3])); }
            if (i % 4 == 2 && note(clmem_buffer_release_after(block, 1, &ended.event()))) { own.give_up(); }
            if (i == 5) { note(clmem_pool_forget_queue(pool, queues_[1])); }
        }
        expect_consistent(pool);
        return failures;
    }

    // Checks that all of the pool's memory is free and can be allocated.
    void expect_consistent(clmem_pool pool) {
        check_figures(pool);
        EXPECT_EQ(statistics(pool).active_blocks, 0U);
        EXPECT_LE(statistics(pool).live_events, 3U * 4U + 64U);
        const std::uint64_t managed = statistics(pool).managed_bytes;
        CHECK_OK(clmem_pool_free_held(pool));
        EXPECT_EQ(statistics(pool).managed_bytes, 0U) << "of " << managed;
    }

    static bool is_what_was_ordered(clmem_status status, cl_int code) {
        return status == code || (status == CLMEM_ERROR_OUT_OF_MEMORY && last_error().opencl_code != CL_SUCCESS);
    }

    // Fails the nth call, or the nth and the one `next` calls later.
    void fail_each_call(cl_int code, std::uint64_t next) {
        for (std::uint64_t n = 1; n < 1000; ++n) {
            const std::int64_t before = counting().references();
            counting().reset();
            counting().fail_pair(n, next, code);
            const auto failures = scripted_run();
            const bool reached = counting().failed();
            counting().reset();
            finish_all();
            EXPECT_EQ(settled_references(before), before) << "leaked, or released too often";
            EXPECT_LE(failures.size(), next == 0 ? 1U : 2U) << "one failed driver call fails at most one call";
            for (const clmem_status status : failures) {
                EXPECT_TRUE(is_what_was_ordered(status, code)) << status_text(status);
            }
            if (!reached) { return; }
            if (HasFailure()) { FAIL() << "when call " << n << " gives " << code << ", and one " << next << " later"; }
        }
        FAIL() << "the run does not end";
    }
};

TEST_F(queue_failures, the_run_uses_what_it_is_to_test) {
    counting().reset();
    EXPECT_TRUE(scripted_run().empty());
    for (const char *function : {"clEnqueueMarkerWithWaitList", "clEnqueueBarrierWithWaitList", "clFlush",
                                 "clRetainEvent", "clGetEventInfo", "clRetainCommandQueue", "clCreateBuffer"}) {
        EXPECT_GT(counting().calls(function), 0U) << function;
    }
}

TEST_F(queue_failures, any_call_may_fail) {
    fail_each_call(CL_OUT_OF_RESOURCES, 0);
    fail_each_call(CL_INVALID_OPERATION, 0);
}

TEST_F(queue_failures, any_two_calls_may_fail) {
    for (const std::uint64_t next : {1U, 2U, 3U, 5U, 8U, 13U}) {
        fail_each_call(CL_OUT_OF_RESOURCES, next);
    }
}

// If markers, barriers and waits fail, the host finishes the queues.
TEST_F(queue_failures, calls_that_order_may_fail_for_good) {
    for (const char *function : {"clEnqueueMarkerWithWaitList", "clFlush", "clEnqueueBarrierWithWaitList",
                                 "clWaitForEvents", "clGetEventInfo"}) {
        SCOPED_TRACE(function);
        const pool_owner pool = make_tight_pool();
        buffer_owner block = allocate(pool, queues_[0], slab);
        kernels_->write(queues_[0], block, 1);
        block.reset();
        counting().reset();
        counting().fail(function, 1, CL_OUT_OF_RESOURCES, true);
        for (std::uint32_t i = 1; i < 12; ++i) {
            block = allocate(pool, queues_[i % 3], slab);
            cl_event written = nullptr;
            kernels_->write(queues_[i % 3], block, i, nullptr, &written);
            kernels_->check(queues_[i % 3], block, i, written);
            flush(queues_[i % 3]);
            REAL(clReleaseEvent)(written);
            block.reset();
        }
        counting().reset();
        for (const queue_owner &queue : queues_) {
            finish(queue);
        }
        EXPECT_EQ(kernels_->wrong(), 0U);
        expect_consistent(pool);
    }
}

// The event fails before the pool polls it: PoCL 3.1 ends the process if an event fails that commands already wait for.
TEST_F(queue_failures, a_failed_command_neither_hangs_nor_strands_its_block) {
    const pool_owner pool = make_tight_pool();
    gate broken{context_};
    broken.fail();
    buffer_owner block = allocate(pool, queues_[0], slab);
    CHECK_OK(clmem_buffer_release_after(block.give_up(), 1, &broken.event()));
    for (std::size_t i = 1; i < 4; ++i) {
        block = allocate(pool, queues_[i % 2], slab);
        kernels_->write(queues_[i % 2], block, 5);
        kernels_->check(queues_[i % 2], block, 5);
        block.reset();
    }
    finish(queues_[0]);
    finish(queues_[1]);
    EXPECT_EQ(kernels_->wrong(), 0U);
    EXPECT_EQ(statistics(pool).host_waits, 0U);
    expect_consistent(pool);
}

TEST_F(queue_failures, a_dead_queue_neither_hangs_nor_strands_its_blocks) {
    const pool_owner pool = make_tight_pool();
    std::vector<buffer_owner> blocks;
    for (std::size_t i = 0; i < 4; ++i) {
        blocks.push_back(allocate(pool, queues_[0], slab / 4));
    }
    blocks.clear();
    counting().reset();
    for (const char *function : {"clEnqueueMarkerWithWaitList", "clFinish"}) { // the queue accepts nothing any more
        counting().fail(function, 1, CL_INVALID_COMMAND_QUEUE, true);
        const buffer_owner whole = allocate(pool, queues_[1], slab);
        EXPECT_EQ(describe(whole).queue, queues_[1]);
    }
    CHECK_OK(clmem_pool_forget_queue(pool, queues_[0]));
    counting().reset();
    EXPECT_EQ(statistics(pool).failures, 0U);
    expect_consistent(pool);
}

// If OpenCL allows no wait for what uses a block, binding or unbinding it leaves the block where it is.
class bind_failures : public three_queues {};

INSTANTIATE_TEST_SUITE_P(, bind_failures, testing::Values(memory::svm),
                         [](const auto &kind) { return name_of(kind.param); });

TEST_P(bind_failures, leave_the_block_where_it_is) {
    gate held{context_};
    buffer_owner block = allocate(pool_, owner_, slab);
    CHECK_OK(clmem_pool_record_use(pool_, block, user_)); // makes the queue known to the pool
    kernels_->write(owner_, block, old_seed, held.event());
    flush(owner_);
    counting().reset();
    counting().fail_pair(1, 1, CL_OUT_OF_RESOURCES); // the marker, and finishing the queue
    CHECK_STATUS(CL_OUT_OF_RESOURCES, clmem_svm_bind(block, user_));
    EXPECT_EQ(describe(block).queue, owner_);
    counting().reset();
    counting().fail("clWaitForEvents", 1, CL_OUT_OF_RESOURCES, true);
    CHECK_STATUS(CL_OUT_OF_RESOURCES, clmem_svm_unbind(block));
    EXPECT_EQ(describe(block).queue, owner_);
    counting().reset();
    CHECK_OK(clmem_svm_bind(block, user_));
    EXPECT_EQ(describe(block).queue, user_);
    held.open();
    CHECK_OK(clmem_svm_unbind(block));
    EXPECT_EQ(describe(block).queue, nullptr);
}

} // namespace
} // namespace clmem::test
