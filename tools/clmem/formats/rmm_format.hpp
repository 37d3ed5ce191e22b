// The log of RMM's logging_resource_adaptor: CSV with the columns Thread,Time,Action,Pointer,Size,Stream.
#pragma once

#include "formats/recording.hpp"

#include <string>

namespace clmem::command {

class output_file;

// The events, in one pool. Throws failure (bad_input), whose message starts with "FILE:LINE: ".
[[nodiscard]] recording read_rmm(const std::string &path);

// Allocations, frees and shortages. The log has only the time of day, in UTC here.
void write_rmm(const recording &from, output_file &file);

} // namespace clmem::command
