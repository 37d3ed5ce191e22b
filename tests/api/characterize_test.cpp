// The characterize section of the header, on the real OpenCL device and without OpenCL.
#include "opencl.hpp"

#include <CL/cl.h>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace clmem::test;

class characterize_api : public on_device {
  protected:
    void SetUp() override {
        on_device::SetUp();
        REQUIRE_OK(clmem_device_describe(device_, &info));
        is_cpu = (info.type & CL_DEVICE_TYPE_CPU) != 0;
    }

    clmem_device_info info = CLMEM_DEVICE_INFO_INIT;
    bool is_cpu = false;
};

TEST_F(characterize_api, describes_a_cpu_correctly) {
    if (!is_cpu || std::string{info.platform_name} == "rusticl") { GTEST_SKIP() << "the device does not match"; }
    std::uint32_t value = 7;
    std::uint32_t source = 7;
    CHECK_OK(clmem_characterize_simd_group_size(device_, 4, &value, &source));
    EXPECT_EQ(value, 1U);
    EXPECT_NE(source, CLMEM_CHARACTERIZE_UNKNOWN);
    CHECK_OK(clmem_characterize_local_memory_banks(device_, &value, &source));
    EXPECT_EQ(value, 0U);
    EXPECT_NE(source, CLMEM_CHARACTERIZE_UNKNOWN);
    CHECK_OK(clmem_characterize_local_memory_granularity(device_, &value, &source));
    EXPECT_EQ(value, 4U);
    EXPECT_NE(source, CLMEM_CHARACTERIZE_UNKNOWN);
    CHECK_OK(clmem_characterize_simultaneous_items(device_, &value, &source));
    EXPECT_EQ(value, 1U);
    EXPECT_EQ(source, CLMEM_CHARACTERIZE_TABLE);
    CHECK_OK(clmem_characterize_has_struct_bug(device_, nullptr, &value, &source));
    EXPECT_EQ(value, CLMEM_CHARACTERIZE_STRUCT_BUG_NONE);
    CHECK_OK(clmem_characterize_has_struct_bug(device_, context_, &value, nullptr));
    EXPECT_EQ(value, CLMEM_CHARACTERIZE_STRUCT_BUG_NONE);
    std::uint32_t minor = 7;
    CHECK_OK(clmem_characterize_nvidia_capability(device_, &value, &minor, &source));
    EXPECT_EQ(value, 0U);
    EXPECT_EQ(minor, 0U);
    EXPECT_EQ(source, CLMEM_CHARACTERIZE_UNKNOWN);
}

template <class T>
T ask(cl_device_id device, cl_device_info what) {
    T answer{};
    return REAL(clGetDeviceInfo)(device, what, sizeof answer, &answer, nullptr) == CL_SUCCESS ? answer : T{};
}

TEST_F(characterize_api, returns_what_the_driver_reports) {
    std::uint32_t has = 7;
    std::uint32_t source = 7;
    CHECK_OK(clmem_characterize_has_double(device_, &has, &source));
    EXPECT_EQ(has, ask<cl_device_fp_config>(device_, CL_DEVICE_DOUBLE_FP_CONFIG) != 0 ? 1U : 0U);
    EXPECT_EQ(source, CLMEM_CHARACTERIZE_QUERIED);
    CHECK_OK(clmem_characterize_has_amd_double(device_, &has, &source));
    EXPECT_EQ(source, CLMEM_CHARACTERIZE_QUERIED);
    std::size_t bytes = 0;
    CHECK_OK(clmem_characterize_usable_local_memory(device_, -1, &bytes, &source));
    EXPECT_EQ(bytes, ask<cl_ulong>(device_, CL_DEVICE_LOCAL_MEM_SIZE));
    EXPECT_EQ(source, CLMEM_CHARACTERIZE_QUERIED);
    std::uint64_t features = ~std::uint64_t{0};
    CHECK_OK(clmem_characterize_svm(device_, &features, &source));
    const auto svm = ask<cl_device_svm_capabilities>(device_, CL_DEVICE_SVM_CAPABILITIES);
    EXPECT_EQ(features & 7, svm & 7);
    EXPECT_EQ((features & CLMEM_CHARACTERIZE_SVM_FINE_BUFFER_ATOMICS) != 0, (svm & 10) == 10);
    EXPECT_EQ((features & CLMEM_CHARACTERIZE_SVM_FINE_SYSTEM_ATOMICS) != 0, (svm & 12) == 12);
}

