// The drivers and the layers that an OpenCL loader would load, each opened in a child process.
#pragma once

#include <chrono>
#include <nlohmann/json.hpp>

namespace clmem::command {

// Each driver: the vendor file or the variable that names it, its library, whether that can be opened and how many
// platforms it has; "failure" if something is wrong.
[[nodiscard]] nlohmann::ordered_json list_drivers(std::chrono::milliseconds limit);

// Each layer: the variable or the file that names it, its library, and "failure" if it cannot be loaded.
[[nodiscard]] nlohmann::ordered_json list_layers(std::chrono::milliseconds limit);

} // namespace clmem::command
