// Which slab a request may use, how large slabs are, and how much a pool may reserve: the rules that keep its footprint
// near the live bytes. Pure arithmetic; docs/footprint.md has the reasons and the figures.
#pragma once

#include <algorithm>
#include <cstddef>

namespace clmem_core {

class slab_policy {
  public:
    static constexpr std::size_t smallest_slab = std::size_t{2} << 20;
    static constexpr std::size_t early_slab = std::size_t{8} << 20;

    explicit slab_policy(std::size_t max_allocation) noexcept : max_allocation_{max_allocation} { follow(growing); }

    // A block is allocated, or freed.
    void add(std::size_t bytes) noexcept {
        live_ += bytes;
        if (live_ > peak_at_) {
            peak_at_ = live_;
            peak_ = used();
            if (peak_ >= next_update_) { follow(growing); }
        }
    }
    void subtract(std::size_t bytes) noexcept {
        live_ -= bytes;
        if (live_ < low_) { become_low(); }
    }

    // Of the live bytes, so many are in released blocks that wait in caches for their commands. They do not count for
    // the peak and the budget.
    void set_waiting(std::size_t bytes) noexcept {
        waiting_ = std::min(bytes, live_);
        peak_at_ = peak_ + waiting_;
        low_ = std::max(nearly_empty_, waiting_);
    }

    // A small block must not pin a large slab, which could be returned to the driver only after it. The emptier the
    // pool, the less strict the rule.
    [[nodiscard]] bool eligible(std::size_t slab, std::size_t request) const noexcept {
        if (slab <= free_for_all_) { return true; }
        const double s = static_cast<double>(slab);
        const double r = static_cast<double>(request);
        const double live = static_cast<double>(live_ + request);
        return s * s * live <= rules_->width_squared * std::max(static_cast<double>(peak_), live) * r * r;
    }

    // Size of the slab for a request: large ones get a slab of their size. `least`: the minimum, if one allocation may
    // be that large.
    [[nodiscard]] std::size_t slab_for(std::size_t request, std::size_t least) const noexcept {
        if (max_allocation_ != 0) { least = std::min(least, max_allocation_); }
        return std::max({request, slab_, least});
    }
    [[nodiscard]] std::size_t slab_bytes() const noexcept { return slab_; }

    // How much the pool may reserve, including a pending request, before it returns idle slabs.
    [[nodiscard]] std::size_t budget(std::size_t request) const noexcept {
        const std::size_t peak = std::max(peak_, used() + request);
        return peak + static_cast<std::size_t>(static_cast<double>(peak) * rules_->slack);
    }

    [[nodiscard]] std::size_t live() const noexcept { return live_; }
    [[nodiscard]] std::size_t used() const noexcept { return live_ - waiting_; } // without those that wait
    [[nodiscard]] std::size_t peak() const noexcept { return peak_; }

  private:
    struct rules {
        double slack;
        double width_squared;
        std::size_t divisor; // slabs of a large pool: peak / divisor
    };
    // A pool that became nearly empty is likely to fill up repeatedly, and each time may exceed the budget: it is
    // stricter until its peak grows.
    static constexpr rules growing{0.0425, 2.8, 28};
    static constexpr rules refilled{0.03, 1.5, 40};
    // Nearly empty: less than peak / 64 is live. The thread caches of a large pool hold less than that.
    static constexpr std::size_t emptiness = 64;
    // A small pool is likely to grow, so its slabs are larger: peak / 16, up to 8 MiB.
    static constexpr std::size_t early_divisor = 16;

    void follow(const rules &r) noexcept;
    void become_low() noexcept;

    const rules *rules_ = &growing;
    std::size_t max_allocation_; // 0: no limit
    std::size_t live_ = 0;
    std::size_t waiting_ = 0;
    std::size_t peak_ = 0;    // of the used bytes
    std::size_t peak_at_ = 0; // peak_ and waiting_: more live bytes are a new peak
    std::size_t next_update_ = 0;
    std::size_t nearly_empty_ = 0;
    std::size_t low_ = 0; // the larger of nearly_empty_ and waiting_, for one comparison at each release
    std::size_t slab_ = 0;
    std::size_t free_for_all_ = 0;
};

} // namespace clmem_core
