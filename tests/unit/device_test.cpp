#include "cl/query.hpp"
#include "device/choice.hpp"
#include "device/creation.hpp"
#include "device/description.hpp"
#include "opencl_table.hpp"

#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <gtest/gtest.h>
#include <string>
#include <vector>

// NOLINTBEGIN(concurrency-mt-unsafe): only one thread runs while the environment changes

namespace {

using namespace clmem_core;
using clmem_core::test::failure_of;

class device : public clmem_core::test::opencl_table {
  protected:
    void SetUp() override {
        opencl_table::SetUp();
        devices = list_devices();
        ASSERT_FALSE(devices.empty());
        subject = choose_device(nullptr);
    }
    void TearDown() override {
        unsetenv("CLMEM_DEVICE");
        opencl_table::TearDown();
    }

    // Makes every device answer a query with a text.
    static inline cl_device_info asked;
    static inline const char *answer;
    static void answer_with(cl_device_info what, const char *text) {
        asked = what;
        answer = text;
        cl::dispatch().clGetDeviceInfo = [](cl_device_id id, cl_device_info info, size_t size, void *out,
                                            size_t *out_size) {
            if (info != asked) { return real.clGetDeviceInfo(id, info, size, out, out_size); }
            if (out_size != nullptr) { *out_size = std::strlen(answer) + 1; }
            if (out != nullptr) { std::memcpy(out, answer, std::strlen(answer) + 1); }
            return CL_SUCCESS;
        };
    }

