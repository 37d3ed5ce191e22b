#include "device/vendor.hpp"

#include "cl/query.hpp"

#include <CL/cl_ext.h>

namespace clmem_core {

namespace {

constexpr cl_uint nvidia_id = 0x10DE;
constexpr cl_uint amd_id = 0x1002;
constexpr cl_uint intel_id = 0x8086;

// Zero means unknown: emulations that accept the query without knowing the value return it.
template <class T>
std::optional<T> extension_value(cl_device_id device, std::string_view extension, const cl::question &what) {
    if (!has_extension(device, extension)) { return std::nullopt; }
    const T answer = cl::value_or<T>(device, what, T{0});
    return answer != 0 ? std::optional<T>{answer} : std::nullopt;
}

} // namespace

vendor vendor_of(cl_device_id device) {
    switch (cl::value<cl_uint>(device, CLMEM_CL_ASK(CL_DEVICE_VENDOR_ID))) {
    case nvidia_id:
        return vendor::nvidia;
    case amd_id:
        return vendor::amd;
    case intel_id:
        return vendor::intel;
    default:
        break;
    }
    // Some drivers, such as Apple's, report another number for the same vendor.
    const std::string name = cl::text(device, CLMEM_CL_ASK(CL_DEVICE_VENDOR));
    if (name.starts_with("NVIDIA")) { return vendor::nvidia; }
    if (name.starts_with("Advanced Micro Devices")) { return vendor::amd; }
    return name.starts_with("Intel") ? vendor::intel : vendor::other;
}

bool has_extension(cl_device_id device, std::string_view name) {
    const std::string names = ' ' + cl::text(device, CLMEM_CL_ASK(CL_DEVICE_EXTENSIONS)) + ' ';
    return names.find(' ' + std::string{name} + ' ') != std::string::npos;
}

bool is_cpu(cl_device_id device) {
    return (cl::value<cl_device_type>(device, CLMEM_CL_ASK(CL_DEVICE_TYPE)) & CL_DEVICE_TYPE_CPU) != 0;
}

std::optional<compute_capability> capability_of(cl_device_id device) {
    const auto major =
        extension_value<cl_uint>(device, nvidia_queries, CLMEM_CL_ASK(CL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV));
    if (!major) { return std::nullopt; }
    return compute_capability{*major,
                              cl::value_or<cl_uint>(device, CLMEM_CL_ASK(CL_DEVICE_COMPUTE_CAPABILITY_MINOR_NV), 0)};
}

std::optional<cl_uint> nvidia_warp_size(cl_device_id device) {
    return extension_value<cl_uint>(device, nvidia_queries, CLMEM_CL_ASK(CL_DEVICE_WARP_SIZE_NV));
}

std::optional<cl_uint> nvidia_registers(cl_device_id device) {
    return extension_value<cl_uint>(device, nvidia_queries, CLMEM_CL_ASK(CL_DEVICE_REGISTERS_PER_BLOCK_NV));
}

std::optional<std::uint64_t> amd_free_bytes(cl_device_id device) {
    if (!has_extension(device, amd_queries)) { return std::nullopt; }
    std::size_t kibibytes[2] = {}; // all that is free, and the largest part; some drivers return only the first
    const cl_int code =
        cl::dispatch().clGetDeviceInfo(device, CL_DEVICE_GLOBAL_FREE_MEMORY_AMD, sizeof kibibytes, kibibytes, nullptr);
    // Drivers return CL_INVALID_DEVICE for a device without such a count.
    if (code == CL_INVALID_VALUE || code == CL_INVALID_DEVICE) { return std::nullopt; }
    cl::detail::check(code, CLMEM_CL_ASK(CL_DEVICE_GLOBAL_FREE_MEMORY_AMD));
    return kibibytes[0] != 0 ? std::optional{std::uint64_t{kibibytes[0]} * 1024} : std::nullopt;
}

std::optional<cl_uint> amd_wavefront_width(cl_device_id device) {
    return extension_value<cl_uint>(device, amd_queries, CLMEM_CL_ASK(CL_DEVICE_WAVEFRONT_WIDTH_AMD));
}

std::optional<cl_uint> amd_local_banks(cl_device_id device) {
    return extension_value<cl_uint>(device, amd_queries, CLMEM_CL_ASK(CL_DEVICE_LOCAL_MEM_BANKS_AMD));
}

std::optional<std::size_t> amd_local_bytes(cl_device_id device) {
    // AMD's headers and drivers disagree on whether the value has 32 or 64 bits; the buffer is large enough for both.
    return extension_value<std::size_t>(device, amd_queries,
                                        CLMEM_CL_ASK(CL_DEVICE_LOCAL_MEM_SIZE_PER_COMPUTE_UNIT_AMD));
}

std::vector<std::size_t> intel_sub_group_sizes(cl_device_id device) {
    if (!has_extension(device, "cl_intel_required_subgroup_size")) { return {}; }
    return cl::list<std::size_t>(device, CLMEM_CL_ASK(CL_DEVICE_SUB_GROUP_SIZES_INTEL));
}

} // namespace clmem_core
