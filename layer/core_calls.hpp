// The functions of OpenCL's own versions, without extensions.
#pragma once

// clang-format off
#define CLMEM_LAYER_CORE(X) \
    X(clBuildProgram) X(clCloneKernel) X(clCompileProgram) X(clCreateBuffer) X(clCreateBufferWithProperties) \
    X(clCreateCommandQueue) X(clCreateCommandQueueWithProperties) X(clCreateContext) X(clCreateContextFromType) \
    X(clCreateImage) X(clCreateImage2D) X(clCreateImage3D) X(clCreateImageWithProperties) X(clCreateKernel) \
    X(clCreateKernelsInProgram) X(clCreatePipe) X(clCreateProgramWithBinary) X(clCreateProgramWithBuiltInKernels) \
    X(clCreateProgramWithIL) X(clCreateProgramWithSource) X(clCreateSampler) X(clCreateSamplerWithProperties) \
    X(clCreateSubBuffer) X(clCreateSubDevices) X(clCreateUserEvent) X(clEnqueueBarrier) \
    X(clEnqueueBarrierWithWaitList) X(clEnqueueCopyBuffer) X(clEnqueueCopyBufferRect) X(clEnqueueCopyBufferToImage) \
    X(clEnqueueCopyImage) X(clEnqueueCopyImageToBuffer) X(clEnqueueFillBuffer) X(clEnqueueFillImage) \
    X(clEnqueueMapBuffer) X(clEnqueueMapImage) X(clEnqueueMarker) X(clEnqueueMarkerWithWaitList) \
    X(clEnqueueMigrateMemObjects) X(clEnqueueNDRangeKernel) X(clEnqueueNativeKernel) X(clEnqueueReadBuffer) \
    X(clEnqueueReadBufferRect) X(clEnqueueReadImage) X(clEnqueueSVMFree) X(clEnqueueSVMMap) X(clEnqueueSVMMemFill) \
    X(clEnqueueSVMMemcpy) X(clEnqueueSVMMigrateMem) X(clEnqueueSVMUnmap) X(clEnqueueTask) X(clEnqueueUnmapMemObject) \
    X(clEnqueueWaitForEvents) X(clEnqueueWriteBuffer) X(clEnqueueWriteBufferRect) X(clEnqueueWriteImage) X(clFinish) \
    X(clFlush) X(clGetCommandQueueInfo) X(clGetContextInfo) X(clGetDeviceAndHostTimer) X(clGetDeviceIDs) \
    X(clGetDeviceInfo) X(clGetEventInfo) X(clGetEventProfilingInfo) X(clGetExtensionFunctionAddress) \
    X(clGetExtensionFunctionAddressForPlatform) X(clGetHostTimer) X(clGetImageInfo) X(clGetKernelArgInfo) \
    X(clGetKernelInfo) X(clGetKernelSubGroupInfo) X(clGetKernelWorkGroupInfo) X(clGetMemObjectInfo) X(clGetPipeInfo) \
    X(clGetPlatformIDs) X(clGetPlatformInfo) X(clGetProgramBuildInfo) X(clGetProgramInfo) X(clGetSamplerInfo) \
    X(clGetSupportedImageFormats) X(clLinkProgram) X(clReleaseCommandQueue) X(clReleaseContext) X(clReleaseDevice) \
    X(clReleaseEvent) X(clReleaseKernel) X(clReleaseMemObject) X(clReleaseProgram) X(clReleaseSampler) \
    X(clRetainCommandQueue) X(clRetainContext) X(clRetainDevice) X(clRetainEvent) X(clRetainKernel) \
    X(clRetainMemObject) X(clRetainProgram) X(clRetainSampler) X(clSVMAlloc) X(clSVMFree) \
    X(clSetCommandQueueProperty) X(clSetContextDestructorCallback) X(clSetDefaultDeviceCommandQueue) \
    X(clSetEventCallback) X(clSetKernelArg) X(clSetKernelArgSVMPointer) X(clSetKernelExecInfo) \
    X(clSetMemObjectDestructorCallback) X(clSetProgramReleaseCallback) X(clSetProgramSpecializationConstant) \
    X(clSetUserEventStatus) X(clUnloadCompiler) X(clUnloadPlatformCompiler) X(clWaitForEvents)
// clang-format on
