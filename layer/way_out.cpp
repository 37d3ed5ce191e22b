#include "way_out.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sys/auxv.h>
#include <system_error>
#include <unistd.h>

namespace clmem::layer {
namespace {

std::string_view trimmed(std::string_view text) noexcept {
    constexpr std::string_view blanks = " \t\r";
    const std::size_t begin = text.find_first_not_of(blanks);
    if (begin == std::string_view::npos) { return {}; }
    return text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
}

std::string_view first_line(std::string_view text) noexcept {
    return text.substr(0, text.find('\n'));
}

std::string content_of(const std::string &path) {
    std::ifstream file{path};
    return {std::istreambuf_iterator<char>{file}, std::istreambuf_iterator<char>{}};
}

// The name by which this process was started, and its file: they differ for a symbolic link.
std::vector<std::string> own_programs() {
    std::vector<std::string> result{program_invocation_name};
    std::array<char, PATH_MAX> path{};
    const ssize_t length = ::readlink("/proc/self/exe", path.data(), path.size());
    if (length > 0) { result.emplace_back(path.data(), static_cast<std::size_t>(length)); }
    return result;
}

// Whether a path, or a name that the dynamic linker looks for, is that of a file.
bool names_file(std::string_view named, const std::string &file) {
    if (named.find('/') == std::string_view::npos) {
        return named == std::string_view{file}.substr(file.rfind('/') + 1);
    }
    std::error_code code;
    return std::filesystem::equivalent(named, file, code);
}

// Whether a file for loaders in this folder names the layer.
bool is_of_system(const char *folder, const std::string &layer) {
    std::error_code code;
    for (std::filesystem::directory_iterator each{folder, code}, end; !code && each != end; each.increment(code)) {
        if (each->path().extension() != ".lay") { continue; }
        const std::string content = content_of(each->path().string());
        if (names_file(trimmed(first_line(content)), layer)) { return true; }
    }
    return false;
}

} // namespace

std::vector<std::string> paths_of_lists(find_variable find) {
    std::vector<std::string> result{"/etc/clmem/layer.conf"};
    const char *const folder = find("XDG_CONFIG_HOME");
    const char *const home = find("HOME");
    if (folder != nullptr && *folder == '/') { // the XDG specification ignores relative paths
        result.push_back(std::string{folder} + "/clmem/layer.conf");
    } else if (home != nullptr && *home != '\0') {
        result.push_back(std::string{home} + "/.config/clmem/layer.conf");
    }
    return result;
}

bool is_listed(std::string_view list, std::string_view program) noexcept {
    const std::string_view name = program.substr(program.rfind('/') + 1);
    while (!list.empty()) {
        const std::size_t end = std::min(list.find('\n'), list.size());
        const std::string_view line = list.substr(0, end);
        const std::string_view entry = trimmed(line.substr(0, line.find('#')));
        if (!entry.empty() && entry == (entry.find('/') == std::string_view::npos ? name : program)) { return true; }
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return false;
}

bool waits_to_be_asked(find_variable find, const std::string &layer) {
    const char *const other = find("OPENCL_LAYER_PATH");
    if (flag(find, "CLMEM_RUN") || !is_of_system(other != nullptr ? other : "/etc/OpenCL/layers", layer)) {
        return false;
    }
    const char *const layers = find("OPENCL_LAYERS");
    std::string_view rest = layers != nullptr ? layers : "";
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(':'), rest.size());
        if (names_file(rest.substr(0, end), layer)) { return false; }
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return true;
}

std::string why_left_alone(find_variable find, std::span<const std::string> programs) {
    if (flag(find, "CLMEM_RUN_DISABLE")) { return "CLMEM_RUN_DISABLE=1 is set"; }
    for (const std::string &path : paths_of_lists(find)) {
        const std::string list = content_of(path);
        for (const std::string &program : programs) {
            if (is_listed(list, program)) { return path + " lists " + program; }
        }
    }
    return {};
}

std::string why_left_alone() {
    if (::getauxval(AT_SECURE) != 0) { return "it is a set-uid program"; }
    return why_left_alone([](const char *name) -> const char * { return std::getenv(name); }, own_programs());
}

} // namespace clmem::layer
