// Trace events in JSON, which Perfetto and Chrome show.
#pragma once

#include "formats/recording.hpp"

#include <string>

namespace clmem::command {

class output_file;

// Reads what write_chrome writes: allocations, frees, slabs, shortages, marks and ranges. Other events are passed over.
// Throws failure (bad_input), whose message starts with "FILE:OFFSET: ".
[[nodiscard]] recording read_chrome(const std::string &path);

// Counters of live and reserved bytes for each pool, an asynchronous slice for each block's life, instants for slabs,
// shortages and marks, and the program's ranges.
void write_chrome(const recording &from, output_file &file);

} // namespace clmem::command
