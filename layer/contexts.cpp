#include "contexts.hpp"

#include "driver.hpp"
#include "event_releases.hpp"
#include "events.hpp"
#include "report.hpp"
#include "shield.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace clmem::layer {

namespace {

// A block that is free without a driver call.
clmem_buffer try_allocate(clmem_pool pool, std::size_t bytes) noexcept {
    clmem_buffer made = nullptr;
    return clmem_pool_try_allocate(pool, nullptr, bytes, &made) == CLMEM_SUCCESS ? made : nullptr;
}

clmem_buffer allocate(clmem_pool pool, std::size_t bytes) noexcept {
    clmem_buffer made = nullptr;
    return clmem_pool_allocate(pool, nullptr, bytes, &made) == CLMEM_SUCCESS ? made : nullptr;
}

} // namespace

context_state::~context_state() {
    // The driver frees the slabs only when the commands that use them are complete.
    for (const released_block &each : released_) {
        end_pending(each.block);
    }
    for (const batch &ended : pending_) {
        for (const owned_block &block : ended.blocks) {
            end_pending(block);
        }
        release_events(ended.markers);
    }
    for (const departure &ended : departed_) {
        release_event(ended.marker);
    }
    for (const recording &ended : recordings_) {
        release_events(ended.executions);
    }
    for (const recorded_block &each : recorded_) {
        end_pending(each.block);
    }
    release_events(reused_);
    release_events(native_);
    release_events(fills_);
    release_deferred();
}

bool context_state::try_hold() noexcept {
    std::size_t holders = holders_.load(relaxed);
    while (holders != 0 && !holders_.compare_exchange_weak(holders, holders + 1, relaxed)) {}
    return holders != 0;
}

std::size_t context_state::pooled_objects() noexcept {
    const std::lock_guard lock{mutex_};
    const auto recordings = std::ranges::count(recordings_, false, &recording::is_ended);
    const std::size_t others = (references.load() != 0 ? 1U : 0U) + queues_.size() + user_events_ +
                               drivers_objects.load() + static_cast<std::size_t>(recordings);
    return holders_.load() - std::min(holders_.load(), others);
}

// Without looking which markers are complete: a driver may release a queue only some time after its last marker.
std::size_t context_state::kept_queues() noexcept {
    const std::lock_guard lock{mutex_};
    return departed_.size();
}

void context_state::drop() noexcept {
    if (holders_.fetch_sub(1, std::memory_order_acq_rel) != 1) { return; }
    cl_context const ended = handle;
    forget_context(ended);
    delete this; // the report counts the slabs that go with it
    report::context_closed(ended);
}

owned_block context_state::take(cl_mem_flags flags, std::size_t bytes) {
    pool_pair *const pools = blocks.pools_for(flags);
    if (pools == nullptr) { return {}; }
    if (has_pending_.load(relaxed)) { collect(false); }
    trim_unneeded();
    const uses from = single_.load(std::memory_order_acquire) ? uses::early : uses::complete;
    clmem_pool const pool = pools->of(from);
    clmem_buffer made = try_allocate(pool, bytes);
    if (made == nullptr && has_pending_.load(relaxed)) {
        collect(true);
        collect(false); // markers of idle queues are complete at once
        made = try_allocate(pool, bytes);
    }
    if (made == nullptr) {
        if (pends_too_much(bytes)) { return {}; }
        trim_before_growth(pool, bytes);
        made = allocate(pool, bytes);
    }
    if (made == nullptr) { return {}; }
    live_bytes_.fetch_add(bytes, relaxed);
    const owned_block block{made, pools, from, bytes, nullptr};
    // Another thread may have stopped pooling and released pending blocks since the caller looked.
    if (is_pooled()) { return block; }
    give_unused(block);
    return {};
}

void context_state::update_mode() noexcept {
    const bool in_order = std::ranges::all_of(queues_, [](const queue_state &queue) { return queue.in_order; });
    single_.store(leaving_ == 0 && queues_.size() <= 1 && in_order && user_events_ == 0 && reused_.empty() &&
                      departed_.empty() && native_.empty() && single_mode_is_possible(),
                  std::memory_order_release);
}

// While a thread is between the two locks, another one that leaves finds no marker yet, and enqueues its own.
void context_state::leave_single_mode() {
    cl_command_queue queue = nullptr;
    {
        const std::lock_guard lock{mutex_};
        ++leaving_;
        single_.store(false, std::memory_order_release);
        // Without queues there were no commands.
        reused_early_ = reused_early_ && !queues_.empty() && !is_stopped_.load(relaxed);
        if (!reused_early_) { return; }
        // Another thread may release it.
        queue = retain(queues_.front().handle) ? queues_.front().handle : nullptr;
    }
    cl_event marker = queue != nullptr ? enqueue_marker(queue) : nullptr;
    if (queue != nullptr) { (void)driver().clReleaseCommandQueue(queue); }
    if (marker == nullptr) {
        give_up_pooling(); // nothing shows when the earlier commands on reused memory are complete
        return;
    }
    const std::lock_guard lock{mutex_};
    reused_.push_back(marker);
    reused_early_ = false;
    has_pending_.store(true, relaxed);
}

void context_state::settle() noexcept {
    const std::lock_guard lock{mutex_};
    --leaving_;
    update_mode();
}