    std::vector<cl_device_id> devices;
    cl_device_id subject = nullptr;
};

TEST_F(device, is_described_as_the_driver_says) {
    const clmem_device_info info = describe(subject);
    EXPECT_EQ(info.struct_size, sizeof info);
    EXPECT_EQ(info.name, cl::text(subject, CLMEM_CL_ASK(CL_DEVICE_NAME)));
    EXPECT_EQ(info.name, describe(subject).name) << "kept once";
    EXPECT_EQ(info.memory_bytes, cl::value<cl_ulong>(subject, CLMEM_CL_ASK(CL_DEVICE_GLOBAL_MEM_SIZE)));
    EXPECT_EQ(info.max_allocation_bytes, cl::value<cl_ulong>(subject, CLMEM_CL_ASK(CL_DEVICE_MAX_MEM_ALLOC_SIZE)));
    EXPECT_EQ(info.alignment_bytes, cl::value<cl_uint>(subject, CLMEM_CL_ASK(CL_DEVICE_MEM_BASE_ADDR_ALIGN)) / 8);
    EXPECT_EQ(info.type, cl::value<cl_device_type>(subject, CLMEM_CL_ASK(CL_DEVICE_TYPE)));
    EXPECT_NE(info.compute_units, 0U);
    EXPECT_GE(info.opencl_version, 110U);
    EXPECT_TRUE(info.features & CLMEM_DEVICE_BUFFER);
    EXPECT_STRNE(info.platform_name, "");
    EXPECT_STRNE(info.driver_version, "");
}

TEST_F(device, has_its_version_from_the_text) {
    answer_with(CL_DEVICE_VERSION, "OpenCL 1.1 some driver 3.0");
    EXPECT_EQ(opencl_version(subject), 110U);
    EXPECT_TRUE(describe(subject).features & CLMEM_DEVICE_BUFFER);
    EXPECT_FALSE(describe(subject).features & CLMEM_DEVICE_MIGRATE);
    answer_with(CL_DEVICE_VERSION, "OpenCL 1.0 ");
    EXPECT_FALSE(describe(subject).features & CLMEM_DEVICE_BUFFER);
    answer_with(CL_DEVICE_VERSION, "OpenCL 3.1");
    EXPECT_EQ(opencl_version(subject), 310U);
    answer_with(CL_DEVICE_VERSION, "EmbeddedCL 1.1");
    const auto failure = failure_of([&] { return opencl_version(subject); });
    EXPECT_EQ(failure.status, CLMEM_ERROR_UNSUPPORTED);
    EXPECT_TRUE(failure.says("EmbeddedCL 1.1")) << failure.message;
}

TEST_F(device, knows_an_extension_by_its_whole_name) {
    const auto has_usm = [&] { return (describe(subject).features & CLMEM_DEVICE_USM) != 0; };
    answer_with(CL_DEVICE_EXTENSIONS, "cl_khr_icd cl_intel_unified_shared_memory_preview");
    EXPECT_FALSE(has_usm());
    answer_with(CL_DEVICE_EXTENSIONS, "cl_khr_icd cl_intel_unified_shared_memory");
    EXPECT_TRUE(has_usm());
    answer_with(CL_DEVICE_EXTENSIONS, "");
    EXPECT_FALSE(has_usm());
}

TEST_F(device, has_a_name_of_any_length) {
    const std::string name = std::string(1000, 'x') + "\xc3\xa9";
    answer_with(CL_DEVICE_NAME, name.c_str());
    const char *const first = describe(subject).name;
    EXPECT_EQ(first, name);
    answer_with(CL_DEVICE_NAME, "another");
    EXPECT_STREQ(describe(subject).name, "another");
    EXPECT_EQ(first, name) << "it stays";
}

TEST_F(device, older_than_a_query_lacks_the_feature) {
    cl::dispatch().clGetDeviceInfo = [](cl_device_id id, cl_device_info info, size_t size, void *out,
                                        size_t *out_size) {
        if (info == CL_DEVICE_SVM_CAPABILITIES || info == CL_DEVICE_HOST_UNIFIED_MEMORY) { return CL_INVALID_VALUE; }
        return real.clGetDeviceInfo(id, info, size, out, out_size);
    };
    const clmem_device_info info = describe(subject);
    EXPECT_FALSE(info.features & (CLMEM_DEVICE_SVM_COARSE | CLMEM_DEVICE_SVM_FINE | CLMEM_DEVICE_SVM_SYSTEM));
    EXPECT_EQ(info.unified_memory, 0U);
    EXPECT_NE(info.memory_bytes, 0U);
}

TEST_F(device, of_a_broken_driver_is_a_failure_that_names_the_query) {
    cl::dispatch().clGetDeviceInfo = [](cl_device_id id, cl_device_info info, size_t size, void *out,
                                        size_t *out_size) {
        if (info == CL_DEVICE_GLOBAL_MEM_SIZE) { return CL_OUT_OF_RESOURCES; }
        return real.clGetDeviceInfo(id, info, size, out, out_size);
    };
    const auto failure = failure_of([&] { return describe(subject); });
    EXPECT_EQ(failure.status, CL_OUT_OF_RESOURCES);
    EXPECT_TRUE(failure.says("CL_DEVICE_GLOBAL_MEM_SIZE")) << failure.message;
}

TEST_F(device, is_chosen_by_number_or_by_a_piece_of_a_name) {
    std::string platform =
        cl::text(cl::value<cl_platform_id>(subject, CLMEM_CL_ASK(CL_DEVICE_PLATFORM)), CLMEM_CL_ASK(CL_PLATFORM_NAME));
    std::string name = cl::text(subject, CLMEM_CL_ASK(CL_DEVICE_NAME));
    for (char &c : platform) {
        c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    }
    for (char &c : name) {
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    if (name.find(':') != name.npos) { name.resize(name.find(':')); }
    EXPECT_EQ(choose_device((platform + ':' + name).c_str()), subject);
    EXPECT_EQ(choose_device(platform.substr(1, 5).c_str()), subject);
    EXPECT_EQ(choose_device((':' + name).c_str()), subject);
    EXPECT_EQ(choose_device("0:0"), devices[0]);
    EXPECT_EQ(choose_device(""), devices[0]);
}

TEST_F(device, is_never_replaced_when_nothing_answers) {
    for (const char *selector : {"no such platform", "0:no such device", "99", "0:99", "0:0:0", "0:0x"}) {
        const auto failure = failure_of([&] { return choose_device(selector); });
        EXPECT_EQ(failure.status, CLMEM_ERROR_NO_DEVICE) << selector;
        EXPECT_TRUE(failure.says(selector)) << failure.message;
        EXPECT_TRUE(failure.says("0:0 ")) << failure.message; // the message lists the devices
    }
}

TEST_F(device, is_selected_by_the_environment) {
    setenv("CLMEM_DEVICE", "0:99", 1);
    const auto failure = failure_of([] { return choose_device(nullptr); });
    EXPECT_EQ(failure.status, CLMEM_ERROR_NO_DEVICE);
    EXPECT_TRUE(failure.says("CLMEM_DEVICE")) << failure.message;
    EXPECT_EQ(choose_device("0:0"), devices[0]); // the argument comes first
    setenv("CLMEM_DEVICE", "", 1);
    EXPECT_EQ(choose_device(nullptr), subject);
}

TEST_F(device, is_passed_over_when_no_context_can_be_made) {
    cl::dispatch().clCreateContext = [](auto, auto, auto, auto, auto, cl_int *code) -> cl_context {
        *code = CL_DEVICE_NOT_AVAILABLE;
        return nullptr;
    };
    const auto failure = failure_of([] { return choose_device(nullptr); });
    EXPECT_EQ(failure.status, CLMEM_ERROR_NO_DEVICE);
    EXPECT_EQ(failure.opencl_code, CL_DEVICE_NOT_AVAILABLE);
    EXPECT_TRUE(failure.says("CL_DEVICE_NOT_AVAILABLE")) << failure.message;

    // The same platform twice; its first device fails on the first try.
    cl::dispatch().clGetPlatformIDs = [](cl_uint capacity, cl_platform_id *platforms, cl_uint *count) {
        if (count != nullptr) { *count = 2; }
        if (capacity < 2) { return CL_SUCCESS; }
        const cl_int code = real.clGetPlatformIDs(1, platforms, nullptr);
        platforms[1] = platforms[0];
        return code;
    };
    static int attempts;
    attempts = 0;
    cl::dispatch().clCreateContext = [](auto properties, auto count, auto list, auto notify, auto user, cl_int *code) {
        if (++attempts > 1) { return real.clCreateContext(properties, count, list, notify, user, code); }
        *code = CL_DEVICE_NOT_AVAILABLE;
        return cl_context{nullptr};
    };
    EXPECT_NE(choose_device(nullptr), nullptr);
    EXPECT_EQ(attempts, 2);
}

TEST_F(device, list_leaves_out_platforms_that_fail) {
    cl::dispatch().clGetDeviceIDs = [](auto...) -> cl_int { return CL_INVALID_PLATFORM; };
    EXPECT_TRUE(list_devices().empty());
    EXPECT_EQ(failure_of([] { return choose_device(nullptr); }).status, CLMEM_ERROR_NO_DEVICE);
    cl::dispatch().clGetPlatformIDs = [](auto...) -> cl_int {
        return -1001;
    }; // as the ICD loader returns without platforms
    EXPECT_TRUE(list_devices().empty());
    EXPECT_TRUE(failure_of([] { return choose_device(nullptr); }).says("install"));
    cl::dispatch().clGetPlatformIDs = [](auto...) -> cl_int { return CL_OUT_OF_HOST_MEMORY; };
    EXPECT_EQ(failure_of([] { return list_devices(); }).status, CL_OUT_OF_HOST_MEMORY);
}

TEST_F(device, makes_queues_with_the_requested_properties) {
    const cl::context context = make_context(subject);
    const auto properties = [&](std::uint64_t flags) {
        const cl::queue queue = make_queue(context.get(), subject, flags);
        EXPECT_EQ(cl::value<cl_context>(queue.get(), CLMEM_CL_ASK(CL_QUEUE_CONTEXT)), context.get());
        EXPECT_EQ(cl::value<cl_device_id>(queue.get(), CLMEM_CL_ASK(CL_QUEUE_DEVICE)), subject);
        return cl::value<cl_command_queue_properties>(queue.get(), CLMEM_CL_ASK(CL_QUEUE_PROPERTIES));
    };
    constexpr auto both = CLMEM_QUEUE_PROFILING | CLMEM_QUEUE_OUT_OF_ORDER;
    constexpr auto both_of_opencl = CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
    EXPECT_EQ(properties(0), 0U);
    EXPECT_EQ(properties(CLMEM_QUEUE_PROFILING), CL_QUEUE_PROFILING_ENABLE);
    if (has_out_of_order_queues(subject)) { EXPECT_EQ(properties(both), both_of_opencl); }

    answer_with(CL_DEVICE_VERSION, "OpenCL 1.2");
    static bool newer;
    newer = false;
    cl::dispatch().clCreateCommandQueueWithProperties = [](auto...) -> cl_command_queue {
        newer = true;
        return nullptr;
    };
    EXPECT_EQ(properties(CLMEM_QUEUE_PROFILING), CL_QUEUE_PROFILING_ENABLE);
    EXPECT_FALSE(newer); // an older device does not know it
}

TEST_F(device, refuses_queues_that_it_cannot_have) {
    const cl::context context = make_context(subject);
    EXPECT_EQ(failure_of([&] { return make_queue(context.get(), subject, 4); }).status, CLMEM_ERROR_INVALID_ARGUMENT);
    cl::dispatch().clGetDeviceInfo = [](cl_device_id id, cl_device_info info, size_t size, void *out,
                                        size_t *out_size) {
        if (info != CL_DEVICE_QUEUE_PROPERTIES) { return real.clGetDeviceInfo(id, info, size, out, out_size); }
        *static_cast<cl_command_queue_properties *>(out) = CL_QUEUE_PROFILING_ENABLE;
        return CL_SUCCESS;
    };
    const auto failure = failure_of([&] { return make_queue(context.get(), subject, CLMEM_QUEUE_OUT_OF_ORDER); });
    EXPECT_EQ(failure.status, CLMEM_ERROR_UNSUPPORTED);
    EXPECT_FALSE(describe(subject).features & CLMEM_DEVICE_OUT_OF_ORDER_QUEUE);
}

// Two devices on one platform, the second with a larger alignment. Runs in a child process, since PoCL reads the number
// of devices when it starts.
[[noreturn]] void check_two_devices() {
    std::vector<cl_device_id> devices = list_devices();
    std::erase_if(devices, [](cl_device_id id) {
        return describe(id).platform_name != std::string{"Portable Computing Language"};
    });
    if (devices.size() != 2) { std::_Exit(2); }
    static const cl::table real = cl::dispatch();
    static cl_device_id second = devices[1];
    cl::dispatch().clGetDeviceInfo = [](cl_device_id id, cl_device_info info, size_t size, void *out,
                                        size_t *out_size) {
        if (id != second || info != CL_DEVICE_MEM_BASE_ADDR_ALIGN) {
            return real.clGetDeviceInfo(id, info, size, out, out_size);
        }
        *static_cast<cl_uint *>(out) = 4096 * 8;
        return CL_SUCCESS;
    };
    cl_int code = CL_SUCCESS;
    const cl::context context{real.clCreateContext(nullptr, 2, devices.data(), nullptr, nullptr, &code)};
    const bool right = alignment_of(context.get()) == 4096 && alignment_of(devices[0]) < 4096 &&
                       choose_device("0:1") == second && choose_device("0") == devices[0];
    std::_Exit(code == CL_SUCCESS && right ? 0 : 1);
}

TEST(devices, with_the_largest_alignment_decide_for_a_context) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    if (std::getenv("CLMEM_TEST_CHILD") == nullptr) { // otherwise this is the child
        const clmem_device_info info = describe(choose_device(nullptr));
        if (info.platform_name != std::string{"Portable Computing Language"}) {
            GTEST_SKIP() << "only PoCL can simulate two devices";
        }
        setenv("POCL_DEVICES", std::atoi(info.driver_version) < 4 ? "pthread pthread" : "cpu cpu", 1);
        setenv("CLMEM_TEST_CHILD", "1", 1);
    }
    EXPECT_EXIT(check_two_devices(), testing::ExitedWithCode(0), "");
    unsetenv("CLMEM_TEST_CHILD");
    unsetenv("POCL_DEVICES");
}

} // namespace

// NOLINTEND(concurrency-mt-unsafe)
