// A pool's state as JSON text, whose members the header describes (include/clmem/extras/dump.h).
#pragma once

#include "pool/pool_snapshot.hpp"

#include <string>

namespace clmem_core {

[[nodiscard]] std::string text_of(const pool_snapshot &of);

} // namespace clmem_core
