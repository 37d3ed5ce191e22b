// Pools of buffers on a driver with quirk sub_buffers_race: no sub-buffer is created over the bytes of a command that a
// user event holds back. The list of objects of a migration stays until it is complete (quirk migration_keeps_list).
// With every driver, migrations of sub-buffers do not name the host (quirk migration_of_parts_crashes).
#include "../support/options.hpp"
#include "one_queue.hpp"

#include <clmem.h>
#include <gtest/gtest.h>
#include <thread>
#include <vector>

namespace {

constexpr std::size_t kib = 1024;

class sub_buffers : public mock::one_queue {
  protected:
    sub_buffers() {
        mock::behave_as_nvidia();
        EXPECT_EQ(clmem_provider_create_buffer(context, nullptr, &provider_), CLMEM_SUCCESS);
        EXPECT_EQ(clmem_pool_create(provider_, nullptr, &pool), CLMEM_SUCCESS);
    }
    ~sub_buffers() override {
        EXPECT_EQ(clmem_pool_release(pool), CLMEM_SUCCESS);
        EXPECT_EQ(clmem_provider_release(provider_), CLMEM_SUCCESS);
        release_queue();
        EXPECT_EQ(mock::live(), 0U);
    }

    // A block with its cl_mem.
    clmem_buffer allocate(std::size_t bytes, cl_mem *out_mem = nullptr) {
        clmem_buffer block = nullptr;
        cl_mem mem = nullptr;
        EXPECT_EQ(clmem_pool_allocate(pool, queue, bytes, &block), CLMEM_SUCCESS);
        EXPECT_EQ(clmem_buffer_mem(block, &mem), CLMEM_SUCCESS);
        if (out_mem != nullptr) { *out_mem = mem; }
        return block;
    }
    static bool is_whole(clmem_buffer block) {
        clmem_buffer_info info = CLMEM_BUFFER_INFO_INIT;
        cl_mem mem = nullptr;
        EXPECT_EQ(clmem_buffer_describe(block, &info), CLMEM_SUCCESS);
        EXPECT_EQ(clmem_buffer_mem(block, &mem), CLMEM_SUCCESS);
        return info.slab_memory == mem;
    }
    void fill(cl_mem mem, std::size_t bytes, cl_event gate) const {
        const unsigned char zero = 0;
        EXPECT_EQ(clEnqueueFillBuffer(queue, mem, &zero, 1, 0, bytes, gate != nullptr ? 1 : 0,
                                      gate != nullptr ? &gate : nullptr, nullptr),
                  CL_SUCCESS);
        clFlush(queue);
    }

    clmem_pool pool = nullptr;

