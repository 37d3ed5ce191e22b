// Contexts and queues, for programs that have none and for clmem.
#pragma once

#include "cl/raii.hpp"

#include <cstdint>

namespace clmem_core {

[[nodiscard]] cl::context make_context(cl_device_id device);

// `flags` are clmem_queue_flag bits.
[[nodiscard]] cl::queue make_queue(cl_context context, cl_device_id device, std::uint64_t flags);

} // namespace clmem_core
