// How much of the elapsed time went into driver calls: a pool stays tidy only while that is below a share.
#pragma once

#include <chrono>
#include <cstdint>

namespace clmem {

class driver_clock {
  public:
    using clock = std::chrono::steady_clock;
    static constexpr std::uint32_t unlimited = 1000;

    // `runs`: whether calls cost anything; else nothing is measured, and no time is spent on it.
    driver_clock(std::uint32_t permille, bool runs) noexcept : permille_{permille}, runs_{runs} {}

    [[nodiscard]] clock::time_point now() const noexcept { return runs_ ? clock::now() : clock::time_point{}; }

    // A driver call lasted from `begin` to `end`.
    void count(clock::time_point begin, clock::time_point end) noexcept {
        if (spent_ == 0) { start_ = begin; }
        spent_ += static_cast<std::uint64_t>(std::chrono::nanoseconds{end - begin}.count());
    }

    [[nodiscard]] bool below_share() const noexcept {
        if (!runs_) { return true; }
        if (permille_ >= unlimited || spent_ == 0) { return permille_ != 0; }
        const auto elapsed = std::chrono::nanoseconds{clock::now() - start_}.count();
        return static_cast<double>(spent_) * 1000 <= static_cast<double>(permille_) * static_cast<double>(elapsed);
    }

    // True if no time at all may go into giving memory back.
    [[nodiscard]] bool is_forbidden() const noexcept { return permille_ == 0; }

    [[nodiscard]] std::uint64_t spent_ns() const noexcept { return spent_; }

  private:
    std::uint32_t permille_;
    bool runs_;
    std::uint64_t spent_ = 0;
    clock::time_point start_{};
};

} // namespace clmem
