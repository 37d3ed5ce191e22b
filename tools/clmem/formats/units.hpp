// What formats have in common: units of time, and the bound on sizes and times.
#pragma once

#include <cstdint>

namespace clmem::command {

inline constexpr std::uint64_t ns_per_us = 1000;
// Sizes and times stay below it, so that sums of two fit.
inline constexpr std::uint64_t number_bound = std::uint64_t{1} << 63;

} // namespace clmem::command
