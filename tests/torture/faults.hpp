// What fails in a tortured run: one thing of a kind, once or for good.
#pragma once

#include <cstdint>

namespace clmem::torture {

enum class victim : unsigned { opencl_call, allocation, thread, callback };
constexpr unsigned victims = 4;

// The n-th one from now fails (from 1), and all later ones if it is for good.
void arm(victim what, std::uint64_t n, bool for_good);
// Nothing fails any more. How many have failed; and of these how many were releases of OpenCL objects, which are lost.
struct injected {
    std::uint64_t failures = 0;
    std::uint64_t lost = 0;
    const char *first = ""; // the OpenCL function that failed first
};
injected disarm();

} // namespace clmem::torture
