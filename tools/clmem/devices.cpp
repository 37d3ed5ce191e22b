#include "devices.hpp"

#include "figures.hpp"
#include "library.hpp"
#include "opencl.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

namespace clmem::command {
namespace {

std::string type_of(const clmem_device_info &info) {
    if ((info.type & CL_DEVICE_TYPE_GPU) != 0) { return "GPU"; }
    if ((info.type & CL_DEVICE_TYPE_CPU) != 0) { return "CPU"; }
    return (info.type & CL_DEVICE_TYPE_ACCELERATOR) != 0 ? "accelerator" : "other";
}

std::vector<std::string> uses_of(const clmem_device_info &info) {
    constexpr std::array<std::pair<std::uint64_t, const char *>, 8> names = {{
        {CLMEM_DEVICE_BUFFER, "buffers"},
        {CLMEM_DEVICE_MIGRATE, "immediate buffers"},
        {CLMEM_DEVICE_SVM_COARSE, "coarse SVM"},
        {CLMEM_DEVICE_SVM_FINE, "fine SVM"},
        {CLMEM_DEVICE_SVM_SYSTEM, "system SVM"},
        {CLMEM_DEVICE_USM, "USM"},
        {CLMEM_DEVICE_IMAGE, "images"},
        {CLMEM_DEVICE_OUT_OF_ORDER_QUEUE, "out-of-order queues"},
    }};
    std::vector<std::string> uses;
    for (const auto &[feature, name] : names) {
        if ((info.features & feature) != 0) { uses.emplace_back(name); }
    }
    return uses;
}

const char *source_name(std::uint32_t source) {
    switch (source) {
    case CLMEM_DEVICE_MEMORY_OPENCL:
        return "opencl";
    case CLMEM_DEVICE_MEMORY_AMD:
        return "amd";
    case CLMEM_DEVICE_MEMORY_NVML:
        return "nvml";
    case CLMEM_DEVICE_MEMORY_SYSFS:
        return "sysfs";
    case CLMEM_DEVICE_MEMORY_FDINFO:
        return "fdinfo";
    case CLMEM_DEVICE_MEMORY_HOST:
        return "host";
    case CLMEM_DEVICE_MEMORY_CGROUP:
        return "cgroup";
    default:
        return "unknown";
    }
}

// "12.3 GiB (nvml)", or "unknown".
std::string text_of(std::uint64_t bytes, std::uint32_t source) {
    if (source == CLMEM_DEVICE_MEMORY_UNKNOWN) { return "unknown"; }
    return fmt::format("{} ({})", human_bytes(bytes), source_name(source));
}

nlohmann::ordered_json json_of(std::uint64_t bytes, std::uint32_t source) {
    if (source == CLMEM_DEVICE_MEMORY_UNKNOWN) { return {{"bytes", nullptr}, {"source", source_name(source)}}; }
    return {{"bytes", bytes}, {"source", source_name(source)}};
}

cl_platform_id platform_of(cl_device_id device) {
    cl_platform_id platform = nullptr;
    check_opencl(opencl().clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof(platform), &platform, nullptr),
                 "clGetDeviceInfo");
    return platform;
}

// The index of a device within its platform; the devices are listed in the order of the platforms.
std::size_t number_of(const std::vector<cl_device_id> &devices, std::size_t index) {
    std::size_t first = index;
    while (first > 0 && platform_of(devices[first - 1]) == platform_of(devices[index])) {
        --first;
    }
    return index - first;
}

std::vector<cl_platform_id> list_platforms() {
    cl_uint count = 0;
    check_opencl(opencl().clGetPlatformIDs(0, nullptr, &count), "clGetPlatformIDs");
    std::vector<cl_platform_id> platforms(count);
    check_opencl(opencl().clGetPlatformIDs(count, platforms.data(), nullptr), "clGetPlatformIDs");
    return platforms;
}

std::vector<cl_device_id> list_devices() {
    std::uint32_t count = 0;
    check(clmem_device_list(0, nullptr, &count));
    std::vector<cl_device_id> devices(count);
    check(clmem_device_list(count, devices.data(), &count));
    devices.resize(std::min<std::size_t>(devices.size(), count));
    return devices;
}

std::vector<listed_device> list() {
    std::vector<listed_device> listed;
    for_each_device([](const std::string &) {},
                    [&](cl_device_id, const listed_device &each) { listed.push_back(each); });
    return listed;
}

std::string text_of(const listed_device &device) {
    const auto &[selector, info, memory] = device;
    const std::vector<std::string> uses = uses_of(info);
    return fmt::format("{}  {}\n"
                       "     platform    {}, driver {}\n"
                       "     type        {}, {} compute units, OpenCL {}.{}\n"
                       "     memory      {}, largest allocation {}, alignment {} bytes{}\n"
                       "     memory now  total {}, free {}, this process {}\n"
                       "     clmem uses  {}\n",
                       selector, info.name, info.platform_name, info.driver_version, type_of(info), info.compute_units,
                       info.opencl_version / 100, info.opencl_version / 10 % 10, human_bytes(info.memory_bytes),
                       human_bytes(info.max_allocation_bytes), info.alignment_bytes,
                       info.unified_memory != 0 ? ", shared with the host" : "",
                       text_of(memory.total_bytes, memory.total_source), text_of(memory.free_bytes, memory.free_source),
                       text_of(memory.process_bytes, memory.process_source),
                       uses.empty() ? "nothing" : fmt::format("{}", fmt::join(uses, ", ")));
}

} // namespace

void for_each_device(const std::function<void(const std::string &)> &before, const device_visitor &visit) {
    const std::vector<cl_device_id> devices = list_devices();
    if (devices.empty()) { return; }
    const std::vector<cl_platform_id> platforms = list_platforms(); // includes platforms without devices
    for (std::size_t i = 0; i < devices.size(); ++i) {
        const auto platform = std::find(platforms.begin(), platforms.end(), platform_of(devices[i]));
        listed_device each;
        each.selector = fmt::format("{}:{}", platform - platforms.begin(), number_of(devices, i));
        before(each.selector);
        check(clmem_device_describe(devices[i], &each.info));
        check(clmem_device_memory(devices[i], &each.memory));
        visit(devices[i], each);
    }
}

nlohmann::ordered_json json_of(const listed_device &device) {
    const auto &[selector, info, memory] = device;
    return {
        {"device", selector},
        {"name", info.name},
        {"platform", info.platform_name},
        {"driver", info.driver_version},
        {"type", type_of(info)},
        {"compute_units", info.compute_units},
        {"opencl", fmt::format("{}.{}", info.opencl_version / 100, info.opencl_version / 10 % 10)},
        {"memory_bytes", info.memory_bytes},
        {"max_allocation_bytes", info.max_allocation_bytes},
        {"alignment_bytes", info.alignment_bytes},
        {"unified_memory", info.unified_memory != 0},
        {"total", json_of(memory.total_bytes, memory.total_source)},
        {"free", json_of(memory.free_bytes, memory.free_source)},
        {"this_process", json_of(memory.process_bytes, memory.process_source)},
        {"uses", uses_of(info)},
    };
}

std::string text_of_devices() {
    std::string text;
    for (const listed_device &device : list()) {
        text += text_of(device);
    }
    return text.empty() ? "no OpenCL device; install a driver, for the CPU pocl-opencl-icd (Debian and Ubuntu)\n"
                        : text;
}

std::string json_of_devices() {
    auto array = nlohmann::ordered_json::array();
    for (const listed_device &device : list()) {
        array.push_back(json_of(device));
    }
    // Drivers may use any encoding for device names.
    return array.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

} // namespace clmem::command
