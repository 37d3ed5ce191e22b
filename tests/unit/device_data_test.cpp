#include "device/characterize/data.hpp"
#include "device_answers.hpp"

#include <CL/cl_ext.h>
#include <cstring>
#include <gtest/gtest.h>
#include <set>
#include <string>
#include <utility>

namespace {

using namespace clmem_core;
using clmem_core::test::failure_of;

class device_data : public clmem_core::test::device_answers {};

constexpr std::pair<cl_uint, cl_uint> capabilities[] = {{5, 0}, {5, 2},  {5, 3},  {6, 0},  {6, 1},  {6, 2},  {7, 0},
                                                        {7, 2}, {7, 5},  {8, 0},  {8, 6},  {8, 7},  {8, 8},  {8, 9},
                                                        {9, 0}, {10, 0}, {10, 1}, {10, 3}, {11, 0}, {12, 0}, {12, 1}};

TEST(capability_table, knows_all_of_5_0_to_12_1) {
    for (const auto &[major, minor] : capabilities) {
        SCOPED_TRACE(std::to_string(major) + '.' + std::to_string(minor));
        const clmem_device_data data = data_of_capability(major, minor);
        EXPECT_EQ(data.capability_major, major);
        EXPECT_EQ(data.capability_minor, minor);
        EXPECT_EQ(data.max_threads, 1024U);
        EXPECT_EQ(data.warp_size, 32U);
        EXPECT_EQ(data.registers_per_mp, 65536U);
        EXPECT_EQ(data.registers_per_thread, 255U);
        EXPECT_EQ(data.shared_memory_bytes, 49152U);
        EXPECT_GE(data.shared_memory_per_mp_bytes, data.shared_memory_largest_bytes);
        EXPECT_EQ(data.smem_granularity, 32U);
        EXPECT_EQ(data.line_bytes, 128U);
        EXPECT_EQ(data.known, 16383U);
        // A block can use all shared memory except for the reserved kilobyte.
        if (major >= 8) {
            EXPECT_EQ(data.shared_memory_per_mp_bytes - data.shared_memory_largest_bytes,
                      data.shared_memory_reserved_bytes);
        }
    }
}

TEST(capability_table, has_the_figures_of_the_programming_guide) {
    const clmem_device_data hopper = data_of_capability(9, 0);
    EXPECT_EQ(hopper.warps_per_mp, 64U);
    EXPECT_EQ(hopper.thread_blocks_per_mp, 32U);
    EXPECT_EQ(hopper.registers, 65536U);
    EXPECT_EQ(hopper.shared_memory_per_mp_bytes, 228U * 1024);
    EXPECT_EQ(hopper.shared_memory_largest_bytes, 227U * 1024);
    EXPECT_EQ(hopper.shared_memory_reserved_bytes, 1024U);
    EXPECT_EQ(hopper.smem_alloc_granularity_bytes, 128U);
    const clmem_device_data turing = data_of_capability(7, 5);
    EXPECT_EQ(turing.warps_per_mp, 32U);
    EXPECT_EQ(turing.thread_blocks_per_mp, 16U);
    EXPECT_EQ(turing.shared_memory_per_mp_bytes, 64U * 1024);
    EXPECT_EQ(turing.shared_memory_reserved_bytes, 0U);
    EXPECT_EQ(turing.smem_alloc_granularity_bytes, 256U);
    EXPECT_EQ(data_of_capability(6, 0).register_partitions, 2U);
    EXPECT_EQ(data_of_capability(6, 2).registers, 32768U);
    EXPECT_EQ(data_of_capability(8, 9).thread_blocks_per_mp, 24U);
    EXPECT_EQ(data_of_capability(12, 0).warps_per_mp, 48U);
}

TEST(capability_table, never_guesses) {
    for (const auto &[major, minor] : {std::pair<cl_uint, cl_uint>{1, 1}, {3, 5}, {9, 1}, {12, 2}, {13, 0}}) {
        const auto failure = failure_of([major, minor] { return data_of_capability(major, minor); });
        EXPECT_EQ(failure.status, CLMEM_ERROR_UNSUPPORTED);
        EXPECT_TRUE(failure.says(std::to_string(major) + '.' + std::to_string(minor))) << failure.message;
        EXPECT_TRUE(failure.says("12.1")) << failure.message;
    }
}

TEST_F(device_data, of_a_processor_has_only_what_it_says) {
    answer(CL_DEVICE_TYPE, cl_device_type{CL_DEVICE_TYPE_CPU});
    answer(CL_DEVICE_MAX_WORK_GROUP_SIZE, std::size_t{4096});
    answer(CL_DEVICE_LOCAL_MEM_SIZE, cl_ulong{1 << 20});
    answer(CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE, cl_uint{64});
    const clmem_device_data data = data_of(subject);
    EXPECT_EQ(data.known, std::uint64_t{CLMEM_DEVICE_DATA_MAX_THREADS | CLMEM_DEVICE_DATA_SHARED_MEMORY |
                                        CLMEM_DEVICE_DATA_SMEM_GRANULARITY | CLMEM_DEVICE_DATA_LINE});
    EXPECT_EQ(data.max_threads, 4096U);
    EXPECT_EQ(data.shared_memory_bytes, 1U << 20U);
    EXPECT_EQ(data.smem_granularity, 1U);
    EXPECT_EQ(data.line_bytes, 64U);
    EXPECT_EQ(data.warps_per_mp, 0U);
    answer(CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE, cl_uint{0});
    EXPECT_FALSE(knows(data_of(subject), CLMEM_DEVICE_DATA_LINE));
}

TEST_F(device_data, of_nvidia_is_the_tables_and_the_drivers) {
    pretend_nvidia(8, 6);
    answer(CL_DEVICE_REGISTERS_PER_BLOCK_NV, cl_uint{4711});
    answer(CL_DEVICE_LOCAL_MEM_SIZE, cl_ulong{49152});
    answer(CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE, cl_uint{128});
    const clmem_device_data data = data_of(subject);
    EXPECT_EQ(data.known, 16383U);
    EXPECT_EQ(data.capability_major, 8U);
    EXPECT_EQ(data.capability_minor, 6U);
    EXPECT_EQ(data.warps_per_mp, 48U);
    EXPECT_EQ(data.registers, 4711U);
    EXPECT_EQ(data.shared_memory_largest_bytes, 99U * 1024);

    pretend_nvidia(13, 7); // newer than the table
    const clmem_device_data newer = data_of(subject);
    EXPECT_EQ(newer.capability_major, 13U);
    EXPECT_EQ(newer.capability_minor, 7U);
    EXPECT_EQ(newer.warp_size, 32U);
    EXPECT_FALSE(newer.known & (CLMEM_DEVICE_DATA_WARPS | CLMEM_DEVICE_DATA_THREAD_BLOCKS));
    EXPECT_EQ(newer.warps_per_mp, 0U);
}

TEST_F(device_data, of_amd_and_intel_has_what_their_drivers_say) {
    pretend_gpu(0x1002, "Advanced Micro Devices, Inc.", "cl_khr_fp64 cl_amd_device_attribute_query");
    answer(CL_DEVICE_WAVEFRONT_WIDTH_AMD, cl_uint{64});
    answer(CL_DEVICE_LOCAL_MEM_SIZE_PER_COMPUTE_UNIT_AMD, cl_uint{65536});
    const clmem_device_data amd = data_of(subject);
    EXPECT_EQ(amd.warp_size, 64U);
    EXPECT_EQ(amd.shared_memory_per_mp_bytes, 65536U);
    EXPECT_EQ(amd.smem_granularity, 32U);
    EXPECT_FALSE(amd.known & (CLMEM_DEVICE_DATA_CAPABILITY | CLMEM_DEVICE_DATA_REGISTERS | CLMEM_DEVICE_DATA_WARPS));

    pretend_gpu(0x8086, "Intel(R) Corporation", "cl_intel_required_subgroup_size");
    const clmem_device_data intel = data_of(subject);
    EXPECT_TRUE(knows(intel, CLMEM_DEVICE_DATA_MAX_THREADS | CLMEM_DEVICE_DATA_SHARED_MEMORY));
    EXPECT_FALSE(intel.known & (CLMEM_DEVICE_DATA_WARP_SIZE | CLMEM_DEVICE_DATA_SMEM_GRANULARITY));
}

TEST(device_alignment, is_a_warps_words_or_a_line) {
    const clmem_device_data data = data_of_capability(9, 0);
    EXPECT_EQ(align_bytes(data, 1, "w"), 32U);
    EXPECT_EQ(align_bytes(data, 2, "w"), 64U);
    for (const std::size_t bytes : {4, 8, 16}) {
        EXPECT_EQ(align_bytes(data, bytes, "w"), 128U);
        EXPECT_EQ(align_words(data, bytes, "w"), 128U / bytes);
    }
    clmem_device_data unknown_warp = data;
    unknown_warp.known = CLMEM_DEVICE_DATA_LINE;
    EXPECT_EQ(align_bytes(unknown_warp, 1, "w"), 128U);
    for (const std::size_t bytes : {0, 3, 32}) {
        const auto failure = failure_of([&] { return align_bytes(data, bytes, "word_bytes"); });
        EXPECT_EQ(failure.status, CLMEM_ERROR_INVALID_ARGUMENT);
        EXPECT_TRUE(failure.says("word_bytes")) << failure.message;
    }
    clmem_device_data no_line = data;
    no_line.known &= ~std::uint64_t{CLMEM_DEVICE_DATA_LINE};
    EXPECT_EQ(failure_of([&] { return align_bytes(no_line, 4, "w"); }).status, CLMEM_ERROR_UNSUPPORTED);
    clmem_device_data odd_line = data;
    odd_line.line_bytes = 20;
    EXPECT_EQ(align_words(odd_line, 4, "w"), 5U);
    EXPECT_EQ(failure_of([&] { return align_words(odd_line, 8, "w"); }).status, CLMEM_ERROR_INVALID_ARGUMENT);
}

TEST(device_alignment, rounds_up) {
    EXPECT_EQ(round_up(0, 128), 0U);
    EXPECT_EQ(round_up(1, 128), 128U);
    EXPECT_EQ(round_up(128, 128), 128U);
    EXPECT_EQ(round_up(129, 128), 256U);
    EXPECT_EQ(round_up(SIZE_MAX - 127, 128), SIZE_MAX - 127);
    EXPECT_EQ(failure_of([] { return round_up(SIZE_MAX, 128); }).status, CLMEM_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(texture_channels(1), 1U);
    EXPECT_EQ(texture_channels(2), 2U);
    EXPECT_EQ(texture_channels(3), 4U);
    EXPECT_EQ(texture_channels(4), 4U);
    for (const cl_uint channels : {0, 5}) {
        EXPECT_EQ(failure_of([channels] { return texture_channels(channels); }).status, CLMEM_ERROR_INVALID_ARGUMENT);
    }
}

} // namespace
