// What timings reveal about a device: timings taken on GPUs, artificial ones, and those of the real device.
#include "c_api.hpp"
#include "cl/query.hpp"
#include "device/characterize/characterize.hpp"
#include "device/characterize/kernel_timer.hpp"
#include "device/characterize/measurement.hpp"
#include "device_answers.hpp"
#include "racing.hpp"

#include <atomic>
#include <gtest/gtest.h>
#include <string>

namespace {

using namespace clmem_core;
using clmem_core::test::failure_of;

// ---- divergence ------------------------------------------------------------------------------------------------------

TEST(simd_times, of_gpus_fall_at_the_width) {
    EXPECT_EQ(simd_size_of({{104288, 104032, 103840, 103424, 104192, 58048, 59392, 58752, 58656}, 59360}), 32U); // H200
    EXPECT_EQ(simd_size_of({{833, 833, 833, 833, 833, 486, 486, 486, 486}, 486}), 32U); // H200, microseconds
    EXPECT_EQ(simd_size_of({{820, 820, 820, 440, 440, 440, 440, 440, 440}, 440}), 8U);  // llvmpipe
    EXPECT_EQ(simd_size_of({{200, 200, 200, 200, 200, 200, 100, 100, 100}, 100}), 64U);
}

TEST(simd_times, that_are_all_short_are_those_of_single_items) {
    EXPECT_EQ(simd_size_of({{100, 101, 99, 100, 110, 100, 100, 100, 100}, 100}), 1U);
    EXPECT_EQ(simd_size_of({{80, 80, 80, 80, 80, 80, 80, 80, 60}, 100}),
              1U); // half of the groups take the shorter path
}

TEST(simd_times, that_do_not_tell_are_no_answer) {
    EXPECT_EQ(simd_size_of({{200, 200, 200, 200, 200, 200, 200, 200, 200}, 100}), 0U); // takes both paths in any case
    EXPECT_EQ(simd_size_of({{200, 200, 200, 200, 200, 200, 200, 200, 100}, 100}),
              0U); // a step at the last point does not count
    EXPECT_EQ(simd_size_of({{120, 120, 120, 100, 100, 100, 100, 100, 100}, 100}), 0U); // less than 1.3
    EXPECT_EQ(simd_size_of({{200, 200, 100, 200, 100, 100, 100, 100, 100}, 100}), 0U); // goes up and down
    EXPECT_EQ(simd_size_of({{200, 200, 200, 120, 100, 100, 100, 100, 100}, 100}), 0U); // no clear step
    EXPECT_EQ(simd_size_of({{0, 0, 0, 0}, 0}), 0U);                                    // no clock
    EXPECT_EQ(simd_size_of({{}, 0}), 0U);
}

// ---- banks -----------------------------------------------------------------------------------------------------------

// Times in proportion to how many work-items wait for one bank, for all element types.
std::vector<stride_times> ideal(std::size_t banks, std::size_t width, double base = 0) {
    std::vector<stride_times> all;
    for (const std::size_t bytes : {1, 2, 4, 8}) {
        stride_times times{bytes, {}};
        for (std::size_t stride = 1; stride * bytes <= 256; stride *= 2) {
            // As many work-items as banks; wide elements take turns already when they lie side by side.
            const std::size_t span = stride * bytes;
            const std::size_t wait = std::min(std::max<std::size_t>(span / width, 1), banks);
            const std::size_t turns = std::max<std::size_t>(wait, bytes / width);
            times.by_stride.push_back(static_cast<std::uint64_t>(1000 * (base + static_cast<double>(turns))));
        }
        all.push_back(times);
    }
    return all;
}

void expect_banks(const std::vector<stride_times> &times, cl_uint count, cl_uint granularity) {
    const auto found = banks_of(times);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->count, count);
    EXPECT_EQ(found->granularity, granularity);
}

