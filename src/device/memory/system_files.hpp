// The small text files of /proc and /sys.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace clmem_core {

// Reads files below a root folder, which tests replace.
class system_files {
  public:
    system_files() = default;
    explicit system_files(std::string root) : root_{std::move(root)} {}

    // The contents, at most the first 64 KiB; empty if the file cannot be read.
    [[nodiscard]] std::optional<std::string> read(const std::string &path) const;
    // The number at the beginning of a file.
    [[nodiscard]] std::optional<std::uint64_t> number(const std::string &path) const;
    // The text of a symbolic link.
    [[nodiscard]] std::optional<std::string> link(const std::string &path) const;
    // The names in a folder.
    [[nodiscard]] std::vector<std::string> list(const std::string &path) const;

  private:
    std::string root_;
};

// A line "NAME: VALUE" or "NAME VALUE".
struct named_text {
    std::string_view name;
    std::string_view value;
};

// The lines of a text that have a name. The result refers to the text.
[[nodiscard]] std::vector<named_text> named_lines(std::string_view text);

// The value of the first line with this name; empty if there is none.
[[nodiscard]] std::string_view value_of(const std::vector<named_text> &lines, std::string_view name);

// "12", "12 kB", "12 KiB" or "12 MiB" in bytes; empty if it is none of these or too large. As in Linux, a kB is 1024.
[[nodiscard]] std::optional<std::uint64_t> bytes_of(std::string_view text);

} // namespace clmem_core
