// A file that a recording names: hostile, as the recording may be.
#pragma once

#include <cstddef>
#include <cstdint>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace clmem::command {

// A regular file that is read in pieces: it may shrink at any time, so it is not mapped.
class regular_file {
  public:
    static constexpr std::uint64_t most_bytes = std::uint64_t{256} << 20; // that are read at once

    explicit regular_file(const std::string &path) {
        struct stat about {};
        // To open a device may do something, so only regular files are opened.
        if (::stat(path.c_str(), &about) != 0 || !S_ISREG(about.st_mode)) { return; }
        file_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
        if (file_ >= 0 && (::fstat(file_, &about) != 0 || !S_ISREG(about.st_mode))) {
            ::close(file_);
            file_ = -1;
        }
        if (file_ >= 0) { size_ = static_cast<std::uint64_t>(about.st_size); }
    }
    ~regular_file() {
        if (file_ >= 0) { ::close(file_); }
    }
    regular_file(const regular_file &) = delete;
    regular_file &operator=(const regular_file &) = delete;

    [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
    [[nodiscard]] bool contains(std::uint64_t offset, std::uint64_t bytes) const noexcept {
        return offset <= size_ && bytes <= size_ - offset;
    }

    bool read(void *to, std::uint64_t offset, std::uint64_t bytes) const {
        if (!contains(offset, bytes)) { return false; }
        auto *out = static_cast<char *>(to);
        while (bytes != 0) {
            const ssize_t got = ::pread(file_, out, static_cast<std::size_t>(bytes), static_cast<off_t>(offset));
            if (got <= 0) { return false; }
            out += got;
            offset += static_cast<std::uint64_t>(got);
            bytes -= static_cast<std::uint64_t>(got);
        }
        return true;
    }

    // Bytes at a place, or none if the file has not that many there.
    [[nodiscard]] std::string bytes(std::uint64_t offset, std::uint64_t count) const {
        std::string content;
        if (count > most_bytes || !contains(offset, count)) { return content; }
        content.resize(static_cast<std::size_t>(count));
        if (!read(content.data(), offset, count)) { content.clear(); }
        return content;
    }

  private:
    int file_ = -1;
    std::uint64_t size_ = 0;
};

} // namespace clmem::command
