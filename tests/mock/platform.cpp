// The platform, its device, contexts, and functions that the mock does not support.
#include "platform.hpp"

#include "queues.hpp"

#include <CL/cl_ext.h>
#include <array>
#include <climits>
#include <cstdio>

namespace mock {

namespace {

template <class T>
T *permanent(kind what) {
    static auto *const one = new T;
    one->what = what;
    one->is_live = true;
    return one;
}

// The properties of unified shared memory: CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL and the next two.
constexpr cl_device_info usm_host = 0x4190;
constexpr cl_device_info usm_device = 0x4191;
constexpr cl_device_info usm_shared = 0x4192;

bool behaves_as_nvidia = false;
bool behaves_as_intel = false;

constexpr cl_ulong device_memory = cl_ulong{64} << 30;

} // namespace

cl_platform_id the_platform() noexcept {
    return permanent<_cl_platform_id>(kind::platform);
}

cl_device_id the_device() noexcept {
    return permanent<_cl_device_id>(kind::device);
}

bool is_nvidia() noexcept {
    return behaves_as_nvidia;
}

void behave_as_nvidia() {
    const std::lock_guard guard{lock()};
    behaves_as_nvidia = true;
}

void behave_as_intel() {
    const std::lock_guard guard{lock()};
    behaves_as_intel = true;
    set_early_markers(early_markers::succeed);
}

counts count() {
    const std::lock_guard guard{lock()};
    return {call_count(), fault_count(), commands().commands(), commands().checks(), violation_count()};
}

std::uint64_t live() {
    const std::lock_guard guard{lock()};
    return live_objects() + live_svm();
}

void print_live() {
    const std::lock_guard guard{lock()};
    print_live_objects();
    if (live_svm() != 0) { std::fprintf(stderr, "live: %llu of SVM\n", static_cast<unsigned long long>(live_svm())); }
}

} // namespace mock

using namespace mock;

