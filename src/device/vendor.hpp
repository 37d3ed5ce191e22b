// A device's vendor, and the queries that only that vendor's drivers support.
#pragma once

#include "cl/loader.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace clmem_core {

inline constexpr std::string_view nvidia_queries = "cl_nv_device_attribute_query";
inline constexpr std::string_view amd_queries = "cl_amd_device_attribute_query";

enum class vendor { nvidia, amd, intel, other };

[[nodiscard]] vendor vendor_of(cl_device_id device);

[[nodiscard]] bool has_extension(cl_device_id device, std::string_view name);

// A CPU, which runs work-items in loops.
[[nodiscard]] bool is_cpu(cl_device_id device);

struct compute_capability {
    cl_uint major;
    cl_uint minor;
};

// For NVIDIA's devices with NVIDIA's driver (cl_nv_device_attribute_query).
[[nodiscard]] std::optional<compute_capability> capability_of(cl_device_id device);

// Values from vendors' extensions; empty if the device lacks the extension or the query.
[[nodiscard]] std::optional<cl_uint> nvidia_warp_size(cl_device_id device);
[[nodiscard]] std::optional<cl_uint> nvidia_registers(cl_device_id device);
[[nodiscard]] std::optional<std::uint64_t> amd_free_bytes(cl_device_id device);
[[nodiscard]] std::optional<cl_uint> amd_wavefront_width(cl_device_id device);
[[nodiscard]] std::optional<cl_uint> amd_local_banks(cl_device_id device);
[[nodiscard]] std::optional<std::size_t> amd_local_bytes(cl_device_id device);
[[nodiscard]] std::vector<std::size_t> intel_sub_group_sizes(cl_device_id device);

} // namespace clmem_core
