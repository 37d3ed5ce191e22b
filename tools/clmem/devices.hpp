// The command `clmem devices`: lists the devices and which of their features clmem can use.
#pragma once

#include <string>

namespace clmem::command {

[[nodiscard]] std::string text_of_devices();
[[nodiscard]] std::string json_of_devices();

} // namespace clmem::command