  private:
    clmem_provider provider_ = nullptr;
};

TEST_F(sub_buffers, are_not_created_under_commands_held_back) {
    clmem_buffer const kept = allocate(4 * kib); // so that its slab is not idle
    EXPECT_FALSE(is_whole(kept));
    cl_event gate = clCreateUserEvent(context, nullptr);
    for (const std::size_t bytes : {900 * kib, 300 * kib, 100 * kib, 500 * kib}) {
        cl_mem mem = nullptr;
        clmem_buffer const block = allocate(bytes, &mem);
        fill(mem, bytes, gate);
        EXPECT_EQ(clmem_buffer_release(block), CLMEM_SUCCESS);
        EXPECT_EQ(clmem_pool_trim(pool, SIZE_MAX, nullptr), CLMEM_SUCCESS); // which coalesces
    }
    clmem_buffer const after = allocate(200 * kib);
    EXPECT_TRUE(is_whole(after));
    clSetUserEventStatus(gate, CL_COMPLETE);
    clReleaseEvent(gate);
    clFinish(queue);
    clmem_buffer const later = allocate(700 * kib);
    EXPECT_TRUE(is_whole(later)) << "the program may hold commands back again at any time";
    for (clmem_buffer block : {kept, after, later}) {
        EXPECT_EQ(clmem_buffer_release(block), CLMEM_SUCCESS);
    }
}

TEST_F(sub_buffers, are_found_unsafe_by_what_another_queue_holds_back) {
    cl_command_queue others[3] = {};
    std::vector<clmem_buffer> blocks;
    for (cl_command_queue &other : others) {
        other = clCreateCommandQueue(context, nullptr, 0, nullptr);
        clmem_buffer block = nullptr;
        EXPECT_EQ(clmem_pool_allocate(pool, other, 4 * kib, &block), CLMEM_SUCCESS);
        blocks.push_back(block);
    }
    cl_event gate = clCreateUserEvent(context, nullptr);
    cl_mem mem = nullptr;
    EXPECT_EQ(clmem_buffer_mem(blocks[1], &mem), CLMEM_SUCCESS);
    const unsigned char zero = 0;
    EXPECT_EQ(clEnqueueFillBuffer(others[1], mem, &zero, 1, 0, kib, 1, &gate, nullptr), CL_SUCCESS);
    clFlush(others[1]);
    for (std::size_t i = 0; i < 12; ++i) {
        blocks.push_back(allocate((30 + i) * 8 * kib)); // in another queue
    }
    EXPECT_TRUE(is_whole(blocks.back()));
    clSetUserEventStatus(gate, CL_COMPLETE);
    clReleaseEvent(gate);
    for (clmem_buffer block : blocks) {
        EXPECT_EQ(clmem_buffer_release(block), CLMEM_SUCCESS);
    }
    for (cl_command_queue other : others) {
        clFinish(other);
        EXPECT_EQ(clmem_pool_forget_queue(pool, other), CLMEM_SUCCESS);
        clReleaseCommandQueue(other);
    }
}

TEST_F(sub_buffers, are_found_unsafe_at_any_time) {
    std::vector<clmem_buffer> blocks;
    for (std::size_t i = 0; i < 200; ++i) {
        blocks.push_back(allocate((5 + i) * 8 * kib));
    }
    EXPECT_FALSE(is_whole(blocks.back()));
    cl_event gate = clCreateUserEvent(context, nullptr);
    cl_mem mem = nullptr;
    EXPECT_EQ(clmem_buffer_mem(blocks.front(), &mem), CLMEM_SUCCESS);
    fill(mem, kib, gate);
    for (std::size_t i = 0; i < 20; ++i) {
        blocks.push_back(allocate((300 + i) * 8 * kib));
    }
    EXPECT_TRUE(is_whole(blocks.back()));
    clSetUserEventStatus(gate, CL_COMPLETE);
    clReleaseEvent(gate);
    for (clmem_buffer block : blocks) {
        EXPECT_EQ(clmem_buffer_release(block), CLMEM_SUCCESS);
    }
    clFinish(queue);
}

// A look at the queue takes a marker.
TEST_F(sub_buffers, are_not_worried_about_for_whole_buffers) {
    mock::fail_nth("clEnqueueMarkerWithWaitList", 1, CL_OUT_OF_RESOURCES);
    const std::uint64_t before = mock::count().faults;
    clmem_allocation_options options = CLMEM_ALLOCATION_OPTIONS_INIT;
    options.flags = CLMEM_ALLOCATION_DEDICATED;
    options.queue = queue;
    for (std::size_t n = 1; n <= 100; ++n) {
        clmem_buffer block = nullptr;
        EXPECT_EQ(clmem_pool_allocate_with(pool, &options, n * 4 * kib, &block), CLMEM_SUCCESS);
        EXPECT_TRUE(is_whole(block));
        EXPECT_EQ(clmem_buffer_release(block), CLMEM_SUCCESS);
    }
    EXPECT_EQ(mock::count().faults, before);
    clmem_buffer const part = allocate(4 * kib);
    EXPECT_EQ(mock::count().faults, before + 1);
    EXPECT_EQ(clmem_buffer_release(part), CLMEM_SUCCESS);
}

TEST_F(sub_buffers, are_used_while_commands_only_wait_for_others) {
    cl_command_queue other = clCreateCommandQueue(context, nullptr, 0, nullptr);
    std::vector<clmem_buffer> blocks;
    for (std::size_t i = 0; i < 100; ++i) {
        cl_mem mem = nullptr;
        blocks.push_back(allocate((5 + i) * 8 * kib, &mem));
        fill(mem, kib, nullptr); // completes when the host waits
        cl_event marker = nullptr;
        clEnqueueMarkerWithWaitList(queue, 0, nullptr, &marker);
        clEnqueueBarrierWithWaitList(other, 1, &marker, nullptr);
        clReleaseEvent(marker);
        EXPECT_EQ(clmem_pool_record_use(pool, blocks.back(), other), CLMEM_SUCCESS);
    }
    EXPECT_FALSE(is_whole(blocks.back()));
    for (clmem_buffer block : blocks) {
        EXPECT_EQ(clmem_buffer_release(block), CLMEM_SUCCESS);
    }
    clFinish(queue);
    clFinish(other);
    EXPECT_EQ(clmem_pool_forget_queue(pool, other), CLMEM_SUCCESS);
    clReleaseCommandQueue(other);
}

TEST_F(sub_buffers, are_not_migrated_to_the_host) {
    clmem_buffer blocks[] = {allocate(64 * kib), allocate(96 * kib)};
    clmem_memory const handles[] = {reinterpret_cast<clmem_memory>(blocks[0]),
                                    reinterpret_cast<clmem_memory>(blocks[1])};
    EXPECT_FALSE(is_whole(blocks[0]));
    for (const std::uint64_t flags : {CL_MIGRATE_MEM_OBJECT_HOST, CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED}) {
        EXPECT_EQ(clmem_memory_migrate(queue, 2, handles, flags, nullptr, nullptr), CLMEM_SUCCESS);
    }
    clFinish(queue);
    for (clmem_buffer block : blocks) {
        EXPECT_EQ(clmem_buffer_release(block), CLMEM_SUCCESS);
    }
}

TEST_F(sub_buffers, are_listed_until_their_migration_is_complete) {
    clmem_buffer const block = allocate(64 * kib);
    auto *const handle = reinterpret_cast<clmem_memory>(block);
    cl_event gate = clCreateUserEvent(context, nullptr);
    cl_event done = nullptr;
    EXPECT_EQ(clmem_memory_migrate(queue, 1, &handle, 0, clmem::test::after(1, &gate), &done), CLMEM_SUCCESS);
    EXPECT_EQ(clmem_memory_migrate(queue, 1, &handle, 0, nullptr, nullptr), CLMEM_SUCCESS);
    // What the library has freed is in use again.
    std::vector<std::vector<void *>> others;
    for (std::size_t words = 1; words <= 4; ++words) {
        others.emplace_back(words, nullptr);
    }
    clSetUserEventStatus(gate, CL_COMPLETE);
    EXPECT_EQ(clWaitForEvents(1, &done), CL_SUCCESS);
    clFinish(queue);
    clReleaseEvent(done);
    clReleaseEvent(gate);
    EXPECT_EQ(clmem_buffer_release(block), CLMEM_SUCCESS);
}

} // namespace
