// The events that a process recorded, as rows of the file that `clmem replay` reads (bench/traces/README.md).
#pragma once

#include "page.hpp"

#include <cstdint>
#include <string>

namespace clmem::layer {

// `base` is the page with its first chunks, as many as are mapped. Empty if the process recorded nothing.
[[nodiscard]] std::string trace_rows(const page &base, std::uint64_t chunks, const page_process &process);

} // namespace clmem::layer
