// Common to all commands: a wait list as input, an event as output, and a device that is new enough.
#pragma once

#include "cl/query.hpp"
#include "cl/quirks.hpp"
#include "cl/raii.hpp"

namespace clmem_core::cl {

struct wait_list {
    cl_uint count = 0;
    const cl_event *events = nullptr;
};

// Throws CLMEM_ERROR_UNSUPPORTED if the library lacks a function, or the queue's device is older than it: `version` is
// 120 for OpenCL 1.2. Commands that the device does not support are never enqueued, since not every driver refuses
// them.
void need(bool library_has_it, cl_command_queue command_queue, unsigned version, const char *function);
void need(bool library_has_it, cl_device_id device, unsigned version, const char *function);

// Throws the error for a command's code, unless that is CL_SUCCESS.
void check_command(cl_int code, const char *function);

// Waits until events are complete. Throws the error of a failed command, even where the driver's wait does not report
// it.
void wait_for(cl_uint count, const cl_event *events);

// Waits once for the end of a command, whether it failed or not. Returns the driver's code if it refuses to wait: then
// the state is unknown.
[[nodiscard]] cl_int wait_until_over(cl_event awaited) noexcept;
// Calls `wait` until it returns CL_SUCCESS, a few times: a driver that lacks resources may succeed later.
template <class Wait>
[[nodiscard]] bool try_often(Wait &&wait) noexcept {
    constexpr int most_attempts = 8;
    for (int attempt = 0; attempt < most_attempts; ++attempt) {
        if (wait() == CL_SUCCESS) { return true; }
    }
    return false;
}

[[nodiscard]] cl_device_id device_of(cl_command_queue command_queue);
[[nodiscard]] cl_context context_of(cl_command_queue command_queue);
// Whether the device is a CPU, on which wait_for() is faster than a blocking command.
[[nodiscard]] bool is_on_processor(cl_command_queue command_queue);
// The quirks of the driver of a device, or of the queue's device.
[[nodiscard]] quirk_set quirks_of(cl_device_id device);
[[nodiscard]] quirk_set quirks_of(cl_command_queue command_queue);

// Enqueues a marker for a wait list: the event of a command that has nothing to do.
void enqueue_nothing(cl_command_queue command_queue, const wait_list &waits, cl_event *out_event);

// The version of a device, 100 * major + 10 * minor: queried now, or once for each device.
[[nodiscard]] unsigned ask_version(cl_device_id device);
[[nodiscard]] unsigned version_of(cl_device_id device);

} // namespace clmem_core::cl
