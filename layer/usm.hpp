// The program's calls for unified shared memory (cl_intel_unified_shared_memory).
#pragma once

namespace clmem::layer {

// The layer's function in place of one of the driver's with this name; NULL if the layer does not replace it.
[[nodiscard]] void *usm_function(void *found, const char *name) noexcept;

} // namespace clmem::layer
