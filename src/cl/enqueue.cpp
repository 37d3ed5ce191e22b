#include "cl/enqueue.hpp"

#include "base/log.hpp"

#include <chrono>
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>

namespace clmem_core::cl {

unsigned ask_version(cl_device_id device) {
    const std::string stated = text(device, CLMEM_CL_ASK(CL_DEVICE_VERSION));
    unsigned major = 0;
    unsigned minor = 0;
    if (std::sscanf(stated.c_str(), "OpenCL %2u.%1u", &major, &minor) != 2) {
        fail(CLMEM_ERROR_UNSUPPORTED,
             "expected the device's OpenCL version as \"OpenCL MAJOR.MINOR\", got \"%s\"; update the driver",
             stated.c_str());
    }
    return 100 * major + 10 * minor;
}

namespace {

// Constant properties of a device, queried once.
struct device_facts {
    unsigned version;
    bool is_processor;
    quirk_set quirks;
};

void log_quirks(cl_device_id device, quirk_set quirks) {
    if (!log::is_on(log::level::info)) { return; }
    const std::string name = text(device, CLMEM_CL_ASK(CL_DEVICE_NAME));
    for (const quirk_entry &entry : all_quirks()) {
        if (!quirks.has(entry.name)) { continue; }
        log::write(log::level::info, "the driver of %s has a fault: %s. clmem %s", name.c_str(), entry.symptom,
                   entry.workaround);
    }
}

device_facts facts_of(cl_device_id device) {
    static std::mutex mutex;
    static auto *const known = new std::unordered_map<cl_device_id, device_facts>; // outlives static destructors
    {
        const std::lock_guard lock{mutex};
        if (const auto at = known->find(device); at != known->end()) { return at->second; }
    }
    const auto type = value_or<cl_device_type>(device, CLMEM_CL_ASK(CL_DEVICE_TYPE), 0);
    const device_facts facts{ask_version(device), (type & CL_DEVICE_TYPE_CPU) != 0, ask_quirks(device)};
    bool is_new = false;
    {
        const std::lock_guard lock{mutex};
        is_new = known->emplace(device, facts).second;
    }
    if (is_new) { log_quirks(device, facts.quirks); }
    return facts;
}

// Sleeping and waking takes as long as a small command on a CPU. So the caller first polls for about that time, and
// yields to the driver's threads in between.
void look_for_a_while(cl_event event) {
    constexpr std::chrono::microseconds long_enough{20};
    const auto queue = value_or<cl_command_queue>(event, CLMEM_CL_ASK(CL_EVENT_COMMAND_QUEUE), nullptr);
    if (queue == nullptr || !is_on_processor(queue) || dispatch().clFlush(queue) != CL_SUCCESS) { return; }
    const auto until = std::chrono::steady_clock::now() + long_enough;
    while (value<cl_int>(event, CLMEM_CL_ASK(CL_EVENT_COMMAND_EXECUTION_STATUS)) > CL_COMPLETE &&
           std::chrono::steady_clock::now() < until) {
        std::this_thread::yield();
    }
}

} // namespace

unsigned version_of(cl_device_id device) {
    return facts_of(device).version;
}

bool is_on_processor(cl_command_queue command_queue) {
    return facts_of(device_of(command_queue)).is_processor;
}

quirk_set quirks_of(cl_device_id device) {
    return facts_of(device).quirks;
}

quirk_set quirks_of(cl_command_queue command_queue) {
    return quirks_of(device_of(command_queue));
}

void wait_for(cl_uint count, const cl_event *events) {
    if (count == 1) { look_for_a_while(events[0]); }
    check_command(dispatch().clWaitForEvents(count, events), "clWaitForEvents");
    for (cl_uint i = 0; i < count; ++i) { // quirk::wait_hides_failure
        const auto status = value<cl_int>(events[i], CLMEM_CL_ASK(CL_EVENT_COMMAND_EXECUTION_STATUS));
        if (status < 0) { check_command(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, "clWaitForEvents"); }
    }
}

cl_int wait_until_over(cl_event awaited) noexcept {
    const cl_int code = dispatch().clWaitForEvents(1, &awaited);
    if (code == CL_SUCCESS || code == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST) { return CL_SUCCESS; }
    // Polling an event does not synchronise; waiting does. A failed command has ended.
    cl_int status = CL_QUEUED;
    const cl_int asked =
        dispatch().clGetEventInfo(awaited, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
    return asked == CL_SUCCESS && status < CL_COMPLETE ? CL_SUCCESS : code;
}

cl_device_id device_of(cl_command_queue command_queue) {
    return value<cl_device_id>(command_queue, CLMEM_CL_ASK(CL_QUEUE_DEVICE));
}

cl_context context_of(cl_command_queue command_queue) {
    return value<cl_context>(command_queue, CLMEM_CL_ASK(CL_QUEUE_CONTEXT));
}

void need(bool library_has_it, cl_device_id device, unsigned version, const char *function) {
    if (!library_has_it) {
        fail(CLMEM_ERROR_UNSUPPORTED,
             "expected %s, a function of OpenCL %u.%u, got an OpenCL library without it; update the library", function,
             version / 100, version / 10 % 10);
    }
    const unsigned has = version_of(device);
    if (has < version) {
        fail(CLMEM_ERROR_UNSUPPORTED, "%s: expected a device with OpenCL %u.%u, got one with OpenCL %u.%u", function,
             version / 100, version / 10 % 10, has / 100, has / 10 % 10);
    }
}

void need(bool library_has_it, cl_command_queue command_queue, unsigned version, const char *function) {
    need(library_has_it, device_of(command_queue), version, function);
}

void enqueue_nothing(cl_command_queue command_queue, const wait_list &waits, cl_event *out_event) {
    const auto marker = dispatch().clEnqueueMarkerWithWaitList;
    need(marker != nullptr, command_queue, 120, "clEnqueueMarkerWithWaitList");
    cl_event made = nullptr;
    check_command(marker(command_queue, waits.count, waits.events, out_event != nullptr ? &made : nullptr),
                  "clEnqueueMarkerWithWaitList");
    if (out_event != nullptr) { *out_event = made; }
}

void check_command(cl_int code, const char *function) {
    if (code == CL_SUCCESS) { return; }
    if (code == CL_MEM_OBJECT_ALLOCATION_FAILURE) {
        fail_because(CLMEM_ERROR_OUT_OF_MEMORY, code,
                     "%s: expected the driver to provide the memory that it promised, got "
                     "CL_MEM_OBJECT_ALLOCATION_FAILURE; release memory and try again",
                     function);
    }
    fail_opencl(code, "%s failed: %s", function, status_name(code));
}

} // namespace clmem_core::cl
