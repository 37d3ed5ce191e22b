// The page of `clmem view`: one file that needs nothing else.
#pragma once

#include "failure.hpp"

#include <string>
#include <vector>

namespace clmem::command {

// Throws failure with this status unless the name ends in .html. `option` is how the user passed it.
void check_page_name(const char *option, const std::string &path, exit_status refused);

// Writes a page that shows recordings, each made by page_data_of(). Throws failure.
void write_page(const std::string &path, const std::vector<std::string> &recordings);

} // namespace clmem::command
