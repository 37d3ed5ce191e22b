// A pool over the mock, a queue that runs out of order, and user events on which its commands wait.
#pragma once

#include "../support/options.hpp"
#include "mock.hpp"

#include <clmem.h>
#include <gtest/gtest.h>
#include <string_view>
#include <thread>

namespace mock {

class held_queue : public testing::Test {
  public:
    static constexpr std::size_t bytes = std::size_t{2} << 20; // of a block
    static constexpr unsigned char one = 1;

  protected:
    held_queue() {
        cl_platform_id platform = nullptr;
        clGetPlatformIDs(1, &platform, nullptr);
        clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device_, nullptr);
        context_ = clCreateContext(nullptr, 1, &device_, nullptr, nullptr, nullptr);
        unordered_ = clCreateCommandQueue(context_, device_, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, nullptr);
        ordered_ = clCreateCommandQueue(context_, device_, 0, nullptr);
        scratch_ = clCreateBuffer(context_, 0, scratch_bytes, nullptr, nullptr);
        for (cl_event *gate : {&failing_, &holding_}) {
            *gate = clCreateUserEvent(context_, nullptr);
        }
    }
    ~held_queue() override {
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
        while (live() != 0) { // a background thread may still be releasing memory; ctest bounds the wait
            std::this_thread::yield();
        }
        set_early_markers(early_markers::none);
        set_hook(nullptr);
        EXPECT_EQ(count().violations, before_);
    }

    enum class memory { buffer, svm, fine };
    void make_pool(memory of, std::size_t limit) {
        clmem_pool_options chosen = CLMEM_POOL_OPTIONS_INIT;
        chosen.limit_bytes = limit;
        is_of_buffers_ = of == memory::buffer;
        const cl_svm_mem_flags flags = of == memory::fine ? CL_MEM_SVM_FINE_GRAIN_BUFFER : 0;
        ASSERT_EQ(is_of_buffers_ ? clmem_provider_create_buffer(context_, nullptr, &provider_)
                                 : clmem_provider_create_svm(context_, clmem::test::memory_flags(flags), &provider_),
                  CLMEM_SUCCESS);
        ASSERT_EQ(clmem_pool_create(provider_, &chosen, &pool_), CLMEM_SUCCESS);
    }
    clmem_buffer allocate(cl_command_queue queue) {
        clmem_buffer block = nullptr;
        EXPECT_EQ(clmem_pool_allocate(pool_, queue, bytes, &block), CLMEM_SUCCESS);
        return block;
    }
    // A command that will fail.
    void enqueue_failing() {
        clEnqueueFillBuffer(unordered_, scratch_, &one, 1, 0, scratch_bytes, 1, &failing_, nullptr);
    }
    void fail() { clSetUserEventStatus(failing_, -1); }
    // As another thread might do it: at the start of the next call of a function.
    void fail_at(const char *function) {
        fails_at_ = function;
        event_that_fails_ = failing_;
        set_hook([](const char *called) {
            if (fails_at_ != called) { return; }
            fails_at_ = {};
            clSetUserEventStatus(event_that_fails_, -1);
        });
    }
    void forget() { ASSERT_EQ(clmem_pool_forget_queue(pool_, unordered_), CLMEM_SUCCESS); }
    // Another queue's block, whose command the mock requires to follow those of the first owner.
    void use_the_next_block() {
        clmem_buffer block = allocate(ordered_);
        const owner_scope second{2};
        EXPECT_EQ(clmem_buffer_fill(block, ordered_, &one, 1, nullptr, nullptr), CLMEM_SUCCESS);
        EXPECT_EQ(clmem_buffer_release(block), CLMEM_SUCCESS);
    }
    clmem_statistics statistics() {
        clmem_statistics read = CLMEM_STATISTICS_INIT;
        EXPECT_EQ(clmem_pool_statistics(pool_, &read), CLMEM_SUCCESS);
        return read;
    }

    cl_command_queue unordered_ = nullptr;
    cl_command_queue ordered_ = nullptr;
    cl_event holding_ = nullptr; // set when the test is over
    clmem_pool pool_ = nullptr;
    bool is_of_buffers_ = false;

  private:
    static constexpr std::size_t scratch_bytes = 4096;
    static inline std::string_view fails_at_;
    static inline cl_event event_that_fails_ = nullptr;

    cl_device_id device_ = nullptr;
    cl_context context_ = nullptr;
    cl_mem scratch_ = nullptr;
    cl_event failing_ = nullptr;
    clmem_provider provider_ = nullptr;
    std::uint64_t before_ = count().violations;
};

} // namespace mock
