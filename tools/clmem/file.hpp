// Writes a result to a file.
#pragma once

#include <string>

namespace clmem::command {

// Replaces the file's content; throws failure.
void write_file(const std::string &path, const std::string &content);

} // namespace clmem::command
