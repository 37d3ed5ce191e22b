// The program's calls for shared virtual memory, and buffers over it.
#pragma once

#include <CL/cl.h>
#include <cstddef>

namespace clmem::layer {

// The driver's code for a buffer over a host pointer of the program, as if each allocation of pooled SVM were one of
// the driver: CL_SUCCESS if it is not over such memory, or does not leave it.
[[nodiscard]] cl_int judge_host_pointer(cl_mem_flags flags, std::size_t bytes, void *host) noexcept;
// A new object uses a host pointer of the program, which may be pooled SVM.
void note_host_pointer(cl_mem handle, cl_mem_flags flags, const void *host) noexcept;

} // namespace clmem::layer
