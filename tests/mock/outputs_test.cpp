// The events of commands that fail: the mock writes one that does not exist, as some drivers do; the program gets none.
#include "../support/options.hpp"
#include "mock.hpp"

#include <clmem.h>
#include <functional>
#include <gtest/gtest.h>
#include <thread>

namespace {

class outputs : public testing::Test {
  protected:
    outputs() {
        cl_platform_id platform = nullptr;
        clGetPlatformIDs(1, &platform, nullptr);
        clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device_, nullptr);
        context_ = clCreateContext(nullptr, 1, &device_, nullptr, nullptr, nullptr);
        queue_ = clCreateCommandQueue(context_, device_, 0, nullptr);
        EXPECT_EQ(clmem_buffer_create(context_, CL_MEM_READ_WRITE, bytes, nullptr, &buffer_), CLMEM_SUCCESS);
        EXPECT_EQ(clmem_svm_allocate(context_, 0, bytes, 0, nullptr, &shared_), CLMEM_SUCCESS);
    }
    ~outputs() override {
        clFinish(queue_);
        for (clmem_buffer memory : {buffer_, shared_}) {
            EXPECT_EQ(clmem_buffer_release(memory), CLMEM_SUCCESS);
        }
        clReleaseCommandQueue(queue_);
        clReleaseContext(context_);
        while (mock::live() != 0) { // a background thread may still be freeing the memory; ctest bounds the wait
            std::this_thread::yield();
        }
        EXPECT_EQ(mock::count().violations, before_);
    }

    using call = std::function<clmem_status(cl_event *)>;
    // A call fails when the driver's does, and succeeds afterwards.
    void expect_no_event(const char *refused, const call &made) {
        SCOPED_TRACE(refused);
        auto *event = reinterpret_cast<cl_event>(0x55);
        mock::fail_nth(refused, 1, CL_INVALID_CONTEXT);
        EXPECT_EQ(made(&event), CL_INVALID_CONTEXT);
        EXPECT_EQ(event, nullptr);
        mock::fail_nth(refused, 1, CL_INVALID_CONTEXT);
        EXPECT_EQ(made(nullptr), CL_INVALID_CONTEXT) << "without the output";
        EXPECT_EQ(made(&event), CLMEM_SUCCESS);
        ASSERT_NE(event, nullptr);
        clReleaseEvent(event);
    }
    clmem_status fill(clmem_buffer memory, std::size_t size, cl_event *out) {
        const unsigned char zero = 0;
        return clmem_buffer_fill(memory, queue_, &zero, 1, clmem::test::fill_part(0, size), out);
    }
    clmem_status copy(bool writes, clmem_buffer memory, cl_event *out) {
        clmem_transfer_place block = CLMEM_TRANSFER_PLACE_INIT;
        block.memory = reinterpret_cast<clmem_memory>(memory);
        clmem_transfer_place host = CLMEM_TRANSFER_PLACE_INIT;
        host.pointer = host_;
        host.bytes = sizeof host_;
        clmem_transfer_options how = CLMEM_TRANSFER_OPTIONS_INIT;
        how.bytes = sizeof host_;
        how.non_blocking = 1;
        return clmem_transfer_copy(queue_, writes ? &host : &block, writes ? &block : &host, &how, out);
    }
    // A map, which is kept if it succeeds and then released.
    clmem_status map(clmem_buffer memory, cl_event *out) {
        auto *made = reinterpret_cast<clmem_map>(0x55);
        const clmem_status status =
            clmem_map_buffer(memory, queue_, CL_MAP_READ, clmem::test::map_part(0, SIZE_MAX, 1), &made, out);
        if (status == CLMEM_SUCCESS) { return clmem_map_release(made); }
        EXPECT_EQ(made, nullptr);
        return status;
    }

