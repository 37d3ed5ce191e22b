// The context that all parts of the process share.
#pragma once

#include "cl/raii.hpp"

namespace clmem_core {

struct shared_context {
    cl::context context; // a reference for the caller
    cl_device_id device;
};

// Creates it at the first call.
[[nodiscard]] shared_context share_context();

} // namespace clmem_core
