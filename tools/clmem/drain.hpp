// Keeps queues from falling behind: drivers hold the memory of a released buffer until the commands that use it are done, so
// that a program which never waits would need far more memory than it has live.
#pragma once

#include "job.hpp"

#include <cstdint>

namespace clmem::command {

class drain {
  public:
    explicit drain(const job &work) : queues_{work.queues}, bound_{work.plan.peak_live_bytes / 2} {}

    // Told of each release; waits for the queues when what was released since the last time may exceed half of the peak.
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
