// The program's memory, by callbacks.
#pragma once

#include "provider/provider.hpp"

#include <memory>

namespace clmem_core {

// Checks the callbacks, whose struct_size is already checked. After success user_release is called when the provider is
// destroyed; if this throws, never.
[[nodiscard]] std::shared_ptr<provider> make_user_provider(const clmem_provider_callbacks &callbacks);

} // namespace clmem_core
