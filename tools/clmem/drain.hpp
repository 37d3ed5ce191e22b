// Keeps a queue from falling behind: drivers hold the memory of a released buffer until the commands that use it are done, so
// that a program which never waits would need far more memory than it has live.
#pragma once

#include "source.hpp"

#include <cstdint>

namespace clmem::command {

class drain {
  public:
    drain(const source &from, const schedule &plan) : queue_{from.queue()}, bound_{plan.peak_live_bytes / 2} {}

    // Told of each release; waits for the queue when what was released since the last time may exceed half of the peak.
    void released(std::uint64_t bytes) {
        pending_ += bytes;
        if (pending_ <= bound_) { return; }
        pending_ = 0;
        check(clmem_queue_finish(queue_));
    }

  private:
    cl_command_queue queue_;
    std::uint64_t bound_;
    std::uint64_t pending_ = 0;
};

} // namespace clmem::command
