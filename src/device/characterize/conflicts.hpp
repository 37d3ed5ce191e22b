// Which work-items wait for one another when they read an array in local memory.
#pragma once

#include <clmem.h>
#include <cstddef>
#include <string>
#include <vector>

namespace clmem {

// How local memory is divided. A count of 0: not at all, nobody waits.
struct bank_layout {
    cl_uint count;
    cl_uint granularity; // bytes of one bank before the next one's
    cl_uint items;       // that access it at once
};

struct bank_conflict {
    cl_uint multiplicity = 1;
    std::string explanation; // empty if nobody waits
};

// `shape` and `stored` have as many extents, the fastest-moving last. Throws if they make no array.
[[nodiscard]] bank_conflict find_conflict(const bank_layout &banks, std::size_t item_bytes,
                                          const std::vector<std::size_t> &shape,
                                          const std::vector<std::size_t> &stored);

} // namespace clmem
