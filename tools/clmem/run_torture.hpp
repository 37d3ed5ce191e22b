// clmem run --torture: lets each call of a program fail in turn.
#pragma once

#include "run_settings.hpp"

#include <string>
#include <vector>

namespace clmem::command {

// Runs the program once untouched, then again and again: its n-th call fails, n = 1, 2, ..., until it passes
// untouched; each once for that call alone, and once for that call and all later ones. Prints what became of the runs,
// and returns `failed` if one crashed, hung or leaked objects.
[[nodiscard]] int torture(const run_arguments &given, const layer::settings &asked,
                          const std::vector<std::string> &words);

} // namespace clmem::command
