// What events refer to: each is defined once, before the first event that refers to it is appended.
#include "recorder/recorder.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <dlfcn.h>
#include <link.h>
#include <new>
#include <unistd.h>

namespace clmem_core {

using namespace recording;

namespace {

constexpr std::size_t longest_text = 4096;

// Of the numbers that identify something; different ones for different things, but for one in 2^64.
class hash {
  public:
    hash &add(std::uint64_t number) noexcept {
        value_ = (value_ ^ number) * 0x9e3779b97f4a7c15;
        value_ ^= value_ >> 32;
        return *this;
    }
    [[nodiscard]] std::uint64_t get() const noexcept { return value_; }

  private:
    std::uint64_t value_ = 0x2545f4914f6cdd1d;
};

// The part of a text that is recorded; it ends between two characters.
std::string_view shortened(std::string_view text) noexcept {
    std::size_t bytes = std::min(text.size(), longest_text);
    while (bytes < text.size() && bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xc0) == 0x80) {
        --bytes;
    }
    return text.substr(0, bytes);
}

std::string path_of(const char *name) {
    if (name == nullptr) { return {}; }
    if (*name == '/') { return name; }
    // The program's own file has the name by which it was started.
    char path[longest_text];
    const ssize_t bytes = readlink("/proc/self/exe", path, sizeof path);
    return bytes > 0 ? std::string(path, static_cast<std::size_t>(bytes)) : std::string{name};
}

} // namespace

// False if there is no room, or no memory.
bool recorder::define(const record &of, std::string_view text) noexcept {
    const auto bytes = static_cast<std::size_t>(of.end - of.bytes);
    const std::uint32_t used = definitions_ != nullptr ? definitions_->used.load(std::memory_order_relaxed) : 0;
    if (definitions_ == nullptr || used + bytes + text.size() > record_room) {
        chunk *const made = store_->take();
        if (made == nullptr) { return false; }
        if (definitions_ != nullptr) { store_->retire(definitions_, 0); }
        definitions_ = made;
        begin_chunk(*made, chunk_kind::definitions, 0, ++definition_chunks_);
    }
    const std::uint32_t from = definitions_->used.load(std::memory_order_relaxed);
    std::byte *const at = definitions_->records() + from;
    std::memcpy(at, of.bytes, bytes);
    if (!text.empty()) { std::memcpy(at + bytes, text.data(), text.size()); }
    definitions_->used.store(static_cast<std::uint32_t>(from + bytes + text.size()), std::memory_order_release);
    return true;
}

std::uint32_t recorder::find_string(std::string_view text) {
    const std::string_view kept = shortened(text);
    if (kept.empty()) { return 0; }
    const auto [at, is_new] = strings_.try_emplace(std::string{kept}, static_cast<std::uint32_t>(strings_.size() + 1));
    if (is_new && !define(record{definition::string}.add(kept.size()), kept)) {
        strings_.erase(at);
        return 0;
    }
    return at->second;
}

std::uint32_t recorder::find_frame(std::uint64_t key, const record &of) {
    const auto [at, is_new] = frames_.try_emplace(key, static_cast<std::uint32_t>(frames_.size() + 1));
    if (is_new && !define(of)) {
        frames_.erase(at);
        return 0;
    }
    return at->second;
}

std::uint32_t recorder::find_stack(std::uint64_t key, std::span<const std::uint32_t> frames) {
    const auto [at, is_new] = stacks_.try_emplace(key, static_cast<std::uint32_t>(stacks_.size() + 1));
    if (!is_new) { return at->second; }
    record made{definition::stack};
    made.add(frames.size());
    for (const std::uint32_t frame : frames) {
        made.add(frame);
    }
    if (!define(made)) {
        stacks_.erase(at);
        return 0;
    }
    return at->second;
}

std::uint32_t recorder::string(std::string_view text) noexcept {
    try {
        const std::lock_guard lock{mutex_};
        return find_string(text);
    } catch (const std::bad_alloc &) { return 0; }
}

std::uint64_t recorder::queue(std::uint64_t id, const void *handle, bool out_of_order) noexcept {
    try {
        const std::lock_guard lock{mutex_};
        const auto at = queues_.try_emplace(id, numbered_queue{queues_.size() + 1}).first;
        numbered_queue &known = at->second;
        if (known.is_defined || handle == nullptr) { return known.number; }
        const auto address = reinterpret_cast<std::uintptr_t>(handle);
        known.is_defined = define(record{definition::queue}.add(known.number).add(address).add(out_of_order ? 1 : 0));
        return known.number;
    } catch (const std::bad_alloc &) { return 0; }
}

