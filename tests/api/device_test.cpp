// The device section of the header, on the real OpenCL device and without OpenCL.
#include "c_api.hpp"

#include <CL/cl.h>
#include <algorithm>
#include <cstdlib>
#include <dlfcn.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace {

using namespace clmem::test;

class device_api : public testing::Test {
  protected:
    void SetUp() override {
        REQUIRE_OK(clmem_device_choose(nullptr, &device));
        REQUIRE_OK(clmem_context_create(device, context.out()));
        REQUIRE_OK(clmem_queue_create(context, device, 0, queue.out()));
    }

    cl_device_id device = nullptr;
    context_owner context;
    queue_owner queue;
};

TEST_F(device_api, lists_as_many_as_fit) {
    std::uint32_t count = 0;
    REQUIRE_OK(clmem_device_list(0, nullptr, &count));
    ASSERT_GE(count, 1U);
    std::vector<cl_device_id> devices(count + 1);
    std::uint32_t again = 0;
    CHECK_OK(clmem_device_list(count + 1, devices.data(), &again));
    EXPECT_EQ(again, count);
    EXPECT_EQ(devices[count], nullptr);
    EXPECT_NE(std::find(devices.begin(), devices.end(), device), devices.end());

    cl_device_id untouched = device;
    std::vector<cl_device_id> room(2, untouched);
    CHECK_OK(clmem_device_list(1, room.data(), &again));
    EXPECT_EQ(again, count);
    EXPECT_EQ(room[0], devices[0]);
    EXPECT_EQ(room[1], untouched);
}

TEST_F(device_api, describes) {
    clmem_device_info info = CLMEM_DEVICE_INFO_INIT;
    CHECK_OK(clmem_device_describe(device, &info));
    EXPECT_EQ(info.struct_size, sizeof info);
    EXPECT_NE(info.memory_bytes, 0U);
    EXPECT_LE(info.max_allocation_bytes, info.memory_bytes);
    EXPECT_GE(info.alignment_bytes, 128U); // OpenCL's minimum: the size of its largest type
    EXPECT_TRUE(info.features & CLMEM_DEVICE_BUFFER);
    EXPECT_STRNE(info.name, "");
}

TEST_F(device_api, describes_for_programs_of_other_versions) {
    struct {
        clmem_device_info info;
        std::uint64_t later[2];
    } newer = {CLMEM_DEVICE_INFO_INIT, {7, 7}};
    newer.info.struct_size = sizeof newer;
    CHECK_OK(clmem_device_describe(device, &newer.info));
    EXPECT_EQ(newer.info.struct_size, sizeof newer);
    EXPECT_NE(newer.info.memory_bytes, 0U);
    EXPECT_EQ(newer.later[0], 0U); // members that the library does not know are zero
    EXPECT_EQ(newer.later[1], 0U);

    clmem_device_info unset = {};
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_device_describe(device, &unset));
    unset.struct_size = sizeof unset - 1;
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_device_describe(device, &unset));
    unset = clmem_device_info CLMEM_DEVICE_INFO_INIT;
    CHECK_OK(clmem_device_describe(device, &unset));
}

TEST_F(device_api, reports_memory_with_its_sources) {
    clmem_device_memory_info memory = CLMEM_DEVICE_MEMORY_INFO_INIT;
    CHECK_OK(clmem_device_memory(device, &memory));
    EXPECT_EQ(memory.struct_size, sizeof memory);
    EXPECT_NE(memory.total_bytes, 0U);
    EXPECT_NE(memory.total_source, CLMEM_DEVICE_MEMORY_UNKNOWN);
    EXPECT_LE(memory.free_bytes, memory.total_bytes);
    if (memory.free_source == CLMEM_DEVICE_MEMORY_UNKNOWN) { EXPECT_EQ(memory.free_bytes, 0U); }
    if (memory.process_source == CLMEM_DEVICE_MEMORY_UNKNOWN) { EXPECT_EQ(memory.process_bytes, 0U); }
    clmem_device_info info = CLMEM_DEVICE_INFO_INIT;
    REQUIRE_OK(clmem_device_describe(device, &info));
    if ((info.type & CL_DEVICE_TYPE_CPU) == 0) {
        GTEST_SKIP() << "only of the host it is known that there is a source";
    }
    EXPECT_NE(memory.free_bytes, 0U);
    EXPECT_EQ(memory.process_source, CLMEM_DEVICE_MEMORY_HOST);
}

