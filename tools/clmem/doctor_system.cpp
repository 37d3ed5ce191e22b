#include "doctor_system.hpp"

#include "binary.hpp"
#include "library.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <gnu/libc-version.h>
#include <map>
#include <string_view>
#include <sys/utsname.h>
#include <system_error>
#include <unistd.h>

namespace clmem::command {
namespace {

using json = nlohmann::ordered_json;

// The rest of the first line of a file that begins with a key and a separator; empty: there is none.
std::string value_in(const char *path, std::string_view key, char separator) {
    std::ifstream file{path};
    for (std::string line; std::getline(file, line);) {
        if (!line.starts_with(key)) { continue; }
        const std::size_t at = line.find(separator);
        if (at == line.npos) { continue; }
        std::string value = line.substr(at + 1);
        value.erase(0, value.find_first_not_of(" \t\""));
        value.erase(value.find_last_not_of(" \t\"") + 1);
        return value;
    }
    return {};
}

std::string or_unknown(const std::string &text) {
    return text.empty() ? "unknown" : text;
}

std::string own_compiler() {
#ifdef __clang__
    return "Clang " __clang_version__;
#else
    return "GCC " __VERSION__;
#endif
}

constexpr std::array prefixes = {"CLMEM_", "OPENCL_", "OCL_ICD_", "POCL_", "PYOPENCL_", "ROCR_", "HIP_"};
constexpr std::array names = {"CUDA_VISIBLE_DEVICES", "CUDA_DEVICE", "ONEAPI_DEVICE_SELECTOR", "LD_LIBRARY_PATH",
                              "LD_PRELOAD"};

bool is_reported(std::string_view name) {
    return std::any_of(prefixes.begin(), prefixes.end(), [&](const char *each) { return name.starts_with(each); }) ||
           std::any_of(names.begin(), names.end(), [&](const char *each) { return name == each; });
}

} // namespace

json describe_clmem() {
    std::uint32_t major = 0, minor = 0, patch = 0;
    check(clmem_version(&major, &minor, &patch));
    const binary_facts own = binary_of(reinterpret_cast<const void *>(&describe_clmem));
    const binary_facts library = binary_of(reinterpret_cast<const void *>(&clmem_version));
    return {{"library_version", fmt::format("{}.{}.{}", major, minor, patch)},
            {"library", library.file},
            {"library_build_id", or_unknown(library.build_id)},
            {"library_compiler", or_unknown(compiler_in(read_binary(library.file)))},
            {"command_version", fmt::format("{}.{}.{}", CLMEM_VERSION_MAJOR, CLMEM_VERSION_MINOR, CLMEM_VERSION_PATCH)},
            {"command", own.file},
            {"command_compiler", own_compiler()},
            {"command_build", CLMEM_BUILD_TYPE}};
}

json describe_system() {
    utsname kernel{};
    ::uname(&kernel);
    const std::string model = value_in("/proc/cpuinfo", "model name", ':');
    const auto pages = static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES));
    return {{"os", or_unknown(value_in("/etc/os-release", "PRETTY_NAME", '='))},
            {"kernel", fmt::format("{} {} {}", kernel.sysname, kernel.release, kernel.machine)},
            {"libc", fmt::format("glibc {}", ::gnu_get_libc_version())},
            {"processor", or_unknown(model)},
            {"processors", ::sysconf(_SC_NPROCESSORS_ONLN)},
            {"memory_bytes", pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE))}};
}

json describe_environment() {
    std::map<std::string, std::string> sorted;
    for (char **entry = environ; *entry != nullptr; ++entry) {
        const std::string_view text = *entry;
        const std::size_t at = text.find('=');
        if (at != text.npos && is_reported(text.substr(0, at))) {
            sorted.emplace(text.substr(0, at), text.substr(at + 1));
        }
    }
    json found = json::object();
    for (const auto &[name, value] : sorted) {
        found[name] = value;
    }
    return found;
}

std::string origin_of_choice() {
    for (const char *name : {"CLMEM_DEVICE", "PYOPENCL_CTX", "CUDA_DEVICE"}) {
        const char *const value = ::secure_getenv(name);
        if (value != nullptr && *value != '\0') { return fmt::format("{} is \"{}\"", name, value); }
    }
    const char *const home = ::secure_getenv("HOME");
    for (const char *name : {".clmem_device", ".cuda-device"}) {
        std::error_code code;
        if (home == nullptr || *home == '\0') { break; }
        const std::string path = std::string{home} + '/' + name;
        if (std::filesystem::exists(path, code)) { return fmt::format("the file {} names it", path); }
    }
    return "it is the first that works";
}

} // namespace clmem::command
