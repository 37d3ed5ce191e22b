// OpenCL, loaded at the first use. It is not linked: all calls go through the table that dispatch() returns.
#pragma once

#include <CL/cl.h>
#include <cstdint>

// The functions of every OpenCL library (1.1), and those of later versions, which may be NULL. Even if the library has
// a function, a device may be too old for it, so callers check the pointer and the device's version.
#define CLMEM_CL_REQUIRED(X)                                                                                           \
    X(clGetPlatformIDs)                                                                                                \
    X(clGetPlatformInfo)                                                                                               \
    X(clGetDeviceIDs)                                                                                                  \
    X(clGetDeviceInfo)                                                                                                 \
    X(clCreateContext)                                                                                                 \
    X(clRetainContext)                                                                                                 \
    X(clReleaseContext)                                                                                                \
    X(clGetContextInfo)                                                                                                \
    X(clCreateCommandQueue)                                                                                            \
    X(clRetainCommandQueue)                                                                                            \
    X(clReleaseCommandQueue)                                                                                           \
    X(clGetCommandQueueInfo)                                                                                           \
    X(clCreateBuffer)                                                                                                  \
    X(clCreateSubBuffer)                                                                                               \
    X(clRetainMemObject)                                                                                               \
    X(clReleaseMemObject)                                                                                              \
    X(clGetMemObjectInfo)                                                                                              \
    X(clSetMemObjectDestructorCallback)                                                                                \
    X(clGetSupportedImageFormats)                                                                                      \
    X(clGetImageInfo)                                                                                                  \
    X(clCreateSampler)                                                                                                 \
    X(clRetainSampler)                                                                                                 \
    X(clReleaseSampler)                                                                                                \
    X(clGetSamplerInfo)                                                                                                \
    X(clEnqueueReadBuffer)                                                                                             \
    X(clEnqueueWriteBuffer)                                                                                            \
    X(clEnqueueCopyBuffer)                                                                                             \
    X(clEnqueueReadBufferRect)                                                                                         \
    X(clEnqueueWriteBufferRect)                                                                                        \
    X(clEnqueueCopyBufferRect)                                                                                         \
    X(clEnqueueReadImage)                                                                                              \
    X(clEnqueueWriteImage)                                                                                             \
    X(clEnqueueCopyImage)                                                                                              \
    X(clEnqueueCopyImageToBuffer)                                                                                      \
    X(clEnqueueCopyBufferToImage)                                                                                      \
    X(clEnqueueMapImage)                                                                                               \
    X(clEnqueueMapBuffer)                                                                                              \
    X(clEnqueueUnmapMemObject)                                                                                         \
    X(clWaitForEvents)                                                                                                 \
    X(clGetEventInfo)                                                                                                  \
    X(clRetainEvent)                                                                                                   \
    X(clReleaseEvent)                                                                                                  \
    X(clCreateProgramWithSource)                                                                                       \
    X(clRetainProgram)                                                                                                 \
    X(clReleaseProgram)                                                                                                \
    X(clBuildProgram)                                                                                                  \
    X(clGetProgramInfo)                                                                                                \
    X(clGetProgramBuildInfo)                                                                                           \
    X(clCreateKernel)                                                                                                  \
    X(clRetainKernel)                                                                                                  \
    X(clReleaseKernel)                                                                                                 \
    X(clSetKernelArg)                                                                                                  \
    X(clGetKernelInfo)                                                                                                 \
    X(clGetKernelWorkGroupInfo)                                                                                        \
    X(clEnqueueNDRangeKernel)                                                                                          \
    X(clGetEventProfilingInfo)                                                                                         \
    X(clFlush)                                                                                                         \
    X(clFinish)

#define CLMEM_CL_OPTIONAL(X)                                                                                           \
    X(clRetainDevice)                                                                                                  \
    X(clReleaseDevice)                                                                                                 \
    X(clGetExtensionFunctionAddressForPlatform)                                                                        \
    X(clEnqueueFillBuffer)                                                                                             \
    X(clCreateImage)                                                                                                   \
    X(clCreateImage2D)                                                                                                 \
    X(clCreateImage3D)                                                                                                 \
    X(clEnqueueFillImage)                                                                                              \
    X(clCreateSamplerWithProperties)                                                                                   \
    X(clCreatePipe)                                                                                                    \
    X(clGetPipeInfo)                                                                                                   \
    X(clEnqueueMigrateMemObjects)                                                                                      \
    X(clEnqueueMarker)                                                                                                 \
    X(clEnqueueWaitForEvents)                                                                                          \
    X(clEnqueueMarkerWithWaitList)                                                                                     \
    X(clEnqueueBarrierWithWaitList)                                                                                    \
    X(clCreateCommandQueueWithProperties)                                                                              \
    X(clSVMAlloc)                                                                                                      \
    X(clSVMFree)                                                                                                       \
    X(clEnqueueSVMFree)                                                                                                \
    X(clEnqueueSVMMemcpy)                                                                                              \
    X(clEnqueueSVMMemFill)                                                                                             \
    X(clEnqueueSVMMap)                                                                                                 \
    X(clEnqueueSVMUnmap)                                                                                               \
    X(clSetEventCallback)                                                                                              \
    X(clSetContextDestructorCallback)                                                                                  \
    X(clEnqueueSVMMigrateMem)                                                                                          \
    X(clSetKernelArgSVMPointer)                                                                                        \
    X(clSetKernelExecInfo)                                                                                             \
    X(clGetKernelArgInfo)

namespace clmem_core::cl {

// As clmem_opencl_find_fn.
using find_function = std::int32_t (*)(void *user, const char *name, void **out_function);

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations" // clCreateCommandQueue and others, for older devices
struct table {
#define CLMEM_CL_MEMBER(name) decltype(&::name) name = nullptr; // NOLINT(bugprone-macro-parentheses)
    CLMEM_CL_REQUIRED(CLMEM_CL_MEMBER)
    CLMEM_CL_OPTIONAL(CLMEM_CL_MEMBER)
#undef CLMEM_CL_MEMBER
    // Where other functions are found: by the program's callback, or else by dlsym(), where NULL means the symbols of
    // the process.
    find_function find = nullptr;
    void *find_user = nullptr;
    void *library = nullptr;
};
#pragma GCC diagnostic pop

// The table, filled at the first call. Throws CLMEM_ERROR_NO_OPENCL if there is no OpenCL library; the next call tries
// again. Tests replace its functions.
[[nodiscard]] table &dispatch();

// Fills the table with the functions that the program's callback finds. Throws if there is a table already.
void set_functions(find_function find, void *user);

// The address of any OpenCL function, NULL if there is no such function.
[[nodiscard]] void *function(const char *name);

// Finds the library and fills a table with its functions, for dispatch().
void load(table &functions);

} // namespace clmem_core::cl
