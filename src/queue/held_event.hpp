// An event that a pool has a reference to. Whoever works with it while the pool's lock is not held counts as a user of it: it is
// released when the last one is done with it, whatever other threads wait for meanwhile. Counted under the pool's lock.
#pragma once

#include <CL/cl.h>
#include <cstdint>

namespace clmem {

struct block;

struct held_event {
    explicit held_event(cl_event named) noexcept : event{named} {}

    cl_event event;
    std::uint32_t users = 0;
    bool has_failed = false;    // the driver could not say whether it is complete, when it was waited for last
    held_event *next = nullptr; // of the same block; or of those that are to be released
    // Of an event that a release has named:
    block *of = nullptr;          // what waits for it; nullptr once it is complete
    held_event *before = nullptr; // all that blocks of the pool wait for
    held_event *after = nullptr;
};

} // namespace clmem
