#include "device/characterize/measurement.hpp"

#include "base/latch_once.hpp"
#include "cl/query.hpp"
#include "device/characterize/kernel_timer.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace clmem_core {

namespace {

// A device counts as slower from this factor on; a factor between this and the one that counts as equal gives no
// answer.
constexpr double slower = 1.3;
constexpr double same = 1.15;

// Long enough for a clock, short enough for a program's start.
constexpr std::uint64_t wanted_ns = 200'000;
constexpr std::uint64_t wanted_of_loads_ns = 50'000; // all that wait for one bank take thirty times as long
constexpr cl_uint first_steps = 64;
constexpr cl_uint most_steps = 1U << 20U;

constexpr std::size_t local_bytes = 16384;

const char *const source = R"(
// Each work-item takes one of two branches, which a compiler cannot merge.
kernel void diverge(global uint *results, uint width, uint turn, uint steps_one, uint steps_two) {
    const uint item = get_local_id(0);
    uint x = item + 1;
    if (((item / width) & 1) == turn) {
        for (uint i = 0; i < steps_one; ++i) { x = (x ^ (x << 13)) * 1664525u + 1013904223u; }
    } else {
        for (uint i = 0; i < steps_two; ++i) { x = (x * 22695477u + 12345u) ^ (x >> 11); }
    }
    results[item] = x;
}

// Each work-item loads repeatedly from its place; the loaded value is zero, but the compiler cannot know that.
#define STRIDE(type) \
kernel void stride_##type(global uint *results, uint stride, uint steps) { \
    local type values[LOCAL_BYTES / sizeof(type)]; \
    const uint mask = LOCAL_BYTES / sizeof(type) - 1; \
    const uint item = get_local_id(0); \
    for (uint i = item; i <= mask; i += get_local_size(0)) { values[i] = 0; } \
    barrier(CLK_LOCAL_MEM_FENCE); \
    uint x = (item * stride) & mask; \
    for (uint i = 0; i < steps; ++i) { x = (x + (uint)values[x]) & mask; } \
    results[item] = x; \
}
STRIDE(uchar)
STRIDE(ushort)
STRIDE(uint)
STRIDE(ulong)
)";

kernel_timer make_timer(cl_device_id device) {
    const std::string options = "-DLOCAL_BYTES=" + std::to_string(local_bytes);
    return {device, source, options.c_str()};
}

// The largest work-group, a power of two.
std::size_t group_of(cl_device_id device, std::size_t bound) {
    const auto most = cl::value<std::size_t>(device, CLMEM_CL_ASK(CL_DEVICE_MAX_WORK_GROUP_SIZE));
    return std::bit_floor(std::min(most, bound));
}

// How many steps a kernel needs to run long enough.
template <class Time>
cl_uint enough_steps(std::uint64_t wanted, Time &&time) {
    cl_uint steps = first_steps;
    while (steps < most_steps && time(steps) < wanted) {
        steps *= 2;
    }
    return steps;
}

divergence_times time_divergence(cl_device_id device) {
    kernel_timer timer = make_timer(device);
    const auto items = static_cast<cl_uint>(group_of(device, 256));
    const auto time = [&](cl_uint width, cl_uint turn, cl_uint one, cl_uint two) {
        return timer.time("diverge", items, {width, turn, one, two});
    };
    const cl_uint steps = enough_steps(wanted_ns, [&](cl_uint n) { return time(items, 0, n, 0); });
    divergence_times times{{}, 0};
    for (cl_uint width = 1; width <= items; width *= 2) {
        times.by_width.push_back(time(width, 0, steps, steps));
    }
    // All work-items take the same branch, and the other branch has no steps, so that a device which runs both shows.
    times.alone = std::max(time(items, 0, steps, 0), time(items, 1, 0, steps));
    return times;
}

std::vector<stride_times> time_strides(cl_device_id device) {
    kernel_timer timer = make_timer(device);
    const std::size_t items = group_of(device, kernel_timer::most_items);
    std::vector<stride_times> all;
    std::size_t bytes = 1;
    for (const char *kernel : {"stride_uchar", "stride_ushort", "stride_uint", "stride_ulong"}) {
        const cl_uint steps = enough_steps(wanted_of_loads_ns, [&](cl_uint n) {
            return timer.time(kernel, items, {1, n});
        });
        stride_times times{bytes, {}};
        // As long as 64 work-items still have separate places.
        for (cl_uint stride = 1; stride * bytes * 64 <= local_bytes; stride *= 2) {
            times.by_stride.push_back(timer.time(kernel, items, {stride, steps}));
        }
        all.push_back(std::move(times));
        bytes *= 2;
    }
    return all;
}

