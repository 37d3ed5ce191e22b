// clmem devices: what there is, and what of it clmem can use.
#pragma once

#include <string>

namespace clmem::command {

[[nodiscard]] std::string list_devices();

} // namespace clmem::command
