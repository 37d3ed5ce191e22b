#include "memory/buffer.hpp"

#include "cl/query.hpp"
#include "provider/opencl_memory.hpp"

#include <algorithm>
#include <bit>
#include <cinttypes>

namespace clmem_core {

namespace {

constexpr std::uint64_t host_access = CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS;
constexpr std::uint64_t from_host = CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR;

void check_host_access(std::uint64_t flags) {
    if (std::popcount(flags & host_access) > 1) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "memory_flags: expected at most one of CL_MEM_HOST_READ_ONLY, "
                                           "CL_MEM_HOST_WRITE_ONLY and CL_MEM_HOST_NO_ACCESS, got several");
    }
}

} // namespace

void check_object_flags(std::uint64_t flags, const void *host_pointer) {
    check_memory_flags(flags, host_access | from_host | CL_MEM_ALLOC_HOST_PTR);
    check_host_access(flags);
    if ((flags & from_host) == from_host) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "memory_flags: expected CL_MEM_USE_HOST_PTR, which uses the host's memory, "
                                           "or CL_MEM_COPY_HOST_PTR, which copies it, got both");
    }
    if ((flags & CL_MEM_USE_HOST_PTR) != 0 && (flags & CL_MEM_ALLOC_HOST_PTR) != 0) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "memory_flags: expected CL_MEM_USE_HOST_PTR, which uses the host's memory, "
                                           "or CL_MEM_ALLOC_HOST_PTR, which allocates it, got both");
    }
    if (host_pointer == nullptr && (flags & from_host) != 0) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "host_pointer: expected a pointer, since memory_flags has %s, got NULL",
             (flags & CL_MEM_USE_HOST_PTR) != 0 ? "CL_MEM_USE_HOST_PTR" : "CL_MEM_COPY_HOST_PTR");
    }
    if (host_pointer != nullptr && (flags & from_host) == 0) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "host_pointer: expected NULL, since memory_flags has neither "
                                           "CL_MEM_USE_HOST_PTR nor CL_MEM_COPY_HOST_PTR, got a pointer");
    }
}

std::shared_ptr<memory_object> make_buffer(cl_context context, std::uint64_t flags, std::size_t bytes,
                                           void *host_pointer, std::shared_ptr<memory_object> from) {
    check_object_flags(flags, host_pointer);
    // quirk::oversize_accepted
    std::size_t largest = SIZE_MAX;
    for (cl_device_id device : devices_of(context)) {
        largest = std::min(
            largest, static_cast<std::size_t>(cl::value<cl_ulong>(device, CLMEM_CL_ASK(CL_DEVICE_MAX_MEM_ALLOC_SIZE))));
    }
    if (bytes > largest) { fail_allocation(CL_INVALID_BUFFER_SIZE, "a buffer", bytes); }
    cl_int code = CL_SUCCESS;
    cl::memory made{cl::dispatch().clCreateBuffer(context, flags, bytes, host_pointer, &code)};
    if (code != CL_SUCCESS) { fail_allocation(code, "a buffer", bytes); }
    return std::make_shared<memory_object>(memory_kind::buffer, std::move(made), bytes, std::move(from));
}

// Some drivers also check it.
void check_part_flags(std::uint64_t flags, std::uint64_t whole) {
    if ((flags & ~(kernel_access | host_access)) != 0) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT,
             "memory_flags: expected only access flags, since the memory is created over other memory, got 0x%" PRIx64
             " too",
             flags & ~(kernel_access | host_access));
    }
    check_memory_flags(flags, host_access);
    check_host_access(flags);
    const bool widens =
        ((whole & CL_MEM_WRITE_ONLY) != 0 && (flags & (CL_MEM_READ_ONLY | CL_MEM_READ_WRITE)) != 0) ||
        ((whole & CL_MEM_READ_ONLY) != 0 && (flags & (CL_MEM_WRITE_ONLY | CL_MEM_READ_WRITE)) != 0) ||
        ((whole & CL_MEM_HOST_WRITE_ONLY) != 0 && (flags & CL_MEM_HOST_READ_ONLY) != 0) ||
        ((whole & CL_MEM_HOST_READ_ONLY) != 0 && (flags & CL_MEM_HOST_WRITE_ONLY) != 0) ||
        ((whole & CL_MEM_HOST_NO_ACCESS) != 0 && (flags & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY)) != 0);
    if (widens) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT,
             "memory_flags: expected no more access than the underlying memory has, 0x%" PRIx64 ", got 0x%" PRIx64,
             whole, flags);
    }
}

