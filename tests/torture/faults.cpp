#include "faults.hpp"

#include "host_faults.hpp"
#include "layer_faults.hpp"

#include <string>

namespace clmem::torture {

namespace {

test::fault_totals at_arm;

} // namespace

void arm(victim what, std::uint64_t n, bool for_good) {
    at_arm = test::count_faults();
    if (what != victim::opencl_call) { return arm_host(what, n, for_good); }
    test::set_faults("all:" + std::string{for_good ? "from=" : "nth="} + std::to_string(n));
}

injected disarm() {
    const char *const first = test::first_fault();
    test::set_faults("off"); // threads of clmem may fail until then
    const test::fault_totals now = test::count_faults();
    injected result{now.failures - at_arm.failures, now.lost - at_arm.lost, first};
    result.failures += disarm_host();
    return result;
}

} // namespace clmem::torture
