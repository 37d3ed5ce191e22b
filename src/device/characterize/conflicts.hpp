// Which work-items wait for one another when they read an array in local memory.
#pragma once

#include <clmem_extras.h>
#include <cstddef>
#include <string>
#include <vector>

namespace clmem_core {

// The banks of local memory. A count of 0: no banks, and no work-item waits.
struct bank_layout {
    cl_uint count;
    cl_uint granularity; // bytes of one bank before the next bank's
    cl_uint items;       // that access it at the same time
};

struct bank_conflict {
    cl_uint multiplicity = 1;
    std::string explanation; // empty if no work-item waits
};

// `shape` and `stored` have the same number of extents, the fastest-varying last. Throws if they are not a valid array.
[[nodiscard]] bank_conflict find_conflict(const bank_layout &banks, std::size_t item_bytes,
                                          const std::vector<std::size_t> &shape,
                                          const std::vector<std::size_t> &stored);

} // namespace clmem_core
