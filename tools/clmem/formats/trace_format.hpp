// The CSV of bench/traces/README.md, which `clmem replay` reads.
#pragma once

#include "formats/recording.hpp"
#include "trace.hpp"

#include <string>

namespace clmem::command {

class output_file;

// The events of a trace, in one pool; its streams become queues. A block has its allocation's number, from 1.
[[nodiscard]] recording recording_of(const trace &from);

// The allocations and frees of all pools. Blocks that were live when the recording began are allocated first. Throws
// failure (bad_input) if there are none, or more than a trace can have.
[[nodiscard]] trace trace_of(const recording &from);

[[nodiscard]] recording read_trace_recording(const std::string &path);
// `is_packed`: by gzip.
void write_trace(const recording &from, output_file &file, bool is_packed);

} // namespace clmem::command
