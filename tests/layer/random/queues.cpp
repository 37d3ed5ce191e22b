// Queues, user events, markers and barriers, events and their callbacks.
#include "actor.hpp"

#include <algorithm>
#include <chrono>

namespace {

void create_queue(actor &in) {
    const cl_command_queue_properties properties = in.random.one_in(3) && in.on.draws("unordered")
                                                       ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE
                                                       : cl_command_queue_properties{0};
    cl_int code = CL_SUCCESS;
    auto made = std::make_shared<lane>();
    if (in.random.one_in(2)) {
        made->handle = clCreateCommandQueue(in.context, in.on.device, properties, &code);
    } else {
        const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, properties, 0};
        made->handle = clCreateCommandQueueWithProperties(in.context, in.on.device, list, &code);
    }
    made->in_order = properties == 0;
    made->number = in.next();
    in.out.line("queue ", made->number, made->in_order ? "" : " out of order", ": code ", code);
    if (made->handle == nullptr) { return; }
    in.names[made->handle] = "queue " + std::to_string(made->number);
    in.lanes.push_back(made);
}

// Its commands may not be complete. Those without an event are known by a marker behind them.
void release_queue(actor &in, const std::shared_ptr<lane> &ended) {
    cl_int code = clEnqueueMarkerWithWaitList(ended->handle, 0, nullptr, &ended->end);
    in.out.line("marker at the end of queue ", ended->number, ": code ", code);
    in.names.erase(ended->handle);
    code = clReleaseCommandQueue(ended->handle);
    ended->handle = nullptr;
    in.out.line("release of queue ", ended->number, ": code ", code);
    std::erase(in.lanes, ended);
}

} // namespace

void change_queues(actor &in) {
    const auto own = std::ranges::count_if(in.lanes, [](const auto &each) { return !each->is_shared; });
    if (in.lanes.empty() || (own < 4 && in.random.one_in(2))) { return create_queue(in); }
    const std::shared_ptr<lane> found = in.any_lane();
    if (in.random.one_in(3)) {
        const cl_int retained = clRetainCommandQueue(found->handle);
        const cl_int released = clReleaseCommandQueue(found->handle);
        return in.out.line("retain and release of queue ", found->number, ": codes ", retained, ", ", released);
    }
    if (in.lanes.size() > 1 && !found->is_shared) { release_queue(in, found); }
}

void create_gate(actor &in) {
    cl_int code = CL_SUCCESS;
    cl_event made = clCreateUserEvent(in.context, &code);
    in.out.line("user event: code ", code);
    if (made != nullptr) { in.gates.push_back(std::make_shared<gate>(made)); }
}

namespace {

// Nothing waits for it.
void abandon_gate(actor &in) {
    cl_int code = CL_SUCCESS;
    cl_event made = clCreateUserEvent(in.context, &code);
    const bool is_retained = in.random.one_in(2);
    const cl_int retained = is_retained ? clRetainEvent(made) : CL_SUCCESS;
    const cl_int released = clReleaseEvent(made);
    in.out.line("user event released without being set: codes ", code, ", ", retained, ", ", released);
    if (is_retained) { in.out.line("its last reference: code ", clReleaseEvent(made)); }
}

void open_later(const std::shared_ptr<gate> &closed, std::size_t milliseconds) {
    std::this_thread::sleep_for(std::chrono::milliseconds{milliseconds});
    closed->open();
}

} // namespace

void use_gates(actor &in) {
    if (!in.on.draws("gates")) { return; }
    if (in.on.draws("abandoned") && in.random.one_in(8)) { return abandon_gate(in); }
    if (in.gates.size() < 3 && in.random.one_in(2)) { return create_gate(in); }
    if (in.gates.empty()) { return; }
    const std::size_t at = in.random.below(in.gates.size());
    const std::shared_ptr<gate> found = in.gates[at];
    in.gates.erase(in.gates.begin() + static_cast<std::ptrdiff_t>(at));
    if (in.random.one_in(3)) {
        in.openers.emplace_back(open_later, found, in.random.below(4));
    } else {
        found->open();
    }
}

void synchronise(actor &in) {
    const std::shared_ptr<lane> queue = in.any_lane();
    switch (in.random.below(4)) {
    case 0:
        return in.out.line("flush of queue ", queue->number, ": code ", clFlush(queue->handle));
    case 1:
        in.open(queue->gates);
        in.open_for(*queue, {});
        return in.out.line("finish of queue ", queue->number, ": code ", clFinish(queue->handle));
    case 2: {
        const cl_int code = clEnqueueBarrierWithWaitList(queue->handle, 0, nullptr, nullptr);
        merge_closed(queue->ahead, queue->gates);
        return in.out.line("barrier in queue ", queue->number, ": code ", code);
    }
    default: {
        auto made = std::make_shared<step>();
        made->in = queue;
        const cl_int code = clEnqueueMarkerWithWaitList(queue->handle, 0, nullptr, &made->event);
        merge_closed(made->gates, queue->gates);
        in.out.line("marker in queue ", queue->number, ": code ", code);
        if (code == CL_SUCCESS && in.random.one_in(2)) { in.wait_for(made); }
    }
    }
}

