// Records the program's allocations and frees, for `--record`. Without it, a call returns at once.
#pragma once

#include <cstddef>
#include <cstdint>

namespace clmem::layer::record {

// Returns the allocation's number, from 1; 0 if nothing is recorded.
[[nodiscard]] std::uint64_t allocated(std::size_t bytes) noexcept;

// `stream` is the small number of the queue that used the memory first, 0 if none did. Ignores the number 0.
void freed(std::uint64_t id, std::uint32_t stream) noexcept;

} // namespace clmem::layer::record
