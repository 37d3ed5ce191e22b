// OpenCL objects for which clmem has no function; programs get them from OpenCL itself.
#pragma once

#include <CL/cl.h>

namespace clmem::contract {

// Each throws a mismatch if OpenCL returns an error.
// Set by tests in which OpenCL's calls fail: called before and after the runner's own ones.
inline void (*runner_calls)(bool begins) = nullptr;

cl_event make_user_event(cl_context context);
void set_user_event(cl_event event, cl_int status);
cl_event enqueue_marker(cl_command_queue queue, cl_event after); // NULL: after all earlier commands
cl_int status_of(cl_event event);

// Whether commands can wait for user events on the device's platform.
bool has_user_events(cl_device_id device);

// Whether the device supports pipes, and has a compiler.
bool has_pipes(cl_device_id device);
bool has_compiler(cl_device_id device);

} // namespace clmem::contract
