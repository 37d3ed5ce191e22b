#include "events.hpp"

#include "driver.hpp"

#include <algorithm>

namespace clmem::layer {

cl_event enqueue_marker(cl_command_queue queue) noexcept {
    cl_event marker = nullptr;
    cl_int code = CL_INVALID_OPERATION;
    if (driver().clEnqueueMarkerWithWaitList != nullptr) {
        code = driver().clEnqueueMarkerWithWaitList(queue, 0, nullptr, &marker);
    }
    if (code != CL_SUCCESS && driver().clEnqueueMarker != nullptr) { // a device of OpenCL 1.1
        code = driver().clEnqueueMarker(queue, &marker);
    }
    if (code != CL_SUCCESS) { return nullptr; }
    (void)driver().clFlush(queue);
    return marker;
}

bool retain(cl_event event) noexcept {
    return driver().clRetainEvent(event) == CL_SUCCESS;
}

bool retain(cl_command_queue queue) noexcept {
    return driver().clRetainCommandQueue(queue) == CL_SUCCESS;
}

bool is_complete(cl_event event) noexcept {
    return status_of(event) <= CL_COMPLETE;
}

bool enqueue_barrier(cl_command_queue queue, const std::vector<cl_event> &events, cl_event *out_event) noexcept {
    const auto count = static_cast<cl_uint>(events.size());
    cl_int code = CL_INVALID_OPERATION;
    cl_event made = nullptr;
    if (driver().clEnqueueBarrierWithWaitList != nullptr) {
        const bool is_wanted = out_event != nullptr || keeps_failing_events();
        code = driver().clEnqueueBarrierWithWaitList(queue, count, events.data(), is_wanted ? &made : nullptr);
        if (code != CL_SUCCESS) { made = nullptr; } // some drivers set it in a call that fails
    }
    if (out_event != nullptr) {
        *out_event = made;
    } else if (made != nullptr) {
        release_event(made);
    }
    if (code != CL_SUCCESS && driver().clEnqueueWaitForEvents != nullptr) { // a device of OpenCL 1.1
        code = driver().clEnqueueWaitForEvents(queue, count, events.data());
    }
    return code == CL_SUCCESS;
}

void drop_complete(std::vector<cl_event> &events) noexcept {
    std::erase_if(events, [](cl_event event) {
        if (!is_complete(event)) { return false; }
        defer_release(event);
        return true;
    });
}

} // namespace clmem::layer
