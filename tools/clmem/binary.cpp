#include "binary.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <dlfcn.h>
#include <elf.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <link.h>
#include <system_error>

namespace clmem::command {
namespace {

std::string absolute(const char *name) {
    std::error_code code;
    const std::filesystem::path path = *name != '\0' ? name : "/proc/self/exe"; // the program itself has no name
    const auto resolved = std::filesystem::canonical(path, code);
    return code ? path.string() : resolved.string();
}

std::string soname_of(const link_map &object) {
    const char *strings = nullptr;
    const ElfW(Dyn) *name = nullptr;
    for (const ElfW(Dyn) *entry = object.l_ld; entry != nullptr && entry->d_tag != DT_NULL; ++entry) {
        if (entry->d_tag == DT_SONAME) { name = entry; }
        if (entry->d_tag == DT_STRTAB) {
            // Most dynamic linkers have turned the offset into an address.
            const auto place = entry->d_un.d_ptr;
            strings = reinterpret_cast<const char *>(place < object.l_addr ? place + object.l_addr : place);
        }
    }
    return name != nullptr && strings != nullptr ? strings + name->d_un.d_val : "";
}

std::string build_id_in(const dl_phdr_info &object, const ElfW(Phdr) & part) {
    const auto *bytes = reinterpret_cast<const char *>(object.dlpi_addr + part.p_vaddr);
    constexpr auto padded = [](std::size_t size) { return (size + 3) / 4 * 4; };
    for (std::size_t at = 0; at + sizeof(ElfW(Nhdr)) <= part.p_memsz;) {
        ElfW(Nhdr) note;
        std::memcpy(&note, bytes + at, sizeof note);
        const char *const name = bytes + at + sizeof note;
        const char *const content = name + padded(note.n_namesz);
        if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && std::memcmp(name, "GNU", 4) == 0) {
            std::string text;
            std::for_each(content, content + note.n_descsz,
                          [&](char byte) { text += fmt::format("{:02x}", static_cast<unsigned char>(byte)); });
            return text;
        }
        at += sizeof note + padded(note.n_namesz) + padded(note.n_descsz);
    }
    return {};
}

struct build_id_search {
    std::uintptr_t base; // of the object
    std::string found;
};

int add_build_id(dl_phdr_info *object, std::size_t, void *user) {
    auto &search = *static_cast<build_id_search *>(user);
    if (object->dlpi_addr != search.base) { return 0; }
    for (std::size_t i = 0; i < object->dlpi_phnum && search.found.empty(); ++i) {
        if (object->dlpi_phdr[i].p_type == PT_NOTE) { search.found = build_id_in(*object, object->dlpi_phdr[i]); }
    }
    return 1;
}

} // namespace

binary_facts binary_of(const void *address) {
    Dl_info info{};
    link_map *object = nullptr;
    if (::dladdr1(address, &info, reinterpret_cast<void **>(&object), RTLD_DL_LINKMAP) == 0) { return {}; }
    build_id_search search{object->l_addr, {}};
    ::dl_iterate_phdr(add_build_id, &search);
    return {absolute(object->l_name), soname_of(*object), search.found};
}

std::string file_of_library(void *library) {
    link_map *object = nullptr;
    return ::dlinfo(library, RTLD_DI_LINKMAP, &object) == 0 ? absolute(object->l_name) : "";
}

std::string read_binary(const std::string &file) {
    std::ifstream stream{file, std::ios::binary};
    return {std::istreambuf_iterator<char>{stream}, {}};
}

std::string compiler_in(std::string_view bytes) {
    for (const std::string_view begin : {std::string_view{"\0clang version ", 15}, std::string_view{"\0GCC: (", 7}}) {
        if (const std::size_t at = bytes.find(begin); at != bytes.npos) {
            const std::string_view rest = bytes.substr(at + 1);
            return std::string{rest.substr(0, rest.find('\0'))};
        }
    }
    return {};
}

} // namespace clmem::command
