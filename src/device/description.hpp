// What a device is and what clmem can use of it.
#pragma once

#include <clmem.h>
#include <cstddef>

namespace clmem {

// 100 * major + 10 * minor.
[[nodiscard]] cl_uint opencl_version(cl_device_id device);

// In bytes, a power of two: the least that every buffer begins at.
[[nodiscard]] std::size_t alignment_of(cl_device_id device);
// The alignment that suits every device of a context.
[[nodiscard]] std::size_t alignment_of(cl_context context);

[[nodiscard]] bool has_out_of_order_queues(cl_device_id device);

[[nodiscard]] clmem_device_info describe(cl_device_id device);

} // namespace clmem
