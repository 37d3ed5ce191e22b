// Asks a loader in a separate process, which a driver may end or delay: the loader's path and its platforms.
#pragma once

#include "run_process.hpp"

#include <optional>
#include <string>
#include <vector>

namespace clmem::command {

// The path of the loader that dlopen() finds by OpenCL's name; empty if it finds none.
[[nodiscard]] std::string loader_by_name();

// The platforms that a loader finds with these variables, in its order; none if it fails, or needs longer than 20 s.
[[nodiscard]] std::optional<std::vector<std::string>> platforms_of(const std::string &loader,
                                                                   const variables &environment);

} // namespace clmem::command
