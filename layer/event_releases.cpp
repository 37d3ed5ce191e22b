#include "event_releases.hpp"

#include "calls.hpp"
#include "driver.hpp"
#include "shield.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <new>
#include <vector>

namespace clmem::layer {

namespace {

thread_local unsigned callbacks = 0;
std::atomic<bool> defers{false};
std::atomic<bool> keeps_events{false};

struct deferred_events {
    std::mutex mutex;
    std::vector<cl_event> events;
    std::atomic<bool> has_some{false};
};

// Never destroyed: the program may call OpenCL while it exits.
deferred_events &deferred() {
    static auto &made = *new deferred_events;
    return made;
}

struct event_callback {
    void(CL_CALLBACK *called)(cl_event, cl_int, void *);
    void *user;
};

void CL_CALLBACK call_program(cl_event event, cl_int status, void *user) {
    const std::unique_ptr<event_callback> of{static_cast<event_callback *>(user)};
    const callback_scope now;
    of->called(event, status, of->user);
}

// PoCL 3.1 calls it only for events that complete: those that fail stay.
void CL_CALLBACK release_complete(cl_event event, cl_int status, void * /*user*/) {
    if (status == CL_COMPLETE) { defer_release(event); }
}

} // namespace

cl_int status_of(cl_event event) noexcept {
    cl_int status = CL_QUEUED;
    const cl_int code =
        driver().clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
    return code == CL_SUCCESS ? status : CL_QUEUED;
}

callback_scope::callback_scope() noexcept {
    ++callbacks;
}

callback_scope::~callback_scope() {
    --callbacks;
}

void defer_releases() noexcept {
    defers.store(true, std::memory_order_relaxed);
}

bool must_defer_release() noexcept {
    return callbacks != 0 && defers.load(std::memory_order_relaxed);
}

void defer_release(cl_event event) noexcept {
    if (!defers.load(std::memory_order_relaxed)) { return release_event(event); }
    shielded(
        [&] {
            const std::lock_guard lock{deferred().mutex};
            deferred().events.push_back(event);
            deferred().has_some.store(true, std::memory_order_relaxed);
        },
        [] {}); // if host memory is short, the event is never released
}

void release_deferred() noexcept {
    if (callbacks != 0 || !deferred().has_some.load(std::memory_order_relaxed)) { return; }
    std::vector<cl_event> events;
    {
        const std::lock_guard lock{deferred().mutex};
        events.swap(deferred().events);
        deferred().has_some.store(false, std::memory_order_relaxed);
    }
    release_events(events);
}

void keep_failing_events() noexcept {
    keeps_events.store(true, std::memory_order_relaxed);
}

bool keeps_failing_events() noexcept {
    return keeps_events.load(std::memory_order_relaxed);
}

void release_event(cl_event event) noexcept {
    if (must_defer_release()) { return defer_release(event); }
    if (keeps_failing_events()) {
        const cl_int status = status_of(event);
        // A failed marker is still in the lists of the commands that it was behind.
        if (status < CL_COMPLETE) { return; }
        if (status > CL_COMPLETE && driver().clSetEventCallback != nullptr &&
            driver().clSetEventCallback(event, CL_COMPLETE, release_complete, nullptr) == CL_SUCCESS) {
            return;
        }
    }
    (void)driver().clReleaseEvent(event);
}

void release_events(const std::vector<cl_event> &events) noexcept {
    std::ranges::for_each(events, release_event);
}

namespace calls {

// The program may call the layer from its callback, where no event may be released.
cl_int CL_API_CALL clSetEventCallback(cl_event event, cl_int type, void(CL_CALLBACK *called)(cl_event, cl_int, void *),
                                      void *user) {
    std::unique_ptr<event_callback> made;
    if (called != nullptr) { made.reset(new (std::nothrow) event_callback{called, user}); }
    if (made == nullptr) { return driver().clSetEventCallback(event, type, called, user); }
    const cl_int code = driver().clSetEventCallback(event, type, call_program, made.get());
    if (code == CL_SUCCESS) { (void)made.release(); }
    return code;
}

} // namespace calls

} // namespace clmem::layer
