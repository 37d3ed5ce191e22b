#include "image/image.hpp"
#include "image/image_format.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace clmem_core {

namespace {

// A channel's value for clEnqueueFillImage: the bits of a cl_float, a cl_int or a cl_uint.
cl_uint bits_of(double value, std::size_t channel, const clmem_image_format_info &format) {
    if (format.is_float != 0) {
        constexpr double most = std::numeric_limits<float>::max();
        // A number that is too large becomes infinity, as in any conversion to float.
        const double limited =
            std::abs(value) > most ? std::copysign(std::numeric_limits<double>::infinity(), value) : value;
        return std::bit_cast<cl_uint>(static_cast<float>(limited));
    }
    if (std::isnan(value)) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT,
             "color[%zu]: expected a number, since the format %s cannot represent NaN, got NaN", channel, format.name);
    }
    if (format.is_normalized != 0) {
        return std::bit_cast<cl_uint>(static_cast<float>(std::clamp(value, format.is_signed != 0 ? -1.0 : 0.0, 1.0)));
    }
    if (std::nearbyint(value) != value) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "color[%zu]: expected a whole number for the format %s, got %g", channel,
             format.name, value);
    }
    // quirk::color_wraps: the specification's conversions saturate.
    const unsigned bits = format.component_bytes * 8;
    if (format.is_signed != 0) {
        const double half = std::ldexp(1.0, static_cast<int>(bits) - 1);
        return std::bit_cast<cl_uint>(static_cast<cl_int>(std::clamp(value, -half, half - 1)));
    }
    return static_cast<cl_uint>(std::clamp(value, 0.0, std::ldexp(1.0, static_cast<int>(bits)) - 1));
}

void refuse_crash(const clmem_image_info &image, cl_command_queue queue) {
    if (image.type != CL_MEM_OBJECT_IMAGE1D_BUFFER) { return; }
    if (cl::quirks_of(queue).has(cl::quirk::fill_of_image_of_buffer_crashes)) {
        fail(CLMEM_ERROR_UNSUPPORTED,
             "expected an image that is not over a buffer, since PoCL cannot fill such images, got one that is; fill "
             "the buffer, with a pixel as the pattern of clmem_buffer_fill()");
    }
}

} // namespace

void fill_image(const memory_object &image, cl_command_queue queue, const double *color, const std::size_t *origin,
                const std::size_t *region, const cl::wait_list &waits, cl_event *out_event) {
    const auto command = cl::dispatch().clEnqueueFillImage;
    cl::need(command != nullptr, queue, 120, "clEnqueueFillImage");
    const clmem_image_info info = describe_image(image);
    const clmem_image_format_info format = look_up({info.channel_order, info.channel_type});
    if (format.pixel_bytes == 0) {
        fail(CLMEM_ERROR_UNSUPPORTED, "expected an image of a format that clmem knows, got one of an extension: %s",
             format.name);
    }
    std::array<cl_uint, 4> channels{};
    for (std::size_t i = 0; i < channels.size(); ++i) {
        channels[i] = bits_of(color[i], i, format);
    }
    const pixel_box box = box_in(info, origin, region);
    if (std::ranges::find(box.region, std::size_t{0}) != box.region.end()) {
        return cl::enqueue_nothing(queue, waits, out_event);
    }
    refuse_crash(info, queue);
    image.use(queue);
    cl::check_command(command(queue, image.mem(), channels.data(), box.origin.data(), box.region.data(), waits.count,
                              waits.events, out_event),
                      "clEnqueueFillImage");
}

} // namespace clmem_core
