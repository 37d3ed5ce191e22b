// The layer's own references to a context, which the program must not see in CL_CONTEXT_REFERENCE_COUNT.
#pragma once

#include <CL/cl.h>
#include <atomic>

namespace clmem::layer {

struct own_references {
    std::atomic<int> retains{0};
    std::atomic<int> objects{0};         // queues, slabs and blocks; some drivers count them, too
    std::atomic<int> counts_objects{-1}; // whether this driver does; -1 until it is known
};

} // namespace clmem::layer
