// Reports of replays, for people and for programs.
#pragma once

#include "replay.hpp"

#include <string>
#include <vector>

namespace clmem::command {

// Rows of cells; the first row contains the column names.
using table = std::vector<std::vector<std::string>>;

// One row per replay, and their means if there are several.
[[nodiscard]] table table_of(const std::vector<replay_result> &results);

// Notes that explain the table.
[[nodiscard]] std::string table_notes(const std::vector<replay_result> &results);

// Aligns the columns, the first to the left and the others to the right.
[[nodiscard]] std::string text_of(const table &rows);

// An array with one object per replay.
[[nodiscard]] std::string json_of(const std::vector<replay_result> &results);

} // namespace clmem::command
