#include "reports/elf_symbols.hpp"

#include "reports/regular_file.hpp"

#include <algorithm>
#include <cstring>
#include <elf.h>
#include <filesystem>
#include <fmt/format.h>
#include <zlib.h>

namespace clmem::command {
namespace {

// Limits far above those of the largest programs.
constexpr std::size_t most_sections = 65536;
constexpr std::size_t most_note_bytes = 65536;

template <class Entry>
Entry entry_of(const std::string &content, std::size_t index) {
    Entry entry;
    std::memcpy(&entry, content.data() + index * sizeof entry, sizeof entry);
    return entry;
}

template <class Entry>
std::size_t entries_in(const std::string &content) {
    return content.size() / sizeof(Entry);
}

std::string text_at(const std::string &strings, std::size_t at) {
    if (at >= strings.size()) { return {}; }
    const std::size_t end = strings.find('\0', at);
    return end == std::string::npos ? std::string{} : strings.substr(at, end - at);
}

bool matches_checksum(const std::string &path, std::uint32_t wanted) {
    const regular_file file{path};
    std::vector<char> part(std::size_t{1} << 20);
    uLong sum = ::crc32(0, nullptr, 0);
    for (std::uint64_t at = 0; at < file.size(); at += part.size()) {
        const std::uint64_t bytes = std::min<std::uint64_t>(part.size(), file.size() - at);
        if (!file.read(part.data(), at, bytes)) { return false; }
        sum = ::crc32(sum, reinterpret_cast<const Bytef *>(part.data()), static_cast<uInt>(bytes));
    }
    return file.size() != 0 && sum == wanted;
}

} // namespace

class elf_symbols::reader {
  public:
    reader(const std::string &path, elf_symbols &to) : file_{path}, to_{to} {}

    void read() {
        Elf64_Ehdr header;
        if (!file_.read(&header, 0, sizeof header) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
            header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_ident[EI_DATA] != ELFDATA2LSB ||
            (header.e_type != ET_DYN && header.e_type != ET_EXEC)) {
            return;
        }
        to_.is_readable_ = true;
        if (header.e_phentsize == sizeof(Elf64_Phdr)) { read_segments(header); }
        if (header.e_shentsize == sizeof(Elf64_Shdr) && header.e_shnum <= most_sections) { read_sections(header); }
        std::sort(to_.functions_.begin(), to_.functions_.end(),
                  [](const function &a, const function &b) { return a.begin < b.begin; });
        end_unsized();
    }

  private:
    void read_segments(const Elf64_Ehdr &header) {
        const std::string all = file_.bytes(header.e_phoff, std::uint64_t{header.e_phnum} * sizeof(Elf64_Phdr));
        for (std::size_t at = 0; at < entries_in<Elf64_Phdr>(all); ++at) {
            const auto segment = entry_of<Elf64_Phdr>(all, at);
            if (segment.p_type == PT_LOAD && (segment.p_flags & PF_X) != 0 &&
                segment.p_memsz <= UINT64_MAX - segment.p_vaddr) {
                to_.code_.emplace_back(segment.p_vaddr, segment.p_vaddr + segment.p_memsz);
            }
            if (segment.p_type == PT_NOTE) { read_notes(segment.p_offset, segment.p_filesz); }
        }
    }

    void read_notes(std::uint64_t offset, std::uint64_t bytes) {
        const std::string notes = file_.bytes(offset, std::min<std::uint64_t>(bytes, most_note_bytes));
        constexpr auto aligned = [](std::size_t size) { return (size + 3) / 4 * 4; };
        for (std::size_t at = 0; notes.size() - at >= sizeof(Elf64_Nhdr);) {
            Elf64_Nhdr note;
            std::memcpy(&note, notes.data() + at, sizeof note);
            at += sizeof note;
            const std::size_t name = aligned(note.n_namesz), content = aligned(note.n_descsz);
            if (name > notes.size() - at || content > notes.size() - at - name) { return; }
            if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == sizeof ELF_NOTE_GNU &&
                notes.compare(at, sizeof ELF_NOTE_GNU, ELF_NOTE_GNU, sizeof ELF_NOTE_GNU) == 0 &&
                to_.build_id_.empty()) {
                for (const char each : notes.substr(at + name, note.n_descsz)) {
                    to_.build_id_ += fmt::format("{:02x}", static_cast<unsigned char>(each));
                }
            }
            at += name + content;
        }
    }

