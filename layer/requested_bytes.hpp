// How many bytes a call asks for, as far as its arguments tell.
#pragma once

#include "fault_calls.hpp"

#include <CL/cl.h>
#include <algorithm>
#include <cstdint>
#include <tuple>

namespace clmem::layer {

// Of one pixel; drivers may round it up.
[[nodiscard]] inline std::uint64_t bytes_of_pixel(const cl_image_format *format) noexcept {
    if (format == nullptr) { return 0; }
    const auto channels = [](cl_channel_order order) -> std::uint64_t {
        switch (order) {
        case CL_R:
        case CL_A:
        case CL_INTENSITY:
        case CL_LUMINANCE:
        case CL_DEPTH:
            return 1;
        case CL_RG:
        case CL_RA:
            return 2;
        default:
            return 4;
        }
    };
    switch (format->image_channel_data_type) {
    case CL_UNORM_SHORT_565:
    case CL_UNORM_SHORT_555:
        return 2;
    case CL_UNORM_INT_101010:
        return 4;
    case CL_SNORM_INT8:
    case CL_UNORM_INT8:
    case CL_SIGNED_INT8:
    case CL_UNSIGNED_INT8:
        return channels(format->image_channel_order);
    case CL_SIGNED_INT32:
    case CL_UNSIGNED_INT32:
    case CL_FLOAT:
        return 4 * channels(format->image_channel_order);
    default:
        return 2 * channels(format->image_channel_order);
    }
}

[[nodiscard]] inline std::uint64_t bytes_of_image(const cl_image_format *format,
                                                  const cl_image_desc *description) noexcept {
    if (description == nullptr || description->mem_object != nullptr) { return 0; }
    const auto at_least_1 = [](std::size_t count) { return std::max<std::uint64_t>(1, count); };
    return bytes_of_pixel(format) * at_least_1(description->image_width) * at_least_1(description->image_height) *
           at_least_1(description->image_depth) * at_least_1(description->image_array_size);
}

// 0 for calls that create no memory.
template <call_index Which, class... Arguments>
std::uint64_t requested_bytes(Arguments... arguments) noexcept {
    [[maybe_unused]] const std::tuple all{arguments...};
    if constexpr (Which == call_index::clCreateBuffer || Which == call_index::clSVMAlloc) { return std::get<2>(all); }
    if constexpr (Which == call_index::clCreateBufferWithProperties) { return std::get<3>(all); }
    if constexpr (Which == call_index::clCreateImage) { return bytes_of_image(std::get<2>(all), std::get<3>(all)); }
    if constexpr (Which == call_index::clCreateImageWithProperties) {
        return bytes_of_image(std::get<3>(all), std::get<4>(all));
    }
    if constexpr (Which == call_index::clCreateImage2D) {
        return bytes_of_pixel(std::get<2>(all)) * std::get<3>(all) * std::get<4>(all);
    }
    if constexpr (Which == call_index::clCreateImage3D) {
        return bytes_of_pixel(std::get<2>(all)) * std::get<3>(all) * std::get<4>(all) * std::get<5>(all);
    }
    if constexpr (Which == call_index::clCreatePipe) { return std::uint64_t{std::get<2>(all)} * std::get<3>(all); }
    return 0;
}

} // namespace clmem::layer