void ask_queue(actor &in) {
    const std::shared_ptr<lane> queue = in.any_lane();
    cl_context context = nullptr;
    cl_device_id device = nullptr;
    cl_command_queue_properties properties = 0;
    (void)clGetCommandQueueInfo(queue->handle, CL_QUEUE_CONTEXT, sizeof context, static_cast<void *>(&context),
                                nullptr);
    (void)clGetCommandQueueInfo(queue->handle, CL_QUEUE_DEVICE, sizeof device, static_cast<void *>(&device), nullptr);
    (void)clGetCommandQueueInfo(queue->handle, CL_QUEUE_PROPERTIES, sizeof properties, &properties, nullptr);
    in.out.line("queue ", queue->number, ": ", in.named(context), ", ", in.named(device), ", ", properties);
}

// Waits for a command, so that what its event tells is determined.
void ask_event(actor &in) {
    if (in.watched.empty()) { return; }
    std::swap(in.watched[in.random.below(in.watched.size())], in.watched.back());
    const command done = in.watched.back();
    in.watched.pop_back();
    cl_command_queue queue = nullptr;
    cl_context context = nullptr;
    cl_command_type type = 0;
    (void)clGetEventInfo(done->event, CL_EVENT_COMMAND_QUEUE, sizeof queue, static_cast<void *>(&queue), nullptr);
    (void)clGetEventInfo(done->event, CL_EVENT_CONTEXT, sizeof context, static_cast<void *>(&context), nullptr);
    (void)clGetEventInfo(done->event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, nullptr);
    in.wait_for(done);
    cl_int status = CL_QUEUED;
    (void)clGetEventInfo(done->event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
    cl_uint references = 0;
    // PoCL 3.1 keeps references to some events.
    for (int tries = 0; tries < 500 && references != 1 && !in.on.is_pocl; ++tries) {
        (void)clGetEventInfo(done->event, CL_EVENT_REFERENCE_COUNT, sizeof references, &references, nullptr);
        if (references != 1) { std::this_thread::sleep_for(std::chrono::milliseconds{1}); }
    }
    const std::string name = done->in->handle != nullptr ? in.named(queue) : "a released queue";
    in.out.line("event of type ", type, ": ", name, ", ", in.named(context), ", status ", status, ", references ",
                references);
}

namespace {

void CL_CALLBACK count_event(cl_event, cl_int, void *user) {
    static_cast<std::atomic<unsigned> *>(user)->fetch_add(1);
}

struct creating {
    cl_context context;
    std::atomic<unsigned> *count;
    std::size_t bytes;
};

void CL_CALLBACK create_and_release(cl_event, cl_int, void *user) {
    const std::unique_ptr<creating> of{static_cast<creating *>(user)};
    cl_mem made = clCreateBuffer(of->context, CL_MEM_READ_WRITE, of->bytes, nullptr, nullptr);
    if (made == nullptr || clReleaseMemObject(made) != CL_SUCCESS) { return; } // the count stays too low
    of->count->fetch_add(1);
}

} // namespace

void add_event_callback(actor &in) {
    if (in.watched.empty()) { return; }
    const command &of = in.watched.back();
    cl_int code = CL_SUCCESS;
    if (in.random.one_in(2)) {
        code = clSetEventCallback(of->event, CL_COMPLETE, count_event, &in.event_callbacks);
    } else {
        auto what = std::make_unique<creating>(creating{in.context, &in.event_callbacks, in.random.between(1, 8192)});
        code = clSetEventCallback(of->event, CL_COMPLETE, create_and_release, what.get());
        if (code == CL_SUCCESS) { (void)what.release(); }
    }
    if (code == CL_SUCCESS) { ++in.expected_callbacks; }
    in.out.line("event callback: code ", code);
}

std::size_t farewells::count() {
    const std::lock_guard lock{mutex};
    return called.size();
}

namespace {

struct farewell_call {
    std::shared_ptr<farewells> of;
    unsigned number;
};

void CL_CALLBACK say_farewell(cl_mem, void *user) {
    const std::unique_ptr<farewell_call> call{static_cast<farewell_call *>(user)};
    farewells &of = *call->of;
    std::string text = std::to_string(call->number);
    if (of.parent != nullptr && of.parent->count() > 0) { text = "after its parent's, " + text; }
    const std::lock_guard lock{of.mutex};
    of.called.push_back(text);
}

} // namespace

void add_destructor_callback(actor &in) {
    const memory found = in.any(false);
    if (found == nullptr || found->is_argument || found->references > 1) { return; }
    if (found->last == nullptr) {
        found->last = std::make_shared<farewells>();
        found->last->name = found->name;
        if (found->parent != nullptr) { found->last->parent = found->parent->last; }
        in.farewell.push_back(found->last);
    }
    auto call = std::make_unique<farewell_call>(farewell_call{found->last, ++found->last->expected});
    const cl_int code = clSetMemObjectDestructorCallback(found->handle, say_farewell, call.get());
    in.out.line("destructor callback of ", found->name, ": code ", code);
    if (code == CL_SUCCESS) { (void)call.release(); }
}

// Of objects that are gone. A parent outlives its parts.
void show_destructor_callbacks(actor &in) {
    // On Intel's runtime, an event keeps the objects of its command: the last ones are released with the last objects.
    if (in.on.is_intel && !in.objects.empty()) { return; }
    std::erase_if(in.farewell, [&](const std::shared_ptr<farewells> &each) {
        if (!each->is_gone) { return false; }
        for (int tries = 0; tries < 1000 && each->count() != each->expected; ++tries) {
            std::this_thread::sleep_for(std::chrono::milliseconds{1});
        }
        std::string text;
        const std::lock_guard lock{each->mutex};
        for (const std::string &call : each->called) {
            text += " " + call;
        }
        in.out.line("destructor callbacks of ", each->name, ":", text);
        return true;
    });
}
