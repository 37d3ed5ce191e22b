// What the times of kernels show about a device.
#pragma once

#include <clmem_extras.h>
#include <cstdint>
#include <optional>
#include <vector>

namespace clmem_core {

// Times of a kernel whose work-items take two branches, in groups of 1, 2, 4, ... in turn; and of the longer branch
// alone.
struct divergence_times {
    std::vector<std::uint64_t> by_width;
    std::uint64_t alone;
};
// How many work-items run in step; 0: the times show no step.
[[nodiscard]] cl_uint simd_size_of(const divergence_times &times) noexcept;

// Times of loads from local memory by neighbouring work-items, 1, 2, 4, ... elements apart.
struct stride_times {
    std::size_t element_bytes;
    std::vector<std::uint64_t> by_stride;
};
struct measured_banks {
    cl_uint count;       // 0: there are none
    cl_uint granularity; // bytes
};
// Nothing if the times show no step.
[[nodiscard]] std::optional<measured_banks> banks_of(const std::vector<stride_times> &times);

// Measure at the first call for a device. 0 or nothing: the times show no step.
[[nodiscard]] cl_uint measure_simd(cl_device_id device);
[[nodiscard]] std::optional<measured_banks> measure_banks(cl_device_id device);

// The result of an earlier measurement, if there was one.
[[nodiscard]] std::optional<cl_uint> known_simd(cl_device_id device);
[[nodiscard]] std::optional<measured_banks> known_banks(cl_device_id device);

} // namespace clmem_core
