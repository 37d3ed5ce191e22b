// Whose device it is, and what only that vendor's drivers answer.
#pragma once

#include "cl/loader.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace clmem {

enum class vendor { nvidia, amd, intel, other };

[[nodiscard]] vendor vendor_of(cl_device_id device);

[[nodiscard]] bool has_extension(cl_device_id device, std::string_view name);

// The processor that the host runs on, or one like it: work-items are loops there.
[[nodiscard]] bool is_cpu(cl_device_id device);

struct compute_capability {
    cl_uint major;
    cl_uint minor;
};

// Of NVIDIA's devices with NVIDIA's driver (cl_nv_device_attribute_query).
[[nodiscard]] std::optional<compute_capability> capability_of(cl_device_id device);

// Answers of vendors' extensions; nothing if the device lacks the extension or does not know the question.
[[nodiscard]] std::optional<cl_uint> nvidia_warp_size(cl_device_id device);
[[nodiscard]] std::optional<cl_uint> nvidia_registers(cl_device_id device);
[[nodiscard]] std::optional<cl_uint> amd_wavefront_width(cl_device_id device);
[[nodiscard]] std::optional<cl_uint> amd_local_banks(cl_device_id device);
[[nodiscard]] std::optional<std::size_t> amd_local_bytes(cl_device_id device);
[[nodiscard]] std::vector<std::size_t> intel_sub_group_sizes(cl_device_id device);

} // namespace clmem
