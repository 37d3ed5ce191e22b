// When pageable memory is staged: measured on a device that reports to be a GPU, with a driver that is slow either at
// whole transfers or at chunks. Only the driver's calls take (simulated) time.
#include "device/choice.hpp"
#include "device/creation.hpp"
#include "opencl_table.hpp"
#include "transfer/staging.hpp"

#include <array>
#include <atomic>
#include <thread>
#include <vector>

namespace clmem_core::test {
namespace {

constexpr std::size_t mib = std::size_t{1} << 20;

// Measurements are kept for each device, so each test uses a separate device in place of the real one.
std::array<char, 1000> pretended;
std::size_t pretended_count = 0;
cl_device_id real_device = nullptr;

std::atomic<bool> slow_whole{false};
std::atomic<bool> slow_chunks{false};
std::atomic<bool> has_memory{true};
std::atomic<bool> is_unified{false};
std::atomic<int> whole_transfers{0};
std::atomic<int> milliseconds{0};

cl_device_id pretended_device() {
    return reinterpret_cast<cl_device_id>(&pretended.at(pretended_count));
}
cl_device_id real_one(cl_device_id device) {
    const auto *const address = reinterpret_cast<const char *>(device);
    return address >= pretended.data() && address < pretended.data() + pretended.size() ? real_device : device;
}

void delay(std::size_t size) {
    const bool is_whole = size >= 8 * mib;
    whole_transfers += is_whole;
    if (is_whole ? slow_whole : slow_chunks) { milliseconds += is_whole ? 200 : 20; }
}

class staging_choice : public opencl_table {
  protected:
    void SetUp() override {
        opencl_table::SetUp();
        slow_whole = slow_chunks = is_unified = false;
        has_memory = true;
        ++pretended_count;
        real_device = choose_device(nullptr);
        context_ = make_context(real_device);
        queue_ = make_queue(context_.get(), real_device, 0);
        pretend();
        whole_transfers = 0;
        real_clock_ = staging::seconds.exchange([] { return milliseconds / 1000.0; });
    }
    void TearDown() override {
        staging::seconds = real_clock_;
        staging::forget(context_.get());
        queue_ = {};
        context_ = {};
        opencl_table::TearDown();
    }

    static void pretend() {
        cl::table &opencl = cl::dispatch();
        opencl.clGetDeviceInfo = [](cl_device_id device, cl_device_info name, size_t size, void *value,
                                    size_t *out_size) -> cl_int {
            const cl_int code = real.clGetDeviceInfo(real_one(device), name, size, value, out_size);
            if (name == CL_DEVICE_TYPE) { *static_cast<cl_device_type *>(value) = CL_DEVICE_TYPE_GPU; }
            if (name == CL_DEVICE_HOST_UNIFIED_MEMORY) { *static_cast<cl_bool *>(value) = is_unified; }
            return code;
        };
        opencl.clGetCommandQueueInfo = [](cl_command_queue queue, cl_command_queue_info name, size_t size, void *value,
                                          size_t *out_size) -> cl_int {
            const cl_int code = real.clGetCommandQueueInfo(queue, name, size, value, out_size);
            if (name == CL_QUEUE_DEVICE) { *static_cast<cl_device_id *>(value) = pretended_device(); }
            return code;
        };
        opencl.clCreateCommandQueueWithProperties = [](cl_context context, cl_device_id device,
                                                       const cl_queue_properties *properties,
                                                       cl_int *code) -> cl_command_queue {
            return real.clCreateCommandQueueWithProperties(context, real_one(device), properties, code);
        };
        opencl.clEnqueueWriteBuffer = [](cl_command_queue queue, cl_mem mem, cl_bool blocking, size_t offset,
                                         size_t size, const void *host, cl_uint count, const cl_event *events,
                                         cl_event *event) -> cl_int {
            delay(size);
            return real.clEnqueueWriteBuffer(queue, mem, blocking, offset, size, host, count, events, event);
        };
        opencl.clEnqueueReadBuffer = [](cl_command_queue queue, cl_mem mem, cl_bool blocking, size_t offset,
                                        size_t size, void *host, cl_uint count, const cl_event *events,
                                        cl_event *event) -> cl_int {
            delay(size);
            return real.clEnqueueReadBuffer(queue, mem, blocking, offset, size, host, count, events, event);
        };
        opencl.clCreateBuffer = [](cl_context context, cl_mem_flags flags, size_t size, void *host,
                                   cl_int *code) -> cl_mem {
            if (has_memory) { return real.clCreateBuffer(context, flags, size, host, code); }
            *code = CL_MEM_OBJECT_ALLOCATION_FAILURE;
            return nullptr;
        };
    }

    [[nodiscard]] bool is_faster(staging::direction way, std::size_t bytes) const {
        return staging::is_faster(queue_.get(), way, bytes);
    }

    cl::context context_;
    cl::queue queue_;
    double (*real_clock_)() = nullptr;
};

constexpr staging::direction both_ways[] = {staging::direction::write, staging::direction::read};

TEST_F(staging_choice, a_slow_driver_is_passed_by) {
    slow_whole = true;
    for (const staging::direction way : both_ways) {
        EXPECT_TRUE(is_faster(way, 8 * mib));
        const int measured = whole_transfers;
        EXPECT_GT(measured, 3);
        EXPECT_TRUE(is_faster(way, 32 * mib));
        EXPECT_TRUE(is_faster(way, 1000 * mib));
        EXPECT_FALSE(is_faster(way, 8 * mib - 1)) << "smaller ones were not measured";
        EXPECT_EQ(whole_transfers, measured) << "it is measured only once";
        whole_transfers = 0;
    }
}

TEST_F(staging_choice, a_fast_driver_is_not) {
    slow_chunks = true;
    for (const staging::direction way : both_ways) {
        EXPECT_FALSE(is_faster(way, 8 * mib));
        EXPECT_FALSE(is_faster(way, 1000 * mib));
    }
}

TEST_F(staging_choice, each_direction_is_measured_for_itself) {
    slow_whole = true;
    EXPECT_TRUE(is_faster(staging::direction::write, 8 * mib));
    slow_whole = false;
    slow_chunks = true;
    EXPECT_FALSE(is_faster(staging::direction::read, 8 * mib));
    EXPECT_TRUE(is_faster(staging::direction::write, 8 * mib));
}

TEST_F(staging_choice, small_transfers_measure_nothing) {
    slow_whole = true;
    EXPECT_FALSE(is_faster(staging::direction::write, 8 * mib - 1));
    EXPECT_EQ(whole_transfers, 0);
}

TEST_F(staging_choice, shared_memory_is_never_staged) {
    is_unified = true;
    slow_whole = true;
    EXPECT_FALSE(is_faster(staging::direction::write, 1000 * mib));
    EXPECT_EQ(whole_transfers, 0);
}

// Without memory for a measurement the driver copies directly, and the next transfer measures.
TEST_F(staging_choice, a_failed_measurement_is_made_again) {
    slow_whole = true;
    has_memory = false;
    EXPECT_FALSE(is_faster(staging::direction::write, 8 * mib));
    has_memory = true;
    EXPECT_TRUE(is_faster(staging::direction::write, 8 * mib));
}

TEST_F(staging_choice, many_threads_measure_once) {
    slow_whole = true;
    std::atomic<int> yes{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&] { yes += is_faster(staging::direction::read, 32 * mib); });
    }
    for (std::thread &thread : threads) {
        thread.join();
    }
    EXPECT_EQ(yes, 4);
    EXPECT_LT(whole_transfers, 20) << "one measurement has ten";
}

} // namespace
} // namespace clmem_core::test
