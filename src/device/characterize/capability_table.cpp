// NVIDIA's devices by compute capability: "Features and Technical Specifications" of the CUDA C++ Programming Guide,
// with the granularities of CUDA's occupancy calculator. data_of() adds the values that all of them share.
#include "base/error.hpp"
#include "device/characterize/data.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace clmem_core {

namespace {

constexpr std::size_t kib = 1024;

struct row {
    cl_uint major;
    cl_uint minor;
    cl_uint warps;           // on a multiprocessor
    cl_uint blocks;          // on a multiprocessor
    cl_uint registers_block; // in KiB of registers, 32 bits each
    cl_uint partitions;
    std::size_t shared_mp;      // KiB of a multiprocessor
    std::size_t shared_largest; // KiB of a block that requests more than 48
};

constexpr std::array rows{
    row{5, 0, 64, 32, 64, 4, 64, 48},    row{5, 2, 64, 32, 64, 4, 96, 48},    row{5, 3, 64, 32, 32, 4, 64, 48},
    row{6, 0, 64, 32, 64, 2, 64, 48},    row{6, 1, 64, 32, 64, 4, 96, 48},    row{6, 2, 64, 32, 32, 4, 64, 48},
    row{7, 0, 64, 32, 64, 4, 96, 96},    row{7, 2, 64, 32, 64, 4, 96, 96},    row{7, 5, 32, 16, 64, 4, 64, 64},
    row{8, 0, 64, 32, 64, 4, 164, 163},  row{8, 6, 48, 16, 64, 4, 100, 99},   row{8, 7, 48, 16, 64, 4, 164, 163},
    row{8, 8, 48, 16, 64, 4, 100, 99},   row{8, 9, 48, 24, 64, 4, 100, 99},   row{9, 0, 64, 32, 64, 4, 228, 227},
    row{10, 0, 64, 32, 64, 4, 228, 227}, row{10, 1, 48, 24, 64, 4, 228, 227}, row{10, 3, 64, 32, 64, 4, 228, 227},
    row{11, 0, 48, 24, 64, 4, 228, 227}, row{12, 0, 48, 24, 64, 4, 100, 99},  row{12, 1, 48, 24, 64, 4, 100, 99},
};

constexpr std::uint64_t all_figures = 2 * std::uint64_t{CLMEM_DEVICE_DATA_LINE} - 1;

clmem_device_data data_of(const row &r) noexcept {
    clmem_device_data data = CLMEM_DEVICE_DATA_INIT;
    data.known = all_figures;
    data.capability_major = r.major;
    data.capability_minor = r.minor;
    data.max_threads = 1024;
    data.warp_size = 32;
    data.warps_per_mp = r.warps;
    data.thread_blocks_per_mp = r.blocks;
    data.registers = r.registers_block * 1024;
    data.registers_per_mp = 64 * 1024;
    data.registers_per_thread = 255;
    data.register_granularity = 256;
    data.register_partitions = r.partitions;
    data.smem_granularity = 32;
    data.shared_memory_bytes = 48 * kib;
    data.shared_memory_largest_bytes = r.shared_largest * kib;
    data.shared_memory_per_mp_bytes = r.shared_mp * kib;
    data.shared_memory_reserved_bytes = r.major >= 8 ? kib : 0;
    data.smem_alloc_granularity_bytes = r.major >= 8 ? 128 : 256;
    data.line_bytes = 128;
    return data;
}

} // namespace

clmem_device_data data_of_capability_if_known(cl_uint major, cl_uint minor) noexcept {
    const auto *const found =
        std::find_if(rows.begin(), rows.end(), [=](const row &r) { return r.major == major && r.minor == minor; });
    return found != rows.end() ? data_of(*found) : clmem_device_data(CLMEM_DEVICE_DATA_INIT);
}

clmem_device_data data_of_capability(cl_uint major, cl_uint minor) {
    const clmem_device_data data = data_of_capability_if_known(major, minor);
    if (data.known != 0) { return data; }
    std::string known;
    for (const row &r : rows) {
        known += (known.empty() ? "" : ", ") + std::to_string(r.major) + '.' + std::to_string(r.minor);
    }
    fail(CLMEM_ERROR_UNSUPPORTED, "expected a compute capability in clmem's table (%s), got %u.%u", known.c_str(),
         major, minor);
}

} // namespace clmem_core
