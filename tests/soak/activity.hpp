// What the threads of a soak do now, and what they have done so far.
#pragma once

#include <CL/cl.h>
#include <atomic>
#include <cstdint>

namespace clmem::soak {

// What a thread is doing, to be printed if the soak hangs.
struct activity {
    std::atomic<const char *> what{"nothing"};
    std::atomic<cl_command_queue> queue{nullptr};
    std::atomic<cl_event> waits_for[2] = {};
};
// One for each thread that lives, in a list.
class listed_activity {
  public:
    listed_activity();
    ~listed_activity();
    listed_activity(const listed_activity &) = delete;
    listed_activity &operator=(const listed_activity &) = delete;
    activity now;
};
// Prints what each thread does and what it waits for.
void print_activities();

// Of all threads since the start.
struct totals {
    std::atomic<std::uint64_t> steps{0};
    std::atomic<std::uint64_t> threads{0};
    std::atomic<std::uint64_t> allocations{0};
    std::atomic<std::uint64_t> commands{0};
    std::atomic<std::uint64_t> compared_bytes{0};
    std::atomic<std::uint64_t> failed_calls{0}; // of clmem, because of injected faults
    std::atomic<std::uint64_t> pool_checks{0};
};
inline totals done;

} // namespace clmem::soak
