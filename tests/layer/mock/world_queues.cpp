// Queues, events, and waits.
#include "world.hpp"

#include <cstdint>

namespace over_mock {

void world::create_queue() {
    if (queues_.size() >= plan_.most_queues) {
        if (dice_.once_in(2)) { release_queue(dice_.below(queues_.size())); }
        return;
    }
    const std::size_t wanted_now = plan_.most_queues > 8 && queues_.empty() ? 1 + dice_.below(plan_.most_queues) : 1;
    for (std::size_t n = 0; n < wanted_now; ++n) {
        const bool in_order = dice_.below(100) >= plan_.out_of_order;
        const cl_command_queue_properties bits = in_order ? 0 : CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
        const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, bits, 0};
        const auto scope = without_waits();
        cl_command_queue made = dice_.once_in(2)
                                    ? cl_.clCreateCommandQueue(context_, device_, bits, nullptr)
                                    : cl_.clCreateCommandQueueWithProperties(context_, device_, list, nullptr);
        if (made != nullptr) { queues_.push_back({made, in_order, 1}); }
    }
}

void world::retain_any_queue() {
    if (queues_.empty()) { return; }
    known_queue &of = queues_[dice_.below(queues_.size())];
    if (cl_.clRetainCommandQueue(of.handle) == CL_SUCCESS) { ++of.references; }
}

void world::release_queue(std::size_t at) {
    known_queue &of = queues_[at];
    if (of.references == 1) { return end_queue(at); }
    cl_.clReleaseCommandQueue(of.handle);
    --of.references;
}

void world::end_queue(std::size_t at) {
    const known_queue ended = queues_[at];
    free_shared_of(ended.handle);
    if (plan_.abandons_events) { cl_.clFinish(ended.handle); } // else its commands never end
    queues_.erase(queues_.begin() + static_cast<std::ptrdiff_t>(at));
    // Its events stay legal, but the mock would find the queue dead when it is flushed.
    std::erase_if(events_, [&](const known_event &each) {
        if (each.queue != ended.handle) { return false; }
        cl_.clReleaseEvent(each.handle);
        return true;
    });
    for (unsigned n = 0; n < ended.references; ++n) {
        const auto scope = without_waits();
        cl_.clReleaseCommandQueue(ended.handle);
    }
}

void world::create_user_event() {
    if (!plan_.has_user_events) { return; }
    if (user_events_.size() > 3) { return end_user_event(dice_.below(user_events_.size())); }
    const auto scope = without_waits();
    cl_event made = cl_.clCreateUserEvent(context_, nullptr);
    if (made != nullptr) { user_events_.push_back(made); }
}

void world::end_user_event(std::size_t at) {
    cl_event ended = user_events_[at];
    const bool is_retained = dice_.once_in(4) && cl_.clRetainEvent(ended) == CL_SUCCESS;
    const bool is_abandoned = plan_.abandons_events && dice_.once_in(4);
    const bool fails = plan_.has_failures && dice_.once_in(3);
    const auto scope = without_waits();
    if (!is_abandoned && cl_.clSetUserEventStatus(ended, fails ? -5 : CL_COMPLETE) != CL_SUCCESS) {
        if (is_retained) { cl_.clReleaseEvent(ended); }
        return; // another time
    }
    user_events_.erase(user_events_.begin() + static_cast<std::ptrdiff_t>(at));
    if (is_retained) { cl_.clReleaseEvent(ended); }
    cl_.clReleaseEvent(ended);
}

void world::release_any_event() {
    if (events_.empty()) { return; }
    const std::size_t at = dice_.below(events_.size());
    cl_.clReleaseEvent(events_[at].handle);
    events_.erase(events_.begin() + static_cast<std::ptrdiff_t>(at));
}

void world::wait_for_any() {
    if (!events_.empty() && dice_.once_in(2)) {
        const known_event &chosen = dice_.pick(events_);
        cl_.clWaitForEvents(1, &chosen.handle);
    } else if (!queues_.empty()) {
        cl_.clFinish(queues_[dice_.below(queues_.size())].handle);
    }
}

void world::order() {
    if (queues_.empty()) { return; }
    cl_command_queue queue = queues_[dice_.below(queues_.size())].handle;
    const wait_list waits = any_events(queue);
    cl_event event = nullptr;
    cl_event *const out = wanted(event);
    const mock::own_calls not_early;
    const auto scope = without_waits();
    keep(dice_.once_in(2) ? cl_.clEnqueueMarkerWithWaitList(queue, waits.count(), waits.data(), out)
                          : cl_.clEnqueueBarrierWithWaitList(queue, waits.count(), waits.data(), out),
         event, queue);
}

// The device works on, and the program asks questions.
void world::look_around() {
    if (!queues_.empty() && dice_.once_in(2)) { cl_.clFlush(queues_[dice_.below(queues_.size())].handle); }
    if (!dice_.once_in(4)) { mock::advance(dice_.next(), static_cast<unsigned>(1 + dice_.below(20))); }
    const object *const of = any_object();
    if (of == nullptr) { return; }
    std::size_t bytes = 0;
    if (cl_.clGetMemObjectInfo(of->handle, CL_MEM_SIZE, sizeof bytes, &bytes, nullptr) == CL_SUCCESS &&
        bytes != of->bytes) {
        report("a buffer's size is not the one that the program asked for");
    }
}

} // namespace over_mock
