// The OpenCL functions that this program calls itself: kernels that verify, and memory to compare with. It is not linked to
// OpenCL, so that it starts on a machine that has none.
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

// Those of cl_intel_unified_shared_memory, which each platform has for itself.
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

// The functions of the library that clmem itself uses, which must have loaded it by then. Throws failure.
[[nodiscard]] const opencl_functions &opencl();

// Those of the device's platform. Throws failure if it lacks one.
[[nodiscard]] usm_functions load_usm(cl_device_id device);

// Throws a failure that names the function, unless the code is CL_SUCCESS.
void check_opencl(cl_int code, const char *function);

inline cl_int release_mem(cl_mem mem) {
    return opencl().clReleaseMemObject(mem);
}
using owned_mem = owner<cl_mem, release_mem>;

[[nodiscard]] owned_mem make_buffer(cl_context context, cl_mem_flags flags, std::size_t bytes, void *content = nullptr);

} // namespace clmem::command
