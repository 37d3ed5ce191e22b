// Command buffers (cl_khr_command_buffer). A command buffer retains what its commands use, and each execution is one
// command that uses all of it.
#include "platform.hpp"
#include "queues.hpp"

#include <CL/cl_ext.h>
#include <algorithm>
#include <cstring>

struct _cl_command_buffer_khr : mock::object {
    std::vector<cl_command_queue> queues;
    std::vector<cl_mem> memory;
    std::vector<mock::range> ranges;
    bool is_final = false;
};

namespace mock {

namespace {

constexpr auto what_it_is = kind::command_buffer;

cl_command_buffer_khr CL_API_CALL create(cl_uint count, const cl_command_queue *queues,
                                         const cl_command_buffer_properties_khr *, cl_int *code) {
    const call now{"clCreateCommandBufferKHR"};
    if (now.failed()) { return refuse<_cl_command_buffer_khr>(now.code(), code); }
    if (count == 0 || queues == nullptr || !is_valid(queues[0], kind::queue, now.function())) {
        return refuse<_cl_command_buffer_khr>(CL_INVALID_COMMAND_QUEUE, code);
    }
    cl_command_buffer_khr made = make<_cl_command_buffer_khr>(what_it_is);
    made->queues.assign(queues, queues + count);
    for (cl_command_queue each : made->queues) {
        ++each->references;
    }
    return succeed(made, code);
}

cl_int CL_API_CALL finalize(cl_command_buffer_khr recorded) {
    const call now{"clFinalizeCommandBufferKHR"};
    if (now.failed()) { return now.code(); }
    if (!is_valid(recorded, what_it_is, now.function())) { return CL_INVALID_COMMAND_BUFFER_KHR; }
    if (recorded->is_final) { return CL_INVALID_OPERATION; }
    recorded->is_final = true;
    return CL_SUCCESS;
}

cl_int CL_API_CALL retain_reference(cl_command_buffer_khr recorded) {
    return retain("clRetainCommandBufferKHR", recorded, what_it_is, CL_INVALID_COMMAND_BUFFER_KHR);
}

cl_int CL_API_CALL release_reference(cl_command_buffer_khr recorded) {
    call now{"clReleaseCommandBufferKHR", may_fail::no};
    if (!is_valid(recorded, what_it_is, now.function())) { return CL_INVALID_COMMAND_BUFFER_KHR; }
    if (!drop(recorded)) { return CL_SUCCESS; }
    const std::vector<cl_mem> memory = std::move(recorded->memory);
    const std::vector<cl_command_queue> queues = std::move(recorded->queues);
    bury(recorded);
    now.unlock();
    std::for_each(memory.begin(), memory.end(), clReleaseMemObject);
    std::for_each(queues.begin(), queues.end(), clReleaseCommandQueue);
    return CL_SUCCESS;
}

// Stands for all recorded commands by one command in the first queue.
cl_int CL_API_CALL execute(cl_uint count, cl_command_queue *queues, cl_command_buffer_khr recorded, cl_uint events,
                           const cl_event *list, cl_event *event) {
    const call now{"clEnqueueCommandBufferKHR"};
    if (now.failed()) { return fail_command(now.code(), event); }
    if (!is_valid(recorded, what_it_is, now.function())) { return fail_command(CL_INVALID_COMMAND_BUFFER_KHR, event); }
    if (!recorded->is_final) { return fail_command(CL_INVALID_OPERATION, event); }
    cl_command_queue queue = count != 0 ? queues[0] : recorded->queues[0];
    return enqueue(now, {queue, CL_COMMAND_COMMAND_BUFFER_KHR, recorded->ranges, {events, list}, event});
}

cl_int record(const call &now, cl_command_buffer_khr recorded, cl_mem memory, range where) {
    if (!is_valid(recorded, what_it_is, now.function())) { return CL_INVALID_COMMAND_BUFFER_KHR; }
    if (recorded->is_final) { return CL_INVALID_OPERATION; }
    if (!is_valid(memory, kind::memory, now.function())) { return CL_INVALID_MEM_OBJECT; }
    if (where.owner == 0) { where.owner = current_owner(); }
    ++memory->references;
    recorded->memory.push_back(memory);
    recorded->ranges.push_back(where);
    return CL_SUCCESS;
}

cl_int CL_API_CALL record_fill(cl_command_buffer_khr recorded, cl_command_queue, cl_mem memory, const void *,
                               std::size_t, std::size_t offset, std::size_t bytes, cl_uint, const cl_sync_point_khr *,
                               cl_sync_point_khr *, cl_mutable_command_khr *) {
    const call now{"clCommandFillBufferKHR"};
    if (now.failed()) { return now.code(); }
    return record(now, recorded, memory, range_of(*memory, offset, bytes));
}

cl_int CL_API_CALL record_kernel(cl_command_buffer_khr recorded, cl_command_queue, const cl_properties *,
                                 cl_kernel kernel, cl_uint, const std::size_t *, const std::size_t *,
                                 const std::size_t *, cl_uint, const cl_sync_point_khr *, cl_sync_point_khr *,
                                 cl_mutable_command_khr *) {
    const call now{"clCommandNDRangeKernelKHR"};
    if (now.failed()) { return now.code(); }
    if (!is_valid(kernel, kind::kernel, now.function())) { return CL_INVALID_KERNEL; }
    for (const _cl_kernel::argument &each : kernel->arguments) {
        if (each.buffer == nullptr) { continue; }
        const range all = range_of(*each.buffer, 0, each.buffer->bytes);
        if (const cl_int code = record(now, recorded, each.buffer, all); code != CL_SUCCESS) { return code; }
    }
    return CL_SUCCESS;
}

} // namespace

void *find_recording_function(const char *name) noexcept {
    const auto is = [&](const char *other) { return std::strcmp(name, other) == 0; };
    if (is("clCreateCommandBufferKHR")) { return reinterpret_cast<void *>(&create); }
    if (is("clFinalizeCommandBufferKHR")) { return reinterpret_cast<void *>(&finalize); }
    if (is("clRetainCommandBufferKHR")) { return reinterpret_cast<void *>(&retain_reference); }
    if (is("clReleaseCommandBufferKHR")) { return reinterpret_cast<void *>(&release_reference); }
    if (is("clEnqueueCommandBufferKHR")) { return reinterpret_cast<void *>(&execute); }
    if (is("clCommandFillBufferKHR")) { return reinterpret_cast<void *>(&record_fill); }
    if (is("clCommandNDRangeKernelKHR")) { return reinterpret_cast<void *>(&record_kernel); }
    return nullptr;
}

} // namespace mock
