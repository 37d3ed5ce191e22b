// Keeps queues from falling behind. Drivers keep the memory of a released buffer until the commands that use it have
// completed, so a program that never waits would need far more memory than its live blocks.
#pragma once

#include "job.hpp"

#include <cstdint>

namespace clmem::command {

class drain {
  public:
    explicit drain(const job &work) : queues_{work.queues}, bound_{work.plan.peak_live_bytes / 2} {}

    // Counts a release; waits for the queues once the bytes released since the last wait exceed half of the peak.
    void released(std::uint64_t bytes) {
        pending_ += bytes;
        if (pending_ <= bound_) { return; }
        pending_ = 0;
        queues_.finish();
    }

  private:
    const queue_set &queues_;
    std::uint64_t bound_;
    std::uint64_t pending_ = 0;
};

} // namespace clmem::command
