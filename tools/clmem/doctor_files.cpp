#include "doctor_files.hpp"

#include "binary.hpp"
#include "failure.hpp"
#include "isolated.hpp"

#include <CL/cl.h>
#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace clmem::command {
namespace {

using json = nlohmann::ordered_json;

struct named_library {
    std::string named_by; // a file, or a variable
    std::string library;
    std::string failure; // why the file cannot be read
};

std::string variable(const char *name) {
    const char *const value = std::getenv(name);
    return value != nullptr ? value : "";
}

// The library that the first line of a file names.
named_library read_name(const std::filesystem::path &file) {
    std::ifstream stream{file};
    std::string line;
    if (!stream) { return {file.string(), "", fmt::format("cannot be read: {}", std::strerror(errno))}; }
    std::getline(stream, line);
    constexpr const char *white = " \t\r";
    line.erase(0, line.find_first_not_of(white));
    line.erase(line.find_last_not_of(white) + 1);
    return {file.string(), line, line.empty() ? "expected a library in its first line, got none" : ""};
}

void add_folder(const std::filesystem::path &folder, const char *extension, std::vector<named_library> &found) {
    std::error_code code;
    std::vector<std::filesystem::path> files;
    for (const auto &entry : std::filesystem::directory_iterator{folder, code}) {
        if (entry.path().extension() == extension) { files.push_back(entry.path()); }
    }
    std::sort(files.begin(), files.end());
    for (const auto &file : files) {
        found.push_back(read_name(file));
    }
}

void add_listed(const char *name, std::vector<named_library> &found) {
    const std::string value = variable(name);
    std::string_view rest = value;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(':'), rest.size());
        if (end > 0) { found.push_back({name, std::string{rest.substr(0, end)}, ""}); }
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
}

// OCL_ICD_VENDORS is a folder in place of the system's; ocl-icd also takes a vendor file or a driver's library.
void add_vendors(std::vector<named_library> &found) {
    const char *name = "OCL_ICD_VENDORS";
    if (variable(name).empty()) { name = "OPENCL_VENDOR_PATH"; }
    const std::string other = variable(name);
    std::error_code code;
    if (other.empty()) {
        add_folder("/etc/OpenCL/vendors", ".icd", found);
    } else if (std::filesystem::is_directory(other, code)) {
        add_folder(other, ".icd", found);
    } else if (std::filesystem::path{other}.extension() == ".icd") {
        const std::filesystem::path file = other;
        found.push_back(read_name(file.has_parent_path() ? file : "/etc/OpenCL/vendors" / file));
    } else {
        found.push_back({name, other, ""});
    }
}

// The library's handle; its path becomes a record.
void *open_library(const isolated_output &output, const std::string &name) {
    output.step("opening it");
    void *const library = ::dlopen(name.c_str(), RTLD_LAZY | RTLD_LOCAL);
    if (library == nullptr) { throw failure{exit_status::failed, fmt::format("cannot be opened: {}", ::dlerror())}; }
    output.record({{"file", file_of_library(library)}});
    return library;
}

void try_driver(const isolated_output &output, const std::string &name) {
    void *const library = open_library(output, name);
    output.step("asking it for its platforms");
    using find_function = void *(CL_API_CALL *)(const char *);
    const auto find = reinterpret_cast<find_function>(::dlsym(library, "clGetExtensionFunctionAddress"));
    void *address = ::dlsym(library, "clIcdGetPlatformIDsKHR");
    if (address == nullptr && find != nullptr) { address = find("clIcdGetPlatformIDsKHR"); }
    if (address == nullptr) {
        throw failure{exit_status::failed, "expected an OpenCL driver, got a library without clIcdGetPlatformIDsKHR"};
    }
    cl_uint count = 0;
    const cl_int code = reinterpret_cast<decltype(&::clGetPlatformIDs)>(address)(0, nullptr, &count);
    constexpr cl_int none_found = -1001; // CL_PLATFORM_NOT_FOUND_KHR
    if (code != CL_SUCCESS && code != none_found) {
        throw failure{exit_status::failed, fmt::format("clIcdGetPlatformIDsKHR failed with code {}", code)};
    }
    output.record({{"platforms", code == CL_SUCCESS ? count : 0}});
}

void try_layer(const isolated_output &output, const std::string &name) {
    void *const library = open_library(output, name);
    if (::dlsym(library, "clInitLayer") == nullptr && ::dlsym(library, "clInitLayerWithProperties") == nullptr) {
        throw failure{exit_status::failed, "expected an OpenCL layer, got a library without clInitLayer"};
    }
}

template <class Try>
json describe(const std::vector<named_library> &all, std::chrono::milliseconds limit, Try attempt) {
    json described = json::array();
    for (const named_library &each : all) {
        json facts = {{"library", each.library}, {"named_by", each.named_by}};
        if (!each.failure.empty()) {
            facts["failure"] = each.failure;
        } else {
            const isolated_result result =
                run_isolated(limit, [&](const isolated_output &output) { attempt(output, each.library); });
            for (const json &record : result.records) {
                facts.update(record);
            }
            if (result.is_crash) {
                facts["failure"] = fmt::format("{}: {}", result.step, result.failure);
            } else if (!result.succeeded()) {
                facts["failure"] = result.failure;
            }
        }
        described.push_back(facts);
    }
    return described;
}

} // namespace

json list_drivers(std::chrono::milliseconds limit) {
    std::vector<named_library> found;
    add_listed("OCL_ICD_FILENAMES", found);
    add_vendors(found);
    return describe(found, limit, try_driver);
}

json list_layers(std::chrono::milliseconds limit) {
    std::vector<named_library> found;
    add_listed("OPENCL_LAYERS", found);
    add_listed("OCL_ICD_LAYERS", found); // ocl-icd before 2.3.0
    add_folder("/etc/OpenCL/layers", ".lay", found);
    return describe(found, limit, try_layer);
}

} // namespace clmem::command