TEST(bank_times, tell_count_and_width) {
    expect_banks(ideal(32, 4), 32, 4);
    expect_banks(ideal(32, 4, 1.5), 32, 4);
    expect_banks(ideal(16, 4), 16, 4);
    expect_banks(ideal(16, 8), 16, 8);
}

TEST(bank_times, of_an_h200) {
    expect_banks({{1, {44320, 44608, 44608, 72000, 138208, 270400, 535936, 1065536, 1065632}},
                  {2, {51424, 52352, 72128, 138368, 270624, 535168, 1065408, 1066304}},
                  {4, {52320, 72288, 138176, 271168, 535552, 1065856, 1064832}},
                  {8, {71968, 137888, 270688, 535392, 1065120, 1066240}}},
                 32, 4);
}

TEST(bank_times, that_are_equal_show_no_banks) {
    std::vector<stride_times> flat;
    for (const std::size_t bytes : {1, 2, 4, 8}) {
        flat.push_back({bytes, {1000, 1050, 990, 1100, 1000}});
    }
    expect_banks(flat, 0, 0);
}

TEST(bank_times, that_do_not_tell_are_no_answer) {
    EXPECT_FALSE(banks_of({}));
    auto times = ideal(32, 4);
    times[1] = {2, {1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000}}; // one type is flat, the others are not
    EXPECT_FALSE(banks_of(times));
    times = ideal(32, 4);
    times[0].by_stride.resize(7); // it rises up to the last
    EXPECT_FALSE(banks_of(times));
    times = ideal(32, 4);
    times[1].by_stride[1] = 2000; // the types disagree on the width
    EXPECT_FALSE(banks_of(times));
    times = ideal(32, 4);
    for (std::uint64_t &time : times[2].by_stride) {
        time = 0; // no usable clock
    }
    EXPECT_FALSE(banks_of(times));
    EXPECT_FALSE(banks_of({{4, {}}}));
}

// ---- devices ---------------------------------------------------------------------------------------------------------

// Measures under another address, so that each test measures again; the driver gets the real device.
class measurement : public clmem_core::test::device_answers {
  protected:
    void SetUp() override {
        device_answers::SetUp();
        the_device = subject;
        before = cl::dispatch().clGetDeviceInfo;
        cl::dispatch().clGetDeviceInfo = [](cl_device_id id, cl_device_info info, size_t size, void *out,
                                            size_t *out_size) { return before(actual(id), info, size, out, out_size); };
        cl::dispatch().clCreateContext = [](auto properties, auto count, const cl_device_id *list, auto notify,
                                            auto user, cl_int *code) {
            const cl_device_id id = actual(list[0]);
            return real.clCreateContext(properties, count, &id, notify, user, code);
        };
        cl::dispatch().clCreateCommandQueueWithProperties = [](auto context, cl_device_id id, auto list, cl_int *code) {
            return real.clCreateCommandQueueWithProperties(context, actual(id), list, code);
        };
        cl::dispatch().clBuildProgram = [](cl_program program, cl_uint count, const cl_device_id *list,
                                           const char *options, auto notify, auto user) {
            ++programs;
            const cl_device_id id = actual(list[0]);
            return real.clBuildProgram(program, count, &id, options, notify, user);
        };
        cl::dispatch().clGetProgramBuildInfo = [](cl_program program, cl_device_id id, auto what, size_t size,
                                                  void *out, size_t *out_size) {
            return real.clGetProgramBuildInfo(program, actual(id), what, size, out, out_size);
        };
        programs = 0;
        subject = reinterpret_cast<cl_device_id>(&aliases[next_alias++]);
    }

    static cl_device_id actual(cl_device_id id) {
        const auto *address = reinterpret_cast<const char *>(id);
        return address >= std::begin(aliases) && address < std::end(aliases) ? the_device : id;
    }

