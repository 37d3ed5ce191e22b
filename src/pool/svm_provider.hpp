// Shared virtual memory.
#pragma once

#include "pool/provider.hpp"

#include <memory>

namespace clmem {

// Fine-grain if the flags say so, else coarse-grain.
[[nodiscard]] std::shared_ptr<provider> make_svm_provider(cl_context context, std::uint64_t flags);

} // namespace clmem
