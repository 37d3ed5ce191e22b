// Queues that a program creates by an extension.
#pragma once

namespace clmem::layer {

// The layer's function in place of one of the driver's with this name; NULL if the layer does not replace it.
[[nodiscard]] void *queue_function(void *found, const char *name) noexcept;

} // namespace clmem::layer
