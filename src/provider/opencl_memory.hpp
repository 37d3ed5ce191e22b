// Shared by the providers of OpenCL's memory: limits, flags, and the meaning of the driver's refusals.
#pragma once

#include "provider/provider.hpp"

#include <vector>

namespace clmem_core {

// The limits are the smallest among the devices, so that each of them can use all of the memory.
[[nodiscard]] provider::traits traits_of(clmem_provider_kind kind, cl_context context,
                                         const std::vector<cl_device_id> &devices, std::uint64_t flags);

[[nodiscard]] std::vector<cl_device_id> devices_of(cl_context context);

// Whether the driver of one of the devices has quirk::sub_buffers_race.
[[nodiscard]] bool sub_buffers_race(const std::vector<cl_device_id> &devices);

// Throws if there are bits other than those of kernel access and the `others`, or if kernel access contradicts itself.
void check_memory_flags(std::uint64_t flags, std::uint64_t others);

// `what` names what the driver refused, for example "a buffer".
[[noreturn]] void fail_allocation(cl_int code, const char *what, std::size_t bytes);

} // namespace clmem_core
