// The OpenCL functions that clmem calls inside the layer.
#pragma once

namespace clmem::layer {

// Gives clmem the functions below the layer. False if it cannot use them.
[[nodiscard]] bool set_clmem_functions() noexcept;

// How many slabs clmem has created on this thread.
[[nodiscard]] unsigned slabs_of_thread() noexcept;

} // namespace clmem::layer
