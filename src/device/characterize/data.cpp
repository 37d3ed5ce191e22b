#include "device/characterize/data.hpp"

#include "cl/query.hpp"
#include "device/vendor.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace clmem_core {

namespace {

template <class T, class U>
void set(clmem_device_data &data, std::uint64_t figure, T &member, U value) noexcept {
    member = static_cast<T>(value);
    data.known |= figure;
}

void add_nvidia(clmem_device_data &data, cl_device_id device) {
    if (const auto capability = capability_of(device)) {
        data = data_of_capability_if_known(capability->major, capability->minor);
        set(data, CLMEM_DEVICE_DATA_CAPABILITY, data.capability_major, capability->major);
        data.capability_minor = capability->minor;
    }
    if (const auto warp = nvidia_warp_size(device)) { set(data, CLMEM_DEVICE_DATA_WARP_SIZE, data.warp_size, *warp); }
    if (const auto registers = nvidia_registers(device)) {
        set(data, CLMEM_DEVICE_DATA_REGISTERS, data.registers, *registers);
    }
}

void add_amd(clmem_device_data &data, cl_device_id device) {
    if (const auto width = amd_wavefront_width(device)) {
        set(data, CLMEM_DEVICE_DATA_WARP_SIZE, data.warp_size, *width);
    }
    if (const auto bytes = amd_local_bytes(device)) {
        set(data, CLMEM_DEVICE_DATA_SHARED_MEMORY_PER_MP, data.shared_memory_per_mp_bytes, *bytes);
    }
    // All families access local memory with half a wavefront of 64, or a whole one of 32, at a time.
    set(data, CLMEM_DEVICE_DATA_SMEM_GRANULARITY, data.smem_granularity, 32);
}

} // namespace

clmem_device_data data_of(cl_device_id device) {
    clmem_device_data data = CLMEM_DEVICE_DATA_INIT;
    if (is_cpu(device)) {
        set(data, CLMEM_DEVICE_DATA_SMEM_GRANULARITY, data.smem_granularity, 1);
    } else if (const vendor whose = vendor_of(device); whose == vendor::nvidia) {
        add_nvidia(data, device);
    } else if (whose == vendor::amd) {
        add_amd(data, device);
    }
    set(data, CLMEM_DEVICE_DATA_MAX_THREADS, data.max_threads,
        cl::value<std::size_t>(device, CLMEM_CL_ASK(CL_DEVICE_MAX_WORK_GROUP_SIZE)));
    set(data, CLMEM_DEVICE_DATA_SHARED_MEMORY, data.shared_memory_bytes,
        cl::value<cl_ulong>(device, CLMEM_CL_ASK(CL_DEVICE_LOCAL_MEM_SIZE)));
    const auto line = cl::value<cl_uint>(device, CLMEM_CL_ASK(CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE));
    if (line != 0) { set(data, CLMEM_DEVICE_DATA_LINE, data.line_bytes, line); }
    return data;
}

std::size_t align_bytes(const clmem_device_data &data, std::size_t word_bytes, const char *name) {
    if (!std::has_single_bit(word_bytes) || word_bytes > 16) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "%s: expected 1, 2, 4, 8 or 16, got %zu", name, word_bytes);
    }
    if (!knows(data, CLMEM_DEVICE_DATA_LINE) || data.line_bytes == 0) {
        fail(CLMEM_ERROR_UNSUPPORTED, "data: expected a known cache line size (line_bytes), got data without it");
    }
    if (!knows(data, CLMEM_DEVICE_DATA_WARP_SIZE) || data.warp_size == 0) { return data.line_bytes; }
    return std::min(data.line_bytes, data.warp_size * word_bytes);
}

std::size_t align_words(const clmem_device_data &data, std::size_t word_bytes, const char *name) {
    const std::size_t bytes = align_bytes(data, word_bytes, name);
    if (bytes % word_bytes != 0) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "%s: expected a divisor of the alignment of %zu bytes, got %zu", name, bytes,
             word_bytes);
    }
    return bytes / word_bytes;
}

std::size_t round_up(std::size_t number, std::size_t multiple) {
    const std::size_t rest = number % multiple;
    if (rest == 0) { return number; }
    if (number > SIZE_MAX - (multiple - rest)) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT,
             "expected a number that can be rounded up to a multiple of %zu, got %zu, which is too large", multiple,
             number);
    }
    return number + (multiple - rest);
}

cl_uint texture_channels(cl_uint channels) {
    if (channels == 0 || channels > 4) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "channels: expected 1 to 4, got %u", channels);
    }
    return std::bit_ceil(channels);
}

} // namespace clmem_core
