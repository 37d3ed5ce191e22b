// USM: cl_intel_unified_shared_memory.
#pragma once

#include "provider/provider.hpp"

#include <memory>

namespace clmem_core {

// `kind` is a clmem_usm_kind, `device` NULL for host memory and otherwise a device of the context; both are checked.
[[nodiscard]] std::shared_ptr<provider> make_usm_provider(cl_context context, cl_device_id device, std::uint32_t kind);

} // namespace clmem_core