extern "C" {

cl_int clGetPlatformIDs(cl_uint capacity, cl_platform_id *platforms, cl_uint *count) {
    const call now{__func__};
    if (now.failed()) { return now.code(); }
    if (platforms != nullptr && capacity > 0) { *platforms = the_platform(); }
    if (count != nullptr) { *count = 1; }
    return CL_SUCCESS;
}

cl_int clGetPlatformInfo(cl_platform_id, cl_platform_info what, std::size_t capacity, void *out, std::size_t *bytes) {
    const call now{__func__};
    if (now.failed()) { return now.code(); }
    switch (what) {
    case CL_PLATFORM_NAME:
        if (behaves_as_intel) { return answer_text("Intel(R) OpenCL", capacity, out, bytes); }
        return answer_text(is_nvidia() ? "NVIDIA CUDA" : "Mock", capacity, out, bytes);
    case CL_PLATFORM_VENDOR:
        return answer_text("Mock", capacity, out, bytes);
    case CL_PLATFORM_VERSION:
        return answer_text("OpenCL 3.0 Mock", capacity, out, bytes);
    case CL_PLATFORM_PROFILE:
        return answer_text("FULL_PROFILE", capacity, out, bytes);
    case CL_PLATFORM_EXTENSIONS:
        return answer_text("", capacity, out, bytes);
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int clGetDeviceIDs(cl_platform_id, cl_device_type, cl_uint capacity, cl_device_id *devices, cl_uint *count) {
    const call now{__func__};
    if (now.failed()) { return now.code(); }
    if (devices != nullptr && capacity > 0) { *devices = the_device(); }
    if (count != nullptr) { *count = 1; }
    return CL_SUCCESS;
}

cl_int clGetDeviceInfo(cl_device_id, cl_device_info what, std::size_t capacity, void *out, std::size_t *bytes) {
    const call now{__func__};
    if (now.failed()) { return now.code(); }
    switch (what) {
    case CL_DEVICE_NAME:
        return answer_text("Mock device", capacity, out, bytes);
    case CL_DEVICE_VENDOR:
        return answer_text("Mock", capacity, out, bytes);
    case CL_DEVICE_VERSION:
        return answer_text("OpenCL 3.0 Mock", capacity, out, bytes);
    case CL_DRIVER_VERSION:
        return answer_text("1", capacity, out, bytes);
    case CL_DEVICE_OPENCL_C_VERSION:
        return answer_text("OpenCL C 3.0", capacity, out, bytes);
    case CL_DEVICE_PROFILE:
        return answer_text("FULL_PROFILE", capacity, out, bytes);
    case CL_DEVICE_EXTENSIONS:
        return answer_text("cl_intel_unified_shared_memory", capacity, out, bytes);
    case usm_host:
    case usm_device:
    case usm_shared:
        return answer(cl_bitfield{1}, capacity, out, bytes);
    case CL_DEVICE_TYPE:
        return answer(cl_device_type{CL_DEVICE_TYPE_GPU}, capacity, out, bytes);
    case CL_DEVICE_PLATFORM:
        return answer(the_platform(), capacity, out, bytes);
    case CL_DEVICE_PARENT_DEVICE:
        return answer(cl_device_id{nullptr}, capacity, out, bytes);
    case CL_DEVICE_GLOBAL_MEM_SIZE:
    case CL_DEVICE_MAX_MEM_ALLOC_SIZE:
        return answer(device_memory, capacity, out, bytes);
    case CL_DEVICE_GLOBAL_FREE_MEMORY_AMD: {
        const std::size_t free = (device_memory - taken_bytes()) / 1024;
        return answer(std::array{free, free / 2}, capacity, out, bytes);
    }
    case CL_DEVICE_MEM_BASE_ADDR_ALIGN:
        return answer(cl_uint{base_alignment * CHAR_BIT}, capacity, out, bytes);
    case CL_DEVICE_SVM_CAPABILITIES:
        return answer(cl_device_svm_capabilities{CL_DEVICE_SVM_COARSE_GRAIN_BUFFER | CL_DEVICE_SVM_FINE_GRAIN_BUFFER},
                      capacity, out, bytes);
    case CL_DEVICE_QUEUE_PROPERTIES:
        return answer(cl_command_queue_properties{CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE},
                      capacity, out, bytes);
    case CL_DEVICE_MAX_COMPUTE_UNITS:
    case CL_DEVICE_VENDOR_ID:
        return answer(cl_uint{1}, capacity, out, bytes);
    case CL_DEVICE_AVAILABLE:
        return answer(cl_bool{CL_TRUE}, capacity, out, bytes);
    case CL_DEVICE_HOST_UNIFIED_MEMORY:
    case CL_DEVICE_IMAGE_SUPPORT:
        return answer(cl_bool{CL_FALSE}, capacity, out, bytes);
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int clRetainDevice(cl_device_id) {
    return CL_SUCCESS;
}

cl_int clReleaseDevice(cl_device_id) {
    return CL_SUCCESS;
}

cl_context clCreateContext(const cl_context_properties *, cl_uint, const cl_device_id *,
                           void(CL_CALLBACK *)(const char *, const void *, std::size_t, void *), void *, cl_int *code) {
    const call now{__func__};
    if (now.failed()) { return refuse<_cl_context>(now.code(), code); }
    return succeed(make<_cl_context>(kind::context), code);
}

cl_int clRetainContext(cl_context context) {
    return retain(__func__, context, kind::context, CL_INVALID_CONTEXT);
}

cl_int clReleaseContext(cl_context context) {
    call now{__func__, may_fail::no};
    if (!is_valid(context, kind::context, now.function())) { return CL_INVALID_CONTEXT; }
    if (!drop(context)) { return CL_SUCCESS; }
    const auto callbacks = std::move(context->callbacks);
    bury(context);
    now.unlock();
    for (const auto &[function, user] : callbacks) {
        function(context, user);
    }
    return CL_SUCCESS;
}

cl_int clGetContextInfo(cl_context context, cl_context_info what, std::size_t capacity, void *out, std::size_t *bytes) {
    const call now{__func__};
    if (now.failed()) { return now.code(); }
    if (!is_valid(context, kind::context, now.function())) { return CL_INVALID_CONTEXT; }
    switch (what) {
    case CL_CONTEXT_DEVICES:
        return answer(the_device(), capacity, out, bytes);
    case CL_CONTEXT_NUM_DEVICES:
        return answer(cl_uint{1}, capacity, out, bytes);
    case CL_CONTEXT_REFERENCE_COUNT:
        return answer(static_cast<cl_uint>(context->references), capacity, out, bytes);
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int clSetContextDestructorCallback(cl_context context, void(CL_CALLBACK *function)(cl_context, void *), void *user) {
    const call now{__func__};
    if (now.failed()) { return now.code(); }
    if (!is_valid(context, kind::context, now.function())) { return CL_INVALID_CONTEXT; }
    context->callbacks.emplace_back(function, user);
    return CL_SUCCESS;
}

void *clGetExtensionFunctionAddressForPlatform(cl_platform_id, const char *name) {
    return find_extension(name);
}

} // extern "C"
