// The functions that the program calls.
#pragma once

namespace clmem::layer {

// The layer's function of a name, NULL if the layer does not replace it.
[[nodiscard]] void *replacement_of(const char *name) noexcept;

} // namespace clmem::layer
