#include "memory/command_uses.hpp"

#include "cl/enqueue.hpp"

namespace clmem_core {

constinit thread_local command_uses *command_uses::current = nullptr;

void command_uses::add(const std::shared_ptr<block_hold> &used) {
    if (current != nullptr) { current->used_.push_back(used); }
}

// quirk::markers_end_early: only the event tells when the command is over.
void command_uses::end_with(cl_event event) noexcept {
    for (const auto &used : used_) {
        try {
            used->use_own(event);
        } catch (const std::exception &) { // no memory for a record: the command is over before the block can be
            (void)cl::try_often([&] { return cl::wait_until_over(event); });
        }
    }
    used_.clear();
}

} // namespace clmem_core
