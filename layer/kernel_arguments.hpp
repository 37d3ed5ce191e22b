// The arguments of the program's kernels that may be memory objects, for the commands that run the kernels.
#pragma once

#include <CL/cl.h>

namespace clmem::layer {

// Any argument of a handle's size may be one; NULL: another argument. After the driver has taken it.
void set_argument(cl_kernel kernel, cl_uint index, const void *handle) noexcept;

} // namespace clmem::layer
