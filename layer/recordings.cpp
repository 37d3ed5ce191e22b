#include "recordings.hpp"

#include "contexts.hpp"
#include "replaced.hpp"
#include "shield.hpp"
#include "whole.hpp"

#include <CL/cl_ext.h>
#include <cstring>
#include <mutex>
#include <span>
#include <unordered_map>
#include <vector>

namespace clmem::layer {

namespace {

// The driver's functions, as the program's first look-up of each has returned them.
struct {
    std::atomic<clCreateCommandBufferKHR_fn> create{nullptr};
    std::atomic<clFinalizeCommandBufferKHR_fn> finalize{nullptr};
    std::atomic<clRetainCommandBufferKHR_fn> retain{nullptr};
    std::atomic<clReleaseCommandBufferKHR_fn> release{nullptr};
    std::atomic<clEnqueueCommandBufferKHR_fn> enqueue{nullptr};
} drivers;

struct command_buffer {
    context_state *context = nullptr;
    std::uint64_t recording = 0; // its number in the context
    cl_uint references = 1;      // the program's
    std::vector<cl_command_queue> queues;
};

struct command_buffer_table {
    std::mutex mutex; // with it, no function is called that may call the program back
    std::unordered_map<cl_command_buffer_khr, command_buffer> all;
};

// Never destroyed: the program may call OpenCL while it exits.
command_buffer_table &command_buffers() {
    static command_buffer_table &made = *new command_buffer_table;
    return made;
}

void add_command_buffer(cl_command_buffer_khr made, context_state &context, std::span<const cl_command_queue> queues) {
    command_buffer added{&context, context.begin_recording(), 1, {queues.begin(), queues.end()}};
    const std::lock_guard lock{command_buffers().mutex};
    command_buffers().all.insert_or_assign(made, std::move(added));
}

// Calls use(record), with the mutex, for a command buffer that the layer knows.
template <class Use>
void with_command_buffer(cl_command_buffer_khr handle, Use &&use) noexcept {
    const std::lock_guard lock{command_buffers().mutex};
    if (const auto at = command_buffers().all.find(handle); at != command_buffers().all.end()) { use(at->second); }
}

// Drops one of the program's references. With the last one, forgets the command buffer and returns its record.
// Otherwise, and for an unknown handle, returns an empty record: its context is NULL.
command_buffer drop_reference(cl_command_buffer_khr handle) {
    const std::lock_guard lock{command_buffers().mutex};
    const auto at = command_buffers().all.find(handle);
    if (at == command_buffers().all.end() || --at->second.references != 0) { return {}; }
    command_buffer dropped = std::move(at->second);
    command_buffers().all.erase(at);
    return dropped;
}

cl_command_buffer_khr CL_API_CALL create_command_buffer(cl_uint count, const cl_command_queue *queues,
                                                        const cl_command_buffer_properties_khr *properties,
                                                        cl_int *out_code) {
    // Recorded commands keep using the buffers that were recorded, even if a block gets a whole buffer later.
    give_up_wholes();
    cl_command_buffer_khr made = drivers.create.load()(count, queues, properties, out_code);
    if (made == nullptr) { return made; }
    context_state *const context = queues != nullptr && count != 0 ? context_of(*queues) : nullptr;
    if (context == nullptr) {
        give_up_pooling(); // it may use the memory of any context
        return made;
    }
    shielded([&] { add_command_buffer(made, *context, {queues, count}); }, [] { give_up_pooling(); });
    return made;
}

cl_int CL_API_CALL finalize_command_buffer(cl_command_buffer_khr handle) {
    const cl_int code = drivers.finalize.load()(handle);
    if (code == CL_SUCCESS) {
        with_command_buffer(handle,
                            [](const command_buffer &ended) { ended.context->finalize_recording(ended.recording); });
    }
    return code;
}

cl_int CL_API_CALL retain_command_buffer(cl_command_buffer_khr handle) {
    const cl_int code = drivers.retain.load()(handle);
    if (code == CL_SUCCESS) {
        with_command_buffer(handle, [](command_buffer &retained) { ++retained.references; });
    }
    return code;
}

// The record ends before the driver's release, after which a new command buffer may have the same handle.
cl_int CL_API_CALL release_command_buffer(cl_command_buffer_khr handle) {
    shielded(
        [&] {
            const command_buffer dropped = drop_reference(handle);
            if (dropped.context != nullptr) { dropped.context->end_recording(dropped.recording); }
        },
        [] { give_up_pooling(); });
    return drivers.release.load()(handle);
}

cl_int CL_API_CALL enqueue_command_buffer(cl_uint count, cl_command_queue *queues, cl_command_buffer_khr handle,
                                          cl_uint events, const cl_event *list, cl_event *out_event) {
    with_command_buffer(handle, [&](const command_buffer &executed) {
        const std::span<const cl_command_queue> given{queues, queues != nullptr ? count : 0};
        for (cl_command_queue queue : given.empty() ? std::span{executed.queues} : given) {
            executed.context->add_execution(executed.recording, queue);
        }
    });
    return drivers.enqueue.load()(count, queues, handle, events, list, out_event);
}

} // namespace

void *recording_function(void *found, const char *name) noexcept {
    const auto is = [&](const char *other) { return std::strcmp(name, other) == 0; };
    if (is("clCreateCommandBufferKHR")) { return replaced(drivers.create, found, &create_command_buffer); }
    if (is("clFinalizeCommandBufferKHR")) { return replaced(drivers.finalize, found, &finalize_command_buffer); }
    if (is("clRetainCommandBufferKHR")) { return replaced(drivers.retain, found, &retain_command_buffer); }
    if (is("clReleaseCommandBufferKHR")) { return replaced(drivers.release, found, &release_command_buffer); }
    if (is("clEnqueueCommandBufferKHR")) { return replaced(drivers.enqueue, found, &enqueue_command_buffer); }
    return nullptr;
}

} // namespace clmem::layer
