// The OpenCL functions that the layer replaces. All others go from the program to the driver without a detour.
#pragma once

#include <CL/cl_icd.h>
#include <type_traits>

#define CLMEM_LAYER_CALLS(X)                                                                                           \
    X(clCreateContext)                                                                                                 \
    X(clCreateContextFromType)                                                                                         \
    X(clGetContextInfo)                                                                                                \
    X(clRetainContext)                                                                                                 \
    X(clReleaseContext)                                                                                                \
    X(clCreateCommandQueue)                                                                                            \
    X(clCreateCommandQueueWithProperties)                                                                              \
    X(clRetainCommandQueue)                                                                                            \
    X(clReleaseCommandQueue)                                                                                           \
    X(clSetCommandQueueProperty)                                                                                       \
    X(clCreateUserEvent)                                                                                               \
    X(clSetUserEventStatus)                                                                                            \
    X(clRetainEvent)                                                                                                   \
    X(clReleaseEvent)                                                                                                  \
    X(clSetEventCallback)                                                                                              \
    X(clCreateEventFromGLsyncKHR)                                                                                      \
    X(clGetExtensionFunctionAddress)                                                                                   \
    X(clGetExtensionFunctionAddressForPlatform)                                                                        \
    X(clCreateBuffer)                                                                                                  \
    X(clCreateBufferWithProperties)                                                                                    \
    X(clCreateSubBuffer)                                                                                               \
    X(clCreateImage)                                                                                                   \
    X(clCreateImageWithProperties)                                                                                     \
    X(clCreateImage2D)                                                                                                 \
    X(clCreateImage3D)                                                                                                 \
    X(clCreatePipe)                                                                                                    \
    X(clRetainMemObject)                                                                                               \
    X(clReleaseMemObject)                                                                                              \
    X(clGetMemObjectInfo)                                                                                              \
    X(clGetImageInfo)                                                                                                  \
    X(clFinish)                                                                                                        \
    X(clGetCommandQueueInfo)                                                                                           \
    X(clEnqueueBarrierWithWaitList)                                                                                    \
    X(clEnqueueBarrier)                                                                                                \
    X(clEnqueueWaitForEvents)                                                                                          \
    X(clCreateKernel)                                                                                                  \
    X(clCreateKernelsInProgram)                                                                                        \
    X(clCloneKernel)                                                                                                   \
    X(clSetKernelArg)                                                                                                  \
    X(clSetKernelArgSVMPointer)                                                                                        \
    X(clSetKernelExecInfo)                                                                                             \
    X(clEnqueueNDRangeKernel)                                                                                          \
    X(clEnqueueTask)                                                                                                   \
    X(clEnqueueReadImage)                                                                                              \
    X(clEnqueueWriteImage)                                                                                             \
    X(clEnqueueCopyImage)                                                                                              \
    X(clEnqueueFillImage)                                                                                              \
    X(clEnqueueNativeKernel)                                                                                           \
    X(clEnqueueMigrateMemObjects)                                                                                      \
    X(clSetMemObjectDestructorCallback)                                                                                \
    X(clEnqueueReadBuffer)                                                                                             \
    X(clEnqueueWriteBuffer)                                                                                            \
    X(clEnqueueCopyBuffer)                                                                                             \
    X(clEnqueueFillBuffer)                                                                                             \
    X(clEnqueueReadBufferRect)                                                                                         \
    X(clEnqueueWriteBufferRect)                                                                                        \
    X(clEnqueueCopyBufferRect)                                                                                         \
    X(clEnqueueCopyBufferToImage)                                                                                      \
    X(clEnqueueCopyImageToBuffer)                                                                                      \
    X(clEnqueueMapBuffer)                                                                                              \
    X(clEnqueueMapImage)                                                                                               \
    X(clEnqueueUnmapMemObject)                                                                                         \
    X(clSVMAlloc)                                                                                                      \
    X(clSVMFree)                                                                                                       \
    X(clEnqueueSVMFree)

namespace clmem::layer::calls {

#define CLMEM_LAYER_DECLARE(name) std::remove_pointer_t<cl_api_##name> name;
CLMEM_LAYER_CALLS(CLMEM_LAYER_DECLARE)
#undef CLMEM_LAYER_DECLARE

} // namespace clmem::layer::calls
