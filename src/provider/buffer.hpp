// OpenCL buffers, as the driver creates them or with memory allocated at once.
#pragma once

#include "provider/provider.hpp"

#include <memory>

namespace clmem_core {

// Buffers from clCreateBuffer.
[[nodiscard]] std::shared_ptr<provider> make_buffer_provider(cl_context context, std::uint64_t flags);

// Buffers that are migrated to the queue's device before they are returned.
[[nodiscard]] std::shared_ptr<provider> make_immediate_provider(cl_command_queue queue, std::uint64_t flags);

} // namespace clmem_core
