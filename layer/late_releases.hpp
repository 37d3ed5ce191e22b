// Events that are released later. Intel's runtime ends a released queue with the last of its events, and then waits for
// the queue's commands and for what they call back. So the layer releases none of its events in a callback, where it
// would wait for itself, nor with a lock that another callback may want.
#pragma once

#include <CL/cl.h>

namespace clmem::layer {

// While it lives, the driver calls the thread back.
class callback_scope {
  public:
    callback_scope() noexcept;
    ~callback_scope();
    callback_scope(const callback_scope &) = delete;
    callback_scope &operator=(const callback_scope &) = delete;
};

// From now on, events are released late: Intel's runtime is in use.
void release_events_late() noexcept;
// Whether the thread must not release an event now.
[[nodiscard]] bool is_release_late() noexcept;

// Of an event that is complete, if the driver of any context needs it; else at once.
void release_later(cl_event event) noexcept;
// Without a lock. Does nothing in a callback.
void release_late_events() noexcept;

} // namespace clmem::layer
