// What the providers of OpenCL's memory share: their bounds, their flags, and what a refusal of the driver means.
#pragma once

#include "provider/provider.hpp"

#include <vector>

namespace clmem {

// The bounds are the tightest among the devices, so that each of them can use all of the memory.
[[nodiscard]] provider::traits traits_of(clmem_provider_kind kind, cl_context context,
                                         const std::vector<cl_device_id> &devices, std::uint64_t flags);

[[nodiscard]] std::vector<cl_device_id> devices_of(cl_context context);

// Throws if there are other bits than those of kernel access and the `others`, or if kernel access contradicts itself.
void check_memory_flags(std::uint64_t flags, std::uint64_t others);

// `what` is what the driver refused, for example "a buffer".
[[noreturn]] void fail_allocation(cl_int code, const char *what, std::size_t bytes);

} // namespace clmem
