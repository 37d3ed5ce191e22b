// What lies below the layer: the next layer, or the loader's way to the drivers.
#pragma once

#include <CL/cl_icd.h>

namespace clmem::layer {

namespace detail {
inline cl_icd_dispatch target{};
}

// The functions to call instead of those of libOpenCL, which would lead back into the layer. Those that the loader does
// not know are NULL.
[[nodiscard]] inline const cl_icd_dispatch &driver() noexcept {
    return detail::target;
}

// The function of the table below with this name, NULL if there is none.
[[nodiscard]] void *driver_function(const char *name) noexcept;

} // namespace clmem::layer
