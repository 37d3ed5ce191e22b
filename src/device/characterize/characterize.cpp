#include "device/characterize/characterize.hpp"

#include "cl/query.hpp"
#include "device/characterize/measurement.hpp"
#include "device/description.hpp"
#include "device/vendor.hpp"

#include <algorithm>
#include <string>

namespace clmem_core {

namespace {

constexpr auto queried = CLMEM_CHARACTERIZE_QUERIED;
constexpr auto table = CLMEM_CHARACTERIZE_TABLE;
constexpr auto measured = CLMEM_CHARACTERIZE_MEASURED;

// Mesa's driver for CPUs runs one work-item on each lane of a vector unit; other CPU drivers loop.
bool runs_on_lanes(cl_device_id cpu) {
    const auto platform = cl::value<cl_platform_id>(cpu, CLMEM_CL_ASK(CL_DEVICE_PLATFORM));
    return cl::text(platform, CLMEM_CL_ASK(CL_PLATFORM_NAME)) == "rusticl";
}

figure tabled_simd(cl_device_id device) {
    if (is_cpu(device)) { return runs_on_lanes(device) ? figure{} : figure{1, table}; }
    return vendor_of(device) == vendor::nvidia ? figure{32, table} : figure{};
}

// Local memory worked differently below compute capability 2.
bool is_before_fermi(cl_device_id device) {
    const auto capability = capability_of(device);
    return capability && capability->major < 2;
}

// True if local memory is a part of global memory, or does not exist.
bool has_no_banks(cl_device_id device) {
    const auto type = cl::value<cl_device_local_mem_type>(device, CLMEM_CL_ASK(CL_DEVICE_LOCAL_MEM_TYPE));
    return type != CL_LOCAL;
}

bool is_amd_gpu(cl_device_id device) {
    return !is_cpu(device) && vendor_of(device) == vendor::amd;
}

} // namespace

const char *fast_math_options(cl_device_id device) {
    (void)opencl_version(device); // every OpenCL version has these, but the device must be valid
    const std::string maker = cl::text(device, CLMEM_CL_ASK(CL_DEVICE_VENDOR));
    // Deprecated since OpenCL 1.1, so used only where the driver still accepts it.
    const bool takes_aliasing = maker.starts_with("NVIDIA") || maker.starts_with("Advanced Micro");
    return takes_aliasing ? "-cl-mad-enable -cl-fast-relaxed-math -cl-no-signed-zeros -cl-strict-aliasing"
                          : "-cl-mad-enable -cl-fast-relaxed-math -cl-no-signed-zeros";
}

figure simd_group_size(cl_device_id device, cl_uint type_bytes) {
    if (type_bytes == 0) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "type_bytes: expected the size of a type, at least 1, got 0");
    }
    if (const auto warp = nvidia_warp_size(device)) { return {*warp, queried}; }
    if (const auto width = amd_wavefront_width(device)) { return {*width, queried}; }
    const auto sizes = intel_sub_group_sizes(device);
    if (sizes.size() == 1 && !is_cpu(device)) { return {sizes.front(), queried}; }
    if (const auto known = known_simd(device)) { return {*known, measured}; }
    return tabled_simd(device);
}

figure has_double(cl_device_id device) {
    const auto config =
        cl::value_or<cl_device_fp_config>(device, CLMEM_CL_ASK(CL_DEVICE_DOUBLE_FP_CONFIG), cl_device_fp_config{0});
    return {config != 0 || has_extension(device, "cl_khr_fp64"), queried};
}

figure has_amd_double(cl_device_id device) {
    const bool full = vendor_of(device) == vendor::amd && has_double(device).value != 0;
    return {full || has_extension(device, "cl_amd_fp64"), queried};
}

