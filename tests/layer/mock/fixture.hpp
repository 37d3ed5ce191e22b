// A program's context, whose calls go through the layer to the mock.
#pragma once

#include "harness.hpp"

#include <chrono>
#include <gtest/gtest.h>
#include <mock.hpp>
#include <thread>
#include <vector>

namespace over_mock {

class program : public testing::Test {
  protected:
    static constexpr std::size_t bytes = std::size_t{1} << 20;

    program() {
        mock::trust_polling(true);
        cl_platform_id platform = nullptr;
        cl.clGetPlatformIDs(1, &platform, nullptr);
        cl.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr);
        context = cl.clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
    }
    // Releases what the test has left, and expects that nothing remains.
    ~program() override {
        for (cl_event gate : gates_) {
            EXPECT_EQ(cl.clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
            EXPECT_EQ(cl.clReleaseEvent(gate), CL_SUCCESS);
        }
        for (cl_mem buffer : buffers_) {
            EXPECT_EQ(cl.clReleaseMemObject(buffer), CL_SUCCESS);
        }
        for (cl_command_queue queue : queues_) {
            EXPECT_EQ(cl.clFinish(queue), CL_SUCCESS);
            EXPECT_EQ(cl.clReleaseCommandQueue(queue), CL_SUCCESS);
        }
        EXPECT_EQ(cl.clReleaseContext(context), CL_SUCCESS);
        for (int n = 0; n < 5000 && mock::live() != 0; ++n) { // a thread of clmem may still be releasing memory
            std::this_thread::sleep_for(std::chrono::milliseconds{1});
        }
        EXPECT_EQ(mock::live(), 0U);
        EXPECT_EQ(mock::count().violations, before_);
    }

    cl_command_queue make_queue(cl_command_queue_properties properties = 0) {
        queues_.push_back(cl.clCreateCommandQueue(context, device, properties, nullptr));
        EXPECT_NE(queues_.back(), nullptr);
        return queues_.back();
    }
    void release(cl_command_queue queue) {
        std::erase(queues_, queue);
        EXPECT_EQ(cl.clReleaseCommandQueue(queue), CL_SUCCESS);
    }
    cl_event make_gate() {
        gates_.push_back(cl.clCreateUserEvent(context, nullptr));
        EXPECT_NE(gates_.back(), nullptr);
        return gates_.back();
    }
    void open(cl_event gate) {
        std::erase(gates_, gate);
        EXPECT_EQ(cl.clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
        EXPECT_EQ(cl.clReleaseEvent(gate), CL_SUCCESS);
    }
    // Each buffer is an owner, so that the mock reports commands of two of them without an order.
    cl_mem make_buffer(std::size_t size = bytes) {
        cl_mem made = cl.clCreateBuffer(context, CL_MEM_READ_WRITE, size, nullptr, nullptr);
        EXPECT_NE(made, nullptr);
        mock::set_owner_of(made, ++owners_);
        buffers_.push_back(made);
        return made;
    }
    void release(cl_mem buffer) {
        std::erase(buffers_, buffer);
        EXPECT_EQ(cl.clReleaseMemObject(buffer), CL_SUCCESS);
    }
    void fill(cl_command_queue queue, cl_mem buffer, cl_event after = nullptr) {
        constexpr unsigned char one = 1;
        EXPECT_EQ(cl.clEnqueueFillBuffer(queue, buffer, &one, 1, 0, 64, after != nullptr ? 1 : 0,
                                         after != nullptr ? &after : nullptr, nullptr),
                  CL_SUCCESS);
    }
    void read_blocking(cl_command_queue queue, cl_mem buffer) {
        unsigned char host[64];
        EXPECT_EQ(cl.clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof host, host, 0, nullptr, nullptr),
                  CL_SUCCESS);
    }
    void finish(cl_command_queue queue) { EXPECT_EQ(cl.clFinish(queue), CL_SUCCESS); }
    // Releases a buffer, and returns whether the next one gets its memory.
    bool is_reused(cl_mem buffer) {
        release(buffer);
        return make_buffer() == buffer;
    }

    // Completes whatever no user event holds back. The program learns of it only by asking.
    static void run_all() {
        for (std::uint64_t seed = 1; seed < 100; ++seed) {
            mock::advance(seed, 1000);
        }
    }
    // The driver's calls for a new buffer.
    std::uint64_t calls_for_a_buffer() {
        const std::uint64_t before = mock::count().calls;
        make_buffer();
        return mock::count().calls - before;
    }

    const cl_icd_dispatch &cl = through_layer();
    cl_device_id device = nullptr;
    cl_context context = nullptr;

  private:
    std::vector<cl_command_queue> queues_;
    std::vector<cl_event> gates_;
    std::vector<cl_mem> buffers_;
    std::uint64_t owners_ = 0;
    std::uint64_t before_ = mock::count().violations;
};

} // namespace over_mock
