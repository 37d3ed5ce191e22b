// The program's barriers in queues that run out of order. In PoCL 3.1, a barrier that waits for events replaces the
// barrier before it: later commands no longer wait for what that one waited for. So a barrier of the program also waits
// for the layer's events, and the layer keeps its event, for which the layer's own barriers wait (last_barrier.hpp).
#include "calls.hpp"
#include "contexts.hpp"
#include "driver.hpp"
#include "events.hpp"
#include "shield.hpp"

#include <vector>

namespace clmem::layer {

namespace {

// Keeps the event of a new barrier, and gives it to the program if it is wanted.
cl_int keep(last_barrier &last, cl_event made, cl_event *out_event) noexcept {
    if (out_event == nullptr) {
        last.keep(made);
        return CL_SUCCESS;
    }
    *out_event = made;
    if (!retain(made)) {
        log_once("the driver refuses a reference to an event: memory is no longer reused");
        give_up_pooling(); // a barrier of the layer might replace this one
        made = nullptr;
    }
    last.keep(made);
    return CL_SUCCESS;
}

// Without events, the barrier waits for all earlier commands of the queue. If the driver refuses it, as on a device of
// OpenCL 1.1, the result is that of `older(code, count, events)`: the call that the program made.
template <class Older>
cl_int enqueue_in(queue_uses &queue, cl_command_queue handle, cl_uint count, const cl_event *events,
                  cl_event *out_event, Older &&older) {
    const auto lock = queue.barrier.lock();
    std::vector<cl_event> all;
    const bool is_ordered = count == 0 || queue.context->add_earlier(all);
    const std::size_t of_layer = all.size();
    cl_int code = CL_OUT_OF_HOST_MEMORY;
    if (is_ordered) {
        all.insert(all.end(), events, events + count);
        const auto all_count = static_cast<cl_uint>(all.size());
        const cl_event *const listed = all.empty() ? nullptr : all.data();
        cl_event made = nullptr;
        code = driver().clEnqueueBarrierWithWaitList != nullptr
                   ? driver().clEnqueueBarrierWithWaitList(handle, all_count, listed, &made)
                   : CL_INVALID_OPERATION;
        code = code == CL_SUCCESS ? keep(queue.barrier, made, out_event) : older(code, all_count, listed);
    }
    all.resize(of_layer);
    release_events(all);
    return code;
}

// In a queue that runs in order, or that the layer does not know, it is `older()` alone.
template <class Older>
cl_int enqueue_barrier_of_program(cl_command_queue handle, cl_uint count, const cl_event *events, cl_event *out_event,
                                  Older &&older) noexcept {
    queue_uses *const known = find_queue_uses(handle);
    if (known == nullptr || known->in_order) { return older(CL_INVALID_OPERATION, count, events); }
    return shielded([&] { return enqueue_in(*known, handle, count, events, out_event, older); },
                    [] { return CL_OUT_OF_HOST_MEMORY; });
}

} // namespace

namespace calls {

cl_int CL_API_CALL clEnqueueBarrierWithWaitList(cl_command_queue queue, cl_uint count, const cl_event *events,
                                                cl_event *out_event) {
    const queue_uses *const known = find_queue_uses(queue);
    const bool is_valid = (count == 0) == (events == nullptr);
    if (known == nullptr || known->in_order || !is_valid) { // the driver judges it
        return driver().clEnqueueBarrierWithWaitList(queue, count, events, out_event);
    }
    return enqueue_barrier_of_program(queue, count, events, out_event,
                                      [](cl_int code, cl_uint, const cl_event *) { return code; });
}

cl_int CL_API_CALL clEnqueueBarrier(cl_command_queue queue) {
    return enqueue_barrier_of_program(queue, 0, nullptr, nullptr, [&](cl_int, cl_uint, const cl_event *) {
        return driver().clEnqueueBarrier(queue);
    });
}

cl_int CL_API_CALL clEnqueueWaitForEvents(cl_command_queue queue, cl_uint count, const cl_event *events) {
    if (count == 0 || events == nullptr) { return driver().clEnqueueWaitForEvents(queue, count, events); }
    return enqueue_barrier_of_program(queue, count, events, nullptr,
                                      [&](cl_int, cl_uint all_count, const cl_event *all) {
                                          return driver().clEnqueueWaitForEvents(queue, all_count, all);
                                      });
}

// The last barrier's event holds its queue.
cl_int CL_API_CALL clGetCommandQueueInfo(cl_command_queue queue, cl_command_queue_info question, std::size_t room,
                                         void *value, std::size_t *out_bytes) {
    queue_uses *const known = question == CL_QUEUE_REFERENCE_COUNT ? find_queue_uses(queue) : nullptr;
    if (known != nullptr && !known->in_order) {
        const auto lock = known->barrier.lock();
        known->barrier.drop_if_complete();
    }
    return driver().clGetCommandQueueInfo(queue, question, room, value, out_bytes);
}

} // namespace calls

} // namespace clmem::layer
