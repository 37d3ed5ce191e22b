// Instead of src/base/processor_barrier.cpp: the kernel of a simulated schedule.
#include "base/processor_barrier.hpp"

#include "scheduler.hpp"

#include <linux/membarrier.h>

namespace clmem_core {

long membarrier(int command) noexcept {
    schedules::point();
    const bool registers = command == MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED;
    const schedules::kernel answers = schedules::kernel_of_schedule();
    const bool fails =
        answers == schedules::kernel::refuses || (answers == schedules::kernel::revokes && schedules::draw(4) != 0);
    if (fails) { return -1; }
    if (!registers) { schedules::drain_all(); }
    return 0;
}

bool visit_all_processors() noexcept {
    schedules::point();
    schedules::drain_all();
    return true;
}

} // namespace clmem_core
