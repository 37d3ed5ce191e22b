// The OpenCL objects that clmem has no function for: programs have them from OpenCL itself.
#pragma once

#include <CL/cl.h>

namespace clmem::contract {

// Each throws a mismatch if OpenCL gives an error.
cl_event make_user_event(cl_context context);
void set_user_event(cl_event event, cl_int status);
cl_event enqueue_marker(cl_command_queue queue, cl_event after); // NULL: after all that is enqueued
cl_int status_of(cl_event event);

// Whether the device's platform has user events that commands can wait for.
bool has_user_events(cl_device_id device);

// Whether the device has pipes, and a compiler of programs.
bool has_pipes(cl_device_id device);
bool has_compiler(cl_device_id device);

} // namespace clmem::contract
