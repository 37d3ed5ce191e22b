// What the layer does in a context whose memory is no longer reused.
#include "contexts.hpp"
#include "events.hpp"
#include "shield.hpp"

#include <algorithm>
#include <utility>

namespace clmem::layer {

void context_state::stop_pooling() noexcept {
    if (is_stopped_.exchange(true)) { return; }
    log_once("a user event fails: its context's memory is no longer reused");
    release_pending();
}

// Safe without looking at markers, since take() returns no block any more. Blocks whose destructor callbacks have not
// returned stay: no other object may have their handles.
void context_state::release_pending() noexcept {
    std::vector<released_block> unmarked;
    std::deque<batch> ended;
    std::vector<recorded_block> recorded;
    shielded(
        [&] {
            const std::lock_guard lock{mutex_};
            std::swap(unmarked, released_);
            unmarked_bytes_ = 0;
            std::swap(recorded, recorded_);
            const auto keeps = [](const batch &pending) {
                return pending.callbacks_over != nullptr && !pending.callbacks_over->load(std::memory_order_acquire);
            };
            const auto first = std::stable_partition(pending_.begin(), pending_.end(), keeps);
            std::move(first, pending_.end(), std::back_inserter(ended));
            pending_.erase(first, pending_.end());
        },
        [] {}); // they stay for as long as the context
    for (const released_block &each : unmarked) {
        end_pending(each.block);
    }
    for (recorded_block &each : recorded) {
        each.callbacks.reset(); // calls the callbacks: nothing shows when the commands are complete
        end_pending(each.block);
    }
    for (const batch &each : ended) {
        for (const owned_block &block : each.blocks) {
            end_pending(block);
        }
        release_events(each.markers);
    }
    blocks.trim();
}

} // namespace clmem::layer
