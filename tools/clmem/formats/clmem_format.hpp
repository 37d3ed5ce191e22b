// clmem's own format (docs/recording-format.md).
#pragma once

#include "formats/recording.hpp"

#include <string>

namespace clmem::command {

class output_file;

// Reads a file, also one whose end is missing because the program was killed. Throws failure (bad_input), whose message
// starts with "FILE:OFFSET: ".
[[nodiscard]] recording read_clmem(const std::string &path);

void write_clmem(const recording &from, output_file &file);

} // namespace clmem::command
