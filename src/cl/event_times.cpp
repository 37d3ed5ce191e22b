#include "cl/event_times.hpp"

#include "cl/query.hpp"

namespace clmem_core::cl {

namespace {

// Why an event has no times; nullptr if it should have some. OpenCL has one code for three causes, and some drivers
// (Rusticl, Oclgrind) return times that mean nothing instead of it.
const char *why_no_times(cl_event event) {
    const auto queue = value<cl_command_queue>(event, CLMEM_CL_ASK(CL_EVENT_COMMAND_QUEUE));
    if (queue == nullptr) { return "a user event, which belongs to no command"; }
    const auto properties = value<cl_command_queue_properties>(queue, CLMEM_CL_ASK(CL_QUEUE_PROPERTIES));
    if ((properties & CL_QUEUE_PROFILING_ENABLE) == 0) {
        return "one of a queue without profiling; create the queue with CLMEM_QUEUE_PROFILING";
    }
    const auto status = value<cl_int>(event, CLMEM_CL_ASK(CL_EVENT_COMMAND_EXECUTION_STATUS));
    if (status > CL_COMPLETE) { return "one whose command is not complete; call clmem_event_wait() first"; }
    return status < CL_COMPLETE ? "one whose command failed" : nullptr;
}

[[noreturn]] void fail_without_times(const char *why) {
    fail_opencl(CL_PROFILING_INFO_NOT_AVAILABLE, "expected an event with times, got %s", why);
}

cl_int ask(cl_event event, const question &what, std::uint64_t &nanoseconds) {
    cl_ulong answer = 0;
    const cl_int code = dispatch().clGetEventProfilingInfo(event, what.code, sizeof answer, &answer, nullptr);
    if (code == CL_PROFILING_INFO_NOT_AVAILABLE) { fail_without_times("one that the driver did not measure"); }
    nanoseconds = answer;
    return code;
}

} // namespace

clmem_event_times times_of(cl_event event) {
    if (const char *const why = why_no_times(event)) { fail_without_times(why); }
    clmem_event_times times = CLMEM_EVENT_TIMES_INIT;
    const auto need = [&](const question &what, std::uint64_t &nanoseconds) {
        detail::check(ask(event, what, nanoseconds), what);
    };
    need(CLMEM_CL_ASK(CL_PROFILING_COMMAND_QUEUED), times.queued_ns);
    need(CLMEM_CL_ASK(CL_PROFILING_COMMAND_SUBMIT), times.submitted_ns);
    need(CLMEM_CL_ASK(CL_PROFILING_COMMAND_START), times.started_ns);
    need(CLMEM_CL_ASK(CL_PROFILING_COMMAND_END), times.ended_ns);
    const question complete = CLMEM_CL_ASK(CL_PROFILING_COMMAND_COMPLETE);
    const cl_int code = ask(event, complete, times.completed_ns);
    if (code == CL_INVALID_VALUE) { // older than OpenCL 2.0
        times.completed_ns = times.ended_ns;
    } else {
        detail::check(code, complete);
    }
    return times;
}

} // namespace clmem_core::cl
