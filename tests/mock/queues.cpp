// Queues, events, and the calls that wait.
#include "queues.hpp"

#include "platform.hpp"

#include <algorithm>
#include <cstring>

namespace mock {

namespace {

void flush(_cl_command_queue &queue) {
    for (const command_id id : queue.unflushed) {
        if (command *const c = commands().find(id)) { c->is_flushed = true; }
    }
    queue.unflushed.clear();
}

// Adds the commands that the queue itself orders before a new one.
void follow_queue(const _cl_command_queue &queue, const request &what, std::vector<dependency> &after) {
    if (!queue.is_out_of_order()) {
        if (queue.last != 0) { after.push_back({queue.last, false}); }
        return;
    }
    // As on PoCL 3.1, a barrier does not wait for the previous barrier, but replaces it.
    if (queue.barrier != 0 && what.where != place::barrier) { after.push_back({queue.barrier, false}); }
    if (what.where == place::command || what.waits.count != 0) { return; }
    if (queue.barrier != 0) { after.push_back({queue.barrier, false}); }
    for (const command_id id : queue.pending) {
        after.push_back({id, false});
    }
}

void enter_queue(_cl_command_queue &queue, const request &what, command_id id) {
    queue.unflushed.push_back(id);
    queue.last = id;
    if (!queue.is_out_of_order()) { return; }
    if (what.where == place::barrier) {
        queue.barrier = id;
        if (what.waits.count == 0) { queue.pending.clear(); }
    }
    std::erase_if(queue.pending, [](command_id before) {
        const command *const c = commands().find(before);
        return c == nullptr || c->is_settled;
    });
    queue.pending.push_back(id);
}

cl_int check_waits(const call &now, const _cl_command_queue &queue, const wait_list &waits) {
    if ((waits.count == 0) != (waits.events == nullptr)) { return CL_INVALID_EVENT_WAIT_LIST; }
    for (cl_uint i = 0; i < waits.count; ++i) {
        if (!is_valid(waits.events[i], kind::event, now.function())) { return CL_INVALID_EVENT_WAIT_LIST; }
        if (waits.events[i]->context != queue.context) { return CL_INVALID_CONTEXT; }
    }
    return CL_SUCCESS;
}

cl_int wait_for_queue(const call &now, _cl_command_queue &queue) {
    flush(queue);
    if (!queue.is_out_of_order()) {
        commands().wait(queue.last, now.function());
        return CL_SUCCESS;
    }
    commands().wait(queue.barrier, now.function());
    const bool ends_early = early_markers_now() == early_markers::succeed &&
                            std::any_of(queue.pending.begin(), queue.pending.end(), [](command_id id) {
                                const command *const c = commands().find(id);
                                return c != nullptr && c->will_fail;
                            });
    std::erase_if(queue.pending, [&](command_id id) {
        if (ends_early && commands().is_held_back(id)) { return false; }
        commands().wait(id, now.function());
        return true;
    });
    return CL_SUCCESS;
}

cl_event make_event(cl_context context, cl_command_queue queue, cl_command_type type, command_id of) {
    cl_event event = make<_cl_event>(kind::event);
    event->context = context;
    event->queue = queue;
    event->type = type;
    event->command = of;
    commands().find(of)->event = event;
    return event;
}

cl_int status_of(const _cl_event &event) {
    const command *const c = commands().find(event.command);
    if (c == nullptr) { return event.status; }
    const bool is_pending = c->reported() > CL_COMPLETE && !c->is_user_event();
    const bool is_submitted = is_pending && c->is_flushed && !commands().is_held_back(c->id);
    return is_submitted ? CL_SUBMITTED : c->reported();
}

void end_event(cl_event event) {
    if (command *const c = commands().find(event->command)) { c->event = nullptr; }
    bury(event);
}

} // namespace

cl_int fail_command(cl_int code, cl_event *out_event) {
    static _cl_event none;
    if (out_event != nullptr) { *out_event = &none; }
    return code;
}

cl_int enqueue(const call &now, const request &what) {
    _cl_command_queue &queue = *what.queue;
    if (!is_valid(&queue, kind::queue, now.function())) {
        return fail_command(CL_INVALID_COMMAND_QUEUE, what.out_event);
    }
    const cl_int code = check_waits(now, queue, what.waits);
    if (code != CL_SUCCESS) { return fail_command(code, what.out_event); }
    command made;
    made.function = now.function();
    made.owner = what.owner;
    made.queue = queue.number;
    made.ranges = what.ranges;
    for (cl_uint i = 0; i < what.waits.count; ++i) {
        const _cl_event &event = *what.waits.events[i];
        made.fails |= event.command == 0 && event.status < 0;
        if (event.command != 0) { made.after.push_back({event.command, true}); }
    }
    follow_queue(queue, what, made.after);
    const bool may_end_early = what.where == place::marker && what.waits.count == 0 && queue.is_out_of_order();
    made.may_end_early = may_end_early ? early_markers_now() : early_markers::none;
    const command_id id = commands().add(std::move(made));
    enter_queue(queue, what, id);
    if (what.when_over) { commands().call_when_over(id, what.when_over); }
    if (what.out_event != nullptr) { *what.out_event = make_event(queue.context, &queue, what.type, id); }
    if (!what.is_blocking) { return CL_SUCCESS; }
    flush(queue);
    commands().wait(id, now.function());
    return CL_SUCCESS;
}

cl_int answer_bytes(const void *value, std::size_t bytes, std::size_t capacity, void *out, std::size_t *out_bytes) {
    if (out != nullptr && capacity < bytes) { return CL_INVALID_VALUE; }
    if (out != nullptr && bytes != 0) { std::memcpy(out, value, bytes); }
    if (out_bytes != nullptr) { *out_bytes = bytes; }
    return CL_SUCCESS;
}

cl_int answer_text(const char *text, std::size_t capacity, void *out, std::size_t *out_bytes) {
    return answer_bytes(text, std::strlen(text) + 1, capacity, out, out_bytes);
}

void advance(std::uint64_t seed, unsigned count) {
    {
        const std::lock_guard guard{lock()};
        commands().advance(seed, count);
    }
    run_callbacks();
}

void trust_polling(bool on) {
    const std::lock_guard guard{lock()};
    commands().trust_polling(on);
}

} // namespace mock

