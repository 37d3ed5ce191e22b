// The OpenCL functions that the layer replaces. All others go from the program to the driver without a detour.
#pragma once

#include <CL/cl_icd.h>
#include <type_traits>

#define CLMEM_LAYER_CALLS(X) X(clCreateBuffer)

namespace clmem::layer::calls {

#define CLMEM_LAYER_DECLARE(name) std::remove_pointer_t<cl_api_##name> name;
CLMEM_LAYER_CALLS(CLMEM_LAYER_DECLARE)
#undef CLMEM_LAYER_DECLARE

} // namespace clmem::layer::calls
