// Releases of events, at once or later. On Intel's runtime, the last release of an event also destroys its queue, if
// the program has released that, and then waits for the queue's commands and their callbacks. In a callback the thread
// would wait for itself; with a lock of the layer it would wait for callbacks that want the lock.
#pragma once

#include <CL/cl.h>
#include <vector>

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

// CL_EVENT_COMMAND_EXECUTION_STATUS; CL_QUEUED if the driver does not say.
[[nodiscard]] cl_int status_of(cl_event event) noexcept;

// From now on release_event() and enqueue_barrier() work around quirk unreferenced_failure_aborts: a driver in use ends
// the process when a marker or a barrier fails whose event is released.
void keep_failing_events() noexcept;
[[nodiscard]] bool keeps_failing_events() noexcept;

// Ends the layer's reference to an event of a command that it has enqueued, at once or when the command is complete.
void release_event(cl_event event) noexcept;
void release_events(const std::vector<cl_event> &events) noexcept;

} // namespace clmem::layer
