// A spec in force: it counts calls, and decides what happens to each.
#pragma once

#include "fault/spec.hpp"

#include <atomic>
#include <cstddef>
#include <deque>
#include <span>
#include <utility>
#include <vector>

namespace clmem_core::fault {

// What happens to one call.
struct decision {
    std::int32_t code = 0;      // it fails with this OpenCL code; 0: it is made
    std::int32_t late = 0;      // its event fails with this code; 0: it does not
    std::uint64_t delay_ns = 0; // before it is made, or fails
    std::uint64_t number = 0;   // of all calls that were asked about, from 1
};

// Any thread may ask; calls are numbered in the order in which threads ask.
class plan {
  public:
    // Rules whose side is not `below` are left out. `now_ns` is a clock.
    using clock = std::uint64_t (*)() noexcept;
    plan(const spec &from, std::span<const call> calls, bool below, clock now_ns);

    // `index` is the call's in the list; `bytes` what it asks for, `live_bytes` what is live before.
    [[nodiscard]] decision decide(std::size_t index, std::uint64_t bytes, std::uint64_t live_bytes) noexcept;

    // A rule asks how much memory is live.
    [[nodiscard]] bool needs_live_bytes() const noexcept { return needs_live_bytes_; }

    [[nodiscard]] std::uint64_t calls() const noexcept { return calls_.load(std::memory_order_relaxed); }
    [[nodiscard]] std::uint64_t failures() const noexcept { return failures_.load(std::memory_order_relaxed); }
    [[nodiscard]] std::uint64_t delays() const noexcept { return delays_.load(std::memory_order_relaxed); }

  private:
    struct counted_rule {
        counted_rule(rule what, std::uint64_t random) : asked{std::move(what)}, seed{random} {}
        rule asked;
        std::uint64_t seed;
        std::atomic<std::uint64_t> count{0};
    };

    [[nodiscard]] bool chooses(counted_rule &each, std::uint64_t bytes, std::uint64_t live_bytes) noexcept;
    void apply(const counted_rule &each, const call &to, decision &result) noexcept;

    std::span<const call> all_;
    clock now_ns_;
    std::uint64_t begin_ns_;
    bool needs_live_bytes_ = false;
    std::deque<counted_rule> rules_;
    std::vector<std::vector<counted_rule *>> concerned_; // the rules that count each call
    std::atomic<std::int32_t> lost_{0};                  // the code of all calls that need a device
    std::atomic<std::uint64_t> calls_{0}, failures_{0}, delays_{0};
};

} // namespace clmem_core::fault
