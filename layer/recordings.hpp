// Command buffers (cl_khr_command_buffer). The layer does not look at what a program records, whose functions differ
// between versions of the extension: a command buffer may use every block that existed while it was recorded. Such a
// block, once released, is kept until the command buffer is released and its executions are complete.
#pragma once

namespace clmem::layer {

// The layer's function in place of one of the driver's with this name; NULL if the layer does not replace it.
[[nodiscard]] void *recording_function(void *found, const char *name) noexcept;

} // namespace clmem::layer
