// The course of replays as a picture: live and reserved bytes over time.
#pragma once

#include "replay.hpp"

#include <string>
#include <vector>

namespace clmem::command {

// Throws failure (bad_input) unless the name ends in .html or .svg.
void check_plot_name(const std::string &path);

// Writes one self-contained file: a page with the figures, or for .svg the picture alone. `memory` says where the memory
// came from.
void write_plot(const std::string &path, const std::vector<replay_result> &results, const std::string &memory);

} // namespace clmem::command