    static constexpr std::size_t bytes = 4096;
    cl_device_id device_ = nullptr;
    cl_context context_ = nullptr;
    cl_command_queue queue_ = nullptr;
    clmem_buffer buffer_ = nullptr;
    clmem_buffer shared_ = nullptr;
    unsigned char host_[64] = {};

  private:
    std::uint64_t before_ = mock::count().violations;
};

TEST_F(outputs, of_fills_that_fail_are_null) {
    expect_no_event("clEnqueueFillBuffer", [&](cl_event *out) { return fill(buffer_, SIZE_MAX, out); });
    expect_no_event("clEnqueueSVMMemFill", [&](cl_event *out) { return fill(shared_, SIZE_MAX, out); });
    expect_no_event("clEnqueueMarkerWithWaitList", [&](cl_event *out) { return fill(buffer_, 0, out); });
}

TEST_F(outputs, of_copies_that_fail_are_null) {
    expect_no_event("clEnqueueReadBuffer", [&](cl_event *out) { return copy(false, buffer_, out); });
    expect_no_event("clEnqueueWriteBuffer", [&](cl_event *out) { return copy(true, buffer_, out); });
    expect_no_event("clEnqueueSVMMemcpy", [&](cl_event *out) { return copy(true, shared_, out); });
}

TEST_F(outputs, of_maps_that_fail_are_null) {
    expect_no_event("clEnqueueMapBuffer", [&](cl_event *out) { return map(buffer_, out); });
    expect_no_event("clEnqueueSVMMap", [&](cl_event *out) { return map(shared_, out); });
}

TEST_F(outputs, of_unmaps_that_fail_are_null) {
    for (clmem_buffer memory : {buffer_, shared_}) {
        const char *const refused = memory == buffer_ ? "clEnqueueUnmapMemObject" : "clEnqueueSVMUnmap";
        clmem_map made = nullptr;
        ASSERT_EQ(clmem_map_buffer(memory, queue_, CL_MAP_READ, clmem::test::map_part(0, SIZE_MAX, 1), &made, nullptr),
                  CLMEM_SUCCESS);
        expect_no_event(refused, [&](cl_event *out) { return clmem_map_unmap(made, queue_, nullptr, out); });
        EXPECT_EQ(clmem_map_release(made), CLMEM_SUCCESS);
    }
}

TEST_F(outputs, of_migrations_that_fail_are_null) {
    expect_no_event("clEnqueueMigrateMemObjects", [&](cl_event *out) {
        auto *const memory = reinterpret_cast<clmem_memory>(buffer_);
        return clmem_memory_migrate(queue_, 1, &memory, 0, nullptr, out);
    });
    expect_no_event("clEnqueueSVMMigrateMem",
                    [&](cl_event *out) { return clmem_svm_migrate(queue_, 1, &shared_, 0, nullptr, out); });
}

TEST_F(outputs, of_launches_that_fail_are_null) {
    clmem_program program = nullptr;
    clmem_kernel kernel = nullptr;
    ASSERT_EQ(clmem_program_create(context_, "", &program), CLMEM_SUCCESS);
    ASSERT_EQ(clmem_program_build(program, nullptr, 0, nullptr), CLMEM_SUCCESS);
    ASSERT_EQ(clmem_kernel_create(program, "any", &kernel), CLMEM_SUCCESS);
    ASSERT_EQ(clmem_kernel_set_memory(kernel, 0, reinterpret_cast<clmem_memory>(buffer_)), CLMEM_SUCCESS);
    expect_no_event("clEnqueueNDRangeKernel", [&](cl_event *out) {
        clmem_launch_options how = CLMEM_LAUNCH_OPTIONS_INIT;
        how.global[0] = 1;
        return clmem_kernel_launch(kernel, queue_, &how, out);
    });
    EXPECT_EQ(clmem_kernel_release(kernel), CLMEM_SUCCESS);
    EXPECT_EQ(clmem_program_release(program), CLMEM_SUCCESS);
}

} // namespace
