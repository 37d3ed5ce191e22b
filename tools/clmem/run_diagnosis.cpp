#include "run_diagnosis.hpp"

#include "layer/way_out.hpp"
#include "program_file.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <elf.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <memory>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace clmem::command {
namespace {

constexpr const char *vendors = "/etc/OpenCL/vendors";

bool is_this_command(const std::string &path) {
    std::error_code code;
    return std::filesystem::equivalent(path, "/proc/self/exe", code);
}

// Whether a process of this command is `clmem run` or `clmem record`.
bool runs_programs(pid_t process) {
    std::ifstream words{fmt::format("/proc/{}/cmdline", process)};
    std::string word;
    return std::getline(words, word, '\0') && std::getline(words, word, '\0') && (word == "run" || word == "record");
}

// Every loader contains the name of this folder, as this command does.
bool has_loader_inside(const std::string &path) {
    return !is_loader(path) && !is_this_command(path) && mapped_file{path}.contains(vendors);
}

// Whether this is an ELF file for another kind of processor than this command, or for another width of addresses.
bool is_foreign(const std::string &path) {
    const mapped_file own{"/proc/self/exe"};
    const mapped_file file{path};
    constexpr std::size_t known = offsetof(Elf64_Ehdr, e_version);
    if (file.content().size() < known || !file.content().starts_with(ELFMAG)) { return false; }
    constexpr std::size_t machine = offsetof(Elf64_Ehdr, e_machine);
    return own.content()[EI_CLASS] != file.content()[EI_CLASS] ||
           own.content().substr(machine, sizeof(Elf64_Half)) != file.content().substr(machine, sizeof(Elf64_Half));
}

// Where a loader looks for drivers. A variable may name one driver instead of a folder.
std::string vendors_folder() {
    const char *const other = std::getenv("OCL_ICD_VENDORS");
    return other != nullptr && *other != '\0' ? other : vendors;
}

// Whether a loader finds no driver.
bool has_no_driver() {
    const char *const files = std::getenv("OCL_ICD_FILENAMES");
    if (files != nullptr && *files != '\0') { return false; }
    const std::string folder = vendors_folder();
    std::error_code code;
    if (std::filesystem::exists(folder, code) && !std::filesystem::is_directory(folder, code)) { return false; }
    std::filesystem::directory_iterator entries{folder, code};
    return std::none_of(begin(entries), end(entries),
                        [](const auto &entry) { return entry.path().extension() == ".icd"; });
}

bool is_set_uid(const std::string &path) {
    struct stat about {};
    return ::stat(path.c_str(), &about) == 0 && (about.st_mode & S_ISUID) != 0 && about.st_uid != ::getuid();
}

} // namespace

void diagnosis::look_at(pid_t process) {
    std::ifstream maps{fmt::format("/proc/{}/maps", process)};
    for (std::string line; std::getline(maps, line);) {
        const std::size_t begin = line.find('/');
        if (begin != std::string::npos) { files_.insert(line.substr(begin)); }
    }
    runs_command_ |= is_this_command(fmt::format("/proc/{}/exe", process)) && runs_programs(process);
    std::ifstream children{fmt::format("/proc/{0}/task/{0}/children", process)};
    std::for_each(std::istream_iterator<pid_t>{children}, std::istream_iterator<pid_t>{},
                  [this](pid_t child) { look_at(child); });
}

// A short program may have ended before it was looked at, but its file names the libraries that it needs.
void diagnosis::add_dependencies(const std::string &file) {
    const std::vector<std::string> libraries = libraries_of(file, {});
    files_.insert(libraries.begin(), libraries.end());
}

std::string diagnosis::explain(const std::string &program, const std::string &loader) {
    const std::string file = find_program(program);
    files_.insert(file);
    add_dependencies(file);
    if (is_set_uid(file)) {
        return fmt::format("the layer was not used: {} is a set-uid program, which it leaves alone", file);
    }
    const std::vector<std::string> files{files_.begin(), files_.end()};
    const auto find = [](const char *name) -> const char * { return std::getenv(name); };
    if (const std::string why = layer::why_left_alone(find, files); !why.empty()) {
        return "the layer was not used: " + why;
    }
    if (runs_command_) {
        return "the layer was not used: the program started clmem run again, which reports what it runs; use one of "
               "the two";
    }
    return explain_loader(file, loader);
}

std::string diagnosis::explain_loader(const std::string &program, const std::string &choice) const {
    const auto loader = std::find_if(files_.begin(), files_.end(), is_loader);
    for (const std::string &file : {program, loader != files_.end() ? *loader : ""}) {
        if (!is_foreign(file)) { continue; }
        return fmt::format("the layer was not loaded: expected a program for the same processor and word size as "
                           "clmem's, got {}; use a build of clmem for it",
                           file);
    }
    if (loader != files_.end() && !knows_layers(*loader)) {
        return fmt::format("the layer was not loaded: expected an OpenCL loader with layers, got {}; {}", *loader,
                           choice);
    }
    const auto inside = std::find_if(files_.begin(), files_.end(), has_loader_inside);
    if (inside != files_.end() && loader == files_.end()) {
        return fmt::format("the layer was not loaded: expected a program that loads libOpenCL.so.1, but {} contains "
                           "an OpenCL loader{}; use a build of it without one",
                           *inside, knows_layers(*inside) ? "" : " without layers");
    }
    if (loader != files_.end() && has_no_driver()) {
        return fmt::format("the layer was not loaded: expected an OpenCL driver, but no .icd file in {} names one; "
                           "install a driver, such as PoCL",
                           vendors_folder());
    }
    if (loader != files_.end()) {
        return fmt::format("the layer was not loaded: the program has {}, but called nothing of it, or the loader "
                           "refused the layer; OCL_ICD_DEBUG=15 makes ocl-icd say why",
                           *loader);
    }
    return "the layer was not loaded: the program did not load OpenCL";
}

} // namespace clmem::command
