// Device data, alignment and occupancy through the C API; the shared context of the process; the devices for tests.
#include "opencl.hpp"
#include "racing.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

using namespace clmem::test;

clmem_device_data data_of(std::uint32_t major, std::uint32_t minor) {
    clmem_device_data data = CLMEM_DEVICE_DATA_INIT;
    CHECK_OK(clmem_device_data_for_capability(major, minor, &data));
    return data;
}

TEST(device_data_api, knows_compute_capabilities) {
    const clmem_device_data data = data_of(8, 6);
    EXPECT_EQ(data.struct_size, sizeof data);
    EXPECT_EQ(data.warps_per_mp, 48U);
    EXPECT_EQ(data.thread_blocks_per_mp, 16U);
    clmem_device_data none = data;
    CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED, clmem_device_data_for_capability(4, 0, &none));
    EXPECT_EQ(none.known, 0U);
    EXPECT_EQ(none.warps_per_mp, 0U);
    none.struct_size = 4;
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_device_data_for_capability(8, 6, &none));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_device_data_for_capability(8, 6, nullptr));
}

TEST(device_data_api, aligns) {
    const clmem_device_data data = data_of(8, 6);
    std::size_t number = 0;
    CHECK_OK(clmem_device_align_bytes(&data, 4, &number));
    EXPECT_EQ(number, 128U);
    CHECK_OK(clmem_device_align(&data, 129, 4, &number));
    EXPECT_EQ(number, 256U);
    CHECK_OK(clmem_device_align(&data, 0, 4, &number));
    EXPECT_EQ(number, 0U);
    CHECK_OK(clmem_device_align_words(&data, 8, &number));
    EXPECT_EQ(number, 16U);
    CHECK_OK(clmem_device_align_dtype(&data, 33, 4, &number)); // counts elements, not bytes
    EXPECT_EQ(number, 64U);

    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_device_align_bytes(&data, 3, &number));
    EXPECT_EQ(number, 0U);
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_device_align(&data, 1, 0, &number));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_device_align(&data, SIZE_MAX, 4, &number));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_device_align_words(&data, 32, &number));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_device_align_dtype(&data, 1, 5, &number));
    EXPECT_NE(last_error().message.find("element_bytes"), std::string::npos) << last_error().message;
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_device_align_dtype(&data, SIZE_MAX, 4, &number));

    const clmem_device_data nothing = CLMEM_DEVICE_DATA_INIT;
    CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED, clmem_device_align_bytes(&nothing, 4, &number));
    CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED, clmem_device_align(&nothing, 4, 4, &number));
    CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED, clmem_device_align_words(&nothing, 4, &number));
    CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED, clmem_device_align_dtype(&nothing, 4, 4, &number));

    std::uint32_t channels = 0;
    CHECK_OK(clmem_device_texture_channels(3, &channels));
    EXPECT_EQ(channels, 4U);
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_device_texture_channels(5, &channels));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_device_texture_channels(0, &channels));
    EXPECT_EQ(channels, 0U);
}

TEST(occupancy_api, computes) {
    clmem_device_data data = data_of(8, 6);
    clmem_occupancy occupancy = CLMEM_OCCUPANCY_INIT;
    CHECK_OK(clmem_occupancy_compute(&data, 512, 0, 48, &occupancy));
    EXPECT_EQ(occupancy.struct_size, sizeof occupancy);
    EXPECT_EQ(occupancy.tb_per_mp, 2U);
    EXPECT_EQ(occupancy.warps_per_mp, 32U);
    EXPECT_EQ(occupancy.limited_by, CLMEM_OCCUPANCY_REGISTERS);
    EXPECT_EQ(occupancy.occupancy_ppm, 666667U);

    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_occupancy_compute(&data, 0, 0, 48, &occupancy));
    EXPECT_EQ(occupancy.tb_per_mp, 0U);
    EXPECT_EQ(occupancy.struct_size, sizeof occupancy);
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_occupancy_compute(&data, 32, 1 << 20, 0, &occupancy));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_occupancy_compute(&data, 32, 0, 256, &occupancy));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_occupancy_compute(nullptr, 32, 0, 0, &occupancy));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_occupancy_compute(&data, 32, 0, 0, nullptr));
    data.reserved = 1;
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_occupancy_compute(&data, 32, 0, 0, &occupancy));
    data.reserved = 0;
    data.warp_size = 0;
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_occupancy_compute(&data, 32, 0, 0, &occupancy));
    data.known = 0;
    CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED, clmem_occupancy_compute(&data, 32, 0, 0, &occupancy));
}

class device_data_on_device : public on_device {};

TEST_F(device_data_on_device, is_that_of_the_device) {
    clmem_device_data data = CLMEM_DEVICE_DATA_INIT;
    REQUIRE_OK(clmem_device_get_data(device_, &data));
    EXPECT_TRUE(data.known & CLMEM_DEVICE_DATA_MAX_THREADS);
    EXPECT_TRUE(data.known & CLMEM_DEVICE_DATA_SHARED_MEMORY);
    std::size_t most = 0;
    EXPECT_EQ(REAL(clGetDeviceInfo)(device_, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof most, &most, nullptr), CL_SUCCESS);
    EXPECT_EQ(data.max_threads, most);
    // Unknown figures are 0, so that they cannot be mistaken for real ones.
    if (!(data.known & CLMEM_DEVICE_DATA_WARPS)) {
        EXPECT_EQ(data.warps_per_mp, 0U);
        clmem_occupancy occupancy = CLMEM_OCCUPANCY_INIT;
        CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED, clmem_occupancy_compute(&data, 32, 0, 0, &occupancy));
    }
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_device_get_data(nullptr, &data));
    EXPECT_EQ(data.known, 0U);
}