void recorder::pool(std::uint64_t number, std::uint32_t kind, std::size_t unit, std::string_view devices) noexcept {
    try {
        const std::lock_guard lock{mutex_};
        if (!pools_.try_emplace(number).second) { return; }
        const std::uint32_t names = find_string(devices);
        (void)define(record{definition::pool}.add(number).add(kind).add(unit).add(names));
    } catch (const std::bad_alloc &) { return; } // it stays without a description
}

void recorder::tag(std::uint64_t pool, std::uint32_t tag, std::string_view name) noexcept {
    try {
        const std::lock_guard lock{mutex_};
        if (!tags_.try_emplace(hash{}.add(pool).add(tag).get()).second) { return; }
        const std::uint32_t text = find_string(name);
        (void)define(record{definition::tag}.add(pool).add(tag).add(text));
    } catch (const std::bad_alloc &) { return; } // it stays without a name
}

// ---- stacks --------------------------------------------------------------------------------------------------------

namespace {

struct place {
    std::string module;
    std::string function; // empty: unknown
    std::uint64_t offset;
};

// The program's function is describing this thread's stack.
[[gnu::tls_model("initial-exec")]] constinit thread_local bool is_describing = false;

place find_place(std::uintptr_t address) {
    Dl_info info{};
    link_map *map = nullptr;
    // The address is behind the call, which may be the last instruction of its function.
    if (dladdr1(reinterpret_cast<const void *>(address - 1), &info, reinterpret_cast<void **>(&map), RTLD_DL_LINKMAP) ==
        0) {
        return {{}, {}, address};
    }
    const std::uint64_t base = map != nullptr ? map->l_addr : reinterpret_cast<std::uintptr_t>(info.dli_fbase);
    return {path_of(info.dli_fname), info.dli_sname != nullptr ? info.dli_sname : "", address - base};
}

} // namespace

std::uint32_t recorder::native_frame(std::uintptr_t address) {
    const std::uint64_t key = hash{}.add(1).add(address).get();
    {
        const std::lock_guard lock{mutex_};
        if (const auto at = frames_.find(key); at != frames_.end()) { return at->second; }
    }
    const place found = find_place(address);
    const std::lock_guard lock{mutex_};
    const std::uint32_t module = find_string(found.module.empty() ? "unknown" : found.module);
    const std::uint32_t function = find_string(found.function);
    return find_frame(key, record{definition::native_frame}.add(module).add(found.offset).add(function));
}

std::uint32_t recorder::stack(const native_stack &of) noexcept {
    if (of.count == 0) { return 0; }
    hash all;
    for (unsigned i = 0; i < of.count; ++i) {
        all.add(of.addresses[i]);
    }
    try {
        {
            const std::lock_guard lock{mutex_};
            if (const auto at = stacks_.find(all.get()); at != stacks_.end()) { return at->second; }
        }
        std::array<std::uint32_t, most_frames> frames;
        for (unsigned i = 0; i < of.count; ++i) {
            frames[i] = native_frame(of.addresses[i]);
        }
        const std::lock_guard lock{mutex_};
        return find_stack(all.get(), {frames.data(), of.count});
    } catch (const std::bad_alloc &) { return 0; }
}

std::uint32_t recorder::stack_here() noexcept {
    if (!options_.wants_stacks()) { return 0; }
    if (options_.program && !is_describing) { // which could come here again
        std::array<source_frame, most_frames> frames;
        is_describing = true;
        const std::uint32_t count = options_.program(options_.frames, frames.data());
        is_describing = false;
        if (count != 0) { return stack(std::span{frames.data(), std::min<std::size_t>(count, options_.frames)}); }
    }
    native_stack found;
    capture(found, options_.frames, options_.how);
    return stack(found);
}

std::uint32_t recorder::stack(std::span<const source_frame> of) noexcept {
    if (of.empty()) { return 0; }
    try {
        const std::lock_guard lock{mutex_};
        std::array<std::uint32_t, most_frames> frames;
        const std::size_t count = std::min(of.size(), frames.size());
        hash all;
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint32_t function = find_string(of[i].function);
            const std::uint32_t file = find_string(of[i].file);
            const std::uint64_t key = hash{}.add(2).add(function).add(file).add(of[i].line).get();
            frames[i] = find_frame(key, record{definition::source_frame}.add(function).add(file).add(of[i].line));
            all.add(key);
        }
        return find_stack(all.get(), {frames.data(), count});
    } catch (const std::bad_alloc &) { return 0; }
}

} // namespace clmem_core
