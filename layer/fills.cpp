// Content that the layer gives new memory.
#include "contexts.hpp"
#include "driver.hpp"
#include "events.hpp"
#include "shield.hpp"

namespace clmem::layer {

// Memory that commands of the program's only queue may still use is filled in that queue. All other memory is filled in
// the layer's own, where nothing waits for the program's commands. NULL if single mode has ended since the memory was
// taken: it is not known any more which commands used it.
cl_command_queue context_state::begin_fill(uses from) noexcept {
    {
        const std::lock_guard lock{mutex_};
        const bool is_single = single_.load(std::memory_order_relaxed);
        if (from == uses::early && !is_single) { return nullptr; }
        if (from == uses::early && !queues_.empty()) {
            cl_command_queue const queue = queues_.front().handle;
            return retain(queue) ? queue : nullptr; // another thread may release it
        }
    }
    cl_command_queue const queue = blocks.own_queue();
    return queue != nullptr && retain(queue) ? queue : nullptr;
}

bool context_state::may_have_content(const owned_block &block) const noexcept {
    return block.commands->queues.load() != 0 || block.commands->first.load() != 0 || of_all_blocks_.load() != 0;
}

// Whether a command of the context may end only after the program has done something, such as setting a user event.
bool context_state::may_wait_for_program() {
    drop_complete(native_);
    drop_complete_departures();
    return leaving_ != 0 || user_events_ != 0 || !native_.empty() || !departed_.empty() || !single_mode_is_possible();
}

// If all commands on the block are complete, the fill goes into the layer's own queue. Otherwise it goes into one of
// the queues that use the block, and waits for markers in the others.
cl_command_queue context_state::begin_fill_behind(const owned_block &block, std::vector<cl_event> &before) {
    if (is_stopped_.load()) { return nullptr; }
    std::vector<cl_command_queue> using_it;
    bool is_in_order = false; // the first one
    bool is_retained = true;
    {
        const std::lock_guard lock{mutex_};
        const bool may_wait = may_wait_for_program();
        const queue_mask queues = queues_using(block);
        if (queues != 0 && may_wait) { return nullptr; }
        using_it.reserve(queues_.size());
        for (const queue_state &queue : queues_) {
            if ((bit_of(queue.uses->slot) & queues) == 0) { continue; }
            if (using_it.empty()) { is_in_order = queue.in_order; }
            if (retain(queue.handle)) {
                using_it.push_back(queue.handle);
            } else {
                is_retained = false;
            }
        }
    }
    if (using_it.empty() && is_retained) { return begin_fill(uses::complete); }
    before.reserve(using_it.size());
    for (std::size_t at = is_in_order ? 1 : 0; is_retained && at < using_it.size(); ++at) {
        cl_event marker = enqueue_marker(using_it[at]);
        is_retained = marker != nullptr;
        if (marker != nullptr) { before.push_back(marker); }
    }
    for (std::size_t at = is_retained ? 1 : 0; at < using_it.size(); ++at) {
        (void)driver().clReleaseCommandQueue(using_it[at]);
    }
    if (is_retained) { return using_it.front(); }
    release_events(before);
    before.clear();
    return nullptr;
}

// Makes later commands of the queue wait for an event: for nothing else in a queue that runs out of order, where the
// program may hold an earlier command back until a later one is complete. Therefore the barrier names the event and the
// last barrier's. A marker with this wait list would wait for all earlier commands on PoCL 3.1.
bool context_state::hold_back(const queue_state &queue, cl_event event) {
    if (queue.in_order) { return enqueue_barrier(queue.handle, {event}); }
    last_barrier &last = queue.uses->barrier;
    const auto lock = last.lock();
    std::vector<cl_event> before{event};
    if (last.get() != nullptr) { before.push_back(last.get()); }
    cl_event made = nullptr;
    const bool is_ordered = enqueue_barrier(queue.handle, before, &made);
    if (made != nullptr) { last.keep(made); }
    return is_ordered;
}

bool context_state::end_fill(cl_command_queue queue, cl_event done) {
    std::vector<queue_state> others;
    bool is_ordered = done != nullptr;
    if (done != nullptr) {
        const std::lock_guard lock{mutex_};
        if (single_.load(std::memory_order_relaxed) && !queues_.empty() && queues_.front().handle == queue) {
            reused_early_ = true; // should the mode end, its marker is behind the fill
        } else {
            drop_complete(fills_);
            is_ordered = retain(done);
            if (is_ordered) { fills_.push_back(done); }
            for (const queue_state &other : queues_) {
                if (other.handle == queue && other.in_order) { continue; }
                if (retain(other.handle)) {
                    others.push_back(other);
                } else {
                    is_ordered = false;
                }
            }
        }
    }
    if (!others.empty()) { (void)driver().clFlush(queue); }
    for (const queue_state &other : others) {
        is_ordered = hold_back(other, done) && is_ordered;
        (void)driver().clReleaseCommandQueue(other.handle);
    }
    if (done != nullptr && !is_ordered) {
        log_once("the driver refuses a barrier: memory is no longer reused");
        give_up_pooling();
    }
    if (done != nullptr) { release_event(done); }
    (void)driver().clReleaseCommandQueue(queue);
    return is_ordered;
}

} // namespace clmem::layer
