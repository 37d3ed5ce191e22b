// What formats have in common: units of time, and the bound on sizes and times.
#pragma once

#include <cstdint>

namespace clmem::command {

inline constexpr std::uint64_t ns_per_us = 1000;
// Sizes and times stay below it, so that sums of two fit.
inline constexpr std::uint64_t number_bound = std::uint64_t{1} << 63;
// Times since the start stay below it, 142 years, so that each format can hold them: some count microseconds as double.
inline constexpr std::uint64_t time_bound_ns = (std::uint64_t{1} << 52) * ns_per_us;

} // namespace clmem::command
