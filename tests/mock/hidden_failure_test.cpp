// Pools over a driver whose markers of out-of-order queues end early with the status of success, as does clFinish(): only
// a command's own event tells that it is over.
#include "../support/options.hpp"
#include "held_queue.hpp"

#include <functional>
#include <vector>

namespace {

using use = std::function<clmem_status(clmem_buffer, cl_command_queue, const cl_event &)>;

// Before clmem asks for the platform.
struct intels_platform {
    intels_platform() { mock::behave_as_intel(); }
};

// A queue has a command that will fail, and one of clmem's on a block that another user event holds back.
class hidden_failures : intels_platform, public mock::held_queue {
  protected:
    // The first owner's command is held back when the second owner gets the block.
    void pass_on(const use &by_the_first) {
        clmem_buffer block = allocate(unordered_);
        {
            const mock::owner_scope first{1};
            enqueue_failing();
            ASSERT_EQ(by_the_first(block, unordered_, holding_), CLMEM_SUCCESS);
        }
        clFlush(unordered_);
        fail();
        ASSERT_EQ(clmem_buffer_release(block), CLMEM_SUCCESS);
        forget();
        use_the_next_block();
    }
};

constexpr std::size_t bytes = mock::held_queue::bytes;

clmem_status fill(clmem_buffer block, cl_command_queue queue, const cl_event &held) {
    return clmem_buffer_fill(block, queue, &mock::held_queue::one, 1, clmem::test::fill_part(0, SIZE_MAX, 1, &held),
                             nullptr);
}

clmem_status copy(clmem_buffer block, cl_command_queue queue, const cl_event &held) {
    static std::vector<unsigned char> data(bytes);
    clmem_transfer_place host = CLMEM_TRANSFER_PLACE_INIT;
    clmem_transfer_place device = CLMEM_TRANSFER_PLACE_INIT;
    host.pointer = data.data();
    host.bytes = bytes;
    device.memory = reinterpret_cast<clmem_memory>(block);
    clmem_transfer_options options = CLMEM_TRANSFER_OPTIONS_INIT;
    options.non_blocking = 1;
    cl_event done = nullptr;
    const clmem_status status =
        clmem_transfer_copy(queue, &host, &device, clmem::test::copy_after(options, 1, &held), &done);
    if (status == CLMEM_SUCCESS) { clReleaseEvent(done); }
    return status;
}

TEST_F(hidden_failures, leave_the_event_of_a_fill_with_its_block) {
    make_pool(memory::buffer, bytes);
    pass_on(fill);
}

TEST_F(hidden_failures, leave_the_event_of_a_copy_with_its_block) {
    make_pool(memory::buffer, bytes);
    pass_on(copy);
}

TEST_F(hidden_failures, leave_the_event_of_a_fill_with_its_svm) {
    make_pool(memory::svm, bytes);
    pass_on(fill);
}

TEST_F(hidden_failures, do_not_let_slabs_go_under_commands) {
    make_pool(memory::svm, bytes);
    pass_on(fill);
    EXPECT_EQ(clmem_pool_trim(pool_, 0, nullptr), CLMEM_SUCCESS); // the mock refuses to free memory in use
}

TEST_F(hidden_failures, need_no_event_of_queues_in_order) {
    make_pool(memory::buffer, 0);
    clmem_buffer block = allocate(ordered_);
    EXPECT_EQ(clmem_buffer_fill(block, ordered_, &one, 1, nullptr, nullptr), CLMEM_SUCCESS);
    EXPECT_EQ(statistics().live_events, 0U);
    EXPECT_EQ(clmem_buffer_release(block), CLMEM_SUCCESS);
}

TEST_F(hidden_failures, leave_events_only_until_they_are_complete) {
    make_pool(memory::buffer, 0);
    clmem_buffer block = allocate(unordered_);
    for (int i = 0; i < 1000; ++i) {
        EXPECT_EQ(clmem_buffer_fill(block, unordered_, &one, 1, nullptr, nullptr), CLMEM_SUCCESS);
        if (i == 0) { EXPECT_EQ(statistics().live_events, 1U); }
        clFinish(unordered_);
    }
    EXPECT_LE(statistics().live_events, 64U);
    EXPECT_EQ(clmem_buffer_release(block), CLMEM_SUCCESS);
}

} // namespace
