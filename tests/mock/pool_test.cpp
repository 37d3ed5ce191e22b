// Properties of pools that only the mock can check.
#include "mock.hpp"

#include <clmem_extras.h>
#include <cstring>
#include <gtest/gtest.h>
#include <string>
#include <thread>
#include <vector>

namespace {

clmem_pool trimmed = nullptr; // set for trim_at_barrier()
int trims = 0;

// Acts as another thread that trims the pool completely while the pool enqueues a barrier.
void trim_at_barrier(const char *function) {
    if (std::strcmp(function, "clEnqueueBarrierWithWaitList") != 0) { return; }
    ++trims;
    std::thread{[] { EXPECT_EQ(clmem_pool_trim(trimmed, 0, nullptr), CLMEM_SUCCESS); }}.join();
}

std::string dumped; // by dump_at_barrier()

// Acts as another thread that dumps the pool while the pool enqueues a barrier.
void dump_at_barrier(const char *function) {
    if (std::strcmp(function, "clEnqueueBarrierWithWaitList") != 0) { return; }
    std::thread{[] {
        std::vector<char> text(1 << 16);
        std::size_t bytes = 0;
        EXPECT_EQ(clmem_pool_dump(trimmed, text.size(), text.data(), &bytes), CLMEM_SUCCESS);
        dumped = text.data();
    }}.join();
}

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
        while (mock::live() !=
               0) { // a background thread may still be releasing the last objects; ctest bounds the wait
            std::this_thread::yield();
        }
        EXPECT_EQ(mock::count().violations, before_);
    }

    // With a limit, so that the next allocation has to take the same memory.
    void make_svm_pool(std::size_t limit) {
        clmem_pool_options chosen = CLMEM_POOL_OPTIONS_INIT;
        chosen.limit_bytes = limit;
        ASSERT_EQ(clmem_provider_create_svm(context, nullptr, &provider), CLMEM_SUCCESS);
        ASSERT_EQ(clmem_pool_create(provider, &chosen, &pool), CLMEM_SUCCESS);
    }

    cl_device_id device = nullptr;
    cl_context context = nullptr;
    cl_command_queue queue = nullptr;
    clmem_provider provider = nullptr;
    clmem_pool pool = nullptr;

  private:
    std::uint64_t before_ = mock::count().violations;
};

// Drivers of several names crash when a part of a buffer moves to the host (quirk::migration_of_parts_crashes), so clmem
// never asks for it. The mock reports it if it does.
TEST_F(pool_over_mock, leaves_parts_on_the_device) {
    ASSERT_EQ(clmem_provider_create_buffer(context, nullptr, &provider), CLMEM_SUCCESS);
    ASSERT_EQ(clmem_pool_create(provider, nullptr, &pool), CLMEM_SUCCESS);
    clmem_buffer block = nullptr;
    ASSERT_EQ(clmem_pool_allocate(pool, queue, 1 << 16, &block), CLMEM_SUCCESS);
    auto *const handle = reinterpret_cast<clmem_memory>(block);
    EXPECT_EQ(clmem_memory_migrate(queue, 1, &handle, CL_MIGRATE_MEM_OBJECT_HOST, nullptr, nullptr), CLMEM_SUCCESS);
    EXPECT_EQ(clmem_buffer_release(block), CLMEM_SUCCESS);
}

