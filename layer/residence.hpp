// --immediate for what the driver creates. Most drivers allocate a buffer's memory at its first use, so that a program
// learns of a shortage from a command, or never.
#pragma once

#include "contexts.hpp"

#include <CL/cl.h>
#include <vector>

namespace clmem::layer {

// Whether the program gets a buffer with these flags only if the driver has memory for it. `context` may be NULL.
[[nodiscard]] bool must_be_resident(const context_state *context, cl_mem_flags flags) noexcept;

using object_list = std::vector<cl_mem>;

// clEnqueueMigrateMemObjects(), for which the list stays until the command is complete: the driver may read it when the
// command starts (quirk::migration_keeps_list). Throws std::bad_alloc.
cl_int migrate_kept(cl_command_queue queue, object_list objects, cl_mem_migration_flags flags, cl_uint count,
                    const cl_event *events, cl_event *out_event);

// Lets the driver allocate a new buffer's memory, and waits. Returns the code for the creation; if it is not
// CL_SUCCESS, the buffer is released.
[[nodiscard]] cl_int make_resident(context_state &context, cl_mem made, cl_mem_flags flags) noexcept;

} // namespace clmem::layer
