// Shared virtual memory.
#pragma once

#include "provider/provider.hpp"

#include <memory>

namespace clmem_core {

// Fine-grain if the flags say so, otherwise coarse-grain. `alignment`: a power of two, for slabs that need more than
// the devices' alignment.
[[nodiscard]] std::shared_ptr<provider> make_svm_provider(cl_context context, std::uint64_t flags,
                                                          std::size_t alignment = 0);

} // namespace clmem_core
