// A device for the rows that need one, and the OpenCL functions that the benchmark calls itself. It is not linked with
// OpenCL.
#pragma once

#include "heaps.hpp"

#include <CL/cl.h>
#include <string>
#include <vector>

#define CLMEM_BENCH_OPENCL(X)                                                                                          \
    X(clCreateBuffer)                                                                                                  \
    X(clReleaseMemObject)                                                                                              \
    X(clEnqueueReadBuffer)                                                                                             \
    X(clEnqueueWriteBuffer)                                                                                            \
    X(clEnqueueMapBuffer)                                                                                              \
    X(clEnqueueUnmapMemObject)                                                                                         \
    X(clEnqueueFillBuffer)                                                                                             \
    X(clSVMAlloc)                                                                                                      \
    X(clSVMFree)                                                                                                       \
    X(clEnqueueSVMMemFill)                                                                                             \
    X(clCreateProgramWithSource)                                                                                       \
    X(clBuildProgram)                                                                                                  \
    X(clReleaseProgram)                                                                                                \
    X(clCreateKernel)                                                                                                  \
    X(clReleaseKernel)                                                                                                 \
    X(clSetKernelArg)                                                                                                  \
    X(clEnqueueNDRangeKernel)                                                                                          \
    X(clFlush)                                                                                                         \
    X(clFinish)

namespace clmem::bench {

struct opencl_functions {
#define CLMEM_BENCH_MEMBER(name) decltype(&::name) name = nullptr;
    CLMEM_BENCH_OPENCL(CLMEM_BENCH_MEMBER)
#undef CLMEM_BENCH_MEMBER
};

// The functions of the library that clmem uses and has loaded already.
[[nodiscard]] const opencl_functions &opencl();
void check_opencl(cl_int code, const char *function);

// The device that clmem chooses, a context for it, and queues. Throws not_here if there is no device.
class device {
  public:
    explicit device(std::size_t queues);
    ~device();
    device(const device &) = delete;
    device &operator=(const device &) = delete;

    [[nodiscard]] cl_context context() const noexcept { return context_; }
    [[nodiscard]] cl_device_id id() const noexcept { return id_; }
    [[nodiscard]] const clmem_device_info &info() const noexcept { return info_; }
    [[nodiscard]] const std::vector<cl_command_queue> &queues() const noexcept { return queues_; }
    void finish() const;

  private:
    cl_device_id id_ = nullptr;
    clmem_device_info info_ = CLMEM_DEVICE_INFO_INIT;
    cl_context context_ = nullptr;
    std::vector<cl_command_queue> queues_;
};

} // namespace clmem::bench
