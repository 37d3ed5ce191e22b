// Reads a recording in any format that clmem knows.
#pragma once

#include "formats/recording.hpp"

#include <string>

namespace clmem::command {

// The format is recognised by the file's content, and where that leaves a choice by its extension. Throws failure
// (bad_input), whose message starts with "FILE:OFFSET: ", or "FILE:LINE: " for text.
[[nodiscard]] recording read_recording(const std::string &path);

} // namespace clmem::command
