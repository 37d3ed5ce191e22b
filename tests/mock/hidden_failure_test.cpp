// Pools over a driver whose markers in out-of-order queues end early with the status of success.
#include "mock.hpp"

#include <clmem.h>
#include <gtest/gtest.h>

namespace {

constexpr std::size_t bytes = std::size_t{2} << 20;

std::uint64_t live_events(clmem_pool pool) {
    clmem_statistics read = CLMEM_STATISTICS_INIT;
    EXPECT_EQ(clmem_pool_statistics(pool, &read), CLMEM_SUCCESS);
    return read.live_events;
}

TEST(hidden_failures, leave_events_of_own_commands_with_blocks) {
    mock::behave_as_intel();
    cl_platform_id platform = nullptr;
    cl_device_id device = nullptr;
    clGetPlatformIDs(1, &platform, nullptr);
    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr);
    cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
    cl_command_queue unordered = clCreateCommandQueue(context, device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, nullptr);
    cl_command_queue ordered = clCreateCommandQueue(context, device, 0, nullptr);
    clmem_provider provider = nullptr;
    clmem_pool pool = nullptr;
    ASSERT_EQ(clmem_provider_create_buffer(context, 0, &provider), CLMEM_SUCCESS);
    ASSERT_EQ(clmem_pool_create(provider, nullptr, &pool), CLMEM_SUCCESS);
    const unsigned char one = 1;
    const auto fill = [&](clmem_buffer block, cl_command_queue queue) {
        ASSERT_EQ(clmem_buffer_fill(block, queue, &one, 1, 0, SIZE_MAX, 0, nullptr, nullptr), CLMEM_SUCCESS);
    };
    clmem_buffer block = nullptr;
    clmem_buffer other = nullptr;
    ASSERT_EQ(clmem_pool_allocate(pool, ordered, bytes, &other), CLMEM_SUCCESS);
    fill(other, ordered);
    EXPECT_EQ(live_events(pool), 0U) << "a queue in order needs none";
    ASSERT_EQ(clmem_pool_allocate(pool, unordered, bytes, &block), CLMEM_SUCCESS);
    fill(block, unordered);
    EXPECT_EQ(live_events(pool), 1U);
    for (int i = 0; i < 1000; ++i) {
        fill(block, unordered);
        clFinish(unordered);
    }
    EXPECT_LE(live_events(pool), 64U) << "those of complete commands are released";
    EXPECT_EQ(clmem_buffer_release(block), CLMEM_SUCCESS);
    EXPECT_EQ(clmem_buffer_release(other), CLMEM_SUCCESS);
    EXPECT_EQ(clmem_pool_release(pool), CLMEM_SUCCESS);
    EXPECT_EQ(clmem_provider_release(provider), CLMEM_SUCCESS);
    clReleaseCommandQueue(unordered);
    clReleaseCommandQueue(ordered);
    clReleaseContext(context);
    EXPECT_EQ(mock::live(), 0U);
    EXPECT_EQ(mock::count().violations, 0U);
}

} // namespace
