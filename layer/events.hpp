// Markers, and whether they are complete. Nothing here waits.
#pragma once

#include "event_releases.hpp"

#include <CL/cl.h>
#include <vector>

namespace clmem::layer {

// An event behind all commands of a queue, which is flushed; NULL if the driver refuses.
[[nodiscard]] cl_event enqueue_marker(cl_command_queue queue) noexcept;

// One more reference for the layer. False if the driver refuses, as it may when memory is short.
[[nodiscard]] bool retain(cl_event event) noexcept;
[[nodiscard]] bool retain(cl_command_queue queue) noexcept;

// A command that failed counts as complete: it does not run any more.
[[nodiscard]] bool is_complete(cl_event event) noexcept;

// Lets later commands of the queue wait for events. False if the driver refuses. In a queue that runs out of order, it
// may replace the barrier before it (last_barrier.hpp). *out_event receives the barrier's event, or NULL on a device of
// OpenCL 1.1; out_event may be NULL.
[[nodiscard]] bool enqueue_barrier(cl_command_queue queue, const std::vector<cl_event> &events,
                                   cl_event *out_event = nullptr) noexcept;

// Removes the events that are complete, and releases them or defers their release.
void drop_complete(std::vector<cl_event> &events) noexcept;

} // namespace clmem::layer
