#include "pool/block_uses.hpp"

#include "base/error.hpp"
#include "handle/claim.hpp"

namespace clmem_core {

// Until the program names a queue, released blocks are ready at once. They belong to the first queue that it names, so
// in a pool that waits for completion they must wait for that queue from then on.
known_queue &block_uses::find(cl_command_queue handle, biased_lock &lock) {
    const bool was_unnamed = order_.waits_for_completion() && order_.has_unnamed();
    known_queue &found = sync_.find(handle, lock);
    if (was_unnamed && !order_.has_unnamed()) { (void)caches_.drain(lock, true); }
    return found;
}

known_queue &block_uses::find_queue(cl_command_queue handle) {
    biased_lock lock{mutex_};
    return find(handle, lock);
}

known_queue *block_uses::caching_queue(const block &b) noexcept {
    const biased_lock lock{mutex_};
    known_queue *const owner = order_.owner(b);
    return owner != nullptr && owner->cached ? owner : nullptr;
}

queue_reference block_uses::queue_of(const block &b) noexcept {
    const biased_lock lock{mutex_};
    const known_queue *const owner = order_.owner(b);
    return owner != nullptr ? owner->reference : nullptr;
}

bool block_uses::record(block &b, cl_command_queue handle, use_of what) {
    biased_lock lock{mutex_};
    const known_queue &queue = find(handle, lock);
    b.sequence = order_.now(); // for a bind() that is under way
    // The events that a release names for an out-of-order queue cover the commands that use the block itself.
    const bool is_separate = what == use_of::derived && queue.out_of_order;
    if (order_.owner(b) == &queue && !is_separate) { return queue.ends_markers_early; }
    b.queue_slots |= queue_slot_mask{1} << queue.queue_slot;
    b.set_bin(block::not_cached);
    return queue.ends_markers_early;
}

void block_uses::record(block &b, named_events &events) noexcept {
    const biased_lock lock{mutex_};
    pending_.add(b, events);
}

void block_uses::record_own(block &b, named_events &events) noexcept {
    biased_lock lock{mutex_};
    pending_.add(b, events);
    if (pending_.prune(lock)) { sync_.release_events(lock); }
}

void block_uses::record_last(block &b, named_events &events) noexcept {
    const biased_lock lock{mutex_};
    pending_.add(b, events);
    // Of an out-of-order queue the events cover everything, except what uses parts of the block.
    const known_queue *const owner = order_.owner(b);
    if (owner != nullptr && owner->out_of_order) { b.queue_slot = queue_order::no_queue_slot; }
}

// What has used a held block until now, to be waited for with the lock released.
block_uses::uses_until_now block_uses::look_at_uses(const block &b) noexcept {
    const queue_slot_mask queue_slots = queue_order::queue_slots_of(b);
    (void)order_.stamp_slots(queue_slots);
    // Others that hold it may be about to enqueue what they have recorded; what is recorded from now on is later.
    return {.queue_slots = queue_slots,
            .sequence = order_.next_sequence(),
            .from = b.queue,
            .is_shared = b.batch_count > 1};
}

// Those uses are over, or the next queue waits for them; what others may have begun meanwhile stays with the block.
void block_uses::drop_uses(block &b, const uses_until_now &uses) noexcept {
    const bool was_left_alone = !uses.is_shared && b.sequence <= uses.sequence && b.queue == uses.from;
    b.queue_slots =
        was_left_alone ? b.queue_slots & queue_order::has_events : b.queue_slots | queue_order::queue_slots_of(b);
}

void block_uses::bind(block &b, cl_command_queue handle) {
    biased_lock lock{mutex_};
    known_queue &queue = find(handle, lock);
    if (queue.out_of_order) {
        fail(CLMEM_ERROR_UNSUPPORTED,
             "expected an in-order queue, got one that runs commands out of order; bind the block to another queue");
    }
    if (order_.owner(b) == &queue) { return; }
    const std::uint64_t to = queue.id;
    const uses_until_now uses = look_at_uses(b);
    cl_int code = sync_.wait_for_uses(uses.queue_slots, uses.sequence, queue, lock);
    if (code == CL_SUCCESS) { code = pending_.wait(b, &queue, lock); }
    if (code != CL_SUCCESS) {
        fail_opencl(code, "cannot make the queue wait for the commands that use the block: %s", status_name(code));
    }
    if (queue.id != to || queue.forgotten) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT,
             "expected a queue that the pool knows, got one that another thread made it forget during the call");
    }
    drop_uses(b, uses);
    b.queue = queue.id;
    b.queue_slot = static_cast<std::uint8_t>(queue.queue_slot);
    b.set_bin(ranges_.bin_of(b));
}

void block_uses::unbind(block &b) {
    biased_lock lock{mutex_};
    const uses_until_now uses = look_at_uses(b);
    cl_int code = sync_.wait_for_uses_on_host(uses.queue_slots, uses.sequence, lock);
    if (code == CL_SUCCESS) { code = pending_.wait(b, nullptr, lock); }
    if (code != CL_SUCCESS) {
        fail_opencl(code, "cannot tell when the commands that use the block are done: %s", status_name(code));
    }
    drop_uses(b, uses);
    b.queue = 0;
    b.queue_slot = queue_order::no_queue_slot;
    b.set_bin(block::not_cached);
}

void block_uses::hold(block &b) noexcept {
    const biased_lock lock{mutex_};
    if (b.held == block_hold_state::free) {
        b.held = block_hold_state::held;
        b.batch_count = 0;
        b.bin = block::not_cached; // so that its release comes here
    }
    CLMEM_ASSERT(b.state == block_state::used && b.held == block_hold_state::held);
    ++b.batch_count;
}

bool block_uses::end_hold(block &b, std::uint64_t handle) noexcept {
    const pinned_block pin{handle}; // a release in another thread ends before this, or begins after it
    const biased_lock lock{mutex_};
    CLMEM_ASSERT(b.held == block_hold_state::held || b.held == block_hold_state::released);
    CLMEM_ASSERT(b.state == block_state::used && b.batch_count != 0);
    if (--b.batch_count != 0) { return false; }
    const bool is_released = b.held == block_hold_state::released;
    b.held = block_hold_state::free;
    // Without the pin, another thread is about to release it, and reads the bin without the lock.
    if (!is_released && pin.get() != nullptr) { b.bin = ranges_.bin_of(b); }
    return is_released;
}

} // namespace clmem_core
