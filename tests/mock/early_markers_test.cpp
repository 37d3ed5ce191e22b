// Pools over a driver whose markers in out-of-order queues fail while commands before them are still held back.
#include "mock.hpp"

#include <clmem.h>
#include <gtest/gtest.h>
#include <thread>

namespace {

constexpr std::size_t bytes = std::size_t{2} << 20;

// A queue has a command that will fail, and one on a block that another user event holds back.
class markers_that_fail : public testing::Test {
  protected:
    markers_that_fail() {
        mock::set_early_markers(mock::early_markers::fail);
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
    ~markers_that_fail() override {
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
        mock::set_early_markers(mock::early_markers::none);
        EXPECT_EQ(mock::count().violations, before_);
    }

    enum class memory { buffer, svm, fine };
    void make_pool(memory of, std::size_t limit) {
        clmem_pool_options chosen = CLMEM_POOL_OPTIONS_INIT;
        chosen.limit_bytes = limit;
        is_of_buffers_ = of == memory::buffer;
        const cl_svm_mem_flags flags = of == memory::fine ? CL_MEM_SVM_FINE_GRAIN_BUFFER : 0;
        ASSERT_EQ(is_of_buffers_ ? clmem_provider_create_buffer(context_, 0, &provider_)
                                 : clmem_provider_create_svm(context_, flags, &provider_),
                  CLMEM_SUCCESS);
        ASSERT_EQ(clmem_pool_create(provider_, &chosen, &pool_), CLMEM_SUCCESS);
    }
    // The commands, and the release of the block.
    void use_a_block() {
        clmem_buffer block = nullptr;
        ASSERT_EQ(clmem_pool_allocate(pool_, unordered_, bytes, &block), CLMEM_SUCCESS);
        const mock::owner_scope first{1};
        const unsigned char one = 1;
        clEnqueueFillBuffer(unordered_, scratch_, &one, 1, 0, 4096, 1, &failing_, nullptr);
        clmem_buffer_info info = CLMEM_BUFFER_INFO_INIT;
        ASSERT_EQ(clmem_buffer_describe(block, &info), CLMEM_SUCCESS);
        if (is_of_buffers_) {
            cl_mem mem = nullptr;
            ASSERT_EQ(clmem_buffer_mem(block, &mem), CLMEM_SUCCESS);
            clEnqueueFillBuffer(unordered_, mem, &one, 1, 0, bytes, 1, &holding_, nullptr);
        } else {
            clEnqueueSVMMemFill(unordered_, info.slab_memory, &one, 1, bytes, 1, &holding_, nullptr);
        }
        clFlush(unordered_);
        ASSERT_EQ(clmem_buffer_release(block), CLMEM_SUCCESS);
    }
    // Another queue's block, whose command the mock requires to follow those of the first owner.
    void use_the_next_block() {
        clmem_buffer block = nullptr;
        ASSERT_EQ(clmem_pool_allocate(pool_, ordered_, bytes, &block), CLMEM_SUCCESS);
        const mock::owner_scope second{2};
        const unsigned char two = 2;
        EXPECT_EQ(clmem_buffer_fill(block, ordered_, &two, 1, 0, SIZE_MAX, 0, nullptr, nullptr), CLMEM_SUCCESS);
        EXPECT_EQ(clmem_buffer_release(block), CLMEM_SUCCESS);
    }
    void forget() { ASSERT_EQ(clmem_pool_forget_queue(pool_, unordered_), CLMEM_SUCCESS); }
    void fail() { clSetUserEventStatus(failing_, -1); }
    clmem_statistics statistics() {
        clmem_statistics read = CLMEM_STATISTICS_INIT;
        EXPECT_EQ(clmem_pool_statistics(pool_, &read), CLMEM_SUCCESS);
        return read;
    }

    clmem_pool pool_ = nullptr;

  private:
    cl_device_id device_ = nullptr;
    cl_context context_ = nullptr;
    cl_command_queue unordered_ = nullptr;
    cl_command_queue ordered_ = nullptr;
    cl_mem scratch_ = nullptr;
    cl_event failing_ = nullptr;
    bool is_of_buffers_ = false;
    cl_event holding_ = nullptr;
    clmem_provider provider_ = nullptr;
    std::uint64_t before_ = mock::count().violations;
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
