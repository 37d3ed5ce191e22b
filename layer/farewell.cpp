#include "farewell.hpp"

#include "driver.hpp"
#include "event_releases.hpp"
#include "events.hpp"

#include <ranges>

namespace clmem::layer {

namespace {

using holder = std::shared_ptr<farewell>;

// What the driver calls takes over the holder. Nothing in them waits.
void CL_CALLBACK event_is_complete(cl_event event, cl_int /*status*/, void *user) {
    std::unique_ptr<holder> ended{static_cast<holder *>(user)};
    const callback_scope now; // the program's callbacks may follow
    defer_release(event);
    ended.reset();
}

void CL_CALLBACK object_is_deleted(cl_mem /*handle*/, void *user) {
    std::unique_ptr<holder> ended{static_cast<holder *>(user)};
    const callback_scope now;
    ended.reset();
}

} // namespace

farewell::farewell(cl_mem handle) : handle_{handle}, over_{std::make_shared<std::atomic<bool>>(false)} {}

farewell::~farewell() {
    for (const callback &each : callbacks_ | std::views::reverse) {
        each.called(handle_, each.user);
    }
    over_->store(true, std::memory_order_release);
}

// The event is kept until it is complete: quirk unreferenced_failure_aborts.
void wait_for_event(const std::shared_ptr<farewell> &waiting, cl_event event) {
    if (is_complete(event)) { return; }
    auto held = std::make_unique<holder>(waiting);
    if (!retain(event)) { return; }
    if (driver().clSetEventCallback(event, CL_COMPLETE, event_is_complete, held.get()) == CL_SUCCESS) {
        (void)held.release();
    } else {
        (void)driver().clReleaseEvent(event);
    }
}

void wait_for_deletion(const std::shared_ptr<farewell> &waiting, cl_mem handle) {
    auto held = std::make_unique<holder>(waiting);
    if (driver().clSetMemObjectDestructorCallback(handle, object_is_deleted, held.get()) == CL_SUCCESS) {
        (void)held.release();
    }
}

} // namespace clmem::layer