void context_state::add_queue(cl_command_queue queue, bool in_order) {
    hold();
    {
        const std::lock_guard lock{mutex_};
        const unsigned slot = free_slot();
        queue_uses_.push_back(add_queue_uses(queue, slot, in_order, this, of_all_blocks_));
        if (queue_uses_.size() > 256) { forget_oldest_uses(); }
        queues_.push_back({queue, 1, in_order, queue_uses_.back().get()});
    }
    std::vector<cl_event> before;
    bool is_ordered = add_earlier(before);
    if (!before.empty()) { is_ordered = enqueue_barrier(queue, before) && is_ordered; }
    if (!is_ordered) {
        log_once("the driver refuses a barrier: memory is no longer reused");
        give_up_pooling();
    }
    release_events(before);
}

bool context_state::add_earlier(std::vector<cl_event> &before) {
    const std::lock_guard lock{mutex_};
    bool is_ordered = true;
    for (const std::vector<cl_event> *events : {&reused_, &fills_}) {
        for (cl_event event : *events) {
            if (is_complete(event)) { continue; }
            before.reserve(before.size() + 1);
            if (retain(event)) {
                before.push_back(event);
            } else {
                is_ordered = false;
            }
        }
    }
    return is_ordered;
}

// One that neither a queue nor unfinished commands of a released queue have. Blocks that a former queue of the slot has
// used then seem to have been used by the new one, which may hold them, but loses none.
unsigned context_state::free_slot() noexcept {
    queue_mask taken = 0;
    for (const queue_state &queue : queues_) {
        taken |= bit_of(queue.uses->slot) == all_queues ? 0 : bit_of(queue.uses->slot);
    }
    drop_complete_departures();
    for (const departure &ended : departed_) {
        taken |= ended.queues == all_queues ? 0 : ended.queues;
    }
    return std::min(static_cast<unsigned>(std::countr_one(taken)), last_slot);
}

void context_state::forget_oldest_uses() noexcept {
    const auto oldest = std::ranges::find_if(queue_uses_, [](const auto &uses) { return uses->is_forgotten; });
    if (oldest != queue_uses_.end()) { queue_uses_.erase(oldest); }
}

void context_state::drop_complete_departures() noexcept {
    std::erase_if(departed_, [](const departure &ended) {
        if (!is_complete(ended.marker)) { return false; }
        defer_release(ended.marker);
        return true;
    });
}

void context_state::retain_queue(cl_command_queue queue) noexcept {
    const std::lock_guard lock{mutex_};
    for (queue_state &known : queues_) {
        if (known.handle == queue) { ++known.references; }
    }
}

void context_state::release_queue(cl_command_queue queue) {
    bool is_last = false;
    {
        const std::lock_guard lock{mutex_};
        for (queue_state &known : queues_) {
            if (known.handle == queue) { is_last = --known.references == 0; }
        }
    }
    if (!is_last) { return; }
    leave_single_mode();
    const bool is_stopped = is_stopped_.load(relaxed);
    cl_event marker = is_stopped ? nullptr : enqueue_marker(queue);
    last_barrier *barrier = nullptr;
    {
        const std::lock_guard lock{mutex_};
        const auto at = std::ranges::find(queues_, queue, &queue_state::handle);
        if (marker != nullptr) { departed_.push_back({marker, bit_of(at->uses->slot)}); }
        has_pending_.store(true, relaxed);
        forget_queue_uses(queue);
        at->uses->is_forgotten = true;
        barrier = &at->uses->barrier;
        queues_.erase(at);
    }
    {
        const auto lock = barrier->lock();
        barrier->end();
    }
    if (marker == nullptr && !is_stopped) { give_up_pooling(); }
    settle();
    release_deferred();
    drop();
}

void context_state::add_native_kernel(cl_command_queue queue, bool is_enqueued) {
    cl_event marker = is_enqueued && !is_stopped_.load(relaxed) ? enqueue_marker(queue) : nullptr;
    if (marker != nullptr) {
        const std::lock_guard lock{mutex_};
        native_.push_back(marker);
        has_pending_.store(true, relaxed);
    } else if (is_enqueued && !is_stopped_.load(relaxed)) {
        give_up_pooling();
    }
    settle();
}

void context_state::add_user_event() noexcept {
    hold();
    const std::lock_guard lock{mutex_};
    ++user_events_;
}

void context_state::end_user_event() noexcept {
    {
        const std::lock_guard lock{mutex_};
        --user_events_;
        update_mode();
    }
    drop();
}

// Commands that wait for the event are enqueued by now. If there are some, single mode never comes back: a queue that
// the program creates later would be held back by them.
void context_state::abandon_user_event() {
    if (is_stopped_.load(relaxed)) { return; }
    std::vector<cl_command_queue> queues;
    {
        const std::lock_guard lock{mutex_};
        queues.reserve(queues_.size());
        drop_complete_departures();
        departed_.reserve(departed_.size() + queues_.size());
        for (const queue_state &queue : queues_) {
            if (retain(queue.handle)) { // another thread may release it
                queues.push_back(queue.handle);
            } else {
                give_up_pooling();
            }
        }
    }
    for (cl_command_queue queue : queues) {
        cl_event marker = enqueue_marker(queue);
        (void)driver().clReleaseCommandQueue(queue);
        if (marker == nullptr) {
            give_up_pooling();
            continue;
        }
        const std::lock_guard lock{mutex_};
        departed_.push_back({marker, 0}); // the queue's own markers come behind it
        has_pending_.store(true, relaxed);
    }
}

} // namespace clmem::layer
