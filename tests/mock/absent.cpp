// Functions that an OpenCL library must export but the mock does not support: commands on images, samplers, rectangles.
// They all fail.
#include "queues.hpp"

extern "C" {

cl_int clGetSupportedImageFormats(cl_context, cl_mem_flags, cl_mem_object_type, cl_uint, cl_image_format *,
                                  cl_uint *count) {
    if (count != nullptr) { *count = 0; }
    return CL_SUCCESS;
}

cl_sampler clCreateSampler(cl_context, cl_bool, cl_addressing_mode, cl_filter_mode, cl_int *code) {
    return mock::refuse<_cl_sampler>(CL_INVALID_OPERATION, code);
}

cl_int clRetainSampler(cl_sampler) {
    return CL_INVALID_SAMPLER;
}

cl_int clReleaseSampler(cl_sampler) {
    return CL_INVALID_SAMPLER;
}

cl_int clGetSamplerInfo(cl_sampler, cl_sampler_info, std::size_t, void *, std::size_t *) {
    return CL_INVALID_SAMPLER;
}

cl_int clEnqueueReadBufferRect(cl_command_queue, cl_mem, cl_bool, const std::size_t *, const std::size_t *,
                               const std::size_t *, std::size_t, std::size_t, std::size_t, std::size_t, void *, cl_uint,
                               const cl_event *, cl_event *) {
    return CL_INVALID_OPERATION;
}

cl_int clEnqueueWriteBufferRect(cl_command_queue, cl_mem, cl_bool, const std::size_t *, const std::size_t *,
                                const std::size_t *, std::size_t, std::size_t, std::size_t, std::size_t, const void *,
                                cl_uint, const cl_event *, cl_event *) {
    return CL_INVALID_OPERATION;
}

cl_int clEnqueueReadImage(cl_command_queue, cl_mem, cl_bool, const std::size_t *, const std::size_t *, std::size_t,
                          std::size_t, void *, cl_uint, const cl_event *, cl_event *) {
    return CL_INVALID_OPERATION;
}

cl_int clEnqueueWriteImage(cl_command_queue, cl_mem, cl_bool, const std::size_t *, const std::size_t *, std::size_t,
                           std::size_t, const void *, cl_uint, const cl_event *, cl_event *) {
    return CL_INVALID_OPERATION;
}

cl_int clEnqueueCopyImage(cl_command_queue, cl_mem, cl_mem, const std::size_t *, const std::size_t *,
                          const std::size_t *, cl_uint, const cl_event *, cl_event *) {
    return CL_INVALID_OPERATION;
}

cl_int clEnqueueCopyImageToBuffer(cl_command_queue, cl_mem, cl_mem, const std::size_t *, const std::size_t *,
                                  std::size_t, cl_uint, const cl_event *, cl_event *) {
    return CL_INVALID_OPERATION;
}

cl_int clEnqueueCopyBufferToImage(cl_command_queue, cl_mem, cl_mem, std::size_t, const std::size_t *,
                                  const std::size_t *, cl_uint, const cl_event *, cl_event *) {
    return CL_INVALID_OPERATION;
}

void *clEnqueueMapImage(cl_command_queue, cl_mem, cl_bool, cl_map_flags, const std::size_t *, const std::size_t *,
                        std::size_t *, std::size_t *, cl_uint, const cl_event *, cl_event *, cl_int *code) {
    return mock::refuse<void>(CL_INVALID_OPERATION, code);
}

} // extern "C"