TEST_F(characterize_api, gives_options_that_build) {
    const char *options = nullptr;
    REQUIRE_OK(clmem_characterize_fast_math_options(device_, &options));
    ASSERT_NE(options, nullptr);
    EXPECT_NE(std::strstr(options, "-cl-fast-relaxed-math"), nullptr);
    const char *source = "kernel void f(global float *x) { x[0] = sin(x[0]) * x[1] + x[2]; }";
    cl_int code = CL_SUCCESS;
    cl_program program = REAL(clCreateProgramWithSource)(context_, 1, &source, nullptr, &code);
    ASSERT_EQ(code, CL_SUCCESS);
    EXPECT_EQ(REAL(clBuildProgram)(program, 1, &device_, options, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(REAL(clReleaseProgram)(program), CL_SUCCESS);
}

TEST_F(characterize_api, measures_once) {
    std::uint32_t simd = 7;
    std::uint32_t source = 7;
    REQUIRE_OK(clmem_characterize_measure_simd(device_, &simd, &source));
    EXPECT_EQ(source, simd != 0 ? CLMEM_CHARACTERIZE_MEASURED : CLMEM_CHARACTERIZE_UNKNOWN);
    std::uint32_t count = 7;
    std::uint32_t granularity = 7;
    REQUIRE_OK(clmem_characterize_measure_banks(device_, &count, &granularity, &source));
    EXPECT_EQ(count == 0, granularity == 0);
    if (is_cpu) { EXPECT_LE(simd, 16U); } // vectorising compilers fill at most 512 bits with 32-bit numbers
    if (is_cpu && std::string{info.platform_name} != "rusticl") { EXPECT_EQ(count, 0U); }
    counting().reset();
    std::uint32_t again = 7;
    CHECK_OK(clmem_characterize_measure_simd(device_, &again, nullptr));
    EXPECT_EQ(again, simd);
    CHECK_OK(clmem_characterize_measure_banks(device_, &again, &granularity, nullptr));
    EXPECT_EQ(again, count);
    EXPECT_EQ(counting().calls("clEnqueueNDRangeKernel"), 0U);
    if (simd != 0) {
        CHECK_OK(clmem_characterize_simd_group_size(device_, 4, &again, &source));
        if (source == CLMEM_CHARACTERIZE_MEASURED) { EXPECT_EQ(again, simd); }
    }
}

TEST_F(characterize_api, explains_conflicts) {
    std::uint32_t banks = 0;
    std::uint32_t source = CLMEM_CHARACTERIZE_UNKNOWN;
    CHECK_OK(clmem_characterize_local_memory_banks(device_, &banks, &source));
    const std::size_t shape[] = {32, 64};
    const std::size_t padded[] = {32, 65};
    char text[200] = "before";
    std::size_t length = 99;
    std::uint32_t multiplicity = 99;
    if (source == CLMEM_CHARACTERIZE_UNKNOWN) {
        CHECK_STATUS(
            CLMEM_ERROR_UNSUPPORTED,
            clmem_characterize_local_conflicts(device_, 4, 2, shape, shape, sizeof text, text, &length, &multiplicity));
        return;
    }
    CHECK_OK(
        clmem_characterize_local_conflicts(device_, 4, 2, shape, shape, sizeof text, text, &length, &multiplicity));
    EXPECT_EQ(std::strlen(text), length);
    EXPECT_EQ(multiplicity > 1, banks != 0);
    EXPECT_EQ(length > 0, banks != 0);
    if (banks != 0) { // truncated to fit
        char cut[6] = {'?', '?', '?', '?', '?', '?'};
        CHECK_OK(clmem_characterize_local_conflicts(device_, 4, 2, shape, shape, 5, cut, &length, &multiplicity));
        EXPECT_EQ(std::string{cut}, std::string(text, 4));
        EXPECT_EQ(cut[5], '?');
    }
    CHECK_OK(clmem_characterize_local_conflicts(device_, 4, 2, shape, padded, 0, nullptr, nullptr, &multiplicity));
    EXPECT_EQ(multiplicity, 1U);
}

TEST_F(characterize_api, explains_no_conflicts_of_what_is_no_array) {
    const std::size_t shape[] = {32, 64};
    const std::size_t empty[] = {32, 0};
    const std::size_t smaller[] = {31, 64};
    const std::size_t huge[] = {SIZE_MAX, 64};
    char text[8] = "before";
    std::size_t length = 99;
    std::uint32_t multiplicity = 99;
    const auto refuses = [&](std::size_t item_bytes, std::uint32_t dimensions, const std::size_t *extents,
                             const std::size_t *stored, char *out, std::uint32_t capacity) {
        multiplicity = 99;
        length = 99;
        std::memcpy(text, "before", 7);
        CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT,
                     clmem_characterize_local_conflicts(device_, item_bytes, dimensions, extents, stored, capacity, out,
                                                        &length, &multiplicity));
        EXPECT_EQ(multiplicity, 0U);
        EXPECT_EQ(length, 0U);
        if (out != nullptr) { EXPECT_STREQ(text, ""); }
    };
    refuses(0, 2, shape, shape, text, sizeof text);
    refuses(4, 0, shape, shape, text, sizeof text);
    refuses(4, 2, empty, empty, text, sizeof text);
    refuses(4, 2, shape, smaller, text, sizeof text);
    refuses(4, 2, huge, huge, text, sizeof text);
    refuses(4, 2, nullptr, shape, text, sizeof text);
    refuses(4, 2, shape, nullptr, text, sizeof text);
    refuses(4, 2, shape, shape, nullptr, 8);
}

// Every function of the section with valid arguments except the device.
using call = std::function<clmem_status(cl_device_id)>;
std::vector<std::pair<std::string, call>> all_calls() {
    static std::uint32_t number;
    static std::uint32_t source;
    static std::size_t bytes;
    static std::uint64_t features;
    static const char *text;
    static const std::size_t shape[] = {4};
#define CALL(name, ...)                                                                                                \
    std::pair<std::string, call> {                                                                                     \
#name, [](cl_device_id device) { return name(device, __VA_ARGS__); }                                           \
    }
    return {
        CALL(clmem_characterize_fast_math_options, &text),
        CALL(clmem_characterize_simd_group_size, 4, &number, &source),
        CALL(clmem_characterize_has_double, &number, &source),
        CALL(clmem_characterize_has_amd_double, &number, &source),
        CALL(clmem_characterize_has_struct_bug, nullptr, &number, &source),
        CALL(clmem_characterize_local_memory_banks, &number, &source),
        CALL(clmem_characterize_local_memory_granularity, &number, &source),
        CALL(clmem_characterize_simultaneous_items, &number, &source),
        CALL(clmem_characterize_usable_local_memory, 1, &bytes, &source),
        CALL(clmem_characterize_nvidia_capability, &number, &number, &source),
        CALL(clmem_characterize_local_conflicts, 4, 1, shape, shape, 0, nullptr, nullptr, &number),
        CALL(clmem_characterize_svm, &features, &source),
        CALL(clmem_device_get_data,
             [] {
                 static clmem_device_data data = CLMEM_DEVICE_DATA_INIT;
                 return &data;
             }()),
    };
#undef CALL
}

TEST_F(characterize_api, passes_the_drivers_refusal_on) {
    for (const auto &[name, function] : all_calls()) {
        counting().fail("clGetDeviceInfo", 1, CL_INVALID_DEVICE, true);
        EXPECT_TRUE(gives(CL_INVALID_DEVICE, name + "()", [&, &run = function] { return run(device_); }));
        counting().reset();
        EXPECT_TRUE(gives(CLMEM_SUCCESS, name + "()", [&, &run = function] { return run(device_); }));
    }
}

TEST_F(characterize_api, types_have_any_size_but_0) {
    std::uint32_t of_a_word = 7;
    CHECK_OK(clmem_characterize_simd_group_size(device_, 4, &of_a_word, nullptr));
    std::uint32_t size = 7;
    for (const std::uint32_t bytes : {1U, 3U, 12U, 256U, ~0U}) {
        CHECK_OK(clmem_characterize_simd_group_size(device_, bytes, &size, nullptr));
        EXPECT_EQ(size, of_a_word);
    }
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_characterize_simd_group_size(device_, 0, &size, nullptr));
    EXPECT_EQ(size, 0U);
}

