// The counting library's functions that create, query and modify objects.
#include "counting_forward.hpp"

using namespace clmem::test::counted;

FORWARD(cl_int, clGetPlatformIDs, (cl_uint capacity, cl_platform_id *platforms, cl_uint *count), capacity, platforms,
        count)
FORWARD(cl_int, clGetPlatformInfo,
        (cl_platform_id platform, cl_platform_info name, size_t size, void *value, size_t *out_size), platform, name,
        size, value, out_size)
FORWARD(cl_int, clGetDeviceIDs,
        (cl_platform_id platform, cl_device_type type, cl_uint capacity, cl_device_id *devices, cl_uint *count),
        platform, type, capacity, devices, count)
FORWARD(cl_int, clGetDeviceInfo, (cl_device_id device, cl_device_info name, size_t size, void *value, size_t *out_size),
        device, name, size, value, out_size)
FORWARD(cl_int, clRetainDevice, (cl_device_id device), device)
FORWARD(cl_int, clReleaseDevice, (cl_device_id device), device)
FORWARD(cl_context, clCreateContext,
        (const cl_context_properties *properties, cl_uint count, const cl_device_id *devices,
         void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *), void *user, cl_int *error),
        properties, count, devices, notify, user, error)
FORWARD(cl_int, clRetainContext, (cl_context context), context)
FORWARD(cl_int, clReleaseContext, (cl_context context), context)
FORWARD(cl_int, clGetContextInfo,
        (cl_context context, cl_context_info name, size_t size, void *value, size_t *out_size), context, name, size,
        value, out_size)
FORWARD(cl_command_queue, clCreateCommandQueue,
        (cl_context context, cl_device_id device, cl_command_queue_properties properties, cl_int *error), context,
        device, properties, error)
FORWARD(cl_command_queue, clCreateCommandQueueWithProperties,
        (cl_context context, cl_device_id device, const cl_queue_properties *properties, cl_int *error), context,
        device, properties, error)
FORWARD(cl_int, clRetainCommandQueue, (cl_command_queue queue), queue)
FORWARD(cl_int, clReleaseCommandQueue, (cl_command_queue queue), queue)
FORWARD(cl_int, clGetCommandQueueInfo,
        (cl_command_queue queue, cl_command_queue_info name, size_t size, void *value, size_t *out_size), queue, name,
        size, value, out_size)
FORWARD(cl_mem, clCreateBuffer, (cl_context context, cl_mem_flags flags, size_t size, void *host, cl_int *error),
        context, flags, size, host, error)
FORWARD(cl_mem, clCreateSubBuffer,
        (cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type type, const void *region, cl_int *error), buffer,
        flags, type, region, error)
FORWARD(cl_int, clRetainMemObject, (cl_mem memory), memory)
FORWARD(cl_int, clReleaseMemObject, (cl_mem memory), memory)
FORWARD(cl_int, clGetMemObjectInfo, (cl_mem memory, cl_mem_info name, size_t size, void *value, size_t *out_size),
        memory, name, size, value, out_size)
FORWARD(cl_int, clSetMemObjectDestructorCallback,
        (cl_mem memory, void(CL_CALLBACK *notify)(cl_mem, void *), void *user), memory, notify, user)
FORWARD(cl_int, clGetSupportedImageFormats,
        (cl_context context, cl_mem_flags flags, cl_mem_object_type type, cl_uint capacity, cl_image_format *formats,
         cl_uint *count),
        context, flags, type, capacity, formats, count)
FORWARD(cl_int, clGetImageInfo, (cl_mem image, cl_image_info name, size_t size, void *value, size_t *out_size), image,
        name, size, value, out_size)
FORWARD(cl_mem, clCreateImage,
        (cl_context context, cl_mem_flags flags, const cl_image_format *format, const cl_image_desc *desc, void *host,
         cl_int *error),
        context, flags, format, desc, host, error)
FORWARD(cl_mem, clCreateImage2D,
        (cl_context context, cl_mem_flags flags, const cl_image_format *format, size_t width, size_t height,
         size_t row_pitch, void *host, cl_int *error),
        context, flags, format, width, height, row_pitch, host, error)
