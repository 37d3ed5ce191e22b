// The layer's own references to a context, which the program must not see in CL_CONTEXT_REFERENCE_COUNT.
#pragma once

#include <CL/cl.h>
#include <atomic>

namespace clmem::layer {

struct own_references {
    std::atomic<int> retains{0};
    std::atomic<int> objects{0};   // queues, slabs and blocks; some drivers count them, too
    std::atomic<int> svm_slabs{0}; // likewise, not among the objects
    // How much an object, or an SVM allocation, adds to its context's reference count in this driver; -1: not yet known
    std::atomic<int> of_object{-1};
    std::atomic<int> of_svm{-1};
};

} // namespace clmem::layer
