#include "memory/pipe.hpp"

#include "cl/enqueue.hpp"
#include "provider/opencl_memory.hpp"

#include <algorithm>
#include <cinttypes>

namespace clmem_core {

namespace {

// Every device of OpenCL 2 supports pipes; one of 3.0 reports whether it does.
bool has_pipes(cl_device_id device) {
    const unsigned version = cl::version_of(device);
    if (version < 200) { return false; }
    return cl::value_or<cl_bool>(device, CLMEM_CL_ASK(CL_DEVICE_PIPE_SUPPORT), version < 300 ? CL_TRUE : CL_FALSE) !=
           CL_FALSE;
}

void check(std::uint64_t flags, std::uint32_t packet_bytes, std::uint32_t max_packets,
           std::span<const std::uint64_t> properties) {
    if ((flags & ~std::uint64_t{CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS}) != 0) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT,
             "memory_flags: expected CL_MEM_READ_WRITE, CL_MEM_HOST_NO_ACCESS or both for a pipe, got 0x%" PRIx64
             " too",
             flags & ~std::uint64_t{CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS});
    }
    if (packet_bytes == 0) { fail(CLMEM_ERROR_INVALID_ARGUMENT, "packet_bytes: expected at least 1, got 0"); }
    if (max_packets == 0) { fail(CLMEM_ERROR_INVALID_ARGUMENT, "max_packets: expected at least 1, got 0"); }
    if (!properties.empty() && (properties.size() > 1 || properties.front() != 0)) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "properties: expected none, since OpenCL defines none for pipes, got some");
    }
}

} // namespace

std::shared_ptr<memory_object> make_pipe(cl_context context, std::uint64_t flags, std::uint32_t packet_bytes,
                                         std::uint32_t max_packets, std::span<const std::uint64_t> properties) {
    check(flags, packet_bytes, max_packets, properties);
    std::vector<cl_device_id> devices = devices_of(context);
    std::erase_if(devices, [](cl_device_id device) { return !has_pipes(device); });
    if (devices.empty()) {
        fail(CLMEM_ERROR_UNSUPPORTED,
             "expected a device with pipes (CL_DEVICE_PIPE_SUPPORT) in the context, got none; few devices have pipes");
    }
    const auto create = cl::dispatch().clCreatePipe;
    cl::need(create != nullptr && cl::dispatch().clGetPipeInfo != nullptr, devices.front(), 200, "clCreatePipe");
    cl_uint largest = 0;
    for (cl_device_id device : devices) {
        largest = std::max(largest, cl::value<cl_uint>(device, CLMEM_CL_ASK(CL_DEVICE_PIPE_MAX_PACKET_SIZE)));
    }
    if (packet_bytes > largest) {
        fail_because(CLMEM_ERROR_INVALID_ARGUMENT, CL_INVALID_PIPE_SIZE,
                     "packet_bytes: expected at most %u, the devices' limit, got %u", largest, packet_bytes);
    }
    const cl_mem_flags used = flags != 0 ? flags : cl_mem_flags{CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS};
    cl_int code = CL_SUCCESS;
    cl::memory made{create(context, used, packet_bytes, max_packets, nullptr, &code)};
    if (code != CL_SUCCESS) { fail_allocation(code, "a pipe", std::size_t{packet_bytes} * max_packets); }
    const auto bytes = cl::value<std::size_t>(made.get(), CLMEM_CL_ASK(CL_MEM_SIZE));
    return std::make_shared<memory_object>(memory_kind::pipe, std::move(made), bytes);
}

clmem_pipe_info describe_pipe(const memory_object &pipe) {
    clmem_pipe_info info = CLMEM_PIPE_INFO_INIT;
    const cl::pipe_object object{pipe.mem()};
    info.packet_bytes = cl::value<cl_uint>(object, CLMEM_CL_ASK(CL_PIPE_PACKET_SIZE));
    info.max_packets = cl::value<cl_uint>(object, CLMEM_CL_ASK(CL_PIPE_MAX_PACKETS));
    return info;
}

std::size_t query_pipe(const memory_object &pipe, cl_pipe_info property, std::size_t capacity, void *out) {
    return cl::property(cl::pipe_object{pipe.mem()}, property, capacity, out);
}

} // namespace clmem_core
