// A pool's state as a recording has it.
#pragma once

#include "pool/pool.hpp"

namespace clmem_core {

// Defines what the state refers to. Throws std::bad_alloc.
[[nodiscard]] recorder::snapshot recorded_state(const pool_snapshot &of, recorder &to);

} // namespace clmem_core
