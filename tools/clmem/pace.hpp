// Paces a replay by the times in its trace, and measures the share of time spent in the driver.
#pragma once

#include "library.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <thread>

namespace clmem::command {

class pace {
  public:
    // `length_us`: the duration of the whole replay according to the trace.
    explicit pace(std::uint64_t length_us) : fifth_{std::chrono::microseconds{length_us} / 5} {}

    // Returns when this time of the trace has come, or at once if the replay is late.
    void await(std::uint64_t time_us, clmem_pool pool) {
        std::this_thread::sleep_until(start_ + std::chrono::microseconds{time_us});
        if (begin_ || clock::now() - start_ < fifth_) { return; }
        begin_ = now(pool);
    }

    // The share of time spent in driver calls since the first fifth, in which the pool grows, has ended.
    [[nodiscard]] double driver_time_share(clmem_pool pool) const {
        const point end = now(pool);
        return std::chrono::duration<double>{end.in_driver - begin_->in_driver} /
               std::chrono::duration<double>{end.time - begin_->time};
    }

  private:
    using clock = std::chrono::steady_clock;
    struct point {
        clock::time_point time;
        std::chrono::nanoseconds in_driver;
    };

    static point now(clmem_pool pool) {
        return {clock::now(), std::chrono::nanoseconds{statistics_of(pool).driver_time_ns}};
    }

    clock::time_point start_ = clock::now();
    clock::duration fifth_;
    std::optional<point> begin_;
};

} // namespace clmem::command