figure local_memory_banks(cl_device_id device) {
    if (has_no_banks(device)) { return {0, queried}; }
    if (is_cpu(device)) { return {0, table}; }
    if (const auto banks = amd_local_banks(device)) { return {*banks, queried}; }
    if (const auto known = known_banks(device)) { return {known->count, measured}; }
    if (vendor_of(device) == vendor::nvidia) { return {is_before_fermi(device) ? 16U : 32U, table}; }
    return is_amd_gpu(device) ? figure{32, table} : figure{};
}

figure local_memory_granularity(cl_device_id device) {
    if (has_no_banks(device) || is_cpu(device)) { return {4, table}; } // in words, as in the reference documents
    if (const auto known = known_banks(device)) { return {known->granularity, measured}; }
    return vendor_of(device) == vendor::nvidia || is_amd_gpu(device) ? figure{4, table} : figure{};
}

figure simultaneous_items(cl_device_id device) {
    if (has_no_banks(device) || is_cpu(device)) { return {1, table}; }
    if (vendor_of(device) == vendor::nvidia) { return {is_before_fermi(device) ? 16U : 32U, table}; }
    if (is_amd_gpu(device)) { return {32, table}; }
    // Assumes as many banks as items, as in all known devices.
    const auto known = known_banks(device);
    return known ? figure{std::max(known->count, 1U), measured} : figure{};
}

figure usable_local_memory(cl_device_id device, std::int32_t argument_count) {
    const auto bytes = cl::value<cl_ulong>(device, CLMEM_CL_ASK(CL_DEVICE_LOCAL_MEM_SIZE));
    if (!is_before_fermi(device)) { return {bytes, queried}; }
    // These devices keep arguments in local memory: at most 256 bytes, and some for the launch.
    const std::uint64_t taken = argument_count < 0 ? 256 : 4 * static_cast<std::uint64_t>(argument_count);
    return {bytes > taken ? bytes - taken : 0, queried};
}

figure svm_features(cl_device_id device) {
    const auto has = cl::value_or<cl_device_svm_capabilities>(device, CLMEM_CL_ASK(CL_DEVICE_SVM_CAPABILITIES), 0);
    std::uint64_t features = 0;
    const auto add = [&](cl_device_svm_capabilities needed, clmem_characterize_svm_feature feature) {
        if ((has & needed) == needed) { features |= static_cast<std::uint64_t>(feature); }
    };
    add(CL_DEVICE_SVM_COARSE_GRAIN_BUFFER, CLMEM_CHARACTERIZE_SVM_COARSE_BUFFER);
    add(CL_DEVICE_SVM_FINE_GRAIN_BUFFER, CLMEM_CHARACTERIZE_SVM_FINE_BUFFER);
    add(CL_DEVICE_SVM_FINE_GRAIN_SYSTEM, CLMEM_CHARACTERIZE_SVM_FINE_SYSTEM);
    add(CL_DEVICE_SVM_FINE_GRAIN_BUFFER | CL_DEVICE_SVM_ATOMICS, CLMEM_CHARACTERIZE_SVM_FINE_BUFFER_ATOMICS);
    add(CL_DEVICE_SVM_FINE_GRAIN_SYSTEM | CL_DEVICE_SVM_ATOMICS, CLMEM_CHARACTERIZE_SVM_FINE_SYSTEM_ATOMICS);
    return {features, queried};
}

bank_layout bank_layout_of(cl_device_id device) {
    const figure banks = local_memory_banks(device);
    const figure granularity = local_memory_granularity(device);
    const figure items = simultaneous_items(device);
    for (const figure &one : {banks, granularity, items}) {
        if (one.source == CLMEM_CHARACTERIZE_UNKNOWN) {
            fail(CLMEM_ERROR_UNSUPPORTED, "expected a device whose local memory banks are known, got one with unknown "
                                          "banks; try clmem_characterize_measure_banks()");
        }
    }
    return {static_cast<cl_uint>(banks.value), static_cast<cl_uint>(granularity.value),
            static_cast<cl_uint>(items.value)};
}

} // namespace clmem_core
