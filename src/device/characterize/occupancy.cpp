#include "device/characterize/occupancy.hpp"

#include "base/error.hpp"
#include "device/characterize/data.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace clmem_core {

namespace {

constexpr cl_uint no_bound = UINT32_MAX;
constexpr std::uint64_t million = 1'000'000;

// The hardware checks a block's registers as if its warps were spread evenly over four partitions, even where it has
// two.
constexpr cl_uint checked_partitions = 4;

constexpr std::uint64_t divided_up(std::uint64_t number, std::uint64_t by) noexcept {
    return number / by + (number % by != 0);
}
constexpr std::uint64_t rounded_up(std::uint64_t number, std::uint64_t multiple) noexcept {
    return divided_up(number, multiple) * multiple;
}

// Throws unless a value is known and, if the computation divides by it, not 0.
void need(const clmem_device_data &data, std::uint64_t figure, const char *name, std::uint64_t value) {
    if (!knows(data, figure)) {
        fail(CLMEM_ERROR_UNSUPPORTED,
             "data: expected %s to be known, since occupancy depends on it, got data without it", name);
    }
    if (value == 0) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "data.%s: expected at least 1, since data.known marks it as known, got 0",
             name);
    }
}
#define NEED(data, figure, member) need(data, CLMEM_DEVICE_DATA_##figure, #member, (data).member)

cl_uint blocks_by_registers(const clmem_device_data &data, cl_uint registers, cl_uint warps) {
    if (registers == 0) { return no_bound; }
    NEED(data, REGISTERS, registers);
    NEED(data, REGISTERS_PER_MP, registers_per_mp);
    NEED(data, REGISTERS_PER_MP, register_granularity);
    NEED(data, REGISTERS_PER_MP, register_partitions);
    NEED(data, REGISTERS_PER_THREAD, registers_per_thread);
    if (registers > data.registers_per_thread) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "registers: expected at most %u for a thread of this device, got %u",
             data.registers_per_thread, registers);
    }
    const std::uint64_t of_warp = rounded_up(std::uint64_t{registers} * data.warp_size, data.register_granularity);
    const cl_uint partitions = std::max(data.register_partitions, checked_partitions);
    if (of_warp * rounded_up(warps, partitions) > data.registers) { return 0; }
    const std::uint64_t warps_of_partition = data.registers_per_mp / data.register_partitions / of_warp;
    return static_cast<cl_uint>(warps_of_partition * data.register_partitions / warps);
}

cl_uint blocks_by_shared_memory(const clmem_device_data &data, std::size_t shared_bytes) {
    const bool is_known =
        knows(data, CLMEM_DEVICE_DATA_SHARED_MEMORY_PER_MP | CLMEM_DEVICE_DATA_SMEM_ALLOC_GRANULARITY);
    if (shared_bytes == 0 && !is_known) { return no_bound; }
    NEED(data, SHARED_MEMORY, shared_memory_bytes);
    NEED(data, SHARED_MEMORY_PER_MP, shared_memory_per_mp_bytes);
    NEED(data, SMEM_ALLOC_GRANULARITY, smem_alloc_granularity_bytes);
    std::size_t largest = data.shared_memory_bytes;
    if (knows(data, CLMEM_DEVICE_DATA_SHARED_MEMORY_LARGEST)) {
        largest = std::max(largest, data.shared_memory_largest_bytes);
    }
    if (shared_bytes > largest) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "shared_bytes: expected at most %zu for a block of this device, got %zu",
             largest, shared_bytes);
    }
    const std::uint64_t of_block =
        rounded_up(shared_bytes + data.shared_memory_reserved_bytes, data.smem_alloc_granularity_bytes);
    if (of_block == 0) { return no_bound; }
    return static_cast<cl_uint>(std::min<std::uint64_t>(data.shared_memory_per_mp_bytes / of_block, no_bound));
}

} // namespace

clmem_occupancy occupancy_of(const clmem_device_data &data, cl_uint threads, std::size_t shared_bytes,
                             cl_uint registers) {
    NEED(data, MAX_THREADS, max_threads);
    NEED(data, WARP_SIZE, warp_size);
    NEED(data, WARPS, warps_per_mp);
    NEED(data, THREAD_BLOCKS, thread_blocks_per_mp);
    if (threads == 0 || threads > data.max_threads) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "threads: expected 1 to %u for a block of this device, got %u",
             data.max_threads, threads);
    }
    const auto warps = static_cast<cl_uint>(divided_up(threads, data.warp_size));

    clmem_occupancy result = CLMEM_OCCUPANCY_INIT;
    result.blocks_by_device = data.thread_blocks_per_mp;
    result.blocks_by_registers = blocks_by_registers(data, registers, warps);
    result.blocks_by_shared_memory = blocks_by_shared_memory(data, shared_bytes);
    result.blocks_by_warps = data.warps_per_mp / warps;
    const std::array bounds{result.blocks_by_device, result.blocks_by_registers, result.blocks_by_shared_memory,
                            result.blocks_by_warps}; // in the order of clmem_occupancy_limit
    const auto *const least = std::min_element(bounds.begin(), bounds.end());
    result.limited_by = static_cast<cl_uint>(CLMEM_OCCUPANCY_DEVICE + (least - bounds.begin()));
    result.tb_per_mp = *least;
    result.warps_per_mp = *least * warps;
    result.warps_bound = data.warps_per_mp;
    result.occupancy_ppm =
        static_cast<cl_uint>((result.warps_per_mp * million + data.warps_per_mp / 2) / data.warps_per_mp);
    return result;
}

} // namespace clmem_core
