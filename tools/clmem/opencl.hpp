// The OpenCL functions that this program calls itself: kernels that verify, and buffers to compare with. It is not linked to
// OpenCL, so that it starts on a machine that has none.
#pragma once

#include <CL/cl.h>

#define CLMEM_COMMAND_OPENCL(X)                                                                                        \
    X(clGetPlatformIDs)                                                                                                \
    X(clGetDeviceInfo)                                                                                                 \
    X(clCreateBuffer)                                                                                                  \
    X(clReleaseMemObject)                                                                                              \
    X(clEnqueueFillBuffer)                                                                                             \
    X(clEnqueueReadBuffer)                                                                                             \
    X(clEnqueueWriteBuffer)                                                                                            \
    X(clCreateProgramWithSource)                                                                                       \
    X(clBuildProgram)                                                                                                  \
    X(clGetProgramBuildInfo)                                                                                           \
    X(clReleaseProgram)                                                                                                \
    X(clCreateKernel)                                                                                                  \
    X(clSetKernelArg)                                                                                                  \
    X(clEnqueueNDRangeKernel)                                                                                          \
    X(clReleaseKernel)

namespace clmem::command {

struct opencl_functions {
#define CLMEM_COMMAND_MEMBER(name) decltype(&::name) name = nullptr;
    CLMEM_COMMAND_OPENCL(CLMEM_COMMAND_MEMBER)
#undef CLMEM_COMMAND_MEMBER
};

// The functions of the library that clmem itself uses, which must have loaded it by then. Throws failure.
[[nodiscard]] const opencl_functions &opencl();

// Throws a failure that names the function, unless the code is CL_SUCCESS.
void check_opencl(cl_int code, const char *function);

} // namespace clmem::command