// ---- devices for tests ---------------------------------------------------------------------------------------------

TEST(devices_for_tests, are_listed) {
    std::uint32_t all = 0;
    std::uint32_t count = 0;
    REQUIRE_OK(clmem_device_list(0, nullptr, &all));
    const char *selector = std::getenv("CLMEM_TEST"); // NOLINT(concurrency-mt-unsafe): a single thread
    if (selector == nullptr && std::getenv("PYOPENCL_TEST") == nullptr) {
        CHECK_OK(clmem_device_list_for_tests(nullptr, 0, nullptr, &count));
        EXPECT_EQ(count, all);
    }
    std::vector<cl_device_id> first(2, nullptr);
    CHECK_OK(clmem_device_list_for_tests("0:0", 2, first.data(), &count));
    EXPECT_EQ(count, 1U);
    EXPECT_NE(first[0], nullptr);
    EXPECT_EQ(first[1], nullptr); // there is no second device
    CHECK_STATUS(CLMEM_ERROR_NO_DEVICE, clmem_device_list_for_tests("0:0;no such", 2, first.data(), &count));
    EXPECT_EQ(count, 0U);
    EXPECT_NE(last_error().message.find("no such"), std::string::npos) << last_error().message;
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_device_list_for_tests(nullptr, 1, nullptr, &count));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_device_list_for_tests(nullptr, 0, nullptr, nullptr));
}

// ---- the shared context ----------------------------------------------------------------------------------------------

// Runs in children, since a process has only one shared context.
[[noreturn]] void share_in_threads() {
    constexpr int threads = 8;
    { // PoCL's compiler changes the signal stack of its first thread; ASan allows that only for the main thread
        cl_device_id device = nullptr;
        context_owner first;
        CHECK_OK(clmem_device_choose(nullptr, &device));
        CHECK_OK(clmem_context_create(device, first.out()));
    }
    counting().reset();
    const std::int64_t before = counting().references();
    std::array<cl_context, threads> contexts{};
    std::array<cl_device_id, threads> devices{};
    race(threads, [&](int i) { CHECK_OK(clmem_context_shared(&contexts[i], &devices[i])); });
    const bool is_wished =
        std::getenv("CLMEM_DEVICE") != nullptr; // otherwise another one, to see whether the device is usable
    EXPECT_EQ(counting().calls("clCreateContext"), is_wished ? 1U : 2U);
    for (int i = 0; i < threads; ++i) {
        EXPECT_NE(contexts[i], nullptr);
        EXPECT_EQ(contexts[i], contexts[0]);
        EXPECT_EQ(devices[i], devices[0]);
    }
    EXPECT_EQ(counting().references(), before + threads + 1); // one per thread, and the library's own
    cl_uint count = 0;
    EXPECT_EQ(REAL(clGetContextInfo)(contexts[0], CL_CONTEXT_NUM_DEVICES, sizeof count, &count, nullptr), CL_SUCCESS);
    EXPECT_EQ(count, 1U);
    for (cl_context context : contexts) {
        CHECK_OK(clmem_context_release(context));
    }
    cl_context again = nullptr; // it is still alive
    CHECK_OK(clmem_context_shared(&again, nullptr));
    EXPECT_EQ(again, contexts[0]);
    CHECK_OK(clmem_context_release(again));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_context_shared(nullptr, &devices[0]));
    EXPECT_EQ(devices[0], nullptr);
    std::_Exit(testing::Test::HasFailure() ? 1 : 0);
}

TEST(shared_context, is_one_for_all_threads) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(share_in_threads(), testing::ExitedWithCode(0), "");
}

[[noreturn]] void share_after_failures() {
    // NOLINTBEGIN(concurrency-mt-unsafe): a single thread
    cl_context context = nullptr;
    cl_device_id device = nullptr;
    setenv("CLMEM_DEVICE", "no such device", 1);
    CHECK_STATUS(CLMEM_ERROR_NO_DEVICE, clmem_context_shared(&context, &device));
    setenv("CLMEM_DEVICE", "0:0", 1);
    counting().fail("clCreateContext", 1, CL_OUT_OF_HOST_MEMORY, false);
    CHECK_STATUS(CL_OUT_OF_HOST_MEMORY, clmem_context_shared(&context, &device));
    EXPECT_EQ(context, nullptr);
    EXPECT_EQ(device, nullptr);
    counting().reset();
    CHECK_OK(clmem_context_shared(&context, &device));
    EXPECT_NE(device, nullptr);
    cl_device_id first = nullptr;
    CHECK_OK(clmem_device_choose("0:0", &first));
    EXPECT_EQ(device, first);
    // Later changes of the environment have no effect.
    setenv("CLMEM_DEVICE", "no such device", 1);
    cl_context again = nullptr;
    CHECK_OK(clmem_context_shared(&again, nullptr));
    EXPECT_EQ(again, context);
    // NOLINTEND(concurrency-mt-unsafe)
    std::_Exit(testing::Test::HasFailure() ? 1 : 0);
}

TEST(shared_context, is_made_by_the_next_call_after_a_failure) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(share_after_failures(), testing::ExitedWithCode(0), "");
}

} // namespace
