// How well a kernel fills a multiprocessor.
#pragma once

#include <clmem_extras.h>
#include <cstddef>

namespace clmem_core {

[[nodiscard]] clmem_occupancy occupancy_of(const clmem_device_data &data, cl_uint threads, std::size_t shared_bytes,
                                           cl_uint registers);

} // namespace clmem_core
