#include "base/bias.hpp"

#include <thread>

namespace clmem {

void bias::take_away(std::uint64_t owner) noexcept {
    if (owner == nobody_yet) {
        const std::uint64_t taker = asymmetric::can_be_had() ? thread_id() : nobody;
        if (owner_.compare_exchange_strong(owner, taker, std::memory_order_acq_rel)) { return; }
    }
    // Of several that come now one takes the right away, and the others wait for it.
    const bool has_owner = owner != nobody && owner != being_taken_away;
    if (has_owner && owner_.compare_exchange_strong(owner, being_taken_away, std::memory_order_acq_rel)) {
        asymmetric::heavy();
        while (busy_.load(std::memory_order_acquire)) {
            std::this_thread::yield();
        }
        owner_.store(nobody, std::memory_order_release);
        return;
    }
    while (owner_.load(std::memory_order_acquire) != nobody) {
        std::this_thread::yield();
    }
}

} // namespace clmem
