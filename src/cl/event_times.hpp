// The times of commands in profiling queues.
#pragma once

#include <clmem.h>

namespace clmem_core::cl {

// Throws error: CL_PROFILING_INFO_NOT_AVAILABLE with the reason, or another code of clGetEventProfilingInfo.
[[nodiscard]] clmem_event_times times_of(cl_event event);

} // namespace clmem_core::cl
