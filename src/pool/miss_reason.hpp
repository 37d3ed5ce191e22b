// Why an allocation was a miss: for the statistics and the log.
#pragma once

#include <cstddef>
#include <cstdint>

namespace clmem_core {

// What kept a cache from serving an allocation.
enum class miss_reason : std::uint8_t { empty, waiting, large, aligned, tagged, dedicated, out_of_order, unheld };
inline constexpr std::size_t miss_reasons = 8;

} // namespace clmem_core