// Runs in child processes, which have not measured anything yet.
template <class Check>
[[noreturn]] void in_child(Check &&check) {
    cl_device_id device = nullptr;
    CHECK_OK(clmem_device_choose(nullptr, &device));
    check(device);
    std::_Exit(testing::Test::HasFailure() ? 1 : 0);
}

[[noreturn]] void measure_with_failures() {
    in_child([](cl_device_id device) {
        std::uint32_t number = 7;
        std::uint32_t more = 7;
        counting().fail("clGetDeviceInfo", 1, CL_INVALID_DEVICE, true);
        CHECK_STATUS(CL_INVALID_DEVICE, clmem_characterize_measure_simd(device, &number, nullptr));
        CHECK_STATUS(CL_INVALID_DEVICE, clmem_characterize_measure_banks(device, &number, &more, nullptr));
        counting().reset();
        const std::int64_t references = counting().references();
        for (const char *function :
             {"clCreateContext", "clCreateBuffer", "clCreateProgramWithSource", "clBuildProgram", "clCreateKernel",
              "clSetKernelArg", "clEnqueueNDRangeKernel", "clWaitForEvents", "clGetEventProfilingInfo"}) {
            counting().fail(function, 1, CL_OUT_OF_RESOURCES, false);
            CHECK_STATUS(CL_OUT_OF_RESOURCES, clmem_characterize_measure_simd(device, &number, nullptr)) << function;
            EXPECT_TRUE(counting().failed()) << function;
            EXPECT_EQ(number, 0U);
            EXPECT_EQ(counting().references(), references) << function;
        }
        counting().reset();
        CHECK_OK(clmem_characterize_measure_simd(device, &number, nullptr)); // it is measured again
        EXPECT_GT(counting().calls("clEnqueueNDRangeKernel"), 0U);
        EXPECT_EQ(counting().references(), references);
    });
}

