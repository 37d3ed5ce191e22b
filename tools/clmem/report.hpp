// Reports of replays, for people and for programs.
#pragma once

#include "replay.hpp"
#include "table.hpp"

#include <string>
#include <vector>

namespace clmem::command {

// One row per replay, and their means if there are several.
[[nodiscard]] table table_of(const std::vector<replay_result> &results);

// Notes that explain the table.
[[nodiscard]] std::string table_notes(const std::vector<replay_result> &results);

// An array with one object per replay.
[[nodiscard]] std::string json_of(const std::vector<replay_result> &results);

} // namespace clmem::command
