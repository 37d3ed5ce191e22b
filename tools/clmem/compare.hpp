// Replays a trace through a pool and with driver calls alone, touching every block.
#pragma once

#include "job.hpp"
#include "progress.hpp"

#include <cstdint>

namespace clmem::command {

struct comparison {
    double pool_ns_per_event;
    double driver_ns_per_event;

    [[nodiscard]] double speedup() const noexcept { return driver_ns_per_event / pool_ns_per_event; }
};

// Needs a source with a device. Of several passes, the best one after the first counts, on both sides.
[[nodiscard]] comparison compare(const job &work, std::uint32_t repeat, progress &shown);

} // namespace clmem::command
