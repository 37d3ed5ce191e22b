// Pools over a driver whose markers in out-of-order queues fail while commands before them are still held back.
#include "held_queue.hpp"

namespace {

// A queue has a command that will fail, and one on a block that another user event holds back.
class markers_that_fail : public mock::held_queue {
  protected:
    markers_that_fail() { mock::set_early_markers(mock::early_markers::fail); }

    // The commands, and the release of the block.
    void use_a_block() {
        clmem_buffer block = allocate(unordered_);
        const mock::owner_scope first{1};
        enqueue_failing();
        if (is_of_buffers_) {
            cl_mem mem = nullptr;
            ASSERT_EQ(clmem_buffer_mem(block, &mem), CLMEM_SUCCESS);
            clEnqueueFillBuffer(unordered_, mem, &one, 1, 0, bytes, 1, &holding_, nullptr);
        } else {
            clmem_buffer_info info = CLMEM_BUFFER_INFO_INIT;
            ASSERT_EQ(clmem_buffer_describe(block, &info), CLMEM_SUCCESS);
            clEnqueueSVMMemFill(unordered_, info.slab_memory, &one, 1, bytes, 1, &holding_, nullptr);
        }
        clFlush(unordered_);
        ASSERT_EQ(clmem_buffer_release(block), CLMEM_SUCCESS);
    }
};

TEST_F(markers_that_fail, of_a_forgotten_queue_are_no_end_of_its_commands) {
    make_pool(memory::buffer, bytes);
    use_a_block();
    forget();
    fail();
    use_the_next_block();
    EXPECT_EQ(statistics().markers, 2U) << "a new one after the failure";
    EXPECT_EQ(statistics().barriers, 1U);
    EXPECT_EQ(statistics().host_waits, 0U);
}

TEST_F(markers_that_fail, that_fail_behind_a_barrier_do_not_end_what_it_waits_for) {
    make_pool(memory::buffer, bytes);
    use_a_block();
    use_the_next_block();
    fail();
    use_the_next_block();
}

// A barrier that is enqueued after the failure orders nothing.
TEST_F(markers_that_fail, that_fail_just_before_the_barrier_make_the_pool_enqueue_others) {
    make_pool(memory::buffer, bytes);
    use_a_block();
    fail_at("clEnqueueBarrierWithWaitList");
    use_the_next_block();
    EXPECT_EQ(statistics().markers, 2U) << "a new one after the failure";
    EXPECT_EQ(statistics().host_waits, 0U);
}

TEST_F(markers_that_fail, do_not_let_the_host_access_memory_in_use) {
    make_pool(memory::fine, bytes);
    use_a_block();
    forget();
    fail();
    use_the_next_block();
    EXPECT_EQ(statistics().host_waits, 1U);
}

TEST_F(markers_that_fail, do_not_let_slabs_go_under_commands) {
    make_pool(memory::svm, bytes);
    use_a_block();
    forget();
    fail();
    EXPECT_EQ(clmem_pool_trim(pool_, 0, nullptr), CLMEM_SUCCESS); // the mock refuses to free memory in use
}

} // namespace
