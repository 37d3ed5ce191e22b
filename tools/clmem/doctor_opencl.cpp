#include "doctor_opencl.hpp"

#include "binary.hpp"
#include "devices.hpp"
#include "failure.hpp"
#include "library.hpp"
#include "program_file.hpp"

#include <CL/cl.h>
#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace clmem::command {
namespace {

using json = nlohmann::ordered_json;

template <class Function>
Function find(const char *name) {
    void *address = nullptr;
    check(clmem_opencl_function(name, &address));
    return reinterpret_cast<Function>(address);
}

// A loader's own query, which ocl-icd invented and the Khronos loader has, too.
std::string ask_loader(cl_uint what) {
    using query = cl_int(CL_API_CALL *)(cl_uint, std::size_t, void *, std::size_t *);
    // Some loaders export it; others have it as an extension.
    constexpr const char *name = "clGetICDLoaderInfoOCLICD";
    void *address = nullptr;
    if (clmem_opencl_function(name, &address) != CLMEM_SUCCESS) {
        using find_function = void *(CL_API_CALL *)(const char *);
        address = find<find_function>("clGetExtensionFunctionAddress")(name);
    }
    if (address == nullptr) { return {}; }
    const auto ask = reinterpret_cast<query>(address);
    std::size_t bytes = 0;
    if (ask(what, 0, nullptr, &bytes) != CL_SUCCESS) { return {}; }
    std::string text(bytes, '\0');
    if (ask(what, bytes, text.data(), nullptr) != CL_SUCCESS) { return {}; }
    return text.substr(0, text.find('\0'));
}

// The maker of a loader, by its file.
std::string maker_of(std::string_view bytes) {
    const auto has = [bytes](const char *text) { return bytes.find(text) != bytes.npos; };
    if (!has("/etc/OpenCL/vendors")) { return "none: the library is a driver"; }
    if (has("OCL Icd free software")) { return "ocl-icd"; }
    if (has("Khronos Group")) { return "Khronos"; }
    return has("NVIDIA") || has("nvidia") ? "NVIDIA" : "unknown";
}

// Reports the version separately: a loader that is asked for it starts the drivers.
void report_library(const isolated_output &output) {
    output.step("loading the OpenCL library");
    const binary_facts facts = binary_of(find<const void *>("clGetPlatformIDs"));
    const std::string bytes = read_binary(facts.file);
    output.record({{"opencl_library",
                    {{"file", facts.file},
                     {"soname", facts.soname},
                     {"build_id", facts.build_id},
                     {"loader", maker_of(bytes)},
                     {"has_layers", knows_layers(facts.file)}}}});
    output.step("starting the drivers");
    constexpr cl_uint what = 2; // CL_ICDL_VERSION
    const std::string version = ask_loader(what);
    if (!version.empty()) { output.record({{"opencl_library", {{"loader", maker_of(bytes) + ' ' + version}}}}); }
}

std::string text_of(cl_platform_id platform, cl_platform_info what) {
    const auto ask = find<decltype(&::clGetPlatformInfo)>("clGetPlatformInfo");
    std::size_t bytes = 0;
    if (ask(platform, what, 0, nullptr, &bytes) != CL_SUCCESS) { return "unknown"; }
    std::string text(bytes, '\0');
    if (ask(platform, what, bytes, text.data(), nullptr) != CL_SUCCESS) { return "unknown"; }
    return text.substr(0, text.find('\0'));
}

std::vector<cl_platform_id> list_platforms() {
    constexpr cl_int not_found = -1001; // CL_PLATFORM_NOT_FOUND_KHR
    const auto list = find<decltype(&::clGetPlatformIDs)>("clGetPlatformIDs");
    cl_uint count = 0;
    cl_int code = list(0, nullptr, &count);
    if (code == not_found || (code == CL_SUCCESS && count == 0)) { return {}; }
    std::vector<cl_platform_id> platforms(count);
    if (code == CL_SUCCESS) { code = list(count, platforms.data(), nullptr); }
    if (code != CL_SUCCESS) {
        throw failure{exit_status::failed, fmt::format("clGetPlatformIDs failed with code {}", code)};
    }
    return platforms;
}

void report_platforms(const isolated_output &output) {
    output.step("listing the platforms");
    const std::vector<cl_platform_id> platforms = list_platforms();
    for (std::size_t i = 0; i < platforms.size(); ++i) {
        output.step(fmt::format("describing platform {}", i));
        cl_uint devices = 0;
        const cl_int code =
            find<decltype(&::clGetDeviceIDs)>("clGetDeviceIDs")(platforms[i], CL_DEVICE_TYPE_ALL, 0, nullptr, &devices);
        json facts = {{"platform", std::to_string(i)},
                      {"name", text_of(platforms[i], CL_PLATFORM_NAME)},
                      {"vendor", text_of(platforms[i], CL_PLATFORM_VENDOR)},
                      {"version", text_of(platforms[i], CL_PLATFORM_VERSION)},
                      {"devices", code == CL_SUCCESS ? devices : 0}};
        if (code != CL_SUCCESS && code != CL_DEVICE_NOT_FOUND) {
            facts["failure"] = fmt::format("clGetDeviceIDs failed with code {}", code);
        }
        output.record({{"platform", facts}});
    }
}

void report_choice(const isolated_output &output, const std::vector<std::pair<cl_device_id, std::string>> &devices) {
    output.step("choosing a device");
    cl_device_id chosen = nullptr;
    try {
        check(clmem_device_choose(nullptr, &chosen));
    } catch (const failure &why) {
        output.record({{"choice_failure", why.what()}});
        return;
    }
    const auto at =
        std::find_if(devices.begin(), devices.end(), [&](const auto &device) { return device.first == chosen; });
    output.record({{"chosen", at != devices.end() ? at->second : "unknown"}});
}

// A line of the log that says that a driver has a fault.
void note_quirk(void *user, std::uint32_t, const char *line) {
    constexpr std::string_view mark = " has a fault: ";
    const std::string_view text = line;
    if (const std::size_t at = text.find(mark); at != text.npos) {
        static_cast<const isolated_output *>(user)->record({{"quirk", text.substr(at + mark.size())}});
    }
}

using owned_buffer = owner<clmem_buffer, clmem_buffer_release>;
using owned_program = owner<clmem_program, clmem_program_release>;
using owned_kernel = owner<clmem_kernel, clmem_kernel_release>;

constexpr std::size_t tried_numbers = 4096;

void run_kernel(const isolated_output &output, cl_context context, cl_command_queue queue, clmem_buffer block) {
    output.step("compiling a kernel");
    owned_program program;
    check(clmem_program_create(context, "kernel void add(global uint *a) { a[get_global_id(0)] += get_global_id(0); }",
                               program.out()));
    check(clmem_program_build(program.get(), nullptr, 0, nullptr));
    owned_kernel kernel;
    check(clmem_kernel_create(program.get(), "add", kernel.out()));
    output.step("running a kernel");
    check(clmem_kernel_set_memory(kernel.get(), 0, reinterpret_cast<clmem_memory>(block)));
    clmem_launch_options options = CLMEM_LAUNCH_OPTIONS_INIT;
    options.global[0] = tried_numbers;
    check(clmem_kernel_launch(kernel.get(), queue, &options, nullptr));
    check(clmem_queue_finish(queue));
}

void compare(const isolated_output &output, cl_command_queue queue, clmem_buffer block, std::uint32_t first) {
    output.step("reading a buffer");
    std::vector<std::uint32_t> numbers(tried_numbers);
    clmem_transfer_place source = CLMEM_TRANSFER_PLACE_INIT, destination = CLMEM_TRANSFER_PLACE_INIT;
    source.memory = reinterpret_cast<clmem_memory>(block);
    destination.pointer = numbers.data();
    destination.bytes = numbers.size() * sizeof(std::uint32_t);
    check(clmem_transfer_copy(queue, &source, &destination, nullptr, nullptr));
    for (std::uint32_t i = 0; i < tried_numbers; ++i) {
        if (numbers[i] == first + i) { continue; }
        throw failure{exit_status::failed, fmt::format("expected {} at index {} of the result, got {}; the driver "
                                                       "computes wrongly",
                                                       first + i, i, numbers[i])};
    }
}

} // namespace

