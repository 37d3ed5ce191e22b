#include "formats/input_file.hpp"

#include "failure.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace clmem::command {

void fail_at(const std::string &path, std::uint64_t offset, const std::string &message) {
    throw failure{exit_status::bad_input, fmt::format("{}:{}: {}", path, offset, message)};
}

std::string quoted(std::string_view text) {
    constexpr std::size_t longest = 40;
    std::string result = "'";
    for (const char c : text.substr(0, longest)) {
        result += c >= ' ' && c <= '~' ? c : '?';
    }
    return result + (text.size() > longest ? "...'" : "'");
}

input_file::input_file(const std::string &path) : path_{path}, descriptor_{open(path.c_str(), O_RDONLY | O_CLOEXEC)} {
    if (descriptor_ < 0) { fail_at(path_, 0, fmt::format("cannot be opened: {}", std::strerror(errno))); }
    struct stat status {};
    if (fstat(descriptor_, &status) != 0 || !S_ISREG(status.st_mode)) {
        close(descriptor_);
        fail_at(path_, 0, S_ISDIR(status.st_mode) ? "expected a file, got a folder" : "expected a regular file");
    }
    bytes_ = static_cast<std::uint64_t>(status.st_size);
}

input_file::~input_file() {
    close(descriptor_);
}

std::string input_file::read(std::uint64_t offset, std::uint64_t bytes) const {
    if (offset >= bytes_) { return {}; }
    std::string result(static_cast<std::size_t>(std::min(bytes, bytes_ - offset)), '\0');
    std::size_t done = 0;
    while (done < result.size()) {
        const ssize_t got =
            pread(descriptor_, result.data() + done, result.size() - done, static_cast<off_t>(offset + done));
        if (got < 0 && errno == EINTR) { continue; }
        if (got < 0) { fail_at(path_, offset + done, fmt::format("cannot be read: {}", std::strerror(errno))); }
        if (got == 0) { break; } // it became shorter meanwhile
        done += static_cast<std::size_t>(got);
    }
    result.resize(done);
    return result;
}

} // namespace clmem::command
