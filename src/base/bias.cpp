#include "base/bias.hpp"

namespace clmem_core {

void bias::take_away(std::uint64_t owner) noexcept {
    if (owner == no_owner_yet) {
        const std::uint64_t taker = asymmetric::can_be_had() ? thread_id() : no_owner;
        if (owner_.compare_exchange_strong(owner, taker, std::memory_order_acq_rel)) { return; }
    }
    // If several threads get here, one revokes the right, and the others wait for it.
    const bool has_owner = owner != no_owner && owner != being_taken_away;
    if (has_owner && owner_.compare_exchange_strong(owner, being_taken_away, std::memory_order_acq_rel)) {
        asymmetric::heavy();
        while (busy_.load(std::memory_order_acquire)) {
            sync::yield();
        }
        owner_.store(no_owner, std::memory_order_release);
        return;
    }
    while (owner_.load(std::memory_order_acquire) != no_owner) {
        sync::yield();
    }
}

} // namespace clmem_core
