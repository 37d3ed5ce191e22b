// Functions that are found by name: those of unified shared memory (cl_intel_unified_shared_memory).
#include "platform.hpp"
#include "queues.hpp"

#include <CL/cl_ext.h>
#include <algorithm>
#include <cstring>

namespace mock {

namespace {

void *allocate(const call &now, cl_context context, std::size_t bytes, cl_uint alignment, cl_int *code) {
    if (now.failed()) { return refuse<void>(now.code(), code); }
    if (!is_valid(context, kind::context, now.function())) { return refuse<void>(CL_INVALID_CONTEXT, code); }
    if (bytes == 0) { return refuse<void>(CL_INVALID_BUFFER_SIZE, code); }
    const std::uint64_t number = take_memory(bytes, std::max<std::size_t>(alignment, base_alignment), true);
    if (number == 0) { return refuse<void>(CL_OUT_OF_RESOURCES, code); }
    return succeed(address_of({number, 0, bytes}), code);
}

void *CL_API_CALL allocate_host(cl_context context, const cl_bitfield *, std::size_t bytes, cl_uint alignment,
                                cl_int *code) {
    return allocate(call{"clHostMemAllocINTEL"}, context, bytes, alignment, code);
}

void *CL_API_CALL allocate_device(cl_context context, cl_device_id, const cl_bitfield *, std::size_t bytes,
                                  cl_uint alignment, cl_int *code) {
    return allocate(call{"clDeviceMemAllocINTEL"}, context, bytes, alignment, code);
}

void *CL_API_CALL allocate_shared(cl_context context, cl_device_id, const cl_bitfield *, std::size_t bytes,
                                  cl_uint alignment, cl_int *code) {
    return allocate(call{"clSharedMemAllocINTEL"}, context, bytes, alignment, code);
}

cl_int CL_API_CALL free_memory(cl_context, void *address) {
    const call now{"clMemFreeINTEL", may_fail::no};
    return free_allocation(now, address) ? CL_SUCCESS : CL_INVALID_VALUE;
}

// Waits for the commands that use the allocation.
cl_int CL_API_CALL free_when_finished(cl_context, void *address) {
    const call now{"clMemBlockingFreeINTEL", may_fail::no};
    if (const auto found = find_range(address, 1)) { commands().wait_for_users(found->allocation, now.function()); }
    return free_allocation(now, address) ? CL_SUCCESS : CL_INVALID_VALUE;
}

// Knows no kinds: the tests of the real drivers look at those.
cl_int CL_API_CALL get_info(cl_context, const void *address, cl_mem_info_intel what, std::size_t capacity, void *out,
                            std::size_t *bytes) {
    const call now{"clGetMemAllocInfoINTEL"};
    if (now.failed()) { return now.code(); }
    const auto found = find_range(address, 1);
    const range whole = found ? range{found->allocation, 0, find_allocation(found->allocation)->bytes} : range{};
    switch (what) {
    case CL_MEM_ALLOC_BASE_PTR_INTEL:
        return answer(found ? address_of(whole) : nullptr, capacity, out, bytes);
    case CL_MEM_ALLOC_SIZE_INTEL:
        return answer(whole.end, capacity, out, bytes);
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int CL_API_CALL fill(cl_command_queue queue, void *address, const void *, std::size_t, std::size_t bytes,
                        cl_uint count, const cl_event *events, cl_event *event) {
    const call now{"clEnqueueMemFillINTEL"};
    if (now.failed()) { return fail_command(now.code(), event); }
    return pointer_command(now, {queue, CL_COMMAND_SVM_MEMFILL, {}, {count, events}, event}, address, bytes);
}

cl_int CL_API_CALL copy(cl_command_queue queue, cl_bool blocking, void *target, const void *source, std::size_t bytes,
                        cl_uint count, const cl_event *events, cl_event *event) {
    const call now{"clEnqueueMemcpyINTEL"};
    if (now.failed()) { return fail_command(now.code(), event); }
    return pointer_copy(now, {queue, CL_COMMAND_SVM_MEMCPY, {}, {count, events}, event, blocking != CL_FALSE}, target,
                        source, bytes);
}

cl_int CL_API_CALL set_argument(cl_kernel kernel, cl_uint index, const void *pointer) {
    const call now{"clSetKernelArgMemPointerINTEL"};
    return set_pointer_argument(now, kernel, index, pointer);
}

// Stands for functions that programs only look for.
void never_called() {
    violation("a function is called that the mock does not have");
}

} // namespace

void *find_extension(const char *name) noexcept {
    struct entry {
        const char *name;
        void *function;
    };
    static const entry all[] = {
        {"clHostMemAllocINTEL", reinterpret_cast<void *>(&allocate_host)},
        {"clDeviceMemAllocINTEL", reinterpret_cast<void *>(&allocate_device)},
        {"clSharedMemAllocINTEL", reinterpret_cast<void *>(&allocate_shared)},
        {"clMemFreeINTEL", reinterpret_cast<void *>(&free_memory)},
        {"clMemBlockingFreeINTEL", reinterpret_cast<void *>(&free_when_finished)},
        {"clGetMemAllocInfoINTEL", reinterpret_cast<void *>(&get_info)},
        {"clEnqueueMemFillINTEL", reinterpret_cast<void *>(&fill)},
        {"clEnqueueMemcpyINTEL", reinterpret_cast<void *>(&copy)},
        {"clSetKernelArgMemPointerINTEL", reinterpret_cast<void *>(&set_argument)},
        {"clCreateCommandQueueWithPropertiesKHR", reinterpret_cast<void *>(&clCreateCommandQueueWithProperties)},
        {"clRemapCommandBufferKHR", reinterpret_cast<void *>(&never_called)},
        {"clUpdateMutableCommandsKHR", reinterpret_cast<void *>(&never_called)},
        {"clEnqueueAnythingMOCK", reinterpret_cast<void *>(&never_called)},
    };
    const auto found =
        std::find_if(std::begin(all), std::end(all), [&](const entry &e) { return std::strcmp(e.name, name) == 0; });
    return found != std::end(all) ? found->function : find_recording_function(name);
}

} // namespace mock
