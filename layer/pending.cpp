// Released blocks, until the commands that use them are complete.
#include "contexts.hpp"
#include "driver.hpp"
#include "event_releases.hpp"
#include "events.hpp"
#include "report.hpp"
#include "shield.hpp"

#include <algorithm>
#include <utility>

namespace clmem::layer {

namespace {

// Sets the flag while it lives, unless it is set already.
class turn {
  public:
    explicit turn(std::atomic_flag &flag) noexcept : flag_{flag}, is_ours_{!flag.test_and_set()} {}
    ~turn() {
        if (is_ours_) { flag_.clear(); }
    }
    turn(const turn &) = delete;
    turn &operator=(const turn &) = delete;
    [[nodiscard]] bool is_ours() const noexcept { return is_ours_; }

  private:
    std::atomic_flag &flag_;
    bool is_ours_;
};

} // namespace

// A queue that the program holds back, or keeps busy, keeps blocks pending that the driver would have freed long ago.
// Growth for each new buffer would have no bound. A buffer of the driver's own does not become pending. The pools
// themselves take up to 1.05 times what their blocks need, or a few slabs more. All together stay below 1.15 times the
// live bytes, or 8 MiB more.
bool context_state::pends_too_much(std::size_t bytes) const noexcept {
    constexpr std::size_t always_allowed = std::size_t{4} << 20;
    const std::size_t bound = always_allowed + live_bytes_.load(relaxed) / 10;
    const std::size_t pending = pending_bytes_.load(relaxed);
    // Few pending bytes do not keep large requests from the pools.
    return pending > bound / 2 && pending + bytes > bound;
}

// Each pool bounds its own idle memory, which may even serve this request, but those of other flags, or of the other
// mode, do not know of it.
void context_state::trim_before_growth(clmem_pool from, std::size_t bytes) noexcept {
    constexpr std::size_t always_allowed = std::size_t{8} << 20;
    const std::size_t needed = live_bytes_.load(relaxed) + pending_bytes_.load(relaxed) + bytes;
    if (blocks.reserved_bytes() + bytes > needed + std::max(always_allowed, needed / 7)) { blocks.trim_others(from); }
}

void context_state::give_unused(const owned_block &block) noexcept {
    live_bytes_.fetch_sub(block.bytes, relaxed);
    (void)clmem_buffer_release(block.buffer);
}

void context_state::start_pending(const owned_block &block) noexcept {
    live_bytes_.fetch_sub(block.bytes, relaxed);
    pending_bytes_.fetch_add(block.bytes, relaxed);
    report::pending_began(handle, block.bytes);
}

void context_state::end_pending(const owned_block &block) noexcept {
    pending_bytes_.fetch_sub(block.bytes, relaxed);
    report::pending_ended(handle, block.bytes);
    (void)clmem_buffer_release(block.buffer);
}

// The queues that have used a block, without those whose uses are known to be complete.
queue_mask context_state::queues_using(const owned_block &block) const noexcept {
    const queue_mask of_all = of_all_blocks_.load();
    const queue_mask by_block = block.commands->queues.load();
    const queue_mask used = by_block | of_all;
    // The layer's fill may still run, unless one of these commands has come behind it.
    const bool may_be_filling = by_block == 0 && block.commands->is_filled.load(relaxed);
    if (!uses_are_known() || used == all_queues || may_be_filling) { return all_queues; }
    queue_mask using_it = 0;
    for (const queue_state &queue : queues_) {
        const queue_mask bit = bit_of(queue.uses->slot) & used;
        if (bit == 0) { continue; }
        const bool is_over = (of_all & bit) != 0 ? queue.uses->is_idle() : block.commands->are_over(*queue.uses);
        using_it |= is_over ? 0 : bit;
    }
    for (const departure &ended : departed_) {
        using_it |= ended.queues & used;
    }
    return using_it;
}

void context_state::give(const owned_block &block) {
    if (keep_recorded(block, nullptr)) { return; }
    bool was_single = false;
    bool is_stopped = false;
    {
        const std::lock_guard lock{mutex_};
        drop_complete(fills_); // events of some drivers keep the memory that their commands used
        is_stopped = !is_pooled();
        was_single = single_.load(relaxed) && block.from == uses::early;
        if (!was_single && !is_stopped) {
            const queue_mask queues = queues_using(block);
            if (queues != 0) {
                released_.push_back({block, queues});
                unmarked_bytes_ += block.bytes;
                start_pending(block);
                has_pending_.store(true, relaxed);
                return;
            }
        }
        reused_early_ = reused_early_ || was_single;
    }
    release_deferred();
    // If the mode ends meanwhile, its marker is behind the commands that use this block.
    give_unused(block);
    if (is_stopped) { return release_pending(); }
    if (!was_single && block.from == uses::early) { blocks.trim_early(); }
}

// Marks a batch behind the commands that use a block, and lets callbacks wait for these.
void context_state::mark_for(const std::shared_ptr<farewell> &last, const owned_block &block,
                             std::vector<batch> &fresh) {
    std::vector<retained_queue> queues;
    {
        const std::lock_guard lock{mutex_};
        fresh.front().queues = queues_using(block);
        queues = retain_queues(fresh);
    }
    mark(fresh, queues);
    for (const batch &released : fresh) {
        for (cl_event marker : released.markers) {
            wait_for_event(last, marker);
        }
    }
}

void context_state::delay(const std::shared_ptr<farewell> &last, const owned_block &block) {
    if (is_stopped_.load(relaxed)) { return; } // nothing shows when the commands are complete
    std::vector<batch> fresh(1);
    mark_for(last, block, fresh);
    for (const batch &each : fresh) {
        release_events(each.markers);
    }
}

// Without the pool: its blocks may serve other requests at once, before the callbacks have been called.
void context_state::give_after(const owned_block &block, std::shared_ptr<farewell> last) {
    if (is_stopped_.load(relaxed)) {
        last.reset(); // calls them at once: nothing shows when the commands are complete
        give(block);
        return;
    }
    if (keep_recorded(block, last)) { return; }
    start_pending(block);
    std::vector<batch> fresh(1);
    fresh.front().blocks.push_back(block);
    fresh.front().callbacks_over = last->over();
    mark_for(last, block, fresh);
    const std::lock_guard lock{mutex_};
    std::ranges::move(fresh, std::back_inserter(pending_));
    has_pending_.store(true, relaxed);
}

// Whether check() holds for each of the context's queues. False if one of them, or a released queue that has commands,
// cannot be checked.
template <class Check>
bool context_state::every_queue(Check &&check) {
    std::vector<cl_command_queue> queues;
    bool holds = true;
    {
        const std::lock_guard lock{mutex_};
        drop_complete_departures();
        if (!departed_.empty()) { return false; }
        queues.reserve(queues_.size());
        for (const queue_state &queue : queues_) {
            if (retain(queue.handle)) { // another thread may release it
                queues.push_back(queue.handle);
            } else {
                holds = false;
            }
        }
    }
    for (cl_command_queue queue : queues) {
        holds = holds && check(queue);
        (void)driver().clReleaseCommandQueue(queue);
    }
    return holds;
}

// Markers of idle queues are complete at once.
bool context_state::is_idle() {
    return every_queue([](cl_command_queue queue) {
        cl_event marker = enqueue_marker(queue);
        const bool is_over = marker != nullptr && is_complete(marker);
        if (marker != nullptr) { release_event(marker); }
        return is_over;
    });
}

bool context_state::finish() {
    return every_queue([](cl_command_queue queue) { return driver().clFinish(queue) == CL_SUCCESS; });
}

void context_state::batch::add(cl_event marker) {
    markers.reserve(markers.size() + 1);
    if (retain(marker)) {
        markers.push_back(marker);
    } else {
        is_refused = true;
    }
}

void context_state::refuse_those_of(std::vector<batch> &released, queue_mask queue) noexcept {
    for (batch &each : released) {
        each.is_refused = each.is_refused || (each.queues & queue) != 0;
    }
}

// The queues for mark(), and what has been marked before: the ends of released queues. All are retained, since another
// thread may release them.
std::vector<context_state::retained_queue> context_state::retain_queues(std::vector<batch> &released) {
    queue_mask wanted = 0;
    for (const batch &each : released) {
        wanted |= each.queues;
    }
    std::vector<retained_queue> queues;
    for (const queue_state &queue : queues_) {
        const queue_mask bit = bit_of(queue.uses->slot);
        if ((bit & wanted) == 0) { continue; }
        if (retain(queue.handle)) {
            queues.push_back({queue.handle, bit});
        } else {
            refuse_those_of(released, bit);
        }
    }
    drop_complete_departures();
    for (const departure &ended : departed_) {
        for (batch &each : released) {
            if ((each.queues & ended.queues) == 0) { continue; }
            each.add(ended.marker);
        }
    }
    return queues;
}

// Without the mutex: the driver may call the program back, which may call OpenCL again. Takes over the references to
// the queues. Removes batches whose queues refuse a marker: their blocks wait for the next one.
void context_state::mark(std::vector<batch> &released, const std::vector<retained_queue> &queues) {
    for (const retained_queue &queue : queues) {
        cl_event marker = enqueue_marker(queue.handle);
        (void)driver().clReleaseCommandQueue(queue.handle);
        if (marker == nullptr) {
            refuse_those_of(released, queue.bit);
            continue;
        }
        for (batch &each : released) {
            if ((each.queues & queue.bit) == 0) { continue; }
            each.add(marker);
        }
        release_event(marker);
    }
    if (std::ranges::none_of(released, &batch::is_refused)) { return; }
    const std::lock_guard lock{mutex_};
    std::erase_if(released, [&](const batch &each) {
        if (!each.is_refused) { return false; }
        for (const owned_block &block : each.blocks) {
            released_.push_back({block, each.queues});
            unmarked_bytes_ += block.bytes;
        }
        std::ranges::for_each(each.markers, defer_release);
        return true;
    });
}

// One batch for all blocks that the same queues have used.
std::vector<context_state::batch> context_state::take_released() {
    std::vector<released_block> released;
    std::swap(released, released_);
    unmarked_bytes_ = 0;
    std::ranges::stable_sort(released, {}, &released_block::queues);
    std::vector<batch> batches;
    for (const released_block &each : released) {
        if (batches.empty() || batches.back().queues != each.queues) {
            batches.push_back({{}, {}, nullptr, each.queues, false});
        }
        batches.back().blocks.push_back(each.block);
    }
    return batches;
}

// `held` has the queues in which an older marker is not complete, so that no later one can be.
bool context_state::is_over(batch &candidate, queue_mask &held) noexcept {
    if ((candidate.queues & held) != 0) { return false; }
    drop_complete(candidate.markers);
    if (!candidate.markers.empty()) {
        if (std::has_single_bit(candidate.queues)) { held |= candidate.queues; }
        return false;
    }
    return candidate.callbacks_over == nullptr || candidate.callbacks_over->load(std::memory_order_acquire);
}

// After a wait for a queue: blocks whose commands are known to be complete, without a marker.
void context_state::free_unmarked() {
    std::vector<owned_block> over;
    {
        const std::lock_guard lock{mutex_};
        over.reserve(released_.size());
        std::erase_if(released_, [&](const released_block &each) {
            if ((queues_using(each.block) & each.queues) != 0) { return false; }
            over.push_back(each.block);
            unmarked_bytes_ -= each.block.bytes;
            return true;
        });
    }
    for (const owned_block &block : over) {
        end_pending(block);
    }
    const bool has_early =
        std::ranges::any_of(over, [](const owned_block &block) { return block.from == uses::early; });
    if (has_early && !single_.load(relaxed)) { blocks.trim_early(); }
}

void context_state::free_pending(bool has_waited) noexcept {
    // Without a wait, little memory is not worth a question to the driver, or a marker.
    constexpr std::size_t little = std::size_t{1} << 20;
    if (!has_pending_.load(relaxed) || (!has_waited && pending_bytes_.load(relaxed) < little)) { return; }
    bool marks = false;
    {
        const std::lock_guard lock{mutex_};
        marks = unmarked_bytes_ > 8 * little;
    }
    shielded(
        [&] {
            if (has_waited) { free_unmarked(); }
            collect(marks);
        },
        [] {}); // the next call frees it
}

void context_state::trim_complete() noexcept {
    if (has_pending_.load(relaxed)) {
        shielded(
            [&] {
                free_unmarked();
                collect(true);
                collect(false); // markers of idle queues are complete at once
            },
            [] {}); // some blocks stay pending
    }
    trim();
}

void free_pending(const queue_uses &waited) noexcept {
    waited.context->free_pending(true);
}

void free_pending(const queue_uses &waited, std::int64_t since) noexcept {
    waited.context->free_pending(true);
    waited.context->trim_unneeded(since);
}

void context_state::collect(bool mark_released) {
    const turn now{collecting_};
    if (!now.is_ours()) { return; }
    if (!is_pooled()) { return release_pending(); }
    free_recorded();
    std::deque<batch> pending;
    std::vector<batch> fresh;
    std::vector<retained_queue> queues;
    {
        const std::lock_guard lock{mutex_};
        pending.swap(pending_);
        if (mark_released) {
            fresh = take_released();
            queues = retain_queues(fresh);
        }
    }
    mark(fresh, queues);
    std::ranges::move(fresh, std::back_inserter(pending));
    bool has_early = false;
    queue_mask held = 0;
    std::erase_if(pending, [&](batch &candidate) {
        if (!is_over(candidate, held)) { return false; }
        for (const owned_block &block : candidate.blocks) {
            has_early |= block.from == uses::early;
            end_pending(block);
        }
        return true;
    });
    {
        const std::lock_guard lock{mutex_};
        std::ranges::move(pending_, std::back_inserter(pending)); // what give_after() has added meanwhile
        pending_.swap(pending);
        drop_complete(reused_);
        drop_complete(native_);
        drop_complete_departures();
        const bool has_markers = !reused_.empty() || !departed_.empty() || !native_.empty() || has_ended_recordings();
        has_pending_.store(has_markers || !pending_.empty() || !released_.empty(), relaxed);
        update_mode();
    }
    if (has_early && !single_.load(relaxed)) { blocks.trim_early(); }
    release_deferred();
}

} // namespace clmem::layer
