// Addresses without memory, with the limits of the options.
#pragma once

#include "provider/provider.hpp"

#include <memory>

namespace clmem_core {

// Checks the options, whose struct_size is already checked.
[[nodiscard]] std::shared_ptr<provider> make_virtual_provider(const clmem_virtual_options &options);

} // namespace clmem_core
