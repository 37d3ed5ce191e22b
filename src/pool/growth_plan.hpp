// Plans what a pool does about a request that no usable free range satisfies: figures in, plan out. It neither reads
// nor changes a pool; pool_growth collects the figures and executes the plan.
#pragma once

#include "heap/slab_policy.hpp"

#include <cstddef>
#include <cstdint>

namespace clmem_core {

// The constants, in addition to those of slab_policy.
struct growth_policy {
    // A pool that has spent its share of driver time prefers growing to releasing, up to this many times its budget.
    static constexpr double untidy_budget = 1.06;
    // So little memory is not worth that one queue waits for another.
    static constexpr std::size_t apart_budget = std::size_t{64} << 20;
    // Several queues may hold apart_budget anyway: with larger slabs they reach it after fewer driver calls.
    static constexpr std::size_t slab_of_several = slab_policy::early_slab;
};

// Where to look for a range that the request could not use so far. Each step comes after those before it have failed.
enum class growth_search : std::uint8_t {
    none,   // nowhere: take a slab
    others, // all ranges are coalesced; then those that the slab policy allows, of whichever queue
    events, // blocks that wait for events
    any,    // whatever fits: of the request's queue, then of the others
};

struct growth_figures {
    std::size_t bytes;    // of the request, in whole units
    bool whole;           // the request takes a whole slab
    std::size_t unit;     // slabs are multiples of it
    std::size_t slab;     // size of the slab that the slab policy gives the request
    std::size_t budget;   // what the slab policy lets the pool reserve
    std::size_t least;    // what the program lets it reserve in any case
    std::size_t limit;    // what it must not exceed, 0: none
    std::size_t reserved; // what it has now
    std::size_t idle;     // of this, slabs without a block
    std::size_t pending;  // of this, released blocks that wait for events
    std::size_t largest;  // the largest free range
    bool is_shared;       // one queue may have to wait for another, or the host for any
    bool has_order;       // ranges may be pending for some queues
    bool is_tidy;         // driver time is left, so that tidiness comes first
    bool may_release;     // releasing slabs is not forbidden
    bool may_order;       // a queue may be made to wait: that has not failed yet
    growth_search tried;  // what has failed already
};

struct growth_plan {
    std::size_t take = 0;    // size of the new slab
    std::size_t release = 0; // idle bytes to release before it is taken
    growth_search search = growth_search::none;
};

[[nodiscard]] growth_plan plan_growth(const growth_figures &f) noexcept;

} // namespace clmem_core
