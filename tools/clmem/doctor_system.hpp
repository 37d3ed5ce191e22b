// What `clmem doctor` says about clmem itself, the system and the environment.
#pragma once

#include <nlohmann/json.hpp>

namespace clmem::command {

[[nodiscard]] nlohmann::ordered_json describe_clmem();
[[nodiscard]] nlohmann::ordered_json describe_system();

// The environment variables that change how OpenCL or clmem behaves, and no others.
[[nodiscard]] nlohmann::ordered_json describe_environment();

// What clmem_device_choose() follows: a variable, a file, or nothing.
[[nodiscard]] std::string origin_of_choice();

} // namespace clmem::command
