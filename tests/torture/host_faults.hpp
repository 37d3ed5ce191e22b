// Faults of what the host provides. See faults.hpp.
#pragma once

#include "faults.hpp"

namespace clmem::torture {

// Once, before the first order.
void find_own_code();
void arm_host(victim what, std::uint64_t n, bool for_good) noexcept;
std::uint64_t disarm_host() noexcept;

} // namespace clmem::torture
