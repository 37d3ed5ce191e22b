// When slabs that have been idle for some time are due to be returned, by the provider's clock.
#pragma once

#include "heap/slab.hpp"

#include <algorithm>
#include <cstdint>

namespace clmem_core {

class slab_aging {
  public:
    static constexpr std::uint64_t never = ~std::uint64_t{0};

    // `after_ns`: how long they stay idle; 0: slabs do not age.
    explicit slab_aging(std::uint64_t after_ns) noexcept : after_ns_{after_ns} {}

    [[nodiscard]] bool is_on() const noexcept { return after_ns_ != 0; }
    // A slab has become idle.
    void add(slab &idle, std::uint64_t now) noexcept {
        idle.idle_since = now;
        next_ = std::min(next_, now + after_ns_);
    }
    // Whether any slab may be due some day: only then the time is needed.
    [[nodiscard]] bool is_scheduled() const noexcept { return next_ != never; }
    [[nodiscard]] bool is_due(std::uint64_t now) const noexcept { return now >= next_; }
    // Slabs that have been idle since then, or longer, are due.
    [[nodiscard]] std::uint64_t due_since(std::uint64_t now) const noexcept { return now - after_ns_; }
    // The longest idle slab that is left has been idle since `since`; never: there is none.
    void reschedule(std::uint64_t since) noexcept { next_ = since == never ? never : since + after_ns_; }

  private:
    std::uint64_t after_ns_;
    std::uint64_t next_ = never;
};

} // namespace clmem_core
