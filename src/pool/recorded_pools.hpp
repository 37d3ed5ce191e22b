// The pools of the process, and which recorder each has: for recorders of all pools.
#pragma once

#include "pool/pool.hpp"

#include <memory>
#include <vector>

namespace clmem_core::recorded_pools {

// A new pool, which gets the recorder of all pools if there is one. Throws std::bad_alloc.
void introduce(const std::shared_ptr<pool> &made);

// Lets a recorder record a pool, or all if it is NULL. Throws error if one has another recorder, std::bad_alloc.
void start(const std::shared_ptr<recorder> &to, pool *only);
// Ends that, for those that the recorder records.
void stop(const std::shared_ptr<recorder> &from, pool *only);

// The states of those that a recorder records.
[[nodiscard]] std::vector<recorder::snapshot> states_of(const std::shared_ptr<recorder> &from);

} // namespace clmem_core::recorded_pools
