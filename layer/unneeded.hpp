// When the pools' idle memory goes back to the driver.
#pragma once

#include <atomic>
#include <clmem.h>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace clmem::layer {

class usm_memory;

// The time in milliseconds, which may be a few milliseconds late. Reading it costs little.
[[nodiscard]] std::int64_t coarse_milliseconds() noexcept;
inline constexpr std::int64_t never_waited = std::numeric_limits<std::int64_t>::max();

// A program has a phase that needs much memory, and then one that needs little. What no block has needed between two
// looks goes back, and after a wait that was as long, also what none needs now. If the pools then grow again, the looks
// become rarer, so that a program with short phases keeps its memory.
class unneeded_memory {
  public:
    explicit unneeded_memory(std::uint32_t between_looks) noexcept : between_{between_looks} {}

    // In most calls it only looks at the clock. `for_each_pool` calls its argument with each pool, and with unified
    // shared memory.
    template <class ForEachPool>
    void trim(std::int64_t waiting_since, ForEachPool &&for_each_pool) noexcept {
        if (!begin(waiting_since)) { return; }
        for_each_pool([&](auto &&pool) { look_at(pool); });
        end();
    }

  private:
    [[nodiscard]] bool begin(std::int64_t waiting_since) noexcept;
    void look_at(clmem_pool pool) noexcept;
    void look_at(usm_memory &memory) noexcept;
    // Returns the bytes that may stay reserved.
    [[nodiscard]] std::size_t needed(std::uint64_t allocations, std::size_t live, std::size_t peak) noexcept;
    void end() noexcept;

    std::atomic<std::int64_t> between_; // in milliseconds; 0: the pools keep everything
    std::atomic<std::int64_t> next_{0};
    std::atomic_flag looking_; // guards what follows
    std::int64_t now_ = 0;
    bool has_waited_ = false;
    std::uint64_t allocated_ = 0; // slabs, until now
    std::size_t returned_ = 0;    // by this look
    std::uint64_t before_ = 0;    // the slabs at the last look, if that returned some; otherwise 0
};

} // namespace clmem::layer
