// Brings the events of several threads into one order.
#pragma once

#include "formats/recording.hpp"

#include <cstddef>
#include <cstdint>
#include <unordered_set>
#include <vector>

namespace clmem::command {

// `events` has those of one thread after those of another; `ends` has where each thread's end. They are ordered by
// time_ns, which may have any unit, and each thread's stay in their order. Clocks of processors differ a little: within
// `window` of each other, a block's allocation comes before its free, and its free before its next allocation, if that
// is in another thread. `live` has the blocks that are live at the start. Times never fall afterwards.
void merge_threads(std::vector<recording::event> &events, const std::vector<std::size_t> &ends,
                   std::unordered_set<std::uint64_t> live, std::uint64_t window);

} // namespace clmem::command