void list_opencl(const isolated_output &output) {
    report_library(output);
    report_platforms(output);
    std::vector<std::pair<cl_device_id, std::string>> devices;
    output.step("listing the devices");
    for_each_device([&](const std::string &selector) { output.step("describing device " + selector); },
                    [&](cl_device_id id, const listed_device &device) {
                        devices.emplace_back(id, device.selector);
                        output.record({{"device", json_of(device)}});
                    });
    if (!devices.empty()) { report_choice(output, devices); }
}

void try_device(const isolated_output &output, std::size_t index) {
    output.step("listing the devices");
    check(clmem_log_set_callback(CLMEM_LOG_INFO, note_quirk, const_cast<isolated_output *>(&output)));
    std::uint32_t count = 0;
    check(clmem_device_list(0, nullptr, &count));
    std::vector<cl_device_id> devices(count);
    check(clmem_device_list(count, devices.data(), &count));
    const cl_device_id device = devices.at(index);
    output.step("creating a context");
    owned_context context;
    check(clmem_context_create(device, context.out()));
    output.step("creating a queue");
    owned_queue queue;
    check(clmem_queue_create(context.get(), device, 0, queue.out()));
    output.step("allocating from a pool");
    owned_provider provider;
    check(clmem_provider_create_buffer(context.get(), nullptr, provider.out()));
    owned_pool pool;
    check(clmem_pool_create(provider.get(), nullptr, pool.out()));
    owned_buffer block;
    check(clmem_pool_allocate(pool.get(), queue.get(), tried_numbers * sizeof(std::uint32_t), block.out()));
    output.step("filling a buffer");
    const std::uint32_t first = 42;
    check(clmem_buffer_fill(block.get(), queue.get(), &first, sizeof first, nullptr, nullptr));
    check(clmem_queue_finish(queue.get()));
    run_kernel(output, context.get(), queue.get(), block.get());
    compare(output, queue.get(), block.get(), first);
    output.step("releasing everything");
}

} // namespace clmem::command
