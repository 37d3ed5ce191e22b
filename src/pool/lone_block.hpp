// A lone block: the only block of its own pool, which ends with it.
#pragma once

#include "pool/pool.hpp"

namespace clmem_core {

// `queue`: which it belongs to; NULL: none. Returns its handle; throws error.
[[nodiscard]] std::uint64_t allocate_alone(std::shared_ptr<provider> source, std::size_t bytes,
                                           cl_command_queue queue = nullptr);

} // namespace clmem_core
