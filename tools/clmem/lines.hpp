// Reads a text file line by line and unpacks gzip.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <zlib.h>

namespace clmem::command {

class line_reader {
  public:
    explicit line_reader(const std::string &path);

    // Reads the next line without its end; returns false at the end of the file. Throws failure if the file is not a
    // complete text file.
    bool next(std::string_view &out_line);

    // Throws a failure that names the file and the last line read.
    [[noreturn]] void fail(const std::string &message) const;

    [[nodiscard]] std::size_t line() const noexcept { return line_; }

  private:
    bool fill();

    // Far longer than any line of a supported format; a longer line means that the file is not text.
    static constexpr std::size_t longest_line = 4096;

    std::string path_;
    std::unique_ptr<gzFile_s, int (*)(gzFile)> file_;
    std::string text_;
    std::size_t position_ = 0;
    std::size_t line_ = 0;
};

} // namespace clmem::command
