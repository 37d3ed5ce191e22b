// What a soak finds, counts, and says.
#pragma once

#include <CL/cl.h>
#include <atomic>
#include <cstdint>

namespace clmem::soak {

// A wrong result of clmem: printed, unless twenty have been, and counted.
void report(const char *format, ...) __attribute__((format(printf, 1, 2)));
[[nodiscard]] std::uint64_t reports() noexcept;

// Ends the process if one of the test's own calls fails, since the test is then wrong.
void need(cl_int code, const char *what);

// What a thread is doing, for a soak that hangs.
struct activity {
    std::atomic<const char *> what{"nothing"};
    std::atomic<cl_command_queue> queue{nullptr};
    std::atomic<cl_event> waits_for[2] = {};
};
// Each thread that lives has one, in a list.
class listed_activity {
  public:
    listed_activity();
    ~listed_activity();
    listed_activity(const listed_activity &) = delete;
    listed_activity &operator=(const listed_activity &) = delete;
    activity now;
};
// Says what each thread does and what it waits for.
void print_activities();

struct totals {
    std::atomic<std::uint64_t> steps{0};
    std::atomic<std::uint64_t> threads{0};
    std::atomic<std::uint64_t> allocations{0};
    std::atomic<std::uint64_t> commands{0};
    std::atomic<std::uint64_t> compared_bytes{0};
    std::atomic<std::uint64_t> failed_calls{0}; // of clmem, in rounds with faults
    std::atomic<std::uint64_t> pool_checks{0};
};
inline totals done;

} // namespace clmem::soak
