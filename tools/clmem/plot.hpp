// Plots replays: live and reserved bytes over time.
#pragma once

#include "replay.hpp"

#include <string>
#include <vector>

namespace clmem::command {

// Throws failure (bad_input) unless the name ends in .html or .svg.
void check_plot_name(const std::string &path);

// Writes one self-contained file: a page with the figures, or only the picture if the name ends in .svg. `memory`
// describes where the memory came from.
void write_plot(const std::string &path, const std::vector<replay_result> &results, const std::string &memory);

} // namespace clmem::command
