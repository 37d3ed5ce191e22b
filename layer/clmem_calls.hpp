// The OpenCL functions that clmem calls inside the layer.
#pragma once

namespace clmem::layer {

// Gives clmem the functions below the layer. False if it cannot use them.
[[nodiscard]] bool set_clmem_functions() noexcept;

// How often clmem has created or released driver memory on this thread.
[[nodiscard]] unsigned driver_calls_of_thread() noexcept;

} // namespace clmem::layer
