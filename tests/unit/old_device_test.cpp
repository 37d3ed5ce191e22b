// The substitutes that clmem uses on devices before OpenCL 1.2. There are none to test on, so the device is simulated.
#include "memory/import.hpp"
#include "transfer/fill.hpp"

#include <cstring>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace clmem_core {
namespace {

constexpr std::size_t buffer_bytes = (std::size_t{2} << 20U) + 96;

struct device_of_functions {
    std::vector<unsigned char> content = std::vector<unsigned char>(buffer_bytes, 0xaa);
    std::vector<cl_uint> waits; // the number of events that each write waited for
    std::uintptr_t events = 0;
    std::uintptr_t released = 0;
};
device_of_functions *now = nullptr;

class old_device : public testing::Test {
  protected:
    void SetUp() override {
        now = &device_;
        cl::table &table = cl::dispatch();
        saved_ = table;
        table.clGetCommandQueueInfo = [](auto, auto, auto, void *out, auto) -> cl_int {
            *static_cast<cl_device_id *>(out) = reinterpret_cast<cl_device_id>(now);
            return CL_SUCCESS;
        };
        table.clGetDeviceInfo = [](auto, cl_device_info info, std::size_t, void *out, std::size_t *bytes) -> cl_int {
            static const std::string version = "OpenCL 1.1 of functions";
            if (info != CL_DEVICE_VERSION) { return CL_INVALID_VALUE; }
            if (bytes != nullptr) { *bytes = version.size() + 1; }
            if (out != nullptr) { std::memcpy(out, version.c_str(), version.size() + 1); }
            return CL_SUCCESS;
        };
        table.clEnqueueWriteBuffer = [](auto, auto, cl_bool blocking, std::size_t offset, std::size_t bytes,
                                        const void *source, cl_uint count, const cl_event *, cl_event *out) -> cl_int {
            EXPECT_EQ(blocking, CL_TRUE) << "the written data is only valid during the call";
            std::memcpy(now->content.data() + offset, source, bytes);
            now->waits.push_back(count);
            if (out != nullptr) { *out = reinterpret_cast<cl_event>(++now->events); }
            return CL_SUCCESS;
        };
        table.clReleaseEvent = [](cl_event) -> cl_int {
            ++now->released;
            return CL_SUCCESS;
        };
        table.clReleaseMemObject = [](cl_mem) -> cl_int { return CL_SUCCESS; };
    }
    void TearDown() override { cl::dispatch() = saved_; }

    device_of_functions device_;
    cl_command_queue queue_ = reinterpret_cast<cl_command_queue>(&device_);

  private:
    cl::table saved_;
};

TEST_F(old_device, is_filled_by_writing) {
    const memory_object buffer{memory_kind::buffer, cl::memory{reinterpret_cast<cl_mem>(&device_)}, buffer_bytes};
    const unsigned char pattern[4] = {1, 2, 3, 4};
    cl_event awaited = nullptr;
    cl_event done = nullptr;
    fill(buffer, queue_, {pattern, sizeof pattern}, 32, buffer_bytes - 64, {1, &awaited}, &done);
    std::vector<unsigned char> model(buffer_bytes, 0xaa);
    for (std::size_t i = 32; i < buffer_bytes - 32; ++i) {
        model[i] = pattern[i % 4];
    }
    EXPECT_EQ(device_.content, model);
    EXPECT_EQ(device_.waits, (std::vector<cl_uint>{1, 1, 1})) << "each piece waits for the previous one";
    EXPECT_EQ(device_.events, 3U);
    EXPECT_EQ(done, reinterpret_cast<cl_event>(std::uintptr_t{3})) << "the event of the last piece stands for all";
    EXPECT_EQ(device_.released, 2U);
}

TEST_F(old_device, does_not_migrate) {
    const auto buffer = std::make_shared<memory_object>(memory_kind::buffer,
                                                        cl::memory{reinterpret_cast<cl_mem>(&device_)}, buffer_bytes);
    try {
        migrate(queue_, std::vector{buffer}, 0, {}, nullptr);
        FAIL() << "it was sent to a device that does not support it";
    } catch (const error &refused) {
        EXPECT_EQ(refused.status(), CLMEM_ERROR_UNSUPPORTED);
        EXPECT_NE(std::string{refused.what()}.find("1.1"), std::string::npos) << refused.what();
    }
}

} // namespace
} // namespace clmem_core