    static inline std::atomic<int> programs;
    static inline cl_device_id the_device;
    static inline decltype(cl::table::clGetDeviceInfo) before;
    static inline char aliases[64];
    static inline std::size_t next_alias = 0;
};

TEST_F(measurement, cpus_are_described_correctly) {
    if (cl::value<cl_device_type>(subject, CLMEM_CL_ASK(CL_DEVICE_TYPE)) != CL_DEVICE_TYPE_CPU) {
        GTEST_SKIP() << "the device is not a CPU";
    }
    // On a busy machine the times may be inconclusive, but they must never show lanes or banks that do not exist.
    // Intel's runtime runs as many work-items at once as a vector has lanes.
    const auto lanes = cl::value<cl_uint>(subject, CLMEM_CL_ASK(CL_DEVICE_NATIVE_VECTOR_WIDTH_INT));
    const cl_uint simd = measure_simd(subject);
    EXPECT_TRUE(simd <= 1 || simd == lanes) << simd << " of " << lanes;
    const auto banks = measure_banks(subject);
    if (banks) {
        EXPECT_EQ(banks->count, 0U);
        EXPECT_EQ(banks->granularity, 0U);
    }
    EXPECT_EQ(known_simd(subject).has_value(), simd != 0);
    EXPECT_EQ(known_banks(subject).has_value(), banks.has_value());
    EXPECT_EQ(simd_group_size(subject, 4).source, simd != 0 ? CLMEM_CHARACTERIZE_MEASURED : CLMEM_CHARACTERIZE_TABLE);
}

// A GPU with a simulated clock: times depend on the kernel's name and first number.
TEST_F(measurement, gpus_are_measured_by_their_clock) {
    static std::string kernel_name;
    static cl_uint numbers[5];
    static std::atomic<cl_ulong> end;
    cl::dispatch().clCreateKernel = [](cl_program program, const char *name, cl_int *code) {
        kernel_name = name;
        return real.clCreateKernel(program, name, code);
    };
    cl::dispatch().clSetKernelArg = [](cl_kernel kernel, cl_uint index, size_t size, const void *value) {
        if (index > 0) { std::memcpy(&numbers[index], value, sizeof(cl_uint)); }
        return real.clSetKernelArg(kernel, index, size, value);
    };
    cl::dispatch().clEnqueueNDRangeKernel = [](cl_command_queue queue, cl_kernel, auto, auto, auto, auto, auto, auto,
                                               cl_event *event) -> cl_int {
        if (kernel_name == "diverge") {
            const cl_uint width = numbers[1];
            const bool both = width < 16;
            const cl_uint longer = std::max(numbers[3], numbers[4]);
            end = cl_ulong{both ? numbers[3] + numbers[4] : longer} * 1000;
        } else { // 16 banks of 4 bytes
            const cl_uint bytes = kernel_name == "stride_uchar"    ? 1
                                  : kernel_name == "stride_ushort" ? 2
                                  : kernel_name == "stride_uint"   ? 4
                                                                   : 8;
            end = cl_ulong{std::min(std::max(bytes * numbers[1] / 4, bytes == 8 ? 2U : 1U), 16U)} * numbers[2] * 1000;
        }
        return real.clEnqueueMarkerWithWaitList(queue, 0, nullptr, event);
    };
    cl::dispatch().clGetEventProfilingInfo = [](cl_event, cl_profiling_info what, size_t, void *out, size_t *) {
        *static_cast<cl_ulong *>(out) = what == CL_PROFILING_COMMAND_END ? end.load() : 0;
        return cl_int{CL_SUCCESS};
    };
    answer(CL_DEVICE_LOCAL_MEM_SIZE, cl_ulong{65536});
    pretend_gpu(0x4711, "A vendor", "");
    EXPECT_EQ(simd_group_size(subject, 4).source, CLMEM_CHARACTERIZE_UNKNOWN);
    EXPECT_EQ(measure_simd(subject), 16U);
    EXPECT_EQ(simd_group_size(subject, 4).value, 16U);
    EXPECT_EQ(simd_group_size(subject, 4).source, CLMEM_CHARACTERIZE_MEASURED);

    EXPECT_EQ(local_memory_banks(subject).source, CLMEM_CHARACTERIZE_UNKNOWN);
    const auto banks = measure_banks(subject);
    ASSERT_TRUE(banks);
    EXPECT_EQ(banks->count, 16U);
    EXPECT_EQ(banks->granularity, 4U);
    const bank_layout layout = bank_layout_of(subject);
    EXPECT_EQ(layout.count, 16U);
    EXPECT_EQ(layout.granularity, 4U);
    EXPECT_EQ(layout.items, 16U);
    EXPECT_EQ(local_memory_banks(subject).source, CLMEM_CHARACTERIZE_MEASURED);
    EXPECT_EQ(local_memory_granularity(subject).source, CLMEM_CHARACTERIZE_MEASURED);
    EXPECT_EQ(simultaneous_items(subject).source, CLMEM_CHARACTERIZE_MEASURED);

    pretend_nvidia(9, 0); // a query takes precedence over a measurement, and that over the table
    EXPECT_EQ(simd_group_size(subject, 4).value, 32U);
    EXPECT_EQ(simd_group_size(subject, 4).source, CLMEM_CHARACTERIZE_QUERIED);
    EXPECT_EQ(local_memory_banks(subject).source, CLMEM_CHARACTERIZE_MEASURED);
}

