#include "device/description.hpp"

#include "cl/enqueue.hpp"
#include "device/vendor.hpp"

#include <algorithm>
#include <bit>
#include <climits>
#include <cstdint>
#include <mutex>
#include <set>
#include <string>
#include <utility>

namespace clmem_core {

namespace {

std::uint64_t features_of(cl_device_id device, cl_uint version) {
    std::uint64_t features = 0;
    const auto add = [&features](bool present, clmem_device_feature feature) {
        if (present) { features |= static_cast<std::uint64_t>(feature); }
    };
    add(version >= 110, CLMEM_DEVICE_BUFFER);
    add(version >= 120, CLMEM_DEVICE_MIGRATE);
    const auto svm = cl::value_or<cl_device_svm_capabilities>(device, CLMEM_CL_ASK(CL_DEVICE_SVM_CAPABILITIES), 0);
    add((svm & CL_DEVICE_SVM_COARSE_GRAIN_BUFFER) != 0, CLMEM_DEVICE_SVM_COARSE);
    add((svm & CL_DEVICE_SVM_FINE_GRAIN_BUFFER) != 0, CLMEM_DEVICE_SVM_FINE);
    add((svm & CL_DEVICE_SVM_FINE_GRAIN_SYSTEM) != 0, CLMEM_DEVICE_SVM_SYSTEM);
    add(has_extension(device, "cl_intel_unified_shared_memory"), CLMEM_DEVICE_USM);
    add(cl::value<cl_bool>(device, CLMEM_CL_ASK(CL_DEVICE_IMAGE_SUPPORT)) != CL_FALSE, CLMEM_DEVICE_IMAGE);
    add(has_out_of_order_queues(device), CLMEM_DEVICE_OUT_OF_ORDER_QUEUE);
    return features;
}

// The text, kept until the process ends: once, however often it is described.
const char *lasting(std::string text) {
    static std::mutex adding;
    static auto &all = *new std::set<std::string>; // what it holds stays where it is
    const std::lock_guard lock{adding};
    return all.insert(std::move(text)).first->c_str();
}

} // namespace

cl_uint opencl_version(cl_device_id device) {
    return cl::ask_version(device);
}

std::size_t alignment_of(cl_device_id device) {
    const auto bits = cl::value<cl_uint>(device, CLMEM_CL_ASK(CL_DEVICE_MEM_BASE_ADDR_ALIGN));
    return std::bit_ceil(std::size_t{bits} / CHAR_BIT);
}

std::size_t alignment_of(cl_context context) {
    std::size_t alignment = 1;
    for (cl_device_id device : cl::list<cl_device_id>(context, CLMEM_CL_ASK(CL_CONTEXT_DEVICES))) {
        alignment = std::max(alignment, alignment_of(device));
    }
    return alignment;
}

bool has_out_of_order_queues(cl_device_id device) {
    const auto properties = cl::value<cl_command_queue_properties>(device, CLMEM_CL_ASK(CL_DEVICE_QUEUE_PROPERTIES));
    return (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0;
}

clmem_device_info describe(cl_device_id device) {
    clmem_device_info info = CLMEM_DEVICE_INFO_INIT;
    const auto platform = cl::value<cl_platform_id>(device, CLMEM_CL_ASK(CL_DEVICE_PLATFORM));
    info.opencl_version = opencl_version(device);
    info.type = cl::value<cl_device_type>(device, CLMEM_CL_ASK(CL_DEVICE_TYPE));
    info.features = features_of(device, info.opencl_version);
    info.memory_bytes = cl::value<cl_ulong>(device, CLMEM_CL_ASK(CL_DEVICE_GLOBAL_MEM_SIZE));
    info.max_allocation_bytes = cl::value<cl_ulong>(device, CLMEM_CL_ASK(CL_DEVICE_MAX_MEM_ALLOC_SIZE));
    info.alignment_bytes = alignment_of(device);
    info.compute_units = cl::value<cl_uint>(device, CLMEM_CL_ASK(CL_DEVICE_MAX_COMPUTE_UNITS));
    info.unified_memory = cl::value_or<cl_bool>(device, CLMEM_CL_ASK(CL_DEVICE_HOST_UNIFIED_MEMORY), CL_FALSE) != 0;
    info.name = lasting(cl::text(device, CLMEM_CL_ASK(CL_DEVICE_NAME)));
    info.platform_name = lasting(cl::text(platform, CLMEM_CL_ASK(CL_PLATFORM_NAME)));
    info.driver_version = lasting(cl::text(device, CLMEM_CL_ASK(CL_DRIVER_VERSION)));
    return info;
}

} // namespace clmem_core