TEST_F(device_api, sees_the_memory_that_the_process_takes) {
    clmem_device_memory_info before = CLMEM_DEVICE_MEMORY_INFO_INIT;
    REQUIRE_OK(clmem_device_memory(device, &before));
    if (before.process_source != CLMEM_DEVICE_MEMORY_HOST) {
        GTEST_SKIP() << "the device does not use the host's memory";
    }
    constexpr std::size_t bytes = 64U << 20U;
    const std::vector<char> taken(bytes, 'x');
    clmem_device_memory_info after = CLMEM_DEVICE_MEMORY_INFO_INIT;
    REQUIRE_OK(clmem_device_memory(device, &after));
    EXPECT_GE(after.process_bytes, before.process_bytes + bytes / 2) << taken[bytes - 1];
}

TEST_F(device_api, chooses_what_the_selector_names) {
    cl_device_id chosen = nullptr;
    CHECK_OK(clmem_device_choose("0:0", &chosen));
    EXPECT_NE(chosen, nullptr);
    CHECK_STATUS(CLMEM_ERROR_NO_DEVICE, clmem_device_choose("no such platform", &chosen));
    EXPECT_EQ(chosen, nullptr);
    EXPECT_NE(last_error().message.find("0:0 "), std::string::npos) << last_error().message;
}

TEST_F(device_api, refuses_null) {
    std::uint32_t count = 7;
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_device_list(0, nullptr, nullptr));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_device_list(1, nullptr, &count));
    EXPECT_EQ(count, 0U);
    clmem_device_info info = CLMEM_DEVICE_INFO_INIT;
    info.memory_bytes = 7;
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_device_describe(nullptr, &info));
    EXPECT_EQ(info.memory_bytes, 0U);
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_device_describe(device, nullptr));
    clmem_device_memory_info memory = CLMEM_DEVICE_MEMORY_INFO_INIT;
    memory.free_bytes = 7;
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_device_memory(nullptr, &memory));
    EXPECT_EQ(memory.free_bytes, 0U);
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_device_memory(device, nullptr));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_device_choose(nullptr, nullptr));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_context_create(device, nullptr));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_queue_finish(nullptr));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_queue_flush(nullptr));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_event_wait(1, nullptr));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_queue_create(context, device, 0, nullptr));
    cl_context no_context = context;
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_context_create(nullptr, &no_context));
    EXPECT_EQ(no_context, nullptr);
    cl_command_queue no_queue = queue;
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_queue_create(nullptr, device, 0, &no_queue));
    EXPECT_EQ(no_queue, nullptr);
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_queue_create(context, nullptr, 0, &no_queue));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_queue_create(context, device, 1U << 31, &no_queue));
}

TEST_F(device_api, releases_of_null_do_nothing) {
    CHECK_OK(clmem_context_release(nullptr));
    CHECK_OK(clmem_queue_release(nullptr));
    CHECK_OK(clmem_event_release(nullptr));
    CHECK_OK(clmem_event_wait(0, nullptr));
}

// Opens the program's OpenCL like a language binding; clmem must use the same library.
template <class Function>
Function opencl(const char *name) {
    static void *const library = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
    return reinterpret_cast<Function>(dlsym(library, name));
}

TEST_F(device_api, queues_and_events_are_opencls_own) {
    clmem_device_info info = CLMEM_DEVICE_INFO_INIT;
    REQUIRE_OK(clmem_device_describe(device, &info));
    queue_owner another;
    CHECK_OK(clmem_queue_create(context, device, CLMEM_QUEUE_PROFILING, another.out()));
    const bool out_of_order = (info.features & CLMEM_DEVICE_OUT_OF_ORDER_QUEUE) != 0;
    CHECK_STATUS(out_of_order ? CLMEM_SUCCESS : CLMEM_ERROR_UNSUPPORTED,
                 clmem_queue_create(context, device, CLMEM_QUEUE_OUT_OF_ORDER, another.out()));

    cl_int code = CL_SUCCESS;
    cl_mem memory = opencl<decltype(&clCreateBuffer)>("clCreateBuffer")(context, CL_MEM_READ_WRITE, 4, nullptr, &code);
    ASSERT_EQ(code, CL_SUCCESS);
    const int value = 4711;
    int back = 0;
    cl_event event = nullptr;
    const auto write = opencl<decltype(&clEnqueueWriteBuffer)>("clEnqueueWriteBuffer");
    const auto read = opencl<decltype(&clEnqueueReadBuffer)>("clEnqueueReadBuffer");
    ASSERT_EQ(write(queue, memory, CL_FALSE, 0, 4, &value, 0, nullptr, &event), CL_SUCCESS);
    CHECK_OK(clmem_event_wait(1, &event));
    CHECK_OK(clmem_event_release(event));
    ASSERT_EQ(read(queue, memory, CL_FALSE, 0, 4, &back, 0, nullptr, nullptr), CL_SUCCESS);
    CHECK_OK(clmem_queue_finish(queue));
    EXPECT_EQ(back, value);
    opencl<decltype(&clReleaseMemObject)>("clReleaseMemObject")(memory);
}

