// Images from arrays: which format fits the elements, and whether the array has the layout of an image.
#include "image/image.hpp"
#include "image/image_format.hpp"

#include <algorithm>
#include <span>

namespace clmem {

namespace {

constexpr std::size_t most_dimensions = 4;

cl_channel_type type_of(const clmem_image_array &array) {
    const bool normalized = array.is_normalized != 0;
    switch (array.element_kind * 16 + array.element_bytes) {
    case CLMEM_ELEMENT_SIGNED * 16 + 1:
        return normalized ? CL_SNORM_INT8 : CL_SIGNED_INT8;
    case CLMEM_ELEMENT_SIGNED * 16 + 2:
        return normalized ? CL_SNORM_INT16 : CL_SIGNED_INT16;
    case CLMEM_ELEMENT_SIGNED * 16 + 4:
        return normalized ? 0 : CL_SIGNED_INT32;
    case CLMEM_ELEMENT_UNSIGNED * 16 + 1:
        return normalized ? CL_UNORM_INT8 : CL_UNSIGNED_INT8;
    case CLMEM_ELEMENT_UNSIGNED * 16 + 2:
        return normalized ? CL_UNORM_INT16 : CL_UNSIGNED_INT16;
    case CLMEM_ELEMENT_UNSIGNED * 16 + 4:
        return normalized ? 0 : CL_UNSIGNED_INT32;
    case CLMEM_ELEMENT_FLOAT * 16 + 2:
        return CL_HALF_FLOAT;
    case CLMEM_ELEMENT_FLOAT * 16 + 4:
        return CL_FLOAT;
    default:
        return 0;
    }
}

// Checks the elements, and returns the number of channels of a pixel.
std::uint32_t check_elements(const clmem_image_array &array) {
    if (array.element_kind < CLMEM_ELEMENT_SIGNED || array.element_kind > CLMEM_ELEMENT_FLOAT) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "element_kind is %u: it is a clmem_element_kind", array.element_kind);
    }
    if (array.is_normalized > 1) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "is_normalized is %u: it is 0 or 1", array.is_normalized);
    }
    if (array.element_bytes > 8 || type_of(array) == 0) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT,
             "element_bytes is %u: no image has such elements. Integers have 1, 2 or 4 bytes, 1 or 2 if they are "
             "normalised; floating-point numbers have 2 or 4",
             array.element_bytes);
    }
    if (array.vector_length == 3) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "vector_length is 3: such vectors have the room of four numbers, which no "
                                           "format of three channels has; take vectors of four");
    }
    if (array.vector_length == 0 || array.vector_length > 4) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "vector_length is %u: it is 1, 2 or 4", array.vector_length);
    }
    const std::uint32_t channels = array.channel_count != 0 ? array.channel_count : array.vector_length;
    if (channels > 4 || (array.vector_length > 1 && channels != array.vector_length)) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "channel_count is %u: it is 1 to 4, for vectors their length or 0",
             channels);
    }
    return channels;
}

// The dimensions of a description's array, without that of the channels.
std::span<const std::size_t> shape_of_elements(const clmem_image_array &array, std::uint32_t channels) {
    if (array.dimensions == 0 || array.dimensions > most_dimensions) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT,
             "dimensions is %u: an image has one to three, and the channels may be one more", array.dimensions);
    }
    std::span<const std::size_t> shape{array.shape, array.dimensions};
    if (array.vector_length == 1 && channels > 1) {
        if (shape.back() != channels) {
            fail(CLMEM_ERROR_INVALID_ARGUMENT, "shape[%u], the last dimension, is %zu: it must be channel_count, %u",
                 array.dimensions - 1, shape.back(), channels);
        }
        shape = shape.first(shape.size() - 1);
    }
    if (shape.empty() || shape.size() > 3) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "dimensions is %u, of which %zu are the image's: it has one to three",
             array.dimensions, shape.size());
    }
    for (std::size_t i = 0; i < shape.size(); ++i) {
        if (shape[i] == 0) { fail(CLMEM_ERROR_INVALID_ARGUMENT, "shape[%zu] is 0: an image has a pixel at least", i); }
    }
    return shape;
}

// Strides of dimensions with one element are ignored.
void check_contiguous(const clmem_image_array &array) {
    const auto *const end = array.strides_bytes + array.dimensions;
    if (std::all_of(array.strides_bytes, end, [](std::int64_t stride) { return stride == 0; })) { return; }
    std::size_t expected = std::size_t{array.element_bytes} * array.vector_length;
    for (std::uint32_t i = array.dimensions; i-- > 0;) {
        const std::int64_t stride = array.strides_bytes[i];
        if (array.shape[i] > 1 && (stride < 0 || static_cast<std::size_t>(stride) != expected)) {
            fail(CLMEM_ERROR_INVALID_ARGUMENT,
                 "strides_bytes[%u] is %lld, and %zu would be without gaps in C's order: copy the array first", i,
                 static_cast<long long>(stride), expected);
        }
        if (__builtin_mul_overflow(expected, array.shape[i], &expected)) {
            fail(CLMEM_ERROR_INVALID_ARGUMENT, "shape makes more bytes than there are addresses");
        }
    }
}

// The order for a number of channels: a listed one that gives kernels the channels as its first components.
cl_channel_order order_of(std::uint32_t channels, cl_channel_type type, const std::vector<cl_image_format> &listed) {
    static constexpr cl_channel_order single[] = {CL_R, CL_LUMINANCE, CL_INTENSITY};
    static constexpr cl_channel_order several[] = {CL_RG, CL_RGB, CL_RGBA};
    const auto wanted = channels == 1 ? std::span<const cl_channel_order>{single}
                                      : std::span<const cl_channel_order>{&several[channels - 2], 1};
    for (cl_channel_order order : wanted) {
        for (const cl_image_format &format : listed) {
            if (format.image_channel_order == order && format.image_channel_data_type == type) { return order; }
        }
    }
    fail_because(CLMEM_ERROR_UNSUPPORTED, CL_IMAGE_FORMAT_NOT_SUPPORTED,
                 "no device has such images with the format %s: %s", look_up({wanted.front(), type}).name,
                 channels == 3 ? "add a fourth channel" : "clmem_image_formats() lists those that there are");
}

} // namespace

std::shared_ptr<memory_object> make_image_of(cl_context context, std::uint64_t flags, const clmem_image_array &array) {
    const std::uint32_t channels = check_elements(array);
    const auto shape = shape_of_elements(array, channels);
    check_contiguous(array);
    if (array.data == nullptr) { fail(CLMEM_ERROR_INVALID_ARGUMENT, "the array's data is NULL"); }
    static constexpr cl_mem_object_type types[] = {CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE3D};
    clmem_image_description wanted = CLMEM_IMAGE_DESCRIPTION_INIT;
    wanted.type = types[shape.size() - 1];
    wanted.channel_type = type_of(array);
    std::size_t *const sizes[] = {&wanted.width, &wanted.height, &wanted.depth};
    for (std::size_t i = 0; i < shape.size(); ++i) {
        *sizes[i] = shape[shape.size() - 1 - i];
    }
    if (devices_with_images(context).empty()) { fail(CLMEM_ERROR_UNSUPPORTED, "no device of the context has images"); }
    wanted.channel_order = order_of(channels, wanted.channel_type, list_formats(context, flags, wanted.type));
    // OpenCL takes a pointer to non-const memory even if it only reads from it.
    return make_image({context, flags | CL_MEM_COPY_HOST_PTR, const_cast<void *>(array.data), array.data_bytes, {}},
                      wanted);
}

} // namespace clmem
