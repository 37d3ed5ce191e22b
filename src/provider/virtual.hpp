// Memory that is none: addresses alone, with the bounds that its maker asks for.
#pragma once

#include "provider/provider.hpp"

#include <memory>

namespace clmem {

// Checks the options, whose struct_size is known to be right.
[[nodiscard]] std::shared_ptr<provider> make_virtual_provider(const clmem_virtual_options &options);

} // namespace clmem
