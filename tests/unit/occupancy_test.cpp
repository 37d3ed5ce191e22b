// Occupancy for NVIDIA's generations, compared with figures computed by hand from the programming guide's table; and
// devices of which too little is known.
#include "device/characterize/data.hpp"
#include "device/characterize/occupancy.hpp"
#include "opencl_table.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <vector>

namespace {

using namespace clmem_core;
using clmem_core::test::failure_of;

struct example {
    cl_uint major, minor, threads;
    std::size_t shared_bytes;
    cl_uint registers;
    cl_uint blocks, warps; // expected on a multiprocessor
    clmem_occupancy_limit limit;
};

constexpr auto by_device = CLMEM_OCCUPANCY_DEVICE;
constexpr auto by_registers = CLMEM_OCCUPANCY_REGISTERS;
constexpr auto by_shared = CLMEM_OCCUPANCY_SHARED_MEMORY;
constexpr auto by_warps = CLMEM_OCCUPANCY_WARPS;

// A quarter of a multiprocessor has 16384 registers. Below, "q" is the number of warps that fit into a quarter, with
// their registers rounded up to 256.
const std::vector<example> examples = {
    {5, 0, 256, 0, 32, 8, 64, by_registers},     // q = 16384 / 1024 = 16; 64 / 8 warps; equal to the limit by warps
    {5, 0, 32, 0, 16, 32, 32, by_device},        // 64 warps, q = 32
    {5, 2, 128, 16384, 24, 6, 24, by_shared},    // 96 / 16; q = 16384 / 768 = 21, 84 / 4 = 21
    {5, 3, 1024, 0, 32, 2, 64, by_registers},    // 32 warps * 1024 = 32768: the most that a block may have
    {5, 3, 1024, 0, 33, 0, 0, by_registers},     // 33 * 32 = 1056, rounded to 1280: * 32 is more
    {5, 3, 416, 0, 72, 0, 0, by_registers},      // 13 warps count as 16: 16 * 2304 = 36864; 13 * 2304 would do
    {6, 0, 288, 0, 200, 0, 0, by_registers},     // 9 warps count as 12: 12 * 6400 = 76800; in halves 10 would fit
    {6, 0, 96, 0, 48, 14, 42, by_registers},     // halves of 32768: 21 warps of 1536 each, 42 / 3
    {6, 1, 96, 0, 48, 13, 39, by_registers},     // quarters: 10 each, 40 / 3
    {6, 2, 512, 0, 64, 2, 32, by_registers},     // 16 * 2048 = 32768; q = 8, 32 / 16
    {7, 0, 256, 49152, 32, 2, 16, by_shared},    // 96 / 48
    {7, 0, 256, 0, 255, 1, 8, by_registers},     // 8160, rounded to 8192: q = 2, 8 / 8
    {7, 2, 64, 0, 40, 24, 48, by_registers},     // q = 16384 / 1280 = 12, 48 / 2
    {7, 5, 1024, 0, 64, 1, 32, by_registers},    // q = 8, 32 / 32; 32 / 32 warps
    {7, 5, 32, 0, 16, 16, 16, by_device},        //
    {8, 0, 128, 8192, 32, 16, 64, by_registers}, // q = 16, 64 / 4; 164 / (8 + 1) = 18
    {8, 0, 128, 10000, 32, 15, 60, by_shared},   // 10000 + 1024, rounded to 87 * 128 = 11136: 167936 / 11136
    {8, 6, 256, 0, 40, 6, 48, by_registers},     // q = 12, 48 / 8; 48 / 8 warps
    {8, 6, 512, 0, 48, 2, 32, by_registers},     // q = 10, 40 / 16
    {8, 7, 64, 20000, 24, 7, 14, by_shared},     // 21024, rounded to 165 * 128 = 21120: 167936 / 21120
    {8, 8, 32, 0, 0, 16, 16, by_device},         // no registers counted
    {8, 9, 32, 0, 32, 24, 24, by_device},        //
    {9, 0, 1024, 232448, 32, 1, 32, by_shared},  // 227 + 1 = 228 KiB: exactly the limit
    {9, 0, 384, 0, 168, 1, 12, by_registers},    // 5376: q = 3, 12 / 12
    {9, 0, 416, 0, 144, 0, 0, by_registers},     // 13 warps count as 16: 16 * 4608 = 73728 > 65536
    {10, 0, 128, 40000, 64, 5, 20, by_shared},   // 41024, rounded to 321 * 128 = 41088: 233472 / 41088
    {10, 1, 32, 0, 16, 24, 24, by_device},       //
    {10, 3, 992, 0, 56, 1, 31, by_registers},    // 1792: q = 9, 36 / 31
    {11, 0, 256, 100000, 32, 2, 16, by_shared},  // 101024, rounded to 790 * 128 = 101120: 233472 / 101120
    {12, 0, 1000, 0, 32, 1, 32, by_warps},       // 32 warps: 48 / 32; q = 16, 64 / 32
    {12, 1, 192, 4096, 28, 8, 48, by_warps},     // 48 / 6; q = 16, 64 / 6 = 10; 100 / (4 + 1) = 20
};

TEST(occupancy, is_what_the_programming_guide_says) {
    for (const example &e : examples) {
        SCOPED_TRACE(std::to_string(e.major) + '.' + std::to_string(e.minor) + ", " + std::to_string(e.threads) +
                     " threads, " + std::to_string(e.shared_bytes) + " bytes, " + std::to_string(e.registers));
        const clmem_device_data data = data_of_capability(e.major, e.minor);
        const clmem_occupancy found = occupancy_of(data, e.threads, e.shared_bytes, e.registers);
        EXPECT_EQ(found.tb_per_mp, e.blocks);
        EXPECT_EQ(found.warps_per_mp, e.warps);
        EXPECT_EQ(found.limited_by, static_cast<cl_uint>(e.limit));
        EXPECT_EQ(found.warps_bound, data.warps_per_mp);
        EXPECT_EQ(found.occupancy_ppm, std::lround(1e6 * e.warps / data.warps_per_mp));
    }
}

TEST(occupancy, reports_every_limit) {
    const clmem_occupancy found = occupancy_of(data_of_capability(8, 0), 128, 8192, 32);
    EXPECT_EQ(found.blocks_by_device, 32U);
    EXPECT_EQ(found.blocks_by_registers, 16U);
    EXPECT_EQ(found.blocks_by_shared_memory, 18U);
    EXPECT_EQ(found.blocks_by_warps, 16U);
    const clmem_occupancy free_of = occupancy_of(data_of_capability(7, 5), 32, 0, 0);
    EXPECT_EQ(free_of.blocks_by_registers, UINT32_MAX);
    EXPECT_EQ(free_of.blocks_by_shared_memory, UINT32_MAX); // nothing is reserved below 8.0
}

TEST(occupancy, refuses_what_no_block_can_have) {
    const clmem_device_data data = data_of_capability(8, 6);
    const auto refuses = [&](cl_uint threads, std::size_t shared_bytes, cl_uint registers, const char *name) {
        const auto failure = failure_of([&] { return occupancy_of(data, threads, shared_bytes, registers); });
        EXPECT_EQ(failure.status, CLMEM_ERROR_INVALID_ARGUMENT) << name;
        EXPECT_TRUE(failure.says(name)) << failure.message;
    };
    refuses(0, 0, 0, "a block of this device, got 0");
    refuses(1025, 0, 0, "a block of this device, got 1025");
    refuses(1, 99 * 1024 + 1, 0, "shared_bytes");
    refuses(1, SIZE_MAX, 0, "shared_bytes");
    refuses(1, 0, 256, "a thread of this device, got 256");
    EXPECT_EQ(occupancy_of(data, 1024, 99 * 1024, 0).tb_per_mp, 1U);
    EXPECT_EQ(occupancy_of(data, 32, 0, 255).tb_per_mp, 8U); // 8160, rounded to 8192: q = 2
}

TEST(occupancy, needs_figures_and_names_the_one_that_is_missing) {
    const auto lacking = [](std::uint64_t figure, std::size_t shared_bytes, cl_uint registers, const char *name) {
        clmem_device_data data = data_of_capability(9, 0);
        data.known &= ~figure;
        const auto failure = failure_of([&] { return occupancy_of(data, 32, shared_bytes, registers); });
        EXPECT_EQ(failure.status, CLMEM_ERROR_UNSUPPORTED) << name;
        EXPECT_TRUE(failure.says(name)) << failure.message;
    };
    lacking(CLMEM_DEVICE_DATA_MAX_THREADS, 0, 0, "max_threads");
    lacking(CLMEM_DEVICE_DATA_WARP_SIZE, 0, 0, "warp_size");
    lacking(CLMEM_DEVICE_DATA_WARPS, 0, 0, "warps_per_mp");
    lacking(CLMEM_DEVICE_DATA_THREAD_BLOCKS, 0, 0, "thread_blocks_per_mp");
    lacking(CLMEM_DEVICE_DATA_REGISTERS, 0, 8, "registers");
    lacking(CLMEM_DEVICE_DATA_REGISTERS_PER_MP, 0, 8, "registers_per_mp");
    lacking(CLMEM_DEVICE_DATA_REGISTERS_PER_THREAD, 0, 8, "registers_per_thread");
    lacking(CLMEM_DEVICE_DATA_SHARED_MEMORY_PER_MP, 8, 0, "shared_memory_per_mp_bytes");
    lacking(CLMEM_DEVICE_DATA_SMEM_ALLOC_GRANULARITY, 8, 0, "smem_alloc_granularity_bytes");

    // Figures that the computation does not need may be unknown.
    clmem_device_data data = data_of_capability(9, 0);
    data.known &= ~std::uint64_t{CLMEM_DEVICE_DATA_REGISTERS | CLMEM_DEVICE_DATA_SMEM_ALLOC_GRANULARITY};
    EXPECT_EQ(occupancy_of(data, 32, 0, 0).tb_per_mp, 32U);

    data = data_of_capability(9, 0);
    data.warp_size = 0;
    EXPECT_EQ(failure_of([&] { return occupancy_of(data, 32, 0, 0); }).status, CLMEM_ERROR_INVALID_ARGUMENT);
}

} // namespace
