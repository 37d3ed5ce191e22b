#include "late_failures.hpp"

#include <memory>
#include <new>

namespace clmem::layer {

namespace {

struct late_failure {
    const cl_icd_dispatch *functions;
    cl_event shown; // with a reference
    cl_int code;
};

void CL_CALLBACK command_is_complete(cl_event /*event*/, cl_int /*status*/, void *user) {
    const std::unique_ptr<late_failure> due{static_cast<late_failure *>(user)};
    (void)due->functions->clSetUserEventStatus(due->shown, due->code);
    (void)due->functions->clReleaseEvent(due->shown);
}

} // namespace

void fail_later(const cl_icd_dispatch &functions, cl_command_queue queue, cl_event &event, cl_int code) noexcept {
    cl_context context = nullptr;
    if (functions.clGetEventInfo(event, CL_EVENT_CONTEXT, sizeof context, &context, nullptr) != CL_SUCCESS) { return; }
    std::unique_ptr<late_failure> due{new (std::nothrow) late_failure{&functions, nullptr, code}};
    cl_int refusal = CL_SUCCESS;
    cl_event shown = due != nullptr ? functions.clCreateUserEvent(context, &refusal) : nullptr;
    if (shown == nullptr) { return; }
    due->shown = shown;
    // The callback and the program have a reference each.
    (void)functions.clRetainEvent(shown);
    if (functions.clSetEventCallback(event, CL_COMPLETE, command_is_complete, due.get()) != CL_SUCCESS) {
        (void)functions.clReleaseEvent(shown);
        (void)functions.clSetUserEventStatus(shown, CL_COMPLETE);
        (void)functions.clReleaseEvent(shown);
        return;
    }
    (void)due.release();
    // To wait for a user event flushes no queue, unlike to wait for the command's own event.
    (void)functions.clFlush(queue);
    (void)functions.clReleaseEvent(event);
    event = shown;
}

} // namespace clmem::layer
