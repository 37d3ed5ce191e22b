// What a random OpenCL program does, which its seed decides.
#pragma once

#include "../../random/dice.hpp"

#include <CL/cl.h>
#include <cstddef>
#include <cstdint>
#include <mock.hpp>

namespace over_mock {

using random_programs::dice;

struct plan {
    explicit plan(std::uint64_t seed);

    bool with_layer = true;
    std::uint64_t seed;
    std::size_t threads;
    bool shares_context; // all threads use one context
    std::size_t worlds;  // of each thread, one after the other
    std::size_t steps;   // of each world
    std::size_t most_queues;
    std::size_t most_buffers;
    std::size_t largest;   // buffer, in bytes
    unsigned out_of_order; // queues, per cent
    bool has_user_events;
    bool has_failures; // user events are set to errors
    bool abandons_events;
    bool ends_finished; // the program finishes its queues before it releases everything
    mock::early_markers early;
    unsigned faults; // per million calls
    bool is_nvidia;
    bool is_intel;
    bool reuses_handles;
    bool zeroes;    // CLMEM_RUN_ZERO
    bool dedicates; // CLMEM_RUN_DEDICATED
    bool has_callbacks;
    bool has_recordings; // command buffers
    bool has_usm;

    // clmem waits for its own queue if the driver fails, and for a new slab on NVIDIA's.
    [[nodiscard]] bool forbids_waits() const noexcept { return faults == 0 && !is_nvidia; }

    void print() const;
};

} // namespace over_mock
