// How much of the elapsed time driver calls that keep the footprint low may take: a pool returns slabs only while it
// has credit.
//
// Most of the share of the elapsed time is credited, up to a burst; the pool pays from it for returning slabs, and for
// allocating what it could have kept. Growth to a new peak is unavoidable, so not charged: the rest of the share is for
// that.
#pragma once

#include <algorithm>
#include <chrono>
#include <clmem.h>
#include <cstdint>

namespace clmem_core {

class driver_clock {
  public:
    using clock = std::chrono::steady_clock;
    static constexpr std::uint32_t unlimited = CLMEM_DRIVER_TIME_UNLIMITED;
    static constexpr std::uint32_t default_permille = 20;
    static constexpr double most_credit_ns = 20e6;
    static constexpr double first_credit_ns = 1e6;
    static constexpr double tidy_part = 0.75;

    // `permille` as in clmem_pool_options. `runs`: whether calls cost anything; else nothing is measured, and no time
    // is spent on it.
    driver_clock(std::uint32_t permille, bool runs) noexcept
        : permille_{permille == CLMEM_DRIVER_TIME_NEVER ? 0
                    : permille == 0                     ? default_permille
                                                        : permille},
          runs_{runs} {}

    [[nodiscard]] clock::time_point now() const noexcept { return runs_ ? clock::now() : clock::time_point{}; }

    // A driver call lasted from `begin` to `end`; it could have been done without, or not.
    void count(clock::time_point begin, clock::time_point end, bool avoidable) noexcept {
        const auto lasted = std::chrono::nanoseconds{end - begin}.count();
        spent_ += static_cast<std::uint64_t>(lasted);
        if (avoidable) { credit_ns_ -= static_cast<double>(lasted); }
    }

    [[nodiscard]] bool below_share() noexcept {
        if (!runs_) { return true; }
        if (permille_ == 0 || permille_ >= unlimited) { return permille_ != 0; }
        const clock::time_point time = clock::now();
        const double passed = static_cast<double>(std::chrono::nanoseconds{time - credited_}.count());
        credited_ = time;
        credit_ns_ = std::min(most_credit_ns, credit_ns_ + tidy_part * passed * permille_ / unlimited);
        return credit_ns_ > 0;
    }

    // True if no time at all may go into returning memory to the driver.
    [[nodiscard]] bool is_forbidden() const noexcept { return permille_ == 0; }

    [[nodiscard]] std::uint64_t spent_ns() const noexcept { return spent_; }

  private:
    std::uint32_t permille_;
    bool runs_;
    std::uint64_t spent_ = 0;
    double credit_ns_ = first_credit_ns;
    clock::time_point credited_ = now();
};

} // namespace clmem_core