    void read_sections(const Elf64_Ehdr &header) {
        const std::string all = file_.bytes(header.e_shoff, std::uint64_t{header.e_shnum} * sizeof(Elf64_Shdr));
        const std::size_t count = entries_in<Elf64_Shdr>(all);
        if (header.e_shstrndx >= count) { return; }
        const std::string names = content_of(entry_of<Elf64_Shdr>(all, header.e_shstrndx));
        for (std::size_t at = 0; at < count; ++at) {
            const auto section = entry_of<Elf64_Shdr>(all, at);
            const bool is_complete = section.sh_type == SHT_SYMTAB;
            if ((is_complete || section.sh_type == SHT_DYNSYM) && section.sh_link < count) {
                // A file has one of each; more of them would only take memory.
                bool &is_read = is_complete ? has_symbols_ : has_dynamic_symbols_;
                if (!std::exchange(is_read, true)) {
                    read_symbols(content_of(section), content_of(entry_of<Elf64_Shdr>(all, section.sh_link)));
                    to_.is_complete_ = to_.is_complete_ || is_complete;
                }
            }
            if (to_.debug_link_.empty() && section.sh_size <= most_note_bytes &&
                text_at(names, section.sh_name) == ".gnu_debuglink") {
                read_debug_link(content_of(section));
            }
        }
    }

    [[nodiscard]] std::string content_of(const Elf64_Shdr &section) const {
        return section.sh_type == SHT_NOBITS ? std::string{} : file_.bytes(section.sh_offset, section.sh_size);
    }

    void read_debug_link(const std::string &content) {
        const std::string name = text_at(content, 0);
        const std::size_t at = (name.size() + 1 + 3) / 4 * 4;
        if (name.empty() || content.size() < sizeof(std::uint32_t) || at > content.size() - sizeof(std::uint32_t)) {
            return;
        }
        to_.debug_link_ = name;
        std::memcpy(&to_.debug_checksum_, content.data() + at, sizeof(std::uint32_t));
    }

    void read_symbols(const std::string &symbols, const std::string &strings) {
        const std::size_t base = to_.names_.size();
        to_.names_ += strings;
        to_.names_ += '\0';
        for (std::size_t at = 0; at < entries_in<Elf64_Sym>(symbols); ++at) {
            const auto symbol = entry_of<Elf64_Sym>(symbols, at);
            const auto type = ELF64_ST_TYPE(symbol.st_info);
            if ((type != STT_FUNC && type != STT_GNU_IFUNC) || symbol.st_shndx == SHN_UNDEF ||
                symbol.st_name >= strings.size() || strings[symbol.st_name] == '\0') {
                continue;
            }
            const std::uint64_t size = std::min(symbol.st_size, UINT64_MAX - symbol.st_value);
            to_.functions_.push_back({symbol.st_value, symbol.st_value + size, base + symbol.st_name});
        }
    }

    // Code in assembler may have no size: it ends where the next function begins.
    void end_unsized() {
        std::uint64_t next = UINT64_MAX;
        auto &all = to_.functions_;
        for (std::size_t at = all.size(); at-- > 0;) {
            if (at + 1 < all.size() && all[at + 1].begin != all[at].begin) { next = all[at + 1].begin; }
            if (all[at].end == all[at].begin) { all[at].end = next; }
        }
    }

    regular_file file_;
    elf_symbols &to_;
    bool has_symbols_ = false;
    bool has_dynamic_symbols_ = false;
};

elf_symbols::elf_symbols(const std::string &path) {
    reader{path, *this}.read();
}

std::string_view elf_symbols::function_at(std::uint64_t address) const noexcept {
    const bool is_code = std::any_of(code_.begin(), code_.end(), [address](const auto &range) {
        return range.first <= address && address < range.second;
    });
    if (!is_code) { return {}; }
    auto at = std::upper_bound(functions_.begin(), functions_.end(), address,
                               [](std::uint64_t wanted, const function &each) { return wanted < each.begin; });
    // Functions may overlap: aliases, and parts with names.
    constexpr int most_overlaps = 16;
    for (int steps = 0; at != functions_.begin() && steps < most_overlaps; ++steps) {
        --at;
        if (address < at->end) { return names_.c_str() + at->name; }
    }
    return {};
}

std::string debug_file_of(const std::string &path, const elf_symbols &symbols, const std::string &debug_folder) {
    const std::string &id = symbols.build_id();
    if (id.size() > 2) {
        const std::string by_id = fmt::format("{}/.build-id/{}/{}.debug", debug_folder, id.substr(0, 2), id.substr(2));
        if (elf_symbols{by_id}.build_id() == id) { return by_id; }
    }
    const std::string &link = symbols.debug_link();
    if (link.empty() || link.find('/') != std::string::npos) { return {}; } // it names a file, not a way to one
    const std::string folder = std::filesystem::path{path}.parent_path().string();
    for (const std::string &in : {folder + '/', folder + "/.debug/", debug_folder + folder + '/'}) {
        const std::string found = in + link;
        if (found != path && matches_checksum(found, symbols.debug_checksum())) { return found; }
    }
    return {};
}

} // namespace clmem::command
