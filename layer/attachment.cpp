#include "attachment.hpp"

#include "settings.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <pthread.h>
#include <string>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace clmem::layer {
namespace {

page *attached = nullptr;
bool shared = false;
bool records = false;
std::size_t mapped_chunks = 0;
std::atomic<page_process *> own_section{nullptr};
// Sections are claimed lazily after a fork, since most children only start another program.
std::atomic<bool> may_claim{false};

// Maps the file if it is a page; null if it is not.
page *map_file(int file, std::size_t bytes) noexcept {
    struct stat about {};
    if (::fstat(file, &about) != 0 || static_cast<std::uint64_t>(about.st_size) != page_file_bytes) { return nullptr; }
    void *const base = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (base == MAP_FAILED) { return nullptr; }
    auto *const result = static_cast<page *>(base);
    if (result->magic.load(std::memory_order_relaxed) == page::magic_number) { return result; }
    ::munmap(base, bytes);
    return nullptr;
}

// `where` is "DESCRIPTOR:PID". A parent may have closed the inherited descriptor, or used its number for another file;
// the process PID, which is `clmem run`, still has it.
page *map_shared(const std::string &where, std::size_t bytes) noexcept {
    int descriptor = -1;
    long owner = 0;
    if (std::sscanf(where.c_str(), "%d:%ld", &descriptor, &owner) != 2) { return nullptr; }
    if (page *const inherited = map_file(descriptor, bytes)) { return inherited; }
    char path[64];
    std::snprintf(path, sizeof path, "/proc/%ld/fd/%d", owner, descriptor);
    const int file = ::open(path, O_RDWR | O_CLOEXEC);
    if (file < 0) { return nullptr; }
    page *const result = map_file(file, bytes);
    ::close(file);
    return result;
}

// How many chunks of events this process maps. A limited address space must have room left for the program.
std::size_t chunks_to_map() noexcept {
    rlimit space{};
    if (::getrlimit(RLIMIT_AS, &space) != 0 || space.rlim_cur == RLIM_INFINITY) { return chunks_bound; }
    return std::clamp<std::size_t>(space.rlim_cur / 32 / chunk_bytes, 1, chunks_bound);
}

page *map_private(std::size_t bytes) noexcept {
    void *const base =
        ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return base == MAP_FAILED ? nullptr : static_cast<page *>(base);
}

// The rest of the text is zeros already.
template <std::size_t Size>
void copy(std::array<std::atomic<char>, Size> &to, const char *from) noexcept {
    for (std::size_t at = 0; at + 1 < Size && from[at] != '\0'; ++at) {
        to[at].store(from[at], std::memory_order_relaxed);
    }
}

page_process *claim_section() noexcept {
    if (!may_claim.exchange(false)) { return own_section.load(std::memory_order_acquire); }
    const std::uint64_t index = attached->processes.fetch_add(1);
    if (index >= page::processes_bound) { return nullptr; }
    page_process &result = attached->sections[index];
    copy(result.name, program_invocation_short_name);
    copy(result.version, CLMEM_LAYER_VERSION);
    const memory_limit limit = current_settings().limit.value_or(memory_limit{});
    result.limit_bytes.store(limit.bytes, std::memory_order_relaxed);
    result.limit_percent.store(limit.percent, std::memory_order_relaxed);
    result.parent.store(static_cast<std::uint64_t>(::getppid()), std::memory_order_relaxed);
    result.loaded.store(1, std::memory_order_relaxed);
    result.pid.store(static_cast<std::uint64_t>(::getpid()), std::memory_order_release);
    own_section.store(&result, std::memory_order_release);
    return &result;
}

void forked() noexcept {
    own_section.store(nullptr, std::memory_order_relaxed);
    may_claim.store(true, std::memory_order_relaxed);
}

} // namespace

void attach() noexcept {
    const settings &asked = current_settings();
    records = asked.records_trace();
    mapped_chunks = records ? chunks_to_map() : 0;
    const std::size_t bytes = page_bytes + mapped_chunks * chunk_bytes;
    if (!asked.page.empty()) { attached = map_shared(asked.page, bytes); }
    shared = attached != nullptr;
    if (!shared && (asked.report || records)) { attached = map_private(bytes); }
    if (attached == nullptr) {
        if (asked.report || records) {
            std::fprintf(stderr, "clmem: no memory for the report and the recording; the program runs without them\n");
        }
        return;
    }
    ::pthread_atfork(nullptr, nullptr, forked);
    may_claim.store(true);
    claim_section();
}

page_process *section() noexcept {
    page_process *const own = own_section.load(std::memory_order_acquire);
    if (own != nullptr) [[likely]] { return own; }
    return may_claim.load(std::memory_order_relaxed) ? claim_section() : nullptr;
}

page_process *claimed_section() noexcept {
    return own_section.load(std::memory_order_acquire);
}

event_chunk *claim_chunk() noexcept {
    if (!recording()) { return nullptr; }
    std::uint64_t index = attached->chunks.load();
    do {
        if (index >= mapped_chunks) { return nullptr; }
    } while (!attached->chunks.compare_exchange_weak(index, index + 1));
    return chunk_at(attached, index);
}

const page *attached_page() noexcept {
    return attached;
}
bool page_is_shared() noexcept {
    return shared;
}
bool claim_recording() noexcept {
    return shared && attached->recordings.fetch_add(1) == 0;
}
bool recording() noexcept {
    return records && section() != nullptr;
}

} // namespace clmem::layer
