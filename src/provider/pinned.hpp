// Page-locked host memory.
#pragma once

#include "provider/provider.hpp"

#include <memory>

namespace clmem_core {

// Buffers in host memory (CL_MEM_ALLOC_HOST_PTR) that stay mapped while they live.
[[nodiscard]] std::shared_ptr<provider> make_pinned_provider(cl_command_queue queue, std::uint64_t flags);

} // namespace clmem_core
