// What a pool is asked for.
#pragma once

#include <cstddef>
#include <cstdint>

namespace clmem_core {

struct known_queue;

// Where an allocation was asked for, as a recorder numbers it.
struct recorded_stack {
    std::uint64_t recorder = 0; // its id; 0: none
    std::uint32_t number = 0;
};

struct allocation_request {
    std::size_t requested;     // as asked for, at least 1
    std::size_t rounded = 0;   // in whole units, by pool::rounded()
    unsigned cls = 0;          // size class of `rounded`
    std::size_t alignment = 0; // 0: the unit
    known_queue *queue = nullptr;
    std::uint8_t tag = 0;
    bool dedicated = false;
    recorded_stack stack = {};
};

} // namespace clmem_core
