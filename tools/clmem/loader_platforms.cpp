#include "loader_platforms.hpp"

#include "binary.hpp"
#include "isolated.hpp"

#include <CL/cl.h>
#include <chrono>
#include <cstdlib>
#include <dlfcn.h>
#include <stdexcept>

namespace clmem::command {
namespace {

using namespace std::chrono_literals;

constexpr auto patience = 20s;

std::string name_of(decltype(&clGetPlatformInfo) ask, cl_platform_id platform) {
    std::size_t bytes = 0;
    if (ask(platform, CL_PLATFORM_NAME, 0, nullptr, &bytes) != CL_SUCCESS) { return {}; }
    std::string text(bytes, '\0');
    if (ask(platform, CL_PLATFORM_NAME, bytes, text.data(), nullptr) != CL_SUCCESS) { return {}; }
    return text.substr(0, text.find('\0'));
}

void report_platforms(void *loader, const isolated_output &output) {
    const auto list = reinterpret_cast<decltype(&clGetPlatformIDs)>(::dlsym(loader, "clGetPlatformIDs"));
    const auto ask = reinterpret_cast<decltype(&clGetPlatformInfo)>(::dlsym(loader, "clGetPlatformInfo"));
    if (list == nullptr || ask == nullptr) { throw std::runtime_error{"no loader of OpenCL"}; }
    cl_uint count = 0;
    if (list(0, nullptr, &count) != CL_SUCCESS) { return; } // also if there is none
    std::vector<cl_platform_id> platforms(count);
    if (list(count, platforms.data(), nullptr) != CL_SUCCESS) { return; }
    for (cl_platform_id each : platforms) {
        output.record(name_of(ask, each));
    }
}

} // namespace

std::string loader_by_name() {
    const isolated_result result = run_isolated(patience, [](const isolated_output &output) {
        if (void *const loader = ::dlopen("libOpenCL.so.1", RTLD_LAZY | RTLD_LOCAL)) {
            output.record(file_of_library(loader));
        }
    });
    return result.records.empty() ? "" : result.records.front().get<std::string>();
}

std::optional<std::vector<std::string>> platforms_of(const std::string &loader, const variables &environment) {
    const isolated_result result = run_isolated(patience, [&](const isolated_output &output) {
        for (const auto &[name, value] : environment) {
            ::setenv(name.c_str(), value.c_str(), 1);
        }
        for (const char *name : {"OPENCL_LAYERS", "OPENCL_LAYER_PATH"}) {
            ::unsetenv(name); // layers may change what a program sees
        }
        void *const opened = ::dlopen(loader.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (opened == nullptr) { throw std::runtime_error{::dlerror()}; }
        report_platforms(opened, output);
    });
    if (!result.succeeded()) { return std::nullopt; }
    std::vector<std::string> platforms;
    for (const auto &each : result.records) {
        platforms.push_back(each.get<std::string>());
    }
    return platforms;
}

} // namespace clmem::command
