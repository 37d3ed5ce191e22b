#include "pool/tags.hpp"

#include "base/error.hpp"

#include <cstring>

namespace clmem_core {

void tags::copy_name(const char *name, std::span<char, name_bytes> out) {
    const std::size_t length = std::strlen(name);
    if (length == 0 || length >= name_bytes) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "name: expected 1 to %zu bytes, got %zu", name_bytes - 1, length);
    }
    std::memcpy(out.data(), name, length + 1);
}

std::uint32_t tags::find_or_add(const char *name) {
    auto made = std::make_unique<counts>();
    copy_name(name, made->name);
    const std::lock_guard lock{adding_};
    const std::uint32_t count = count_.load(std::memory_order_relaxed);
    for (std::uint32_t i = 0; i < count; ++i) {
        if (std::strcmp(counts_[i]->name.data(), name) == 0) { return i + 1; }
    }
    if (count == most) { return 0; }
    counts_[count] = std::move(made);
    count_.store(count + 1, std::memory_order_release);
    return count + 1;
}

void tags::add(std::uint32_t tag, std::size_t bytes) noexcept {
    counts &c = *counts_[tag - 1];
    const std::size_t now = c.active.fetch_add(bytes, std::memory_order_relaxed) + bytes;
    c.blocks.fetch_add(1, std::memory_order_relaxed);
    c.allocations.fetch_add(1, std::memory_order_relaxed);
    std::size_t peak = c.peak.load(std::memory_order_relaxed);
    while (now > peak && !c.peak.compare_exchange_weak(peak, now, std::memory_order_relaxed)) {}
}

void tags::subtract(std::uint32_t tag, std::size_t bytes) noexcept {
    counts &c = *counts_[tag - 1];
    c.active.fetch_sub(bytes, std::memory_order_relaxed);
    c.blocks.fetch_sub(1, std::memory_order_relaxed);
}

void tags::reset_peaks() noexcept {
    const std::uint32_t count = count_.load(std::memory_order_acquire);
    for (std::uint32_t i = 0; i < count; ++i) {
        counts_[i]->peak.store(counts_[i]->active.load(std::memory_order_relaxed), std::memory_order_relaxed);
    }
}

std::vector<clmem_tag_statistics> tags::list() const {
    const std::uint32_t count = count_.load(std::memory_order_acquire);
    std::vector<clmem_tag_statistics> all;
    all.reserve(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        const counts &c = *counts_[i];
        clmem_tag_statistics figures = CLMEM_TAG_STATISTICS_INIT;
        figures.tag = i + 1;
        figures.active_bytes = c.active.load(std::memory_order_relaxed);
        figures.active_bytes_peak = c.peak.load(std::memory_order_relaxed);
        figures.active_blocks = c.blocks.load(std::memory_order_relaxed);
        figures.allocations = c.allocations.load(std::memory_order_relaxed);
        std::memcpy(figures.name, c.name.data(), sizeof figures.name);
        all.push_back(figures);
    }
    return all;
}

} // namespace clmem_core
