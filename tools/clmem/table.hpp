// Tables for people.
#pragma once

#include <string>
#include <vector>

namespace clmem::command {

// Rows of cells; the first row contains the column names.
using table = std::vector<std::vector<std::string>>;

// Aligns the columns, the first to the left and the others to the right.
[[nodiscard]] std::string text_of(const table &rows);

} // namespace clmem::command
