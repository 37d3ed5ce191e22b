// One driver allocation, cut into ranges.
#pragma once

#include "base/latch_once.hpp"

#include <cstddef>
#include <cstdint>

namespace clmem {

struct block;
struct held_event;

struct slab {
    void *memory = nullptr; // what the provider gave
    std::size_t bytes = 0;
    std::uint64_t number = 0; // unique in the process, for users who want to tell slabs apart
    std::size_t used = 0;     // bytes of ranges that are in use or in a cache
    std::size_t pending = 0;  // of those, what was released and waits for events
    bool dedicated = false;   // now one block of a user who asked for a whole driver object
    block *edge = nullptr;    // no range: stands before the first one and after the last one, and counts as used
    latch_once prepared;      // for OpenCL objects of its ranges
    bool kept_apart = false;  // it has free neighbours that were not merged
    std::uint64_t lanes = 0;  // once it is out of the heap: whose commands may still use it, as in a block
    std::uint64_t time = 0;
    held_event *events = nullptr; // the same of events that releases have named, as a list by `next`
    std::uint64_t idle_since = 0; // by the provider's clock, if the pool releases by age
    slab *previous = nullptr;     // all slabs of the pool
    slab *next = nullptr;
};

} // namespace clmem
