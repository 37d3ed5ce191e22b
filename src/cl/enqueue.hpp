// What all commands have in common: a wait list going in, an event coming out, and a device that is new enough.
#pragma once

#include "cl/query.hpp"
#include "cl/quirks.hpp"
#include "cl/raii.hpp"

namespace clmem::cl {

struct wait_list {
    cl_uint count = 0;
    const cl_event *events = nullptr;
};

// Throws CLMEM_ERROR_UNSUPPORTED if the library lacks a function, or the queue's device is older than it: `version` is 120 for
// OpenCL 1.2. Commands that the device does not know are never sent, since not every driver refuses them.
void need(bool library_has_it, cl_command_queue command_queue, unsigned version, const char *function);
void need(bool library_has_it, cl_device_id device, unsigned version, const char *function);

// Throws the error for what a command gave, unless that is CL_SUCCESS.
void check_command(cl_int code, const char *function);

// Waits until events are complete. Throws the error of a command that failed, also where the driver's own wait says nothing of it.
void wait_for(cl_uint count, const cl_event *events);

// Waits once until a command is over, whether it has failed or not. Gives the driver's code if it refuses to wait: then nobody knows.
[[nodiscard]] cl_int wait_until_over(cl_event awaited) noexcept;
// Calls `wait` until it gives CL_SUCCESS, a few times: what a driver refuses for want of resources it may do when it is asked again.
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
// Whether the device is a processor, on which wait_for() is quicker than a command that blocks.
[[nodiscard]] bool is_on_processor(cl_command_queue command_queue);
// Of the driver of the queue's device.
[[nodiscard]] quirk_set quirks_of(cl_command_queue command_queue);

// Enqueues nothing but the end of a wait list: the event of a command that has nothing to do.
void enqueue_nothing(cl_command_queue command_queue, const wait_list &waits, cl_event *out_event);

// The version of a device, 100 * major + 10 * minor: asked for now, or once for each device.
[[nodiscard]] unsigned ask_version(cl_device_id device);
[[nodiscard]] unsigned version_of(cl_device_id device);

} // namespace clmem::cl
