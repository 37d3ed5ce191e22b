#include "queue/opencl_queues.hpp"

#include "cl/enqueue.hpp"

namespace clmem_core {

namespace {

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations" // for platforms below OpenCL 1.2
cl_int enqueue_old_marker(cl_command_queue queue, cl_event *event) {
    return cl::dispatch().clEnqueueMarker(queue, event);
}
cl_int enqueue_old_wait(cl_command_queue queue, std::span<const cl_event> events) {
    return cl::dispatch().clEnqueueWaitForEvents(queue, static_cast<cl_uint>(events.size()), events.data());
}
#pragma GCC diagnostic pop

// CL_QUEUED if the driver does not report it.
cl_int status_of(cl_event event) noexcept {
    cl_int status = CL_QUEUED;
    const cl_int code =
        cl::dispatch().clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
    return code == CL_SUCCESS ? status : CL_QUEUED;
}

bool is_marker(cl_event event) noexcept {
    cl_command_type type = 0;
    const cl_int code = cl::dispatch().clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, nullptr);
    return code == CL_SUCCESS && (type == CL_COMMAND_MARKER || type == CL_COMMAND_BARRIER);
}

// For quirk::unreferenced_failure_aborts. PoCL 3.1 calls it only for events that complete: those that fail stay.
void CL_CALLBACK release_complete(cl_event event, cl_int status, void *) {
    if (status == CL_COMPLETE) { cl::dispatch().clReleaseEvent(event); }
}

} // namespace

queue_driver::traits opencl_queues::retain(cl_command_queue queue) {
    cl::queue own = cl::queue::retain(queue);
    if (cl::value<cl_context>(queue, CLMEM_CL_ASK(CL_QUEUE_CONTEXT)) != context_) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT,
             "queue: expected one of the context of the pool's provider, got one of another context");
    }
    const auto properties = cl::value<cl_command_queue_properties>(queue, CLMEM_CL_ASK(CL_QUEUE_PROPERTIES));
    const bool is_out_of_order = (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0;
    const cl::quirk_set quirks = cl::quirks_of(queue);
    static_cast<void>(own.detach());
    if (quirks.has(cl::quirk::unreferenced_failure_aborts)) { keeps_pending_events_ = true; }
    return {.out_of_order = is_out_of_order,
            .ends_markers_early = is_out_of_order && quirks.has(cl::quirk::markers_end_early)};
}

void opencl_queues::release(cl_command_queue queue) noexcept {
    cl::dispatch().clReleaseCommandQueue(queue);
}

cl_event opencl_queues::enqueue_marker(cl_command_queue queue) {
    const cl::table &opencl = cl::dispatch();
    cl_event made = nullptr;
    cl_int code = opencl.clEnqueueMarkerWithWaitList != nullptr
                      ? opencl.clEnqueueMarkerWithWaitList(queue, 0, nullptr, &made)
                      : enqueue_old_marker(queue, &made);
    if (code != CL_SUCCESS) { fail_opencl(code, "clEnqueueMarkerWithWaitList failed: %s", status_name(code)); }
    cl::event marker{made};
    // Another queue may wait for an event only after the event's queue was flushed; otherwise both may wait forever.
    code = opencl.clFlush(queue);
    if (code != CL_SUCCESS) { fail_opencl(code, "clFlush failed: %s", status_name(code)); }
    return marker.detach();
}

void opencl_queues::enqueue_barrier(cl_command_queue queue, std::span<const cl_event> events, cl_event *out_barrier) {
    const cl::table &opencl = cl::dispatch();
    cl_int code = CL_SUCCESS;
    cl_event made = nullptr;
    const bool keeps = out_barrier == nullptr && keeps_pending_events_.load(std::memory_order_relaxed);
    cl_event *const wanted = out_barrier != nullptr || keeps ? &made : nullptr;
    if (opencl.clEnqueueBarrierWithWaitList != nullptr) {
        code = opencl.clEnqueueBarrierWithWaitList(queue, static_cast<cl_uint>(events.size()), events.data(), wanted);
    } else {
        code = enqueue_old_wait(queue, events);
        if (code == CL_SUCCESS && wanted != nullptr) { code = enqueue_old_marker(queue, wanted); }
    }
    if (code == CL_SUCCESS && out_barrier != nullptr) { *out_barrier = made; }
    if (code == CL_SUCCESS && keeps) { release_event(made); }
    if (code != CL_SUCCESS) { fail_opencl(code, "clEnqueueBarrierWithWaitList failed: %s", status_name(code)); }
}

bool opencl_queues::is_complete(cl_event event) noexcept {
    return status_of(event) <= CL_COMPLETE; // negative: it has failed, and so has everything that waits for it
}

bool opencl_queues::has_failed(cl_event event) noexcept {
    return status_of(event) < CL_COMPLETE;
}

cl_int opencl_queues::wait(cl_event event) noexcept {
    return cl::wait_until_over(event);
}

cl_int opencl_queues::finish(cl_command_queue queue) noexcept {
    const cl_int code = cl::dispatch().clFinish(queue);
    return code == CL_INVALID_COMMAND_QUEUE ? CL_SUCCESS : code; // a retained queue that is no longer valid is dead
}

bool opencl_queues::holds_back(cl_command_queue queue) noexcept {
    try {
        const cl::event marker{enqueue_marker(queue)};
        return status_of(marker.get()) == CL_QUEUED;
    } catch (const error &) { return false; } // a later look may learn it
}

void opencl_queues::retain_event(cl_event event) {
    cl::event own = cl::event::retain(event);
    if (cl::value<cl_context>(event, CLMEM_CL_ASK(CL_EVENT_CONTEXT)) != context_) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT,
             "expected an event of the context of the pool's provider, got one of another context");
    }
    static_cast<void>(own.detach());
}

void opencl_queues::release_event(cl_event event) noexcept {
    const cl::table &opencl = cl::dispatch();
    if (keeps_pending_events_.load(std::memory_order_relaxed)) {
        const cl_int status = status_of(event);
        // PoCL 3.1 does not remove a failed marker from the lists of the commands that it was behind.
        if (status < CL_COMPLETE && is_marker(event)) { return; }
        if (status > CL_COMPLETE && opencl.clSetEventCallback != nullptr &&
            opencl.clSetEventCallback(event, CL_COMPLETE, release_complete, nullptr) == CL_SUCCESS) {
            return;
        }
    }
    opencl.clReleaseEvent(event);
}

} // namespace clmem_core
