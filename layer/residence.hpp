// --immediate for what the driver creates. Most drivers allocate a buffer's memory at its first use, so that a program
// learns of a shortage from a command, or never.
#pragma once

#include "contexts.hpp"

#include <CL/cl.h>

namespace clmem::layer {

// Whether the program gets a buffer with these flags only if the driver has memory for it. `context` may be NULL.
[[nodiscard]] bool must_be_resident(const context_state *context, cl_mem_flags flags) noexcept;

// Lets the driver allocate a new buffer's memory, and waits. Returns the code for the creation; if it is not
// CL_SUCCESS, the buffer is released.
[[nodiscard]] cl_int make_resident(context_state &context, cl_mem made, cl_mem_flags flags) noexcept;

} // namespace clmem::layer
