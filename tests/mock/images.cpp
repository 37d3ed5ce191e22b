// Images and pipes, which take memory. No command uses them: the mock's device has no images.
#include "platform.hpp"
#include "queues.hpp"

#include <algorithm>

namespace mock {

namespace {

constexpr std::size_t element_bytes = 4; // of all formats

std::size_t at_least_one(std::size_t count) noexcept {
    return std::max<std::size_t>(count, 1);
}

cl_mem make_image(cl_context context, cl_mem_flags flags, const cl_image_desc &description, cl_int *code) {
    if (!is_valid(context, kind::context, "clCreateImage")) { return refuse<_cl_mem>(CL_INVALID_CONTEXT, code); }
    const std::size_t rows = at_least_one(description.image_height) * at_least_one(description.image_depth) *
                             at_least_one(description.image_array_size);
    const std::size_t pitch = description.image_width * element_bytes;
    cl_mem made = make<_cl_mem>(kind::memory);
    made->context = context;
    made->flags = flags;
    made->bytes = pitch * rows;
    made->row_pitch = pitch;
    made->rows = rows;
    if (description.mem_object != nullptr) { // shares its memory
        made->parent = description.mem_object;
        ++made->parent->references;
        made->allocation = made->parent->allocation;
        made->offset = made->parent->offset;
        return succeed(made, code);
    }
    made->allocation = take_memory(made->bytes, base_alignment, false);
    if (made->allocation != 0) { return succeed(made, code); }
    bury(made);
    return refuse<_cl_mem>(CL_MEM_OBJECT_ALLOCATION_FAILURE, code);
}

cl_image_desc described(std::size_t width, std::size_t height, std::size_t depth) noexcept {
    cl_image_desc made{};
    made.image_width = width;
    made.image_height = height;
    made.image_depth = depth;
    return made;
}

} // namespace

} // namespace mock

using namespace mock;

extern "C" {

cl_mem clCreateImage(cl_context context, cl_mem_flags flags, const cl_image_format *, const cl_image_desc *description,
                     void *, cl_int *code) {
    const call now{__func__};
    if (now.failed()) { return refuse<_cl_mem>(now.code(), code); }
    return make_image(context, flags, *description, code);
}

cl_mem clCreateImageWithProperties(cl_context context, const cl_mem_properties *, cl_mem_flags flags,
                                   const cl_image_format *, const cl_image_desc *description, void *, cl_int *code) {
    const call now{__func__};
    if (now.failed()) { return refuse<_cl_mem>(now.code(), code); }
    return make_image(context, flags, *description, code);
}

cl_mem clCreateImage2D(cl_context context, cl_mem_flags flags, const cl_image_format *, std::size_t width,
                       std::size_t height, std::size_t, void *, cl_int *code) {
    const call now{__func__};
    if (now.failed()) { return refuse<_cl_mem>(now.code(), code); }
    return make_image(context, flags, described(width, height, 1), code);
}

cl_mem clCreateImage3D(cl_context context, cl_mem_flags flags, const cl_image_format *, std::size_t width,
                       std::size_t height, std::size_t depth, std::size_t, std::size_t, void *, cl_int *code) {
    const call now{__func__};
    if (now.failed()) { return refuse<_cl_mem>(now.code(), code); }
    return make_image(context, flags, described(width, height, depth), code);
}

cl_int clGetImageInfo(cl_mem image, cl_image_info what, std::size_t capacity, void *out, std::size_t *bytes) {
    const call now{__func__};
    if (now.failed()) { return now.code(); }
    if (!is_valid(image, kind::memory, now.function()) || image->rows == 0) { return CL_INVALID_MEM_OBJECT; }
    switch (what) {
    case CL_IMAGE_ELEMENT_SIZE:
        return answer(element_bytes, capacity, out, bytes);
    case CL_IMAGE_ROW_PITCH:
        return answer(image->row_pitch, capacity, out, bytes);
    case CL_IMAGE_WIDTH:
        return answer(image->row_pitch / element_bytes, capacity, out, bytes);
    case CL_IMAGE_HEIGHT:
        return answer(image->rows, capacity, out, bytes);
    default:
        return CL_INVALID_VALUE;
    }
}

cl_mem clCreatePipe(cl_context context, cl_mem_flags flags, cl_uint packet_bytes, cl_uint packets,
                    const cl_pipe_properties *, cl_int *code) {
    const call now{__func__};
    if (now.failed()) { return refuse<_cl_mem>(now.code(), code); }
    return make_image(context, flags, described(std::size_t{packet_bytes} * packets / element_bytes, 1, 1), code);
}

} // extern "C"
