// An event that a pool retains. A thread that uses it without the pool's lock counts as a user: the event is released
// when the last user has finished, whatever other threads do meanwhile. Counted under the pool's lock.
#pragma once

#include <CL/cl.h>
#include <cstdint>

namespace clmem_core {

struct block;

struct held_event {
    explicit held_event(cl_event named) noexcept : event{named} {}

    cl_event event;
    std::uint32_t users = 0;
    bool has_failed = false; // the driver refused the last wait, so its state is unknown
    // A marker of an out-of-order queue: it may fail while commands that it waits for have not ended.
    bool may_fail_early = false;
    bool is_new = false;        // a marker that was made for the wait that follows: not asked for its status
    held_event *next = nullptr; // of the same block; or of those that are to be released
    // Of an event that a release has named:
    block *of = nullptr;          // what waits for it; nullptr once it is complete
    held_event *before = nullptr; // all that blocks of the pool wait for
    held_event *after = nullptr;
};

} // namespace clmem_core