// The results of one device.
struct device_record {
    latch_once simd_once;
    latch_once banks_once;
    std::atomic<bool> simd_is_known{false};
    std::atomic<bool> banks_are_known{false};
    cl_uint simd = 0;
    std::optional<measured_banks> banks;
};

// Never destroyed, since programs may still query it at exit. Devices live until the process ends.
device_record &record_of(cl_device_id device) {
    struct table {
        std::mutex mutex;
        std::map<cl_device_id, std::unique_ptr<device_record>> records;
    };
    static table *const all = new table;
    const std::lock_guard lock{all->mutex};
    auto &found = all->records[device];
    if (found == nullptr) { found = std::make_unique<device_record>(); }
    return *found;
}

} // namespace

cl_uint simd_size_of(const divergence_times &times) noexcept {
    const auto low = static_cast<double>(times.alone);
    const auto quick = [&](std::uint64_t time) { return static_cast<double>(time) <= same * low; };
    const auto slow = [&](std::uint64_t time) { return static_cast<double>(time) >= slower * low; };
    const auto &all = times.by_width;
    const auto step = std::find_if_not(all.begin(), all.end(), slow);
    // A step at the last width does not count: there all work-items take the same branch on any device.
    const bool is_clear = low > 0 && std::all_of(step, all.end(), quick) && all.end() - step > 1;
    return is_clear ? cl_uint{1} << static_cast<unsigned>(step - all.begin()) : 0;
}

namespace {

struct bank_reading {
    std::size_t row;   // bytes of all banks together; 0: all times are equal
    std::size_t width; // bytes of one bank
};

// What the times of one element type show.
std::optional<bank_reading> read_strides(const stride_times &times) {
    const auto &all = times.by_stride;
    if (all.empty() || *std::min_element(all.begin(), all.end()) == 0) { return std::nullopt; }
    const auto low = static_cast<double>(all.front());
    const auto high = static_cast<double>(*std::max_element(all.begin(), all.end()));
    if (high < slower * low) { return bank_reading{0, 0}; }
    // From the stride at which the time stops rising, all work-items wait for the same bank.
    const auto full = std::find_if(all.begin(), all.end(),
                                   [&](auto time) { return static_cast<double>(time) >= low + 0.85 * (high - low); });
    if (all.end() - full < 2) { return std::nullopt; } // it may still rise
    // Up to the last stride that costs nothing no work-item waits: that is the distance of the banks.
    const auto rise =
        std::find_if(all.begin(), all.end(), [&](auto time) { return static_cast<double>(time) > same * low; });
    if (rise == all.begin()) { return std::nullopt; }
    const auto bytes_at = [&](auto place) { return times.element_bytes << static_cast<unsigned>(place - all.begin()); };
    return bank_reading{bytes_at(full), bytes_at(rise) / 2};
}

} // namespace

std::optional<measured_banks> banks_of(const std::vector<stride_times> &times) {
    std::optional<bank_reading> agreed;
    for (const stride_times &one : times) {
        const auto reading = read_strides(one);
        if (!reading) { return std::nullopt; }
        if (!agreed) { agreed = reading; }
        if (reading->row != agreed->row) { return std::nullopt; }
        // Elements wider than a bank take several turns, and do not show its width.
        if (one.element_bytes <= agreed->width && reading->width != agreed->width) { return std::nullopt; }
    }
    if (!agreed) { return std::nullopt; }
    if (agreed->row == 0) { return measured_banks{0, 0}; }
    const std::size_t count = agreed->row / agreed->width;
    if (count < 2) { return std::nullopt; }
    return measured_banks{static_cast<cl_uint>(count), static_cast<cl_uint>(agreed->width)};
}

cl_uint measure_simd(cl_device_id device) {
    device_record &known = record_of(device);
    known.simd_once.run([&] {
        known.simd = simd_size_of(time_divergence(device));
        known.simd_is_known.store(known.simd != 0, std::memory_order_release);
    });
    return known.simd;
}

std::optional<measured_banks> measure_banks(cl_device_id device) {
    device_record &known = record_of(device);
    known.banks_once.run([&] {
        const auto bytes = cl::value<cl_ulong>(device, CLMEM_CL_ASK(CL_DEVICE_LOCAL_MEM_SIZE));
        if (bytes > local_bytes) { known.banks = banks_of(time_strides(device)); } // otherwise it does not fit
        known.banks_are_known.store(known.banks.has_value(), std::memory_order_release);
    });
    return known.banks;
}

std::optional<cl_uint> known_simd(cl_device_id device) {
    const device_record &known = record_of(device);
    return known.simd_is_known.load(std::memory_order_acquire) ? std::optional{known.simd} : std::nullopt;
}

std::optional<measured_banks> known_banks(cl_device_id device) {
    const device_record &known = record_of(device);
    return known.banks_are_known.load(std::memory_order_acquire) ? known.banks : std::nullopt;
}

} // namespace clmem_core
