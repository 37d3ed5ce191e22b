// Figures of devices of every vendor, computed from simulated driver answers; and those of the real device.
#include "c_api.hpp"
#include "cl/query.hpp"
#include "device/characterize/characterize.hpp"
#include "device/creation.hpp"
#include "device/vendor.hpp"
#include "device_answers.hpp"

#include <gtest/gtest.h>
#include <string>

namespace {

using namespace clmem_core;
using clmem_core::test::failure_of;

constexpr auto unknown = CLMEM_CHARACTERIZE_UNKNOWN;
constexpr auto queried = CLMEM_CHARACTERIZE_QUERIED;
constexpr auto table = CLMEM_CHARACTERIZE_TABLE;
constexpr auto measured = CLMEM_CHARACTERIZE_MEASURED;

void expect(const figure &found, std::uint64_t value, clmem_characterize_source source) {
    EXPECT_EQ(found.value, value);
    EXPECT_EQ(found.source, source);
}
#define EXPECT_FIGURE(found, value, source)                                                                            \
    do {                                                                                                               \
        SCOPED_TRACE(#found);                                                                                          \
        expect(found, value, source);                                                                                  \
    } while (false)

class characterize : public clmem_core::test::device_answers {};

TEST_F(characterize, nvidia) {
    pretend_nvidia(9, 0);
    EXPECT_FIGURE(simd_group_size(subject, 4), 32, queried);
    EXPECT_FIGURE(local_memory_banks(subject), 32, table);
    EXPECT_FIGURE(local_memory_granularity(subject), 4, table);
    EXPECT_FIGURE(simultaneous_items(subject), 32, table);
    EXPECT_FIGURE(has_amd_double(subject), 0, queried);
    const auto capability = capability_of(subject);
    ASSERT_TRUE(capability);
    EXPECT_EQ(capability->major, 9U);
    EXPECT_EQ(capability->minor, 0U);
    EXPECT_EQ(bank_layout_of(subject).count, 32U);

    pretend_gpu(0x10DE, "Mesa", "cl_khr_fp64"); // another driver, which does not report it
    does_not_know(CL_DEVICE_WARP_SIZE_NV);
    EXPECT_FIGURE(simd_group_size(subject, 4), 32, table);
    EXPECT_FALSE(capability_of(subject));
}

TEST_F(characterize, nvidia_before_fermi) {
    pretend_nvidia(1, 3);
    answer(CL_DEVICE_LOCAL_MEM_SIZE, cl_ulong{16384});
    EXPECT_FIGURE(local_memory_banks(subject), 16, table);
    EXPECT_FIGURE(simultaneous_items(subject), 16, table);
    EXPECT_FIGURE(usable_local_memory(subject, -1), 16384 - 256, queried);
    EXPECT_FIGURE(usable_local_memory(subject, 0), 16384, queried);
    EXPECT_FIGURE(usable_local_memory(subject, 10), 16384 - 40, queried);
    EXPECT_FIGURE(usable_local_memory(subject, 1 << 20), 0, queried);
    pretend_nvidia(2, 0);
    EXPECT_FIGURE(local_memory_banks(subject), 32, table);
    EXPECT_FIGURE(usable_local_memory(subject, -1), 16384, queried);
}

TEST_F(characterize, amd) {
    pretend_gpu(0x1002, "Advanced Micro Devices, Inc.", "cl_khr_fp64 cl_amd_device_attribute_query");
    answer(CL_DEVICE_WAVEFRONT_WIDTH_AMD, cl_uint{64});
    answer(CL_DEVICE_LOCAL_MEM_BANKS_AMD, cl_uint{64});
    EXPECT_FIGURE(simd_group_size(subject, 4), 64, queried);
    EXPECT_FIGURE(local_memory_banks(subject), 64, queried);
    EXPECT_FIGURE(local_memory_granularity(subject), 4, table);
    EXPECT_FIGURE(simultaneous_items(subject), 32, table);
    EXPECT_FIGURE(has_amd_double(subject), 1, queried); // since it supports them fully

    does_not_know(CL_DEVICE_WAVEFRONT_WIDTH_AMD);
    answer(CL_DEVICE_LOCAL_MEM_BANKS_AMD, cl_uint{0});
    EXPECT_FIGURE(simd_group_size(subject, 4), 0, unknown); // 32 or 64: unknown
    EXPECT_FIGURE(local_memory_banks(subject), 32, table);

    answer(CL_DEVICE_EXTENSIONS, "cl_amd_fp64");
    answer(CL_DEVICE_DOUBLE_FP_CONFIG, cl_device_fp_config{0});
    EXPECT_FIGURE(has_double(subject), 0, queried);
    EXPECT_FIGURE(has_amd_double(subject), 1, queried);
    answer(CL_DEVICE_EXTENSIONS, "cl_khr_icd");
    EXPECT_FIGURE(has_amd_double(subject), 0, queried);
}

TEST_F(characterize, intel) {
    pretend_gpu(0x8086, "Intel(R) Corporation", "cl_intel_required_subgroup_size");
    struct {
        std::size_t sizes[2] = {16, 32};
    } const two;
    answer(CL_DEVICE_SUB_GROUP_SIZES_INTEL, two);
    EXPECT_FIGURE(simd_group_size(subject, 4), 0, unknown); // the compiler picks one
    answer(CL_DEVICE_SUB_GROUP_SIZES_INTEL, std::size_t{16});
    EXPECT_FIGURE(simd_group_size(subject, 4), 16, queried);
    EXPECT_FIGURE(local_memory_banks(subject), 0, unknown);
    EXPECT_FIGURE(local_memory_granularity(subject), 0, unknown);
    EXPECT_FIGURE(simultaneous_items(subject), 0, unknown);
    EXPECT_FIGURE(has_amd_double(subject), 0, queried);
    const auto failure = failure_of([&] { return bank_layout_of(subject).count; });
    EXPECT_EQ(failure.status, CLMEM_ERROR_UNSUPPORTED);
    EXPECT_TRUE(failure.says("clmem_characterize_measure_banks")) << failure.message;
}

TEST_F(characterize, processors) {
    answer(CL_DEVICE_TYPE, cl_device_type{CL_DEVICE_TYPE_CPU});
    answer(CL_DEVICE_EXTENSIONS, "cl_khr_fp64");
    answer(CL_DEVICE_LOCAL_MEM_TYPE, cl_device_local_mem_type{CL_GLOBAL});
    EXPECT_FIGURE(local_memory_banks(subject), 0, queried);
    EXPECT_FIGURE(local_memory_granularity(subject), 4, table);
    EXPECT_FIGURE(simultaneous_items(subject), 1, table);
    EXPECT_EQ(bank_layout_of(subject).count, 0U);
    answer(CL_DEVICE_LOCAL_MEM_TYPE, cl_device_local_mem_type{CL_LOCAL}); // as some drivers claim
    EXPECT_FIGURE(local_memory_banks(subject), 0, table);
    EXPECT_FIGURE(local_memory_granularity(subject), 4, table);
    // Intel's CPU driver lists the sizes that its compiler may choose, not a property of the hardware.
    answer(CL_DEVICE_EXTENSIONS, "cl_intel_required_subgroup_size");
    answer(CL_DEVICE_SUB_GROUP_SIZES_INTEL, std::size_t{16});
    const figure simd = simd_group_size(subject, 4);
    EXPECT_EQ(simd.value, 1U);
    EXPECT_TRUE(simd.source == table || simd.source == measured); // another test may have measured it
}

TEST_F(characterize, types_have_any_size_but_0) {
    pretend_nvidia(9, 0);
    for (const cl_uint bytes : {1U, 3U, 12U, 128U, 256U, 1000U}) {
        EXPECT_FIGURE(simd_group_size(subject, bytes), 32, queried);
    }
    const auto failure = failure_of([&] { return simd_group_size(subject, 0).value; });
    EXPECT_EQ(failure.status, CLMEM_ERROR_INVALID_ARGUMENT);
    EXPECT_TRUE(failure.says("type_bytes")) << failure.message;
}

TEST_F(characterize, doubles) {
    answer(CL_DEVICE_EXTENSIONS, "cl_khr_fp64_of_another_kind");
    does_not_know(CL_DEVICE_DOUBLE_FP_CONFIG); // as with OpenCL 1.1
    EXPECT_FIGURE(has_double(subject), 0, queried);
    answer(CL_DEVICE_EXTENSIONS, "cl_khr_icd cl_khr_fp64");
    EXPECT_FIGURE(has_double(subject), 1, queried);
    answer(CL_DEVICE_EXTENSIONS, "");
    answer(CL_DEVICE_DOUBLE_FP_CONFIG, cl_device_fp_config{CL_FP_FMA});
    EXPECT_FIGURE(has_double(subject), 1, queried);
}

TEST_F(characterize, shared_virtual_memory) {
    does_not_know(CL_DEVICE_SVM_CAPABILITIES);
    EXPECT_FIGURE(svm_features(subject), 0, queried);
    answer(CL_DEVICE_SVM_CAPABILITIES, cl_device_svm_capabilities{CL_DEVICE_SVM_COARSE_GRAIN_BUFFER});
    EXPECT_FIGURE(svm_features(subject), CLMEM_CHARACTERIZE_SVM_COARSE_BUFFER, queried);
    answer(CL_DEVICE_SVM_CAPABILITIES,
           cl_device_svm_capabilities{CL_DEVICE_SVM_COARSE_GRAIN_BUFFER | CL_DEVICE_SVM_FINE_GRAIN_BUFFER |
                                      CL_DEVICE_SVM_ATOMICS});
    EXPECT_FIGURE(svm_features(subject), 1 | 2 | 8, queried);
    answer(CL_DEVICE_SVM_CAPABILITIES, cl_device_svm_capabilities{15});
    EXPECT_FIGURE(svm_features(subject), 31, queried);
    answer(CL_DEVICE_SVM_CAPABILITIES, cl_device_svm_capabilities{CL_DEVICE_SVM_FINE_GRAIN_SYSTEM});
    EXPECT_FIGURE(svm_features(subject), CLMEM_CHARACTERIZE_SVM_FINE_SYSTEM, queried);
}

TEST_F(characterize, struct_bug) {
    constexpr auto none = CLMEM_CHARACTERIZE_STRUCT_BUG_NONE;
    constexpr auto pocl = CLMEM_CHARACTERIZE_STRUCT_BUG_POCL;
    answer(CL_DEVICE_TYPE, cl_device_type{CL_DEVICE_TYPE_CPU});
    platform_answer(CL_PLATFORM_NAME, "Apple");
    EXPECT_FIGURE(struct_bug(subject, nullptr), CLMEM_CHARACTERIZE_STRUCT_BUG_APPLE, table);
    answer(CL_DEVICE_TYPE, cl_device_type{CL_DEVICE_TYPE_GPU});
    EXPECT_FIGURE(struct_bug(subject, nullptr), none, table);

    platform_answer(CL_PLATFORM_NAME, "Portable Computing Language");
    for (const char *version :
         {"OpenCL 3.0 PoCL 3.1+debian  Linux", "OpenCL 2.0 pocl 0.15-pre, LLVM 4", "OpenCL 2.0"}) {
        platform_answer(CL_PLATFORM_VERSION, version);
        EXPECT_FIGURE(struct_bug(subject, nullptr), none, table);
    }
    platform_answer(CL_PLATFORM_VERSION, "OpenCL 1.2 pocl 0.9, LLVM 3.4");
    EXPECT_FIGURE(struct_bug(subject, nullptr), pocl, table);

    // For versions in between clmem builds a kernel; current PoCL counts correctly.
    const cl::context context = make_context(subject);
    for (const char *version : {"OpenCL 2.0 pocl 0.13, LLVM 3.8", "OpenCL 2.0 pocl 0.14, LLVM 4.0"}) {
        platform_answer(CL_PLATFORM_VERSION, version);
        EXPECT_FIGURE(struct_bug(subject, context.get()), none, measured);
        EXPECT_FIGURE(struct_bug(subject, nullptr), none, measured);
    }
    cl::dispatch().clGetKernelInfo = [](cl_kernel, cl_kernel_info, size_t, void *out, size_t *) -> cl_int {
        *static_cast<cl_uint *>(out) = 3;
        return CL_SUCCESS;
    };
    EXPECT_FIGURE(struct_bug(subject, nullptr), pocl, measured);
    cl::dispatch().clGetKernelInfo = [](auto...) -> cl_int { return CL_OUT_OF_RESOURCES; };
    EXPECT_EQ(failure_of([&] { return struct_bug(subject, nullptr).value; }).status, CL_OUT_OF_RESOURCES);
    cl::dispatch().clCreateProgramWithSource = [](auto, auto, auto, auto, cl_int *code) -> cl_program {
        *code = CL_INVALID_CONTEXT;
        return nullptr;
    };
    std::uint32_t bug = 0;
    CHECK_STATUS(CL_INVALID_CONTEXT, clmem_characterize_has_struct_bug(subject, context.get(), &bug, nullptr));
    answer(CL_DEVICE_COMPILER_AVAILABLE, cl_bool{CL_FALSE});
    EXPECT_EQ(failure_of([&] { return struct_bug(subject, nullptr).value; }).status, CLMEM_ERROR_UNSUPPORTED);
}

TEST_F(characterize, vendors_are_known_by_number_or_name) {
    answer(CL_DEVICE_VENDOR_ID, cl_uint{0x1022600});
    answer(CL_DEVICE_VENDOR, "NVIDIA");
    EXPECT_EQ(vendor_of(subject), vendor::nvidia);
    answer(CL_DEVICE_VENDOR, "Advanced Micro Devices, Inc.");
    EXPECT_EQ(vendor_of(subject), vendor::amd);
    answer(CL_DEVICE_VENDOR, "Intel Inc.");
    EXPECT_EQ(vendor_of(subject), vendor::intel);
    answer(CL_DEVICE_VENDOR, "Another Corporation"); // does not mean "ATI"
    EXPECT_EQ(vendor_of(subject), vendor::other);
    answer(CL_DEVICE_VENDOR_ID, cl_uint{0x1002});
    EXPECT_EQ(vendor_of(subject), vendor::amd);
}

TEST_F(characterize, fast_options_build) {
    const std::string common = "-cl-mad-enable -cl-fast-relaxed-math -cl-no-signed-zeros";
    for (const char *other : {"Intel(R) Corporation", "AMD", "The pocl project"}) { // Mesa's driver reports AMD
        answer(CL_DEVICE_VENDOR, other);
        EXPECT_EQ(fast_math_options(subject), common);
    }
    for (const char *taking : {"NVIDIA Corporation", "Advanced Micro Devices, Inc."}) {
        answer(CL_DEVICE_VENDOR, taking);
        EXPECT_EQ(fast_math_options(subject), common + " -cl-strict-aliasing");
    }
    answer(CL_DEVICE_VERSION, "no version");
    EXPECT_EQ(failure_of([&] { return fast_math_options(subject); }).status, CLMEM_ERROR_UNSUPPORTED);
}

} // namespace
