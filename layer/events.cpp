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

bool is_complete(cl_event event) noexcept {
    cl_int status = CL_QUEUED;
    const cl_int code =
        driver().clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
    return code == CL_SUCCESS && status <= CL_COMPLETE;
}

bool enqueue_barrier(cl_command_queue queue, const std::vector<cl_event> &events) noexcept {
    const auto count = static_cast<cl_uint>(events.size());
    cl_int code = CL_INVALID_OPERATION;
    if (driver().clEnqueueBarrierWithWaitList != nullptr) {
        code = driver().clEnqueueBarrierWithWaitList(queue, count, events.data(), nullptr);
    }
    if (code != CL_SUCCESS && driver().clEnqueueWaitForEvents != nullptr) { // a device of OpenCL 1.1
        code = driver().clEnqueueWaitForEvents(queue, count, events.data());
    }
    return code == CL_SUCCESS;
}

void drop_complete(std::vector<cl_event> &events) noexcept {
    std::erase_if(events, [](cl_event event) {
        if (!is_complete(event)) { return false; }
        (void)driver().clReleaseEvent(event);
        return true;
    });
}

} // namespace clmem::layer
