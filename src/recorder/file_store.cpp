#include "base/error.hpp"
#include "recorder/chunk_store.hpp"

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace clmem_core::recording {

namespace {

// A part of a file in memory. What is written there is in the file even if the process is killed.
class mapping {
  public:
    mapping() = default;
    // No memory if the kernel refuses.
    mapping(int file, std::uint64_t offset, std::size_t bytes) noexcept {
        const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
        const std::uint64_t begin = offset / page * page; // pages may be larger than a chunk's place
        bytes_ = bytes + (offset - begin);
        void *const made = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED, file, static_cast<off_t>(begin));
        if (made == MAP_FAILED) { return; }
        madvise(made, bytes_, MADV_DONTFORK);
        pages_ = made;
        memory_ = static_cast<std::byte *>(made) + (offset - begin);
    }
    ~mapping() {
        if (pages_ != nullptr) { munmap(pages_, bytes_); }
    }
    mapping(mapping &&other) noexcept
        : pages_{std::exchange(other.pages_, nullptr)}, bytes_{other.bytes_}, memory_{other.memory_} {}
    mapping &operator=(mapping &&other) noexcept {
        std::swap(pages_, other.pages_);
        std::swap(bytes_, other.bytes_);
        std::swap(memory_, other.memory_);
        return *this;
    }

    [[nodiscard]] std::byte *get() const noexcept { return pages_ != nullptr ? memory_ : nullptr; }

  private:
    void *pages_ = nullptr;
    std::size_t bytes_ = 0;
    std::byte *memory_ = nullptr;
};

class descriptor {
  public:
    explicit descriptor(int number) noexcept : number_{number} {}
    ~descriptor() {
        if (number_ >= 0) { close(number_); }
    }
    descriptor(const descriptor &) = delete;
    descriptor &operator=(const descriptor &) = delete;
    [[nodiscard]] int get() const noexcept { return number_; }

  private:
    int number_;
};

[[noreturn]] void fail_file(const std::string &path, const char *what, int code) {
    fail(CLMEM_ERROR_INVALID_ARGUMENT, "path: cannot %s the file %s: %s", what, path.c_str(), std::strerror(code));
}

class file final : public chunk_store {
  public:
    file(const std::string &path, const file_header &begin)
        : file_{open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600)} {
        if (file_.get() < 0) { fail_file(path, "create", errno); }
        // Which fails for devices, whose permissions are not the program's to change.
        if (ftruncate(file_.get(), 0) != 0 || fchmod(file_.get(), 0600) != 0) { fail_file(path, "write", errno); }
        write_header(path, begin);
        if (const int code = posix_fallocate(file_.get(), 0, header_bytes); code != 0) {
            fail_file(path, "write", code);
        }
        header_ = mapping{file_.get(), 0, header_bytes};
        if (header_.get() == nullptr) { fail_file(path, "map", errno); }
    }
    // The last chunk ends where its records end.
    ~file() override {
        if (chunks_ == 0) { return; }
        const std::uint64_t last = place(chunks_ - 1);
        for (const open_chunk &each : open_) {
            if (each.offset != last) { continue; }
            const auto *const memory = reinterpret_cast<const chunk *>(each.memory.get());
            const std::uint64_t end = last + sizeof(chunk) + memory->used.load(std::memory_order_relaxed);
            if (ftruncate(file_.get(), static_cast<off_t>(end)) != 0) { return; } // it stays longer
        }
    }

    taken take_for_events() noexcept override { return {take()}; }

    chunk *take() noexcept override {
        const std::uint64_t offset = place(chunks_);
        // Without room on the disk, writing to the memory would end the process.
        if (posix_fallocate(file_.get(), static_cast<off_t>(offset), chunk_bytes) != 0) { return nullptr; }
        mapping made{file_.get(), offset, chunk_bytes};
        if (made.get() == nullptr) { return nullptr; }
        try {
            open_.push_back({std::move(made), offset});
        } catch (const std::bad_alloc &) { return nullptr; }
        ++chunks_;
        return reinterpret_cast<chunk *>(open_.back().memory.get());
    }

    void retire(chunk *full, std::uint64_t /*events*/) noexcept override {
        std::erase_if(open_, [full](const open_chunk &each) {
            return each.memory.get() == reinterpret_cast<const std::byte *>(full);
        });
    }

    file_header *header() noexcept override { return reinterpret_cast<file_header *>(header_.get()); }
    std::uint64_t bytes() const noexcept override { return place(chunks_); }
    void for_each(void (* /*visit*/)(const chunk &, void *), void * /*context*/) const override {}

  private:
    // Before the file grows, and by one call: if the process is killed, the file is empty or has a whole header.
    void write_header(const std::string &path, const file_header &begin) const {
        ssize_t done = 0;
        do {
            done = pwrite(file_.get(), &begin, sizeof begin, 0);
        } while (done < 0 && errno == EINTR);
        if (done != static_cast<ssize_t>(sizeof begin)) { fail_file(path, "write", done < 0 ? errno : ENOSPC); }
    }

    struct open_chunk {
        mapping memory;
        std::uint64_t offset;
    };
    [[nodiscard]] static std::uint64_t place(std::uint64_t index) noexcept {
        return header_bytes + index * chunk_bytes;
    }

    descriptor file_;
    mapping header_;
    std::vector<open_chunk> open_;
    std::uint64_t chunks_ = 0;
};

} // namespace

std::unique_ptr<chunk_store> make_file(const std::string &path, const file_header &begin) {
    return std::make_unique<file>(path, begin);
}

} // namespace clmem_core::recording
