// One driver allocation, split into ranges.
#pragma once

#include "base/latch_once.hpp"

#include <cstddef>
#include <cstdint>

namespace clmem_core {

struct block;
struct held_event;

struct slab {
    void *memory = nullptr; // the provider's memory
    std::size_t bytes = 0;
    std::uint64_t number = 0; // unique in the process, so that programs can distinguish slabs
    std::size_t used = 0;     // bytes of ranges that are live or in a cache
    std::size_t pending = 0;  // of those, bytes that were released and wait for events
    bool dedicated = false;   // now one dedicated block
    block *edge = nullptr;    // not a range: borders the first and the last one, and counts as used
    latch_once prepared;      // for OpenCL objects of its ranges
    bool kept_apart = false;  // it has free neighbours that were not coalesced
    // After its removal from the heap: the queues whose commands may still use it, as in a block.
    std::uint64_t queue_slots = 0;
    std::uint64_t sequence = 0;
    held_event *events = nullptr; // the same for events that releases have named, as a list by `next`
    std::uint64_t idle_since = 0; // by the provider's clock, if the pool releases by age
    slab *previous = nullptr;     // all slabs of the pool
    slab *next = nullptr;
};

} // namespace clmem_core
