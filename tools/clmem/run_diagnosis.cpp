#include "run_diagnosis.hpp"

#include "layer/way_out.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <elf.h>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <memory>
#include <spawn.h>
#include <string_view>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace clmem::command {
namespace {

// A file's content; empty if it cannot be read.
class mapped_file {
  public:
    explicit mapped_file(const std::string &path) {
        const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
        struct stat about {};
        if (file >= 0 && ::fstat(file, &about) == 0 && S_ISREG(about.st_mode) && about.st_size > 0) {
            void *const base =
                ::mmap(nullptr, static_cast<std::size_t>(about.st_size), PROT_READ, MAP_PRIVATE, file, 0);
            if (base != MAP_FAILED) {
                content_ = {static_cast<const char *>(base), static_cast<std::size_t>(about.st_size)};
            }
        }
        if (file >= 0) { ::close(file); }
    }
    ~mapped_file() {
        if (!content_.empty()) { ::munmap(const_cast<char *>(content_.data()), content_.size()); }
    }
    mapped_file(const mapped_file &) = delete;
    mapped_file &operator=(const mapped_file &) = delete;

    [[nodiscard]] bool contains(std::string_view text) const noexcept {
        return !content_.empty() && ::memmem(content_.data(), content_.size(), text.data(), text.size()) != nullptr;
    }
    [[nodiscard]] std::string_view content() const noexcept { return content_; }

  private:
    std::string_view content_;
};

bool is_loader(const std::string &path) {
    return std::filesystem::path{path}.filename().string().starts_with("libOpenCL.so");
}

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

bool knows_layers(const std::string &path) {
    return mapped_file{path}.contains("OPENCL_LAYERS");
}

// The file that execvp() starts for this word.
std::string find_program(const std::string &word) {
    if (word.find('/') != std::string::npos) { return word; }
    const char *const path = std::getenv("PATH");
    std::string_view rest = path != nullptr ? path : "/bin:/usr/bin";
    for (;;) {
        const std::size_t end = std::min(rest.find(':'), rest.size());
        const std::string folder{end == 0 ? "." : rest.substr(0, end)};
        if (const std::string file = folder + '/' + word; ::access(file.c_str(), X_OK) == 0) { return file; }
        if (end == rest.size()) { return word; }
        rest.remove_prefix(end + 1);
    }
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

// The dynamic linker that an ELF program of this machine's width names; empty if it names none.
std::string interpreter_of(const std::string &path) {
    const mapped_file file{path};
    const std::string_view all = file.content();
    if (all.size() < sizeof(Elf64_Ehdr) || !all.starts_with(ELFMAG) || all[EI_CLASS] != ELFCLASS64) { return {}; }
    const auto &header = *reinterpret_cast<const Elf64_Ehdr *>(all.data());
    for (std::size_t at = 0; at < header.e_phnum; ++at) {
        const std::size_t place = header.e_phoff + at * sizeof(Elf64_Phdr);
        if (place > all.size() || all.size() - place < sizeof(Elf64_Phdr)) { return {}; }
        Elf64_Phdr part;
        std::copy_n(all.data() + place, sizeof part, reinterpret_cast<char *>(&part));
        if (part.p_type != PT_INTERP || part.p_offset > all.size() || part.p_filesz > all.size() - part.p_offset) {
            continue;
        }
        const std::string_view name = all.substr(part.p_offset, part.p_filesz);
        return std::string{name.substr(0, name.find('\0'))};
    }
    return {};
}

// What a program prints.
std::string output_of(std::vector<std::string> words) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) { return {}; }
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    std::vector<char *> arguments;
    for (std::string &word : words) {
        arguments.push_back(word.data());
    }
    arguments.push_back(nullptr);
    pid_t child = -1;
    const int code = ::posix_spawn(&child, arguments.front(), &actions, nullptr, arguments.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
    std::string text;
    char part[4096];
    for (ssize_t got = 0; code == 0 && (got = ::read(ends[0], part, sizeof part)) > 0;) {
        text.append(part, static_cast<std::size_t>(got));
    }
    ::close(ends[0]);
    if (code == 0) { ::waitpid(child, nullptr, 0); }
    return text;
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
    const std::string interpreter = interpreter_of(file);
    if (interpreter.empty()) { return; }
    const std::string listed = output_of({interpreter, "--list", file});
    for (std::size_t at = 0; (at = listed.find("=> /", at)) != std::string::npos;) {
        at += 3;
        files_.insert(listed.substr(at, listed.find_first_of(" \n", at) - at));
    }
}

std::string diagnosis::explain(const std::string &program) {
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
    return explain_loader(file);
}

std::string diagnosis::explain_loader(const std::string &program) const {
    const auto loader = std::find_if(files_.begin(), files_.end(), is_loader);
    for (const std::string &file : {program, loader != files_.end() ? *loader : ""}) {
        if (!is_foreign(file)) { continue; }
        return fmt::format("the layer was not loaded: expected a program for the same processor and word size as "
                           "clmem's, got {}; use a build of clmem for it",
                           file);
    }
    if (loader != files_.end() && !knows_layers(*loader)) {
        return fmt::format("the layer was not loaded: expected an OpenCL loader with layers, got {}; "
                           "use ocl-icd 2.3.1 or newer, or the Khronos loader of 2021 or newer",
                           *loader);
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
