// A device's properties and the features that clmem can use.
#pragma once

#include <clmem.h>
#include <cstddef>

namespace clmem_core {

// 100 * major + 10 * minor.
[[nodiscard]] cl_uint opencl_version(cl_device_id device);

// In bytes, a power of two: the alignment of every buffer.
[[nodiscard]] std::size_t alignment_of(cl_device_id device);
// The alignment that every device of a context accepts.
[[nodiscard]] std::size_t alignment_of(cl_context context);

[[nodiscard]] bool has_out_of_order_queues(cl_device_id device);

[[nodiscard]] clmem_device_info describe(cl_device_id device);

} // namespace clmem_core
