// What a page shows of a recording, as the page's script reads it. For each recording there is a JSON object:
//
//   name, pid, start_ms (since 1970; 0: unknown), duration_ns, events, lost, unmatched, is_ring, is_complete
//   pools, queues, tags, stacks, kinds   lists; other members contain indices into them. The first queue, tag, stack
//                                        and kind stand for none
//   columns      one number for each row (view/columns.hpp):
//     times      of each event: ns since the event before it
//     slabs.*    pool, number, bytes; taken: its position, as a step from the row before; kept: returned - taken + 1,
//                or 0 if it was never returned
//     blocks.*   those of pools first, then those outside: pool, offset, requested, given, tag, stack, queue, kind;
//                slab: an index into the slabs plus 1, 0: none; flags: 1 hit, 2 there before the recording,
//                4 waited for its queue, 8 outside the pools; allocated: its position, as a step from the row before;
//                lived: freed - allocated + 1, or 0 if it was never freed; waited: completed - freed + 1, or 0 if it
//                was not freed or never complete
//   ranges, shortages, trims, calls, misses   lists and objects whose members say what they are
//
// Positions are those of reports/history.hpp. Numbers above largest_page_number become that.
#pragma once

#include "formats/recording.hpp"

#include <string>

namespace clmem::command {

// A JSON object, in UTF-8 whatever the recording's names are. Without stacks no program's symbols are read.
[[nodiscard]] std::string page_data_of(const recording &recorded, const std::string &name, bool with_stacks = true);

} // namespace clmem::command
