// The events that a process recorded, as rows of the file that `clmem replay` reads (bench/traces/README.md).
#pragma once

#include "page.hpp"

#include <string>

namespace clmem::layer {

// `base` is the whole page with its chunks. Empty if the process recorded nothing.
[[nodiscard]] std::string trace_rows(const page &base, const page_process &process);

} // namespace clmem::layer
