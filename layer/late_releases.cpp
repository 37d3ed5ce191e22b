#include "late_releases.hpp"

#include "calls.hpp"
#include "driver.hpp"
#include "events.hpp"
#include "shield.hpp"

#include <atomic>
#include <memory>
#include <mutex>
#include <new>
#include <vector>

namespace clmem::layer {

namespace {

thread_local unsigned callbacks = 0;
std::atomic<bool> is_late{false};

struct late_events {
    std::mutex mutex;
    std::vector<cl_event> events;
    std::atomic<bool> has_some{false};
};

// Never destroyed: the program may call OpenCL while it exits.
late_events &late() {
    static auto &made = *new late_events;
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

} // namespace

callback_scope::callback_scope() noexcept {
    ++callbacks;
}

callback_scope::~callback_scope() {
    --callbacks;
}

void release_events_late() noexcept {
    is_late.store(true, std::memory_order_relaxed);
}

bool is_release_late() noexcept {
    return callbacks != 0 && is_late.load(std::memory_order_relaxed);
}

void release_later(cl_event event) noexcept {
    if (!is_late.load(std::memory_order_relaxed)) { return release_event(event); }
    shielded(
        [&] {
            const std::lock_guard lock{late().mutex};
            late().events.push_back(event);
            late().has_some.store(true, std::memory_order_relaxed);
        },
        [] {}); // without memory for the list, the event stays
}

void release_late_events() noexcept {
    if (callbacks != 0 || !late().has_some.load(std::memory_order_relaxed)) { return; }
    std::vector<cl_event> events;
    {
        const std::lock_guard lock{late().mutex};
        events.swap(late().events);
        late().has_some.store(false, std::memory_order_relaxed);
    }
    release_events(events);
}

namespace calls {

// So that the layer knows when the program calls it from there.
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
