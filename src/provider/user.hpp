// The program's own memory, by callbacks.
#pragma once

#include "provider/provider.hpp"

#include <memory>

namespace clmem {

// Checks the callbacks, whose struct_size is known to be right. Once this has succeeded, user_release is called when the
// provider is destroyed; if it throws, never.
[[nodiscard]] std::shared_ptr<provider> make_user_provider(const clmem_provider_callbacks &callbacks);

} // namespace clmem
