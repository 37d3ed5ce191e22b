// Counts a pool's allocations and releases, and the live bytes and their peak. A thread cache counts its hits and
// releases itself; collect() adds its live bytes whenever its thread comes to the pool. Used under the pool's lock.
#pragma once

#include "pool/miss_reason.hpp"
#include "pool/thread_cache.hpp"

#include <array>
#include <cstdint>

namespace clmem_core {

class pool_counters {
  public:
    // An allocation that the pool itself served; `cls` is the number of classes for larger blocks.
    void count_allocation(unsigned cls, bool hit, std::size_t requested) noexcept {
        ++(hit ? hits_ : misses_)[cls];
        live_ += requested;
    }
    // Counts why an allocation missed. The most frequent reasons need no count: empty and large are the rest of the
    // misses of the classes and of larger blocks, unheld the rest of those since stop_holding().
    void count_reason(miss_reason why, bool is_large) noexcept {
        if (why == miss_reason::empty || why == miss_reason::large || why == miss_reason::unheld) { return; }
        ++misses_by_reason_[static_cast<std::size_t>(why)];
        large_with_reason_ += is_large ? 1 : 0;
    }
    // The pool keeps no freed memory from now on. `classes`: how many classes it has.
    void stop_holding(unsigned classes) noexcept;
    void subtract_live(std::size_t requested) noexcept { live_ -= requested; }
    void count_release() noexcept { ++releases_; }
    void count_failure() noexcept { ++failures_; }

    // Adds the live bytes that a cache has counted so far.
    void collect(thread_cache &cache) noexcept {
        live_ += cache.active().get();
        cache.active().set(0);
    }
    // Adds all counts of a cache that ends.
    void take_over(thread_cache &cache) noexcept;

    // False in most cases: then the peak stays as it is.
    [[nodiscard]] bool may_have_peaked() const noexcept {
        return static_cast<std::ptrdiff_t>(live_) > static_cast<std::ptrdiff_t>(live_peak_);
    }
    // `uncollected`: what the caches have counted since. They may have freed bytes that the pool still counts.
    void raise_peak(std::size_t uncollected) noexcept {
        const auto live = static_cast<std::ptrdiff_t>(live_ + uncollected);
        if (live > static_cast<std::ptrdiff_t>(live_peak_)) { live_peak_ = static_cast<std::size_t>(live); }
    }
    void reset_peak(std::size_t uncollected) noexcept { live_peak_ = live_ + uncollected; }

    // Without what the caches have counted since.
    [[nodiscard]] std::size_t live() const noexcept { return live_; }
    [[nodiscard]] std::size_t live_peak() const noexcept { return live_peak_; }
    [[nodiscard]] std::uint64_t releases() const noexcept { return releases_; }
    [[nodiscard]] std::uint64_t failures() const noexcept { return failures_; }
    [[nodiscard]] std::uint64_t hits(unsigned cls) const noexcept { return hits_[cls]; }
    [[nodiscard]] std::uint64_t misses(unsigned cls) const noexcept { return misses_[cls]; }
    [[nodiscard]] std::uint64_t misses(miss_reason why, unsigned classes) const noexcept;
    [[nodiscard]] std::uint64_t hits() const noexcept;
    [[nodiscard]] std::uint64_t misses() const noexcept;

  private:
    std::size_t live_ = 0;
    std::size_t live_peak_ = 0;
    std::uint64_t releases_ = 0;
    std::uint64_t failures_ = 0;
    std::array<std::uint64_t, size_classes::capacity + 1> hits_{}; // by class, the last one for larger blocks
    std::array<std::uint64_t, size_classes::capacity + 1> misses_{};
    std::array<std::uint64_t, miss_reasons> misses_by_reason_{};
    std::uint64_t large_with_reason_ = 0; // of those, the larger blocks
    bool stopped_ = false;
    std::uint64_t empty_ = 0; // once it has stopped
    std::uint64_t large_ = 0;
};

} // namespace clmem_core
