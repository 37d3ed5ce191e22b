// The function names in an ELF file: 64 bits, little-endian. The file may be damaged or malicious.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace clmem::command {

class elf_symbols {
  public:
    // Of a file that cannot be read, or is no ELF file, nothing is known.
    explicit elf_symbols(const std::string &path);

    // The mangled name of the function at a virtual address; empty if none is known.
    [[nodiscard]] std::string_view function_at(std::uint64_t address) const noexcept;

    [[nodiscard]] bool is_readable() const noexcept { return is_readable_; }
    // Whether it has the names of static functions, which a stripped file lacks.
    [[nodiscard]] bool is_complete() const noexcept { return is_complete_; }
    [[nodiscard]] const std::string &build_id() const noexcept { return build_id_; }        // hexadecimal
    [[nodiscard]] const std::string &debug_link() const noexcept { return debug_link_; }    // a file name
    [[nodiscard]] std::uint32_t debug_checksum() const noexcept { return debug_checksum_; } // of that file

  private:
    class reader;
    struct function {
        std::uint64_t begin;
        std::uint64_t end;
        std::size_t name; // in names_
    };

    bool is_readable_ = false;
    bool is_complete_ = false;
    std::string build_id_;
    std::string debug_link_;
    std::uint32_t debug_checksum_ = 0;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> code_; // address ranges
    std::vector<function> functions_;                           // ordered by address
    std::string names_;
};

// The file with the debug information of an ELF file, as distributions install it; empty if there is none.
[[nodiscard]] std::string debug_file_of(const std::string &path, const elf_symbols &symbols,
                                        const std::string &debug_folder);

} // namespace clmem::command
