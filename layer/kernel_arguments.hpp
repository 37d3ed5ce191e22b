// The arguments of the program's kernels that may be memory objects, for the commands that run the kernels.
#pragma once

#include <CL/cl.h>

namespace clmem::layer {

// Records an argument that the driver has accepted. `handle` is any value of a handle's size, or NULL for other
// arguments; `passed` is what the driver has: the handle, or the whole buffer that has replaced its block.
void set_argument(cl_kernel kernel, cl_uint index, cl_mem handle, cl_mem passed) noexcept;

// Whether an argument is a number that happens to equal a handle. If it is a buffer, this may set it to NULL in the
// driver, so the caller has to set it again.
[[nodiscard]] bool is_number(cl_kernel kernel, cl_uint index) noexcept;

} // namespace clmem::layer
