// Reads a text file line by line, unpacking gzip on the way.
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

    // Reads the next line, without its end; false at the end of the file. Throws failure for what is no whole text file.
    bool next(std::string_view &out_line);

    // Throws a failure that names the file and the line that was read last.
    [[noreturn]] void fail(const std::string &message) const;

    [[nodiscard]] std::size_t line() const noexcept { return line_; }

  private:
    bool fill();

    // Far above what any format here needs: a longer line means that the file is no text.
    static constexpr std::size_t longest_line = 4096;

    std::string path_;
    std::unique_ptr<gzFile_s, int (*)(gzFile)> file_;
    std::string text_;
    std::size_t position_ = 0;
    std::size_t line_ = 0;
};

} // namespace clmem::command
