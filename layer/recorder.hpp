// The program's memory in a recording: as rows of a trace, or with `--record=FILE.clmem` by clmem's own recorder, which
// also has stacks and slabs.
#pragma once

#include "page.hpp"

#include <cstddef>
#include <cstdint>

namespace clmem::layer::recorder {

// Before the process's first pool: from now on clmem's recorder records all of them, if the environment asks for it.
void begin() noexcept;

// Returns the allocation's number, from 1; 0 if it is not recorded, or if its pool records it.
[[nodiscard]] std::uint64_t allocated(kind what, std::size_t bytes, bool pooled) noexcept;

// `stream` is the small number of the queue that used the memory first, 0 if none did. Ignores the number 0.
void freed(std::uint64_t number, std::uint32_t stream) noexcept;

} // namespace clmem::layer::recorder