// OpenCL may discard a buffer's content when it is migrated as undefined, which a pool does before it first splits a
// slab.
TEST_F(pool_over_mock, prepares_no_slab_that_the_program_has_used) {
    ASSERT_EQ(clmem_provider_create_buffer(context, nullptr, &provider), CLMEM_SUCCESS);
    ASSERT_EQ(clmem_pool_create(provider, nullptr, &pool), CLMEM_SUCCESS);
    for (const bool is_dedicated : {true, false}) {
        clmem_allocation_options options = CLMEM_ALLOCATION_OPTIONS_INIT;
        options.queue = queue;
        options.flags = is_dedicated ? CLMEM_ALLOCATION_DEDICATED : 0;
        clmem_buffer block = nullptr;
        clmem_buffer part = nullptr;
        ASSERT_EQ(clmem_pool_allocate_with(pool, &options, 1 << 16, &block), CLMEM_SUCCESS);
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

// A queue gets one of two blocks of a slab that wait for events, behind a barrier: the slab must stay meanwhile.
TEST_F(pool_over_mock, keeps_a_slab_while_a_queue_is_made_to_wait_for_its_events) {
    constexpr std::size_t bytes = std::size_t{1} << 19;
    make_svm_pool(4 * bytes);
    cl_command_queue other = clCreateCommandQueue(context, device, 0, nullptr);
    for (const bool is_refused : {false, true}) {
        clmem_buffer blocks[4] = {};
        for (clmem_buffer &block : blocks) {
            ASSERT_EQ(clmem_pool_allocate(pool, queue, bytes, &block), CLMEM_SUCCESS);
        }
        for (clmem_buffer block : blocks) {
            clmem_buffer_info info = CLMEM_BUFFER_INFO_INIT;
            ASSERT_EQ(clmem_buffer_describe(block, &info), CLMEM_SUCCESS);
            cl_event use = nullptr;
            {
                const mock::owner_scope mine{1};
                const unsigned char zero = 0;
                clEnqueueSVMMemFill(other, static_cast<unsigned char *>(info.slab_memory) + info.offset_bytes, &zero, 1,
                                    bytes, 0, nullptr, &use);
                clFlush(other);
            }
            ASSERT_EQ(clmem_buffer_release_after(block, 1, &use), CLMEM_SUCCESS);
            clReleaseEvent(use);
        }
        trimmed = pool;
        trims = 0;
        mock::set_hook(trim_at_barrier);
        if (is_refused) { mock::fail_nth("clEnqueueBarrierWithWaitList", 1, CL_OUT_OF_RESOURCES); }
        clmem_buffer next = nullptr;
        EXPECT_EQ(clmem_pool_allocate(pool, queue, bytes, &next), CLMEM_SUCCESS);
        mock::set_hook(nullptr);
        EXPECT_EQ(trims, 1);
        EXPECT_EQ(clmem_buffer_release(next), CLMEM_SUCCESS);
    }
    clReleaseCommandQueue(other);
}

// Polling an event orders nothing; here the driver refuses the wait that would.
// An allocation has taken a range, whose last owner had another queue and a tag, and makes its own queue wait.
TEST_F(pool_over_mock, is_dumped_while_an_allocation_makes_a_queue_wait) {
    constexpr std::size_t bytes = std::size_t{1} << 20;
    make_svm_pool(bytes);
    cl_command_queue other = clCreateCommandQueue(context, device, 0, nullptr);
    clmem_allocation_options options = CLMEM_ALLOCATION_OPTIONS_INIT;
    options.queue = queue;
    ASSERT_EQ(clmem_pool_tag(pool, "first", &options.tag), CLMEM_SUCCESS);
    clmem_buffer block = nullptr;
    ASSERT_EQ(clmem_pool_allocate_with(pool, &options, bytes, &block), CLMEM_SUCCESS);
    void *pointer = nullptr;
    ASSERT_EQ(clmem_svm_pointer(block, &pointer), CLMEM_SUCCESS);
    {
        const mock::owner_scope mine{1};
        const unsigned char zero = 0;
        clEnqueueSVMMemFill(queue, pointer, &zero, 1, bytes, 0, nullptr, nullptr);
    }
    ASSERT_EQ(clmem_buffer_release(block), CLMEM_SUCCESS);
    trimmed = pool;
    mock::set_hook(dump_at_barrier);
    ASSERT_EQ(clmem_pool_allocate(pool, other, bytes, &block), CLMEM_SUCCESS);
    mock::set_hook(nullptr);
    EXPECT_EQ(dumped.find("\"state\": \"live\""), std::string::npos) << dumped;
    EXPECT_NE(dumped.find("\"state\": \"free\""), std::string::npos) << dumped;
    EXPECT_NE(dumped.find("\"active_blocks\": 0,"), std::string::npos) << dumped;
    EXPECT_EQ(clmem_buffer_release(block), CLMEM_SUCCESS);
    clReleaseCommandQueue(other);
}

TEST_F(pool_over_mock, waits_again_for_what_is_complete_if_the_driver_has_refused_to) {
    constexpr std::size_t bytes = std::size_t{1} << 19;
    make_svm_pool(bytes);
    cl_command_queue other = clCreateCommandQueue(context, device, 0, nullptr);
    clmem_buffer block = nullptr;
    for (const std::uint64_t owner : {1U, 2U}) {
        ASSERT_EQ(clmem_pool_allocate(pool, queue, bytes, &block), CLMEM_SUCCESS);
        clmem_buffer_info info = CLMEM_BUFFER_INFO_INIT;
        ASSERT_EQ(clmem_buffer_describe(block, &info), CLMEM_SUCCESS);
        const mock::owner_scope mine{owner};
        const unsigned char zero = 0;
        cl_event use = nullptr;
        cl_command_queue user = owner == 1 ? other : queue;
        clEnqueueSVMMemFill(user, info.slab_memory, &zero, 1, bytes, 0, nullptr, &use);
        clFlush(user);
        ASSERT_EQ(clmem_buffer_release_after(block, 1, &use), CLMEM_SUCCESS);
        mock::advance(1, 10000); // including this one
        mock::fail_nth("clWaitForEvents", owner == 1 ? 1 : 0, CL_OUT_OF_RESOURCES);
        clReleaseEvent(use);
    }
    clReleaseCommandQueue(other);
}

// The caller does not get the event of the unmap that releasing a map enqueues, so releasing the block cannot name it.
TEST_F(pool_over_mock, waits_for_the_unmap_of_a_released_map_out_of_order) {
    constexpr std::size_t bytes = std::size_t{1} << 19;
    make_svm_pool(bytes);
    cl_command_queue unordered = clCreateCommandQueue(context, device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, nullptr);
    const unsigned char zero = 0;
    for (const std::uint64_t owner : {1U, 2U}) {
        const mock::owner_scope mine{owner};
        clmem_buffer block = nullptr;
        ASSERT_EQ(clmem_pool_allocate(pool, owner == 1 ? unordered : queue, bytes, &block), CLMEM_SUCCESS);
        if (owner == 1) {
            clmem_map map = nullptr;
            cl_event mapped = nullptr;
            ASSERT_EQ(clmem_map_buffer(block, unordered, CL_MAP_WRITE, nullptr, &map, &mapped), CLMEM_SUCCESS);
            ASSERT_EQ(clmem_map_release(map), CLMEM_SUCCESS);
            ASSERT_EQ(clmem_buffer_release_after(block, 1, &mapped), CLMEM_SUCCESS);
            clReleaseEvent(mapped);
        } else {
            ASSERT_EQ(clmem_buffer_fill(block, queue, &zero, 1, nullptr, nullptr), CLMEM_SUCCESS);
            ASSERT_EQ(clmem_buffer_release(block), CLMEM_SUCCESS);
        }
    }
    clReleaseCommandQueue(unordered);
}

// A copy between SVM and a buffer maps the SVM meanwhile. Whatever call fails on the way, the memory is then neither mapped
// nor in use, although no event stands for its commands.
TEST_F(pool_over_mock, leaks_nothing_when_a_copy_by_mapping_fails) {
    constexpr std::size_t bytes = std::size_t{1} << 19;
    make_svm_pool(bytes);
    cl_command_queue unordered = clCreateCommandQueue(context, device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, nullptr);
    unsigned char host[64];
    cl_mem mem = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, sizeof host, host, nullptr);
    clmem_transfer_place buffer = CLMEM_TRANSFER_PLACE_INIT;
    ASSERT_EQ(clmem_memory_import(mem, 0, &buffer.memory), CLMEM_SUCCESS);
    const unsigned char zero = 0;
    std::uint64_t owner = 0;
    for (const char *refused : {"clEnqueueSVMMap", "clEnqueueWriteBuffer", "clEnqueueSVMUnmap", "clWaitForEvents"}) {
        SCOPED_TRACE(refused);
        clmem_buffer block = nullptr;
        ASSERT_EQ(clmem_pool_allocate(pool, unordered, bytes, &block), CLMEM_SUCCESS);
        cl_event none = clCreateUserEvent(context, nullptr); // for a release that names events
        clSetUserEventStatus(none, CL_COMPLETE);
        {
            const mock::owner_scope mine{++owner};
            clmem_transfer_place svm = CLMEM_TRANSFER_PLACE_INIT;
            svm.memory = reinterpret_cast<clmem_memory>(block);
            mock::fail_nth(refused, 1, CL_OUT_OF_RESOURCES);
            EXPECT_EQ(clmem_transfer_copy(unordered, &svm, &buffer, nullptr, nullptr), CL_OUT_OF_RESOURCES);
        }
        EXPECT_EQ(clmem_buffer_release_after(block, 1, &none), CLMEM_SUCCESS);
        clReleaseEvent(none);
        const mock::owner_scope next{++owner};
        ASSERT_EQ(clmem_pool_allocate(pool, queue, bytes, &block), CLMEM_SUCCESS);
        EXPECT_EQ(clmem_buffer_fill(block, queue, &zero, 1, nullptr, nullptr), CLMEM_SUCCESS);
        EXPECT_EQ(clmem_buffer_release(block), CLMEM_SUCCESS);
    }
    EXPECT_EQ(clmem_memory_release(buffer.memory), CLMEM_SUCCESS);
    clReleaseCommandQueue(unordered);
}

TEST_F(pool_over_mock, has_returned_its_memory_when_a_trim_returns) {
    make_svm_pool(0);
    const std::uint64_t others = mock::live();
    for (const bool all : {false, true}) {
        std::vector<clmem_buffer> blocks(16);
        for (clmem_buffer &block : blocks) {
            ASSERT_EQ(clmem_pool_allocate(pool, nullptr, std::size_t{4} << 20, &block), CLMEM_SUCCESS);
        }
        EXPECT_GT(mock::live(), others);
        for (clmem_buffer block : blocks) {
            EXPECT_EQ(clmem_buffer_release(block), CLMEM_SUCCESS);
        }
        EXPECT_EQ(all ? clmem_pool_free_held(pool) : clmem_pool_trim(pool, 0, nullptr), CLMEM_SUCCESS);
        EXPECT_EQ(mock::live(), others); // not a moment later, when a thread is through
    }
}

} // namespace