using namespace mock;

extern "C" {

cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id, cl_command_queue_properties properties,
                                      cl_int *code) {
    const call now{__func__};
    if (now.failed()) { return refuse<_cl_command_queue>(now.code(), code); }
    if (!is_valid(context, kind::context, now.function())) {
        return refuse<_cl_command_queue>(CL_INVALID_CONTEXT, code);
    }
    cl_command_queue made = make<_cl_command_queue>(kind::queue);
    made->context = context;
    made->properties = properties;
    return succeed(made, code);
}

cl_command_queue clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                                    const cl_queue_properties *properties, cl_int *code) {
    const bool has_any = properties != nullptr && properties[0] == CL_QUEUE_PROPERTIES;
    return clCreateCommandQueue(context, device, has_any ? properties[1] : 0, code);
}

cl_int clRetainCommandQueue(cl_command_queue queue) {
    return retain(__func__, queue, kind::queue, CL_INVALID_COMMAND_QUEUE);
}

cl_int clReleaseCommandQueue(cl_command_queue queue) {
    const call now{__func__, may_fail::no};
    if (!is_valid(queue, kind::queue, now.function())) { return CL_INVALID_COMMAND_QUEUE; }
    flush(*queue);
    if (drop(queue)) { bury(queue); }
    return CL_SUCCESS;
}

