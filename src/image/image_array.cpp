// Images from arrays: which format fits the elements, and whether the array has the layout of an image.
#include "image/image.hpp"
#include "image/image_format.hpp"

#include <algorithm>
#include <span>

namespace clmem_core {

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
        fail(CLMEM_ERROR_INVALID_ARGUMENT,
             "element_kind: expected CLMEM_ELEMENT_SIGNED, CLMEM_ELEMENT_UNSIGNED or CLMEM_ELEMENT_FLOAT, got %u",
             array.element_kind);
    }
    if (array.is_normalized > 1) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "is_normalized: expected 0 or 1, got %u", array.is_normalized);
    }
    if (array.element_bytes > 8 || type_of(array) == 0) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT,
             "element_bytes: expected 1, 2 or 4 for integers, 1 or 2 if they are normalised, 2 or 4 for floating-point "
             "numbers, got %u",
             array.element_bytes);
    }
    if (array.vector_length == 3) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "vector_length: expected 1, 2 or 4, got 3, since such vectors occupy four "
                                           "numbers and no three-channel format does; use vectors of four");
    }
    if (array.vector_length > 4) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "vector_length: expected 1, 2 or 4, got %u", array.vector_length);
    }
    const std::uint32_t channels = array.channel_count != 0 ? array.channel_count : array.vector_length;
    if (channels > 4 || (array.vector_length > 1 && channels != array.vector_length)) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "channel_count: expected 1 to 4, or for vectors 0 or their length, got %u",
             channels);
    }
    return channels;
}

// The dimensions of a description's array, without that of the channels.
std::span<const std::size_t> shape_of_elements(const clmem_image_array &array, std::uint32_t channels) {
    if (array.dimensions == 0 || array.dimensions > most_dimensions) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "dimensions: expected 1 to 3, plus at most one for the channels, got %u",
             array.dimensions);
    }
    std::span<const std::size_t> shape{array.shape, array.dimensions};
    if (array.vector_length == 1 && channels > 1) {
        if (shape.back() != channels) {
            fail(CLMEM_ERROR_INVALID_ARGUMENT, "shape[%u], the last dimension: expected channel_count, %u, got %zu",
                 array.dimensions - 1, channels, shape.back());
        }
        shape = shape.first(shape.size() - 1);
    }
    if (shape.empty() || shape.size() > 3) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "dimensions: expected 1 to 3 besides that of the channels, got %zu of %u",
             shape.size(), array.dimensions);
    }
    for (std::size_t i = 0; i < shape.size(); ++i) {
        if (shape[i] == 0) { fail(CLMEM_ERROR_INVALID_ARGUMENT, "shape[%zu]: expected at least 1, got 0", i); }
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
                 "strides_bytes[%u]: expected %zu, as in C order without gaps, got %lld; copy the array first", i,
                 expected, static_cast<long long>(stride));
        }
        if (__builtin_mul_overflow(expected, array.shape[i], &expected)) {
            fail(CLMEM_ERROR_INVALID_ARGUMENT,
                 "shape: expected an array that fits in the address space, got a larger one");
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
                 "expected a format that a device has for such images, got %s; %s",
                 look_up({wanted.front(), type}).name,
                 channels == 3 ? "add a fourth channel" : "clmem_image_formats() lists them");
}

} // namespace

std::shared_ptr<memory_object> make_image_of(cl_context context, std::uint64_t flags, const clmem_image_array &given) {
    clmem_image_array array = given;
    array.vector_length = std::max(given.vector_length, 1U);
    const std::uint32_t channels = check_elements(array);
    const auto shape = shape_of_elements(array, channels);
    check_contiguous(array);
    if (array.data == nullptr) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "array.data: expected a pointer to the array, got NULL");
    }
    static constexpr cl_mem_object_type types[] = {CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE3D};
    clmem_image_description wanted = CLMEM_IMAGE_DESCRIPTION_INIT;
    wanted.type = types[shape.size() - 1];
    wanted.channel_type = type_of(array);
    std::size_t *const sizes[] = {&wanted.width, &wanted.height, &wanted.depth};
    for (std::size_t i = 0; i < shape.size(); ++i) {
        *sizes[i] = shape[shape.size() - 1 - i];
    }
    if (devices_with_images(context).empty()) {
        fail(CLMEM_ERROR_UNSUPPORTED, "expected a device with images in the context, got none");
    }
    wanted.channel_order = order_of(channels, wanted.channel_type, list_formats(context, flags, wanted.type));
    // OpenCL takes a pointer to non-const memory even if it only reads from it.
    return make_image({context, flags | CL_MEM_COPY_HOST_PTR, const_cast<void *>(array.data), array.data_bytes, {}},
                      wanted);
}

} // namespace clmem_core