namespace {

// The smallest alignment that one of the context's devices accepts.
std::size_t least_alignment(cl_mem whole) {
    std::size_t least = SIZE_MAX;
    for (cl_device_id device : devices_of(cl::value<cl_context>(whole, CLMEM_CL_ASK(CL_MEM_CONTEXT)))) {
        least =
            std::min<std::size_t>(least, cl::value<cl_uint>(device, CLMEM_CL_ASK(CL_DEVICE_MEM_BASE_ADDR_ALIGN)) / 8);
    }
    return std::max<std::size_t>(least, 1);
}

// Only OpenCL buffers have parts and a known size.
void check_is_object(const memory_object &from) {
    if (from.access() != memory_access::object) {
        fail(CLMEM_ERROR_UNSUPPORTED, "expected an OpenCL buffer, got an address; add to the address instead");
    }
}

} // namespace

std::shared_ptr<memory_object> make_sub_region(const std::shared_ptr<memory_object> &from, std::size_t offset,
                                               std::size_t bytes, std::uint64_t flags) {
    check_is_object(*from);
    if (offset > from->bytes() || bytes > from->bytes() - offset) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT,
             "expected a range within the buffer's %zu bytes, got %zu bytes at offset %zu", from->bytes(), bytes,
             offset);
    }
    const memory_object::place root = from->root();
    check_part_flags(flags, cl::value<cl_mem_flags>(root.whole, CLMEM_CL_ASK(CL_MEM_FLAGS)));
    const std::size_t alignment = least_alignment(root.whole);
    const std::size_t origin = root.offset + offset;
    if (origin % alignment != 0) {
        fail_because(CLMEM_ERROR_INVALID_ARGUMENT, CL_MISALIGNED_SUB_BUFFER_OFFSET,
                     "offset_bytes: expected a multiple of %zu in the whole buffer, got %zu, which is offset %zu there",
                     alignment, offset, origin);
    }
    if (bytes == 0) { return nullptr; }
    const cl_buffer_region region{origin, bytes};
    cl_int code = CL_SUCCESS;
    cl::memory made{cl::dispatch().clCreateSubBuffer(root.whole, flags, CL_BUFFER_CREATE_TYPE_REGION, &region, &code)};
    if (code != CL_SUCCESS) { fail_allocation(code, "a sub-buffer", bytes); }
    auto part = std::make_shared<memory_object>(memory_kind::buffer, std::move(made), bytes, from);
    part->set_offset(origin);
    return part;
}

std::shared_ptr<memory_object> make_slice(const std::shared_ptr<memory_object> &from, std::int64_t start,
                                          std::int64_t stop) {
    check_is_object(*from);
    const auto size = static_cast<std::int64_t>(from->bytes());
    const auto place = [size](std::int64_t index) {
        return std::clamp(index < 0 ? index + size : index, std::int64_t{0}, size);
    };
    const std::int64_t begin = place(start);
    const std::int64_t end = place(stop);
    if (end <= begin) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT,
             "expected a slice with at least one of the %zu bytes, got an empty one from %" PRId64 " to %" PRId64,
             from->bytes(), start, stop);
    }
    return make_sub_region(from, static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin), 0);
}

} // namespace clmem_core