cl_int clGetCommandQueueInfo(cl_command_queue queue, cl_command_queue_info what, std::size_t capacity, void *out,
                             std::size_t *bytes) {
    const call now{__func__};
    if (now.failed()) { return now.code(); }
    if (!is_valid(queue, kind::queue, now.function())) { return CL_INVALID_COMMAND_QUEUE; }
    switch (what) {
    case CL_QUEUE_CONTEXT:
        return answer(queue->context, capacity, out, bytes);
    case CL_QUEUE_DEVICE:
        return answer(the_device(), capacity, out, bytes);
    case CL_QUEUE_REFERENCE_COUNT:
        return answer(static_cast<cl_uint>(queue->references), capacity, out, bytes);
    case CL_QUEUE_PROPERTIES:
        return answer(queue->properties, capacity, out, bytes);
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int clFlush(cl_command_queue queue) {
    const call now{__func__};
    if (now.failed()) { return now.code(); }
    if (!is_valid(queue, kind::queue, now.function())) { return CL_INVALID_COMMAND_QUEUE; }
    flush(*queue);
    return CL_SUCCESS;
}

cl_int clFinish(cl_command_queue queue) {
    const call now{__func__};
    if (now.failed()) { return now.code(); }
    if (!is_valid(queue, kind::queue, now.function())) { return CL_INVALID_COMMAND_QUEUE; }
    return wait_for_queue(now, *queue);
}

cl_int clEnqueueMarkerWithWaitList(cl_command_queue queue, cl_uint count, const cl_event *events, cl_event *event) {
    const call now{__func__};
    if (now.failed()) { return fail_command(now.code(), event); }
    return enqueue(now, {queue, CL_COMMAND_MARKER, {}, {count, events}, event, false, place::marker});
}

cl_int clEnqueueBarrierWithWaitList(cl_command_queue queue, cl_uint count, const cl_event *events, cl_event *event) {
    const call now{__func__};
    if (now.failed()) { return fail_command(now.code(), event); }
    return enqueue(now, {queue, CL_COMMAND_BARRIER, {}, {count, events}, event, false, place::barrier});
}

cl_int clEnqueueMarker(cl_command_queue queue, cl_event *event) {
    return clEnqueueMarkerWithWaitList(queue, 0, nullptr, event);
}

cl_int clEnqueueWaitForEvents(cl_command_queue queue, cl_uint count, const cl_event *events) {
    return clEnqueueBarrierWithWaitList(queue, count, events, nullptr);
}

cl_int clWaitForEvents(cl_uint count, const cl_event *events) {
    const call now{__func__};
    if (now.failed()) { return now.code(); }
    cl_int code = count != 0 ? CL_SUCCESS : CL_INVALID_VALUE;
    for (cl_uint i = 0; i < count; ++i) {
        cl_event event = events[i];
        if (!is_valid(event, kind::event, now.function())) { return CL_INVALID_EVENT; }
        if (event->queue != nullptr && event->queue->is_live) { flush(*event->queue); }
        const command *const awaited = commands().find(event->command);
        if (awaited == nullptr || !awaited->ended_early) { commands().wait(event->command, now.function()); }
        if (status_of(*event) < 0) { code = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST; }
    }
    return code;
}

cl_int clGetEventInfo(cl_event event, cl_event_info what, std::size_t capacity, void *out, std::size_t *bytes) {
    const call now{__func__};
    if (now.failed()) { return now.code(); }
    if (!is_valid(event, kind::event, now.function())) { return CL_INVALID_EVENT; }
    switch (what) {
    case CL_EVENT_COMMAND_EXECUTION_STATUS:
        return answer(status_of(*event), capacity, out, bytes);
    case CL_EVENT_CONTEXT:
        return answer(event->context, capacity, out, bytes);
    case CL_EVENT_COMMAND_QUEUE:
        return answer(event->queue, capacity, out, bytes);
    case CL_EVENT_COMMAND_TYPE:
        return answer(event->type, capacity, out, bytes);
    case CL_EVENT_REFERENCE_COUNT:
        return answer(static_cast<cl_uint>(event->references), capacity, out, bytes);
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int clSetEventCallback(cl_event event, cl_int when, void(CL_CALLBACK *function)(cl_event, cl_int, void *),
                          void *user) {
    const call now{__func__};
    if (now.failed()) { return now.code(); }
    if (!is_valid(event, kind::event, now.function())) { return CL_INVALID_EVENT; }
    if (function == nullptr || when != CL_COMPLETE) { return CL_INVALID_VALUE; }
    commands().call_when_over(event->command, [=](cl_int status) { function(event, status, user); });
    return CL_SUCCESS;
}

cl_int clRetainEvent(cl_event event) {
    return retain(__func__, event, kind::event, CL_INVALID_EVENT);
}

cl_int clReleaseEvent(cl_event event) {
    const call now{__func__, may_fail::no};
    if (!is_valid(event, kind::event, now.function())) { return CL_INVALID_EVENT; }
    if (drop(event)) { end_event(event); }
    return CL_SUCCESS;
}

cl_event clCreateUserEvent(cl_context context, cl_int *code) {
    const call now{__func__};
    if (now.failed()) { return refuse<_cl_event>(now.code(), code); }
    if (!is_valid(context, kind::context, now.function())) { return refuse<_cl_event>(CL_INVALID_CONTEXT, code); }
    command gate;
    gate.function = "a user event";
    gate.status = CL_SUBMITTED;
    gate.is_flushed = true;
    return succeed(make_event(context, nullptr, CL_COMMAND_USER, commands().add(std::move(gate))), code);
}

cl_int clSetUserEventStatus(cl_event event, cl_int status) {
    const call now{__func__};
    if (now.failed()) { return now.code(); }
    if (!is_valid(event, kind::event, now.function()) || event->queue != nullptr) { return CL_INVALID_EVENT; }
    commands().end_user_event(event->command, status);
    return CL_SUCCESS;
}

cl_int clGetEventProfilingInfo(cl_event, cl_profiling_info, std::size_t, void *, std::size_t *) {
    return CL_PROFILING_INFO_NOT_AVAILABLE;
}

} // extern "C"
