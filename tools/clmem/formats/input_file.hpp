// A file of bytes that is read, and its parts with checks: whatever it contains, no read leaves it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace clmem::command {

// Throws failure (bad_input) with "PATH:OFFSET: MESSAGE".
[[noreturn]] void fail_at(const std::string &path, std::uint64_t offset, const std::string &message);

// A part of a text from a file, shortened to one printable line for a message.
[[nodiscard]] std::string quoted(std::string_view text);

class input_file {
  public:
    // Throws failure (bad_input) if the path is not a file that can be read.
    explicit input_file(const std::string &path);
    ~input_file();
    input_file(const input_file &) = delete;
    input_file &operator=(const input_file &) = delete;

    [[nodiscard]] const std::string &path() const noexcept { return path_; }
    [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }

    // The bytes at an offset, fewer at the end of the file.
    [[nodiscard]] std::string read(std::uint64_t offset, std::uint64_t bytes) const;

  private:
    std::string path_;
    int descriptor_ = -1;
    std::uint64_t bytes_ = 0;
};

} // namespace clmem::command
