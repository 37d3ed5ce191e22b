// The OpenCL functions that this program calls itself, to verify blocks by kernels and to compare with the driver. It
// is not linked with OpenCL, so it also starts on machines without it.
#pragma once

#include "library.hpp"

#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <cstddef>

#define CLMEM_COMMAND_OPENCL(X)                                                                                        \
    X(clGetPlatformIDs)                                                                                                \
    X(clGetDeviceInfo)                                                                                                 \
    X(clCreateBuffer)                                                                                                  \
    X(clReleaseMemObject)                                                                                              \
    X(clEnqueueFillBuffer)                                                                                             \
    X(clEnqueueReadBuffer)                                                                                             \
    X(clEnqueueWriteBuffer)                                                                                            \
    X(clEnqueueMapBuffer)                                                                                              \
    X(clEnqueueUnmapMemObject)                                                                                         \
    X(clSVMAlloc)                                                                                                      \
    X(clSVMFree)                                                                                                       \
    X(clEnqueueSVMMemFill)                                                                                             \
    X(clSetKernelArgSVMPointer)                                                                                        \
    X(clGetExtensionFunctionAddressForPlatform)                                                                        \
    X(clCreateProgramWithSource)                                                                                       \
    X(clBuildProgram)                                                                                                  \
    X(clGetProgramBuildInfo)                                                                                           \
    X(clReleaseProgram)                                                                                                \
    X(clCreateKernel)                                                                                                  \
    X(clSetKernelArg)                                                                                                  \
    X(clEnqueueNDRangeKernel)                                                                                          \
    X(clReleaseKernel)

// The functions of cl_intel_unified_shared_memory, which each platform provides separately.
#define CLMEM_COMMAND_USM(X)                                                                                           \
    X(clHostMemAllocINTEL)                                                                                             \
    X(clDeviceMemAllocINTEL)                                                                                           \
    X(clSharedMemAllocINTEL)                                                                                           \
    X(clMemFreeINTEL)                                                                                                  \
    X(clSetKernelArgMemPointerINTEL)                                                                                   \
    X(clEnqueueMemFillINTEL)

namespace clmem::command {

struct opencl_functions {
#define CLMEM_COMMAND_MEMBER(name) decltype(&::name) name = nullptr;
    CLMEM_COMMAND_OPENCL(CLMEM_COMMAND_MEMBER)
#undef CLMEM_COMMAND_MEMBER
};

struct usm_functions {
#define CLMEM_COMMAND_MEMBER(name) name##_fn name = nullptr;
    CLMEM_COMMAND_USM(CLMEM_COMMAND_MEMBER)
#undef CLMEM_COMMAND_MEMBER
};

// The functions of the library that clmem uses and has loaded already. Throws failure.
[[nodiscard]] const opencl_functions &opencl();

// The functions of the device's platform. Throws failure if one is missing.
[[nodiscard]] usm_functions load_usm(cl_device_id device);

// Throws a failure that names the function, unless the code is CL_SUCCESS.
void check_opencl(cl_int code, const char *function);

inline cl_int release_mem(cl_mem mem) {
    return opencl().clReleaseMemObject(mem);
}
using owned_mem = owner<cl_mem, release_mem>;

[[nodiscard]] owned_mem make_buffer(cl_context context, cl_mem_flags flags, std::size_t bytes, void *content = nullptr);

} // namespace clmem::command
