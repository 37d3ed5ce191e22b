// Memory of another provider, with injected faults.
#pragma once

#include "provider/provider.hpp"

#include <memory>

namespace clmem_core {

// Throws error if the spec is wrong.
[[nodiscard]] std::shared_ptr<provider> make_faulty_provider(std::shared_ptr<provider> from, const char *spec);

} // namespace clmem_core
