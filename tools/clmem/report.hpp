// The figures of replays, for people and for programs.
#pragma once

#include "replay.hpp"

#include <string>
#include <vector>

namespace clmem::command {

// Rows of cells; the first row has the columns' names.
using table = std::vector<std::vector<std::string>>;

// One row for each replay, and their means if there are several.
[[nodiscard]] table table_of(const std::vector<replay_result> &results);

// What a reader must know of the table.
[[nodiscard]] std::string table_notes(const std::vector<replay_result> &results);

// Columns aligned, the first to the left and the others to the right.
[[nodiscard]] std::string text_of(const table &rows);

// An array with an object for each replay.
[[nodiscard]] std::string json_of(const std::vector<replay_result> &results);

} // namespace clmem::command
