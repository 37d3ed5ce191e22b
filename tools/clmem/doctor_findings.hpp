// The problems in a report of `clmem doctor`, each with its remedy.
#pragma once

#include <nlohmann/json.hpp>

namespace clmem::command {

// A list of objects: "problem", "remedy", and "prevents_use", which is true if clmem cannot be used at all.
[[nodiscard]] nlohmann::ordered_json find_problems(const nlohmann::ordered_json &report);

} // namespace clmem::command
