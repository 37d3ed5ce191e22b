// Pools over a driver whose markers of out-of-order queues end early with the status of success, as does clFinish(): only
// a command's own event tells that it is over.
#include "mock.hpp"

#include <clmem.h>
#include <functional>
#include <gtest/gtest.h>
#include <thread>
#include <vector>

namespace {

constexpr std::size_t bytes = std::size_t{2} << 20;
constexpr unsigned char one = 1;

using use = std::function<clmem_status(clmem_buffer, cl_command_queue, const cl_event &)>;

// A queue has a command that will fail, and one of clmem's on a block that another user event holds back.
class hidden_failures : public testing::Test {
  protected:
    hidden_failures() {
        mock::behave_as_intel();
        cl_platform_id platform = nullptr;
        clGetPlatformIDs(1, &platform, nullptr);
        clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device_, nullptr);
        context_ = clCreateContext(nullptr, 1, &device_, nullptr, nullptr, nullptr);
        unordered_ = clCreateCommandQueue(context_, device_, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, nullptr);
        ordered_ = clCreateCommandQueue(context_, device_, 0, nullptr);
        scratch_ = clCreateBuffer(context_, 0, 4096, nullptr, nullptr);
        for (cl_event *gate : {&failing_, &holding_}) {
            *gate = clCreateUserEvent(context_, nullptr);
        }
    }
    ~hidden_failures() override {
        clSetUserEventStatus(failing_, CL_COMPLETE);
        clSetUserEventStatus(holding_, CL_COMPLETE);
        clFinish(unordered_);
        clFinish(ordered_);
        EXPECT_EQ(clmem_pool_release(pool_), CLMEM_SUCCESS);
        EXPECT_EQ(clmem_provider_release(provider_), CLMEM_SUCCESS);
        clReleaseEvent(failing_);
        clReleaseEvent(holding_);
        clReleaseMemObject(scratch_);
        clReleaseCommandQueue(unordered_);
        clReleaseCommandQueue(ordered_);
        clReleaseContext(context_);
        while (mock::live() != 0) { // a background thread may still be releasing memory; ctest bounds the wait
            std::this_thread::yield();
        }
        EXPECT_EQ(mock::count().violations, before_);
    }

    void make_pool(bool of_svm, std::size_t limit) {
        clmem_pool_options chosen = CLMEM_POOL_OPTIONS_INIT;
        chosen.limit_bytes = limit;
        ASSERT_EQ(of_svm ? clmem_provider_create_svm(context_, 0, &provider_)
                         : clmem_provider_create_buffer(context_, 0, &provider_),
                  CLMEM_SUCCESS);
        ASSERT_EQ(clmem_pool_create(provider_, &chosen, &pool_), CLMEM_SUCCESS);
    }
    clmem_buffer allocate(cl_command_queue queue) {
        clmem_buffer block = nullptr;
        EXPECT_EQ(clmem_pool_allocate(pool_, queue, bytes, &block), CLMEM_SUCCESS);
        return block;
    }
    // The first owner's command is held back when the second owner gets the block.
    void pass_on(const use &by_the_first) {
        clmem_buffer block = allocate(unordered_);
        {
            const mock::owner_scope first{1};
            clEnqueueFillBuffer(unordered_, scratch_, &one, 1, 0, 4096, 1, &failing_, nullptr);
            ASSERT_EQ(by_the_first(block, unordered_, holding_), CLMEM_SUCCESS);
        }
        clFlush(unordered_);
        clSetUserEventStatus(failing_, -1);
        ASSERT_EQ(clmem_buffer_release(block), CLMEM_SUCCESS);
        ASSERT_EQ(clmem_pool_forget_queue(pool_, unordered_), CLMEM_SUCCESS);
        block = allocate(ordered_);
        const mock::owner_scope second{2}; // the mock requires that its command follows
        EXPECT_EQ(clmem_buffer_fill(block, ordered_, &one, 1, 0, SIZE_MAX, 0, nullptr, nullptr), CLMEM_SUCCESS);
        EXPECT_EQ(clmem_buffer_release(block), CLMEM_SUCCESS);
    }
    std::uint64_t live_events() {
        clmem_statistics read = CLMEM_STATISTICS_INIT;
        EXPECT_EQ(clmem_pool_statistics(pool_, &read), CLMEM_SUCCESS);
        return read.live_events;
    }

    cl_context context_ = nullptr;
    cl_command_queue unordered_ = nullptr;
    cl_command_queue ordered_ = nullptr;
    clmem_pool pool_ = nullptr;

  private:
    cl_device_id device_ = nullptr;
    cl_mem scratch_ = nullptr;
    cl_event failing_ = nullptr;
    cl_event holding_ = nullptr;
    clmem_provider provider_ = nullptr;
    std::uint64_t before_ = mock::count().violations;
};

clmem_status fill(clmem_buffer block, cl_command_queue queue, const cl_event &held) {
    return clmem_buffer_fill(block, queue, &one, 1, 0, SIZE_MAX, 1, &held, nullptr);
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
    const clmem_status status = clmem_transfer_copy(queue, &host, &device, &options, 1, &held, &done);
    if (status == CLMEM_SUCCESS) { clReleaseEvent(done); }
    return status;
}

TEST_F(hidden_failures, leave_the_event_of_a_fill_with_its_block) {
    make_pool(false, bytes);
    pass_on(fill);
}

TEST_F(hidden_failures, leave_the_event_of_a_copy_with_its_block) {
    make_pool(false, bytes);
    pass_on(copy);
}

TEST_F(hidden_failures, leave_the_event_of_a_fill_with_its_svm) {
    make_pool(true, bytes);
    pass_on(fill);
}

TEST_F(hidden_failures, do_not_let_slabs_go_under_commands) {
    make_pool(true, bytes);
    pass_on(fill);
    EXPECT_EQ(clmem_pool_trim(pool_, 0, nullptr), CLMEM_SUCCESS); // the mock refuses to free memory in use
}

TEST_F(hidden_failures, need_no_event_of_queues_in_order) {
    make_pool(false, 0);
    clmem_buffer block = allocate(ordered_);
    EXPECT_EQ(clmem_buffer_fill(block, ordered_, &one, 1, 0, SIZE_MAX, 0, nullptr, nullptr), CLMEM_SUCCESS);
    EXPECT_EQ(live_events(), 0U);
    EXPECT_EQ(clmem_buffer_release(block), CLMEM_SUCCESS);
}

TEST_F(hidden_failures, leave_events_only_until_they_are_complete) {
    make_pool(false, 0);
    clmem_buffer block = allocate(unordered_);
    for (int i = 0; i < 1000; ++i) {
        EXPECT_EQ(clmem_buffer_fill(block, unordered_, &one, 1, 0, SIZE_MAX, 0, nullptr, nullptr), CLMEM_SUCCESS);
        if (i == 0) { EXPECT_EQ(live_events(), 1U); }
        clFinish(unordered_);
    }
    EXPECT_LE(live_events(), 64U);
    EXPECT_EQ(clmem_buffer_release(block), CLMEM_SUCCESS);
}

} // namespace
