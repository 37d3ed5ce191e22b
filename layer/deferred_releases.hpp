// Releases of events that must wait. On Intel's runtime, the last release of an event also destroys its queue, if the
// program has released that, and then waits for the queue's commands and their callbacks. In a callback the thread
// would wait for itself; with a lock of the layer it would wait for callbacks that want the lock.
#pragma once

#include <CL/cl.h>

namespace clmem::layer {

// Marks the thread as one that the driver calls back.
class callback_scope {
  public:
    callback_scope() noexcept;
    ~callback_scope();
    callback_scope(const callback_scope &) = delete;
    callback_scope &operator=(const callback_scope &) = delete;
};

// Called once a context of Intel's runtime exists. Before that, nothing is deferred.
void defer_releases() noexcept;
// Whether the thread is in a callback and must not release an event.
[[nodiscard]] bool must_defer_release() noexcept;

// Leaves the event to release_deferred(), or releases it if nothing is deferred. May be called with a lock.
void defer_release(cl_event event) noexcept;
// Releases the events that are left. Must be called without a lock; does nothing in a callback.
void release_deferred() noexcept;

} // namespace clmem::layer