TEST(characterize_api_failures, of_a_measurement_leave_nothing_behind) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(measure_with_failures(), testing::ExitedWithCode(0), "");
}

[[noreturn]] void characterize_without_opencl() {
    setenv("CLMEM_OPENCL_LIBRARY", "/nonexistent/libOpenCL.so", 1); // NOLINT(concurrency-mt-unsafe): a single thread
    int number = 0;
    const auto device = reinterpret_cast<cl_device_id>(&number);
    for (const auto &[name, function] : all_calls()) {
        EXPECT_TRUE(gives(CLMEM_ERROR_NO_OPENCL, name + "()", [&, &run = function] { return run(device); }));
    }
    std::uint32_t figure = 7;
    CHECK_STATUS(CLMEM_ERROR_NO_OPENCL, clmem_characterize_measure_simd(device, &figure, nullptr));
    CHECK_STATUS(CLMEM_ERROR_NO_OPENCL, clmem_characterize_measure_banks(device, &figure, &figure, nullptr));
    cl_context context = nullptr;
    CHECK_STATUS(CLMEM_ERROR_NO_OPENCL, clmem_context_shared(&context, nullptr));
    std::uint32_t count = 7;
    CHECK_STATUS(CLMEM_ERROR_NO_OPENCL, clmem_device_list_for_tests(nullptr, 0, nullptr, &count));
    EXPECT_EQ(count, 0U);
    // Functions that need no device need no OpenCL either.
    clmem_device_data data = CLMEM_DEVICE_DATA_INIT;
    CHECK_OK(clmem_device_data_for_capability(9, 0, &data));
    clmem_occupancy occupancy = CLMEM_OCCUPANCY_INIT;
    CHECK_OK(clmem_occupancy_compute(&data, 256, 0, 32, &occupancy));
    std::_Exit(testing::Test::HasFailure() ? 1 : 0);
}

TEST(characterize_api_without_opencl, says_so) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(characterize_without_opencl(), testing::ExitedWithCode(0), "");
}

} // namespace
