// The arguments of the program's kernels that may be memory objects, for the commands that run the kernels.
#pragma once

#include <CL/cl.h>

namespace clmem::layer {

// Any argument of a handle's size may be one; NULL: another argument. After the driver has taken it, or the object that
// stands for it.
void set_argument(cl_kernel kernel, cl_uint index, cl_mem handle, cl_mem passed) noexcept;

// Whether an argument is a number, which may happen to equal a handle. One that is a buffer has to be set after this.
[[nodiscard]] bool is_number(cl_kernel kernel, cl_uint index) noexcept;

} // namespace clmem::layer
