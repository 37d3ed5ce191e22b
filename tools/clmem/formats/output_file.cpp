#include "formats/output_file.hpp"

#include "failure.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

namespace clmem::command {

output_file::output_file(const std::string &path) : path_{path} {
    struct stat status {};
    if (stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
        throw failure{exit_status::bad_input,
                      fmt::format("cannot write {}: expected a regular file or a new name, got something else", path)};
    }
    std::string name = path + ".XXXXXX";
    descriptor_ = mkostemp(name.data(), O_CLOEXEC); // with mode 0600
    if (descriptor_ < 0) { fail(); }
    temporary_ = std::move(name);
}

output_file::~output_file() {
    if (descriptor_ >= 0) { close(descriptor_); }
    if (!temporary_.empty()) { unlink(temporary_.c_str()); }
}

void output_file::fail() const {
    throw failure{exit_status::failed, fmt::format("cannot write {}: {}", path_, std::strerror(errno))};
}

void output_file::write(std::string_view text) {
    constexpr std::size_t enough = std::size_t{1} << 18;
    buffered_ += text;
    if (buffered_.size() >= enough) { flush(); }
}

void output_file::flush() {
    std::size_t done = 0;
    while (done < buffered_.size()) {
        const ssize_t written = ::write(descriptor_, buffered_.data() + done, buffered_.size() - done);
        if (written < 0 && errno == EINTR) { continue; }
        if (written < 0) { fail(); }
        done += static_cast<std::size_t>(written);
    }
    buffered_.clear();
}

void output_file::commit() {
    flush();
    const int descriptor = descriptor_;
    descriptor_ = -1;
    if (close(descriptor) != 0) { fail(); }
    if (rename(temporary_.c_str(), path_.c_str()) != 0) { fail(); }
    temporary_.clear();
}

} // namespace clmem::command
