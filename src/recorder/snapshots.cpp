// The state of pools in a recording, and the file of a ring.
#include "base/error.hpp"
#include "recorder/recorder.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace clmem_core {

using namespace recording;

void recorder::snapshot::put(snapshot_part of, std::initializer_list<std::uint64_t> values) {
    std::byte bytes[1 + 10 * (longest_varint + 1)];
    std::byte *at = bytes;
    *at++ = static_cast<std::byte>(of);
    for (const std::uint64_t value : values) {
        at = put_varint(at, value);
    }
    bytes_.insert(bytes_.end(), bytes, at);
    ends_.push_back(bytes_.size());
}

void recorder::snapshot::pool(std::uint64_t number, std::uint64_t ticks) {
    ticks_ = ticks;
    // The time is that of its chunk, which is begun with it.
    put(snapshot_part::pool, {number, 0});
}

void recorder::snapshot::slab(std::uint64_t number, std::uint64_t bytes, std::uint64_t address) {
    put(snapshot_part::slab, {number, bytes, address});
}

void recorder::snapshot::add(const range &of) {
    put(snapshot_part::range,
        {of.offset_units, of.bytes, of.state, of.block, of.requested, of.queue, of.tag, of.stack});
}

void recorder::snapshot::end() {
    put(snapshot_part::end, {});
}

namespace {

// Calls chunk_of(bytes) for each part of the records that fits into a chunk; stops if it returns false.
template <class Use>
void for_each_part(const std::vector<std::byte> &bytes, const std::vector<std::size_t> &ends, Use &&use) {
    std::size_t begin = 0;
    std::size_t end = 0;
    for (const std::size_t next : ends) {
        if (next - begin > record_room) {
            if (!use(std::span{bytes}.subspan(begin, end - begin))) { return; }
            begin = end;
        }
        end = next;
    }
    (void)use(std::span{bytes}.subspan(begin, end - begin));
}

class output {
  public:
    explicit output(const std::string &path)
        : path_{path}, file_{open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600)} {
        if (file_ < 0) { fail_now("create"); }
        make_private();
    }
    ~output() {
        if (file_ >= 0) { close(file_); }
    }
    output(const output &) = delete;
    output &operator=(const output &) = delete;

    void write(std::uint64_t offset, std::span<const std::byte> bytes) {
        while (!bytes.empty()) {
            const ssize_t done = pwrite(file_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
            if (done < 0 && errno == EINTR) { continue; }
            if (done <= 0) { fail_now("write"); }
            bytes = bytes.subspan(static_cast<std::size_t>(done));
            offset += static_cast<std::uint64_t>(done);
        }
    }
    void finish() {
        const int file = std::exchange(file_, -1);
        if (close(file) != 0) { fail_now("write"); }
    }

  private:
    // Not a device, whose permissions are not the program's to change.
    void make_private() {
        struct stat about {};
        if (fstat(file_, &about) != 0) { fail_now("write"); }
        if (!S_ISREG(about.st_mode)) {
            errno = EINVAL;
            fail_now("write");
        }
        if (fchmod(file_, 0600) != 0) { fail_now("write"); }
    }
    [[noreturn]] void fail_now(const char *what) {
        const int code = errno;
        if (file_ >= 0) { close(std::exchange(file_, -1)); }
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "path: cannot %s the file %s: %s", what, path_.c_str(), std::strerror(code));
    }

    const std::string &path_;
    int file_;
};

} // namespace

// A snapshot is written some time after it was made.
void recorder::move_back(chunk &begun, std::uint64_t to_ticks) const noexcept {
    const auto elapsed = static_cast<double>(begun.ticks - to_ticks);
    const auto ns = static_cast<std::uint64_t>(elapsed * 1e9 / static_cast<double>(begin_.ticks_per_second));
    begun.ns -= std::min(begun.ns, ns);
    begun.ticks = to_ticks;
}

void recorder::add(const snapshot &state) noexcept {
    const std::lock_guard lock{mutex_};
    for_each_part(state.bytes_, state.ends_, [&](std::span<const std::byte> part) {
        chunk *const made = store_->take();
        if (made == nullptr) { return false; }
        begin_chunk(*made, chunk_kind::unused, 0, ++snapshot_chunks_);
        move_back(*made, state.ticks_);
        std::memcpy(made->records(), part.data(), part.size());
        made->used.store(static_cast<std::uint32_t>(part.size()), std::memory_order_release);
        made->kind = chunk_kind::snapshots;
        store_->retire(made, 0);
        return true;
    });
}

void recorder::save(const std::string &path, std::span<const snapshot> states, extent which) {
    output file{path};
    const std::lock_guard lock{mutex_};
    std::uint64_t at = header_bytes;
    const auto add = [&](const chunk &head, std::span<const std::byte> records) {
        file.write(at, std::as_bytes(std::span{&head, 1}));
        file.write(at + sizeof head, records);
        at += chunk_bytes;
    };
    struct context_of_visit {
        decltype(add) &use;
        extent which;
    } context{add, which};
    store_->for_each(
        [](const chunk &each, void *to) {
            const std::uint32_t used = each.used.load(std::memory_order_acquire);
            auto &of = *static_cast<context_of_visit *>(to);
            const bool is_asked = each.kind == chunk_kind::definitions || of.which == extent::everything;
            if (used == 0 || !is_asked) { return; }
            chunk head{};
            head.used = used;
            head.kind = each.kind;
            head.thread = each.thread;
            head.number = each.number;
            head.ticks = each.ticks;
            head.ns = each.ns;
            of.use(head, {each.records(), used});
        },
        &context);
    std::uint32_t number = snapshot_chunks_;
    for (const snapshot &state : states) {
        for_each_part(state.bytes_, state.ends_, [&](std::span<const std::byte> part) {
            chunk head{};
            begin_chunk(head, chunk_kind::snapshots, 0, ++number);
            move_back(head, state.ticks_);
            head.used = static_cast<std::uint32_t>(part.size());
            add(head, part);
            return true;
        });
    }
    // Last, so that a file that is not whole is not a recording.
    file_header header{};
    std::memcpy(static_cast<void *>(&header), static_cast<const void *>(&begin_), sizeof header);
    header.lost = lost_;
    header.flags = begin_.flags | file_header::is_ended;
    std::array<std::byte, header_bytes> whole{};
    std::memcpy(whole.data(), static_cast<const void *>(&header), sizeof header);
    file.write(0, whole);
    file.finish();
}

} // namespace clmem_core
