// A layer next to the driver, which it makes look like NVIDIA's: its platform has that name, and the process ends with
// an error when a sub-buffer is created in a context that has had a user event (quirk sub_buffers_race).
#include "test_layer.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <unordered_set>

namespace {

// Never destroyed: programs call OpenCL while the process ends.
auto &lock = *new std::mutex;
auto &with_user_events = *new std::unordered_set<cl_context>;

cl_int CL_API_CALL platform_info(cl_platform_id platform, cl_platform_info what, std::size_t capacity, void *out,
                                 std::size_t *bytes) {
    if (what != CL_PLATFORM_NAME) { return target->clGetPlatformInfo(platform, what, capacity, out, bytes); }
    constexpr char name[] = "NVIDIA CUDA";
    if (out != nullptr && capacity < sizeof name) { return CL_INVALID_VALUE; }
    if (out != nullptr) { std::memcpy(out, name, sizeof name); }
    if (bytes != nullptr) { *bytes = sizeof name; }
    return CL_SUCCESS;
}

cl_event CL_API_CALL create_user_event(cl_context context, cl_int *code) {
    {
        const std::lock_guard guard{lock};
        with_user_events.insert(context);
    }
    return target->clCreateUserEvent(context, code);
}

cl_mem CL_API_CALL create_sub_buffer(cl_mem parent, cl_mem_flags flags, cl_buffer_create_type type, const void *region,
                                     cl_int *code) {
    cl_context context = nullptr;
    target->clGetMemObjectInfo(parent, CL_MEM_CONTEXT, sizeof context, &context, nullptr);
    const std::lock_guard guard{lock};
    if (with_user_events.contains(context)) {
        std::printf("a sub-buffer is created though user events may hold commands back\n");
        std::fflush(stdout);
        std::_Exit(3);
    }
    return target->clCreateSubBuffer(parent, flags, type, region, code);
}

void replace_calls(cl_icd_dispatch &calls) {
    calls.clGetPlatformInfo = platform_info;
    calls.clCreateUserEvent = create_user_event;
    calls.clCreateSubBuffer = create_sub_buffer;
}

} // namespace
