#include "lines.hpp"

#include "failure.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <sys/stat.h>

namespace clmem::command {

line_reader::line_reader(const std::string &path) : path_{path}, file_{nullptr, gzclose} {
    struct stat status {};
    if (stat(path.c_str(), &status) != 0) { fail(fmt::format("cannot be opened: {}", std::strerror(errno))); }
    if (S_ISDIR(status.st_mode)) { fail("expected a trace, got a folder"); }
    errno = 0;
    file_.reset(gzopen(path.c_str(), "rb"));
    if (!file_) { fail(fmt::format("cannot be opened: {}", errno != 0 ? std::strerror(errno) : "no memory")); }
    // zlib passes a file that is not compressed through. That includes an empty file, which fails for its missing first
    // line.
    if (path.ends_with(".gz") && gzdirect(file_.get()) != 0 && fill()) {
        fail("expected a gzip file, since its name ends in .gz, got another format");
    }
}

bool line_reader::fill() {
    text_.erase(0, position_);
    position_ = 0;
    std::array<char, 1 << 16> chunk;
    const int got = gzread(file_.get(), chunk.data(), static_cast<unsigned>(chunk.size()));
    if (got > 0) {
        text_.append(chunk.data(), static_cast<std::size_t>(got));
        return true;
    }
    int code = Z_OK;
    std::string why = gzerror(file_.get(), &code);
    if (why.starts_with(path_ + ": ")) { why.erase(0, path_.size() + 2); }
    if (got < 0 || code == Z_BUF_ERROR) {
        ++line_;
        fail(code == Z_BUF_ERROR ? "expected a whole gzip file, got a truncated one"
                                 : fmt::format("cannot be read: {}", why));
    }
    return false;
}

bool line_reader::next(std::string_view &out_line) {
    std::size_t end = text_.find('\n', position_);
    while (end == std::string::npos) {
        if (text_.size() - position_ > longest_line) {
            ++line_;
            fail("expected text, got a line that does not end");
        }
        if (!fill()) {
            if (text_.empty()) { return false; }
            ++line_;
            fail("expected a newline at the end of the file, got a truncated file");
        }
        end = text_.find('\n', position_);
    }
    ++line_;
    out_line = std::string_view{text_}.substr(position_, end - position_);
    if (out_line.ends_with('\r')) { out_line.remove_suffix(1); }
    position_ = end + 1;
    return true;
}

void line_reader::fail(const std::string &message) const {
    throw failure{exit_status::bad_input, fmt::format("{}:{}: {}", path_, std::max<std::size_t>(line_, 1), message)};
}

} // namespace clmem::command
