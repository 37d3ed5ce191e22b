#include "provider/opencl_memory.hpp"

#include "base/error.hpp"
#include "cl/enqueue.hpp"
#include "cl/query.hpp"
#include "device/description.hpp"

#include <algorithm>
#include <bit>
#include <cinttypes>

namespace clmem_core {

provider::traits traits_of(clmem_provider_kind kind, cl_context context, const std::vector<cl_device_id> &devices,
                           std::uint64_t flags) {
    provider::traits t{.kind = kind,
                       .alignment = alignment_of(context),
                       .max_allocation = SIZE_MAX,
                       .memory = SIZE_MAX,
                       .context = context,
                       .memory_flags = flags};
    for (cl_device_id device : devices) {
        const clmem_device_info info = describe(device);
        t.max_allocation = std::min(t.max_allocation, info.max_allocation_bytes);
        t.memory = std::min(t.memory, info.memory_bytes);
        t.devices.emplace_back(info.name);
    }
    t.sub_buffers_race = sub_buffers_race(devices);
    return t;
}

bool sub_buffers_race(const std::vector<cl_device_id> &devices) {
    return std::ranges::any_of(
        devices, [](cl_device_id device) { return cl::quirks_of(device).has(cl::quirk::sub_buffers_race); });
}

std::vector<cl_device_id> devices_of(cl_context context) {
    return cl::list<cl_device_id>(context, CLMEM_CL_ASK(CL_CONTEXT_DEVICES));
}

void check_memory_flags(std::uint64_t flags, std::uint64_t others) {
    constexpr std::uint64_t kernel = CL_MEM_READ_WRITE | CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY;
    if ((flags & ~(kernel | others)) != 0) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT,
             "memory_flags: expected only flags that suit this kind of memory, got 0x%" PRIx64 " too",
             flags & ~(kernel | others));
    }
    if (std::popcount(flags & kernel) > 1) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "memory_flags: expected at most one of CL_MEM_READ_WRITE, CL_MEM_READ_ONLY "
                                           "and CL_MEM_WRITE_ONLY, got several");
    }
}

void fail_allocation(cl_int code, const char *what, std::size_t bytes) {
    if (is_out_of_memory(code)) {
        fail_because(CLMEM_ERROR_OUT_OF_MEMORY, code, "the driver has no memory for %s of %zu bytes: %s", what, bytes,
                     status_name(code));
    }
    if (code == CL_INVALID_BUFFER_SIZE) {
        fail_because(CLMEM_ERROR_OUT_OF_MEMORY, code, "%zu bytes exceed the device's largest allocation: %s", bytes,
                     status_name(code));
    }
    fail_opencl(code, "cannot create %s of %zu bytes: %s", what, bytes, status_name(code));
}

} // namespace clmem_core
