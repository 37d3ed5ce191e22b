// Failures that come after a command was enqueued.
#pragma once

#include <CL/cl_icd.h>

namespace clmem::layer {

// Replaces the event of a command in this queue by a user event, which fails with the code when the command is
// complete. If that is impossible, the event stays.
void fail_later(const cl_icd_dispatch &functions, cl_command_queue queue, cl_event &event, cl_int code) noexcept;

} // namespace clmem::layer