TEST_F(measurement, is_done_once_by_one_thread) {
    std::atomic<int> different{0};
    std::atomic<int> first{-1};
    clmem::test::race(8, [&](int) {
        const int found = static_cast<int>(measure_simd(subject));
        int expected = -1;
        if (!first.compare_exchange_strong(expected, found) && expected != found) { ++different; }
    });
    EXPECT_EQ(programs, 1);
    EXPECT_EQ(different, 0);
    (void)measure_simd(subject);
    EXPECT_EQ(programs, 1);
}

TEST_F(measurement, is_repeated_after_a_failure) {
    answer(CL_DEVICE_COMPILER_AVAILABLE, cl_bool{CL_FALSE});
    std::uint32_t number = 0;
    std::uint32_t granularity = 0;
    CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED, clmem_characterize_measure_simd(subject, &number, nullptr));
    EXPECT_NE(clmem::test::last_error().message.find("CL_DEVICE_COMPILER_AVAILABLE"), std::string::npos);
    CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED, clmem_characterize_measure_banks(subject, &number, &granularity, nullptr));
    EXPECT_FALSE(known_simd(subject));
    answer(CL_DEVICE_COMPILER_AVAILABLE, cl_bool{CL_TRUE});
    cl::dispatch().clWaitForEvents = [](auto...) -> cl_int { return CL_OUT_OF_RESOURCES; };
    EXPECT_EQ(failure_of([&] { return measure_simd(subject); }).status, CL_OUT_OF_RESOURCES);
    cl::dispatch().clWaitForEvents = real.clWaitForEvents;
    EXPECT_EQ(failure_of([&] { return measure_simd(subject); }).status, CLMEM_SUCCESS);
    EXPECT_EQ(programs, 2);
}

TEST_F(measurement, needs_enough_local_memory) {
    answer(CL_DEVICE_LOCAL_MEM_SIZE, cl_ulong{1024});
    EXPECT_FALSE(measure_banks(subject));
    EXPECT_EQ(programs, 0);
}

TEST_F(measurement, a_failed_build_reports_the_log) {
    const auto failure =
        failure_of([&] { return kernel_timer(subject, "kernel void broken( {", "").time("broken", 1, {}); });
    EXPECT_EQ(failure.status, CL_BUILD_PROGRAM_FAILURE);
    EXPECT_TRUE(failure.says("error")) << failure.message; // from the compiler's log
}

} // namespace
