// Released blocks that a recorded command buffer may use.
#include "contexts.hpp"
#include "event_releases.hpp"
#include "events.hpp"
#include "report.hpp"

#include <algorithm>
#include <utility>

namespace clmem::layer {

namespace {

std::atomic<bool> may_change{false};

} // namespace

void give_up_finalized_recordings() noexcept {
    may_change.store(true);
}

std::uint64_t context_state::begin_recording() {
    std::uint64_t number = 0;
    {
        const std::lock_guard lock{mutex_};
        number = ++last_recording_;
        recordings_.push_back({number, last_era, 0, {}, false});
        has_recordings_.store(true);
    }
    hold();
    return number;
}

context_state::recording *context_state::find_recording(std::uint64_t number) noexcept {
    const auto at = std::ranges::find(recordings_, number, &recording::number);
    return at != recordings_.end() ? &*at : nullptr;
}

void context_state::finalize_recording(std::uint64_t number) noexcept {
    const std::lock_guard lock{mutex_};
    if (recording *const known = find_recording(number)) { known->era = end_era(); }
}

void context_state::add_execution(std::uint64_t number, cl_command_queue queue) noexcept {
    const queue_uses *const uses = find_queue_uses(queue);
    if (uses == nullptr || uses->context != this) {
        give_up_pooling(); // no marker can show when the execution is complete
        return;
    }
    const std::lock_guard lock{mutex_};
    if (recording *const known = find_recording(number)) { known->executed |= bit_of(uses->slot); }
}

// Markers behind the executions take the place of the command buffer.
void context_state::end_recording(std::uint64_t number) {
    std::vector<batch> executions(1);
    std::vector<retained_queue> queues;
    {
        const std::lock_guard lock{mutex_};
        const recording *const known = find_recording(number);
        executions.front().queues = known != nullptr && !is_stopped_.load(relaxed) ? known->executed : 0;
        if (executions.front().queues != 0) { queues = retain_queues(executions); }
    }
    mark(executions, queues);
    if (executions.empty()) { give_up_pooling(); } // the driver refuses a marker
    {
        const std::lock_guard lock{mutex_};
        if (recording *const known = find_recording(number)) {
            known->is_ended = true;
            if (!executions.empty()) { known->executions = std::move(executions.front().markers); }
            has_pending_.store(true, relaxed);
        }
    }
    free_recorded();
    drop();
}

bool context_state::is_recorded(const owned_block &block) const noexcept {
    if (may_change.load(relaxed)) { return !recordings_.empty(); }
    return std::ranges::any_of(recordings_, [&](const recording &each) { return block.commands->born <= each.era; });
}

bool context_state::keep_recorded(const owned_block &block, const std::shared_ptr<farewell> &callbacks) {
    if (!has_recordings_.load(relaxed)) { return false; }
    const std::lock_guard lock{mutex_};
    if (!is_pooled() || !is_recorded(block)) { return false; }
    recorded_.push_back({block, callbacks});
    start_pending(block);
    return true;
}

bool context_state::has_ended_recordings() const noexcept {
    return std::ranges::any_of(recordings_, &recording::is_ended);
}

void context_state::free_recorded() {
    std::vector<recorded_block> over;
    {
        const std::lock_guard lock{mutex_};
        if (!has_ended_recordings()) { return; }
        std::erase_if(recordings_, [](recording &each) {
            if (each.is_ended) { drop_complete(each.executions); }
            return each.is_ended && each.executions.empty();
        });
        has_recordings_.store(!recordings_.empty());
        const auto first = std::ranges::partition(recorded_, [this](const recorded_block &each) {
                               return is_recorded(each.block);
                           }).begin();
        std::move(first, recorded_.end(), std::back_inserter(over));
        recorded_.erase(first, recorded_.end());
    }
    for (recorded_block &each : over) {
        restart(each.block); // its own commands may be unfinished
        if (each.callbacks != nullptr) {
            give_after(each.block, std::move(each.callbacks));
        } else {
            give(each.block);
        }
    }
}

// The opposite of start_pending().
void context_state::restart(const owned_block &block) noexcept {
    pending_bytes_.fetch_sub(block.bytes, relaxed);
    live_bytes_.fetch_add(block.bytes, relaxed);
    report::pending_ended(handle, block.bytes);
}

} // namespace clmem::layer
