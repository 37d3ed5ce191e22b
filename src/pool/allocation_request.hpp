// What a pool is asked for.
#pragma once

#include <cstddef>
#include <cstdint>

namespace clmem_core {

struct known_queue;

struct allocation_request {
    std::size_t requested;     // as asked for, at least 1
    std::size_t rounded = 0;   // in whole units, by pool::rounded()
    unsigned cls = 0;          // size class of `rounded`
    std::size_t alignment = 0; // 0: the unit
    known_queue *queue = nullptr;
    std::uint8_t tag = 0;
    bool dedicated = false;
};

} // namespace clmem_core