FORWARD(cl_mem, clCreateImage3D,
        (cl_context context, cl_mem_flags flags, const cl_image_format *format, size_t width, size_t height,
         size_t depth, size_t row_pitch, size_t slice_pitch, void *host, cl_int *error),
        context, flags, format, width, height, depth, row_pitch, slice_pitch, host, error)
FORWARD(cl_sampler, clCreateSampler,
        (cl_context context, cl_bool normalized, cl_addressing_mode addressing, cl_filter_mode filter, cl_int *error),
        context, normalized, addressing, filter, error)
FORWARD(cl_sampler, clCreateSamplerWithProperties,
        (cl_context context, const cl_sampler_properties *properties, cl_int *error), context, properties, error)
FORWARD(cl_int, clRetainSampler, (cl_sampler sampler), sampler)
FORWARD(cl_int, clReleaseSampler, (cl_sampler sampler), sampler)
FORWARD(cl_int, clGetSamplerInfo,
        (cl_sampler sampler, cl_sampler_info name, size_t size, void *value, size_t *out_size), sampler, name, size,
        value, out_size)
FORWARD(cl_mem, clCreatePipe,
        (cl_context context, cl_mem_flags flags, cl_uint packet_size, cl_uint packets,
         const cl_pipe_properties *properties, cl_int *error),
        context, flags, packet_size, packets, properties, error)
FORWARD(cl_int, clGetPipeInfo, (cl_mem pipe, cl_pipe_info name, size_t size, void *value, size_t *out_size), pipe, name,
        size, value, out_size)
FORWARD(cl_program, clCreateProgramWithSource,
        (cl_context context, cl_uint count, const char **sources, const size_t *lengths, cl_int *error), context, count,
        sources, lengths, error)
FORWARD(cl_int, clRetainProgram, (cl_program program), program)
FORWARD(cl_int, clReleaseProgram, (cl_program program), program)
FORWARD(cl_int, clBuildProgram,
        (cl_program program, cl_uint count, const cl_device_id *devices, const char *options,
         void(CL_CALLBACK *notify)(cl_program, void *), void *user),
        program, count, devices, options, notify, user)
FORWARD(cl_int, clGetProgramBuildInfo,
        (cl_program program, cl_device_id device, cl_program_build_info name, size_t size, void *value,
         size_t *out_size),
        program, device, name, size, value, out_size)
FORWARD(cl_kernel, clCreateKernel, (cl_program program, const char *name, cl_int *error), program, name, error)
FORWARD(cl_int, clRetainKernel, (cl_kernel kernel), kernel)
FORWARD(cl_int, clReleaseKernel, (cl_kernel kernel), kernel)
FORWARD(cl_int, clSetKernelArg, (cl_kernel kernel, cl_uint index, size_t size, const void *value), kernel, index, size,
        value)
FORWARD(cl_int, clGetKernelInfo, (cl_kernel kernel, cl_kernel_info name, size_t size, void *value, size_t *out_size),
        kernel, name, size, value, out_size)
FORWARD(cl_int, clGetKernelWorkGroupInfo,
        (cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info name, size_t size, void *value,
         size_t *out_size),
        kernel, device, name, size, value, out_size)
FORWARD(cl_int, clSetContextDestructorCallback,
        (cl_context context, void(CL_CALLBACK *notify)(cl_context, void *), void *user), context, notify, user)
FORWARD(void *, clSVMAlloc, (cl_context context, cl_svm_mem_flags flags, size_t size, cl_uint alignment), context,
        flags, size, alignment)
FORWARD(void, clSVMFree, (cl_context context, void *pointer), context, pointer)
FORWARD(cl_int, clGetProgramInfo,
        (cl_program program, cl_program_info name, size_t size, void *value, size_t *out_size), program, name, size,
        value, out_size)
FORWARD(cl_int, clGetKernelArgInfo,
        (cl_kernel kernel, cl_uint index, cl_kernel_arg_info name, size_t size, void *value, size_t *out_size), kernel,
        index, name, size, value, out_size)
FORWARD(cl_int, clSetKernelArgSVMPointer, (cl_kernel kernel, cl_uint index, const void *value), kernel, index, value)
FORWARD(cl_int, clSetKernelExecInfo, (cl_kernel kernel, cl_kernel_exec_info name, size_t size, const void *value),
        kernel, name, size, value)