// Runs in a child that has not loaded anything yet and finds no OpenCL.
[[noreturn]] void use_devices_without_opencl() {
    setenv("CLMEM_OPENCL_LIBRARY", "/nonexistent/libOpenCL.so", 1);
    int number = 0;
    auto device = reinterpret_cast<cl_device_id>(&number); // no call gets as far as using them
    auto context = reinterpret_cast<cl_context>(&number);
    auto queue = reinterpret_cast<cl_command_queue>(&number);
    auto event = reinterpret_cast<cl_event>(&number);
    std::uint32_t count = 0;
    clmem_device_info info = CLMEM_DEVICE_INFO_INIT;
    CHECK_STATUS(CLMEM_ERROR_NO_OPENCL, clmem_device_list(0, nullptr, &count));
    CHECK_STATUS(CLMEM_ERROR_NO_OPENCL, clmem_device_describe(device, &info));
    clmem_device_memory_info memory = CLMEM_DEVICE_MEMORY_INFO_INIT;
    CHECK_STATUS(CLMEM_ERROR_NO_OPENCL, clmem_device_memory(device, &memory));
    CHECK_STATUS(CLMEM_ERROR_NO_OPENCL, clmem_device_choose(nullptr, &device));
    EXPECT_EQ(device, nullptr);
    CHECK_STATUS(CLMEM_ERROR_NO_OPENCL, clmem_context_release(context));
    CHECK_STATUS(CLMEM_ERROR_NO_OPENCL, clmem_context_create(reinterpret_cast<cl_device_id>(&number), &context));
    CHECK_STATUS(CLMEM_ERROR_NO_OPENCL, clmem_queue_finish(queue));
    CHECK_STATUS(CLMEM_ERROR_NO_OPENCL, clmem_queue_flush(queue));
    CHECK_STATUS(CLMEM_ERROR_NO_OPENCL, clmem_queue_release(queue));
    CHECK_STATUS(CLMEM_ERROR_NO_OPENCL, clmem_queue_create(reinterpret_cast<cl_context>(&number),
                                                           reinterpret_cast<cl_device_id>(&number), 0, &queue));
    CHECK_STATUS(CLMEM_ERROR_NO_OPENCL, clmem_event_wait(1, &event));
    clmem_event_times times = CLMEM_EVENT_TIMES_INIT;
    CHECK_STATUS(CLMEM_ERROR_NO_OPENCL, clmem_event_profile(event, &times));
    CHECK_STATUS(CLMEM_ERROR_NO_OPENCL, clmem_event_release(event));
    EXPECT_NE(last_error().message.find("/nonexistent/libOpenCL.so"), std::string::npos) << last_error().message;
    CHECK_OK(clmem_context_release(nullptr));
    CHECK_OK(clmem_event_wait(0, nullptr));
    // OpenCL is found as soon as it is available.
    unsetenv("CLMEM_OPENCL_LIBRARY");
    CHECK_OK(clmem_device_list(0, nullptr, &count));
    std::_Exit(testing::Test::HasFailure() ? 1 : 0);
}

TEST(device_api_without_opencl, fails_and_tries_again) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(use_devices_without_opencl(), testing::ExitedWithCode(0), "");
}

TEST_F(device_api, is_closed_to_a_forked_child) {
    const pid_t child = fork();
    ASSERT_NE(child, -1);
    if (child == 0) {
        std::uint32_t count = 0;
        CHECK_STATUS(CLMEM_ERROR_FORKED, clmem_device_list(0, nullptr, &count));
        CHECK_STATUS(CLMEM_ERROR_FORKED, clmem_queue_finish(queue));
        std::_Exit(testing::Test::HasFailure() ? 1 : 0);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

} // namespace
