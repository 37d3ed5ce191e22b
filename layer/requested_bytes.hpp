// How many bytes a call asks for, as far as its arguments tell.
#pragma once

#include "fault_calls.hpp"

#include <CL/cl.h>
#include <algorithm>
#include <clmem.h>
#include <cstdint>
#include <tuple>

namespace clmem::layer {

// 0 for a format that clmem does not know; drivers may round it up.
[[nodiscard]] inline std::uint64_t bytes_of_pixel(const cl_image_format *format) noexcept {
    clmem_image_format_info known = CLMEM_IMAGE_FORMAT_INFO_INIT;
    if (format == nullptr || clmem_image_format_describe(format->image_channel_order, format->image_channel_data_type,
                                                         &known) != CLMEM_SUCCESS) {
        return 0;
    }
    return known.pixel_bytes;
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
