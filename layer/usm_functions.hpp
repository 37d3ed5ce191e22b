// The functions of unified shared memory (cl_intel_unified_shared_memory) that the layer replaces. No table of OpenCL's
// loader has them: programs find them by their names. Each driver has its own.
#pragma once

#include <CL/cl_ext.h>

#define CLMEM_LAYER_USM(X)                                                                                             \
    X(clHostMemAllocINTEL)                                                                                             \
    X(clDeviceMemAllocINTEL)                                                                                           \
    X(clSharedMemAllocINTEL)                                                                                           \
    X(clMemFreeINTEL)                                                                                                  \
    X(clMemBlockingFreeINTEL)                                                                                          \
    X(clGetMemAllocInfoINTEL)

namespace clmem::layer {

// Those of one driver; NULL for what it lacks.
struct usm_functions {
#define CLMEM_LAYER_DECLARE(name) name##_fn name = nullptr;
    CLMEM_LAYER_USM(CLMEM_LAYER_DECLARE)
#undef CLMEM_LAYER_DECLARE
};

// Those of the context's driver.
[[nodiscard]] usm_functions usm_functions_of(cl_context context) noexcept;

} // namespace clmem::layer
