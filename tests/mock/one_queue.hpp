// A context and a queue of the mock.
#pragma once

#include "mock.hpp"

#include <clmem.h>
#include <cstdint>
#include <gtest/gtest.h>
#include <string>

namespace mock {

class one_queue : public testing::Test {
  protected:
    one_queue() {
        cl_platform_id platform = nullptr;
        clGetPlatformIDs(1, &platform, nullptr);
        clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr);
        context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
        queue = clCreateCommandQueue(context, device, 0, nullptr);
    }
    ~one_queue() override { EXPECT_EQ(count().violations, violations_before_); }
    // Of this thread's last error.
    [[nodiscard]] static std::string message() {
        clmem_error error = CLMEM_ERROR_INIT;
        return clmem_error_last(&error) == CLMEM_SUCCESS ? error.message : "no error record";
    }
    // For the end of a test, which then checks that no object lives.
    void release_queue() const {
        clReleaseCommandQueue(queue);
        clReleaseContext(context);
    }

    cl_device_id device = nullptr;
    cl_context context = nullptr;
    cl_command_queue queue = nullptr;

  private:
    std::uint64_t violations_before_ = count().violations;
};

} // namespace mock
