// What pools do, where only the mock can tell.
#include "mock.hpp"

#include <clmem.h>
#include <gtest/gtest.h>

namespace {

class pool_over_mock : public testing::Test {
  protected:
    pool_over_mock() {
        cl_platform_id platform = nullptr;
        clGetPlatformIDs(1, &platform, nullptr);
        clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr);
        context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
        queue = clCreateCommandQueue(context, device, 0, nullptr);
    }
    ~pool_over_mock() override {
        EXPECT_EQ(clmem_pool_release(pool), CLMEM_SUCCESS);
        EXPECT_EQ(clmem_provider_release(provider), CLMEM_SUCCESS);
        clReleaseCommandQueue(queue);
        clReleaseContext(context);
        EXPECT_EQ(mock::live(), 0);
        EXPECT_EQ(mock::count().violations, before_);
    }

    cl_device_id device = nullptr;
    cl_context context = nullptr;
    cl_command_queue queue = nullptr;
    clmem_provider provider = nullptr;
    clmem_pool pool = nullptr;

  private:
    std::uint64_t before_ = mock::count().violations;
};

// OpenCL may drop what a buffer holds when it is migrated with undefined content, as a pool does before it cuts a slab.
TEST_F(pool_over_mock, prepares_no_slab_that_the_program_has_used) {
    ASSERT_EQ(clmem_provider_create_buffer(context, 0, &provider), CLMEM_SUCCESS);
    ASSERT_EQ(clmem_pool_create(provider, nullptr, &pool), CLMEM_SUCCESS);
    for (const bool is_dedicated : {true, false}) {
        clmem_allocation_options options = CLMEM_ALLOCATION_OPTIONS_INIT;
        options.queue = queue;
        options.flags = is_dedicated ? CLMEM_ALLOCATION_DEDICATED : 0;
        clmem_buffer block = nullptr;
        clmem_buffer part = nullptr;
        ASSERT_EQ(clmem_pool_allocate_with(pool, 1 << 16, &options, &block), CLMEM_SUCCESS);
        clmem_buffer_info info = CLMEM_BUFFER_INFO_INIT;
        cl_mem used = nullptr;
        if (is_dedicated) {
            ASSERT_EQ(clmem_buffer_mem(block, &used), CLMEM_SUCCESS);
        } else {
            ASSERT_EQ(clmem_buffer_describe(block, &info), CLMEM_SUCCESS);
            used = static_cast<cl_mem>(info.slab_memory);
        }
        {
            const mock::owner_scope mine{is_dedicated ? 1U : 2U};
            const unsigned char zero = 0;
            clEnqueueFillBuffer(queue, used, &zero, 1, info.offset_bytes, 1 << 16, 0, nullptr, nullptr);
        }
        ASSERT_EQ(clmem_buffer_sub_region(block, 0, 4096, 0, &part), CLMEM_SUCCESS);
        ASSERT_EQ(clmem_buffer_release(part), CLMEM_SUCCESS);
        ASSERT_EQ(clmem_buffer_release(block), CLMEM_SUCCESS);
    }
}

} // namespace
