#include "program_file.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <filesystem>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace clmem::command {
namespace {

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

// This process's environment with these variables in place of those of the same names.
std::vector<std::string> environment_with(const variables &changed) {
    std::vector<std::string> all;
    for (char **each = environ; *each != nullptr; ++each) {
        const std::string_view variable{*each};
        const std::string_view name = variable.substr(0, variable.find('='));
        const bool is_changed =
            std::any_of(changed.begin(), changed.end(), [&](const auto &one) { return one.first == name; });
        if (!is_changed) { all.emplace_back(variable); }
    }
    for (const auto &[name, value] : changed) {
        all.push_back(name + '=' + value);
    }
    return all;
}

} // namespace

std::string output_of(std::vector<std::string> words, const variables &environment) {
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
    std::vector<std::string> own = environment_with(environment);
    std::vector<char *> pointers;
    for (std::string &variable : own) {
        pointers.push_back(variable.data());
    }
    pointers.push_back(nullptr);
    const int code = ::posix_spawn(&child, arguments.front(), &actions, nullptr, arguments.data(), pointers.data());
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

mapped_file::mapped_file(const std::string &path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat about {};
    if (file >= 0 && ::fstat(file, &about) == 0 && S_ISREG(about.st_mode) && about.st_size > 0) {
        void *const base = ::mmap(nullptr, static_cast<std::size_t>(about.st_size), PROT_READ, MAP_PRIVATE, file, 0);
        if (base != MAP_FAILED) {
            content_ = {static_cast<const char *>(base), static_cast<std::size_t>(about.st_size)};
        }
    }
    if (file >= 0) { ::close(file); }
}

mapped_file::~mapped_file() {
    if (!content_.empty()) { ::munmap(const_cast<char *>(content_.data()), content_.size()); }
}

bool mapped_file::contains(std::string_view text) const noexcept {
    return !content_.empty() && ::memmem(content_.data(), content_.size(), text.data(), text.size()) != nullptr;
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

std::vector<std::string> libraries_of(const std::string &program, const variables &environment) {
    const std::string interpreter = interpreter_of(program);
    if (interpreter.empty()) { return {}; }
    const std::string listed = output_of({interpreter, "--list", program}, environment);
    std::vector<std::string> libraries;
    for (std::size_t at = 0; (at = listed.find("=> /", at)) != std::string::npos;) {
        at += 3;
        libraries.push_back(listed.substr(at, listed.find_first_of(" \n", at) - at));
    }
    return libraries;
}

bool is_loader(const std::string &path) {
    return std::filesystem::path{path}.filename().string().starts_with("libOpenCL.so");
}

bool knows_layers(const std::string &path) {
    return mapped_file{path}.contains("OPENCL_LAYERS");
}

} // namespace clmem::command
