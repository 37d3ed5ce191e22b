// Blocks that wait for the events that their releases have named. When these are complete, the block is freed like any
// other; if the pool would grow too far before that, a queue gets it after a barrier.
#include "pool/hit_path.hpp"
#include "pool/pool.hpp"

#include <algorithm>

namespace clmem {

namespace {

// How many incomplete events a pool polls before it grows, starting with those polled longest ago.
constexpr int most_looks = 64;

} // namespace

void pool::note_events(block &b, named_events &events) noexcept {
    const biased_lock lock{mutex_};
    for (held_event *e = events.detach(); e != nullptr;) {
        held_event *const next = e->next;
        waits_.add(b, order_.count(e));
        b.set_bin(block::not_cached);
        e = next;
    }
}

void pool::release_after(block *b, named_events &events) noexcept {
    note_events(*b, events);
    {
        const biased_lock lock{mutex_};
        // Of an out-of-order queue the events say all, but for what was given parts of the block.
        const known_queue *const owner = order_.owner(*b);
        if (owner != nullptr && owner->out_of_order) { b->lane = queue_order::no_lane; }
    }
    clmem::give_back(b);
}

// An event that a block waits for is complete. The block goes back if it was released, and this was the last one.
void pool::set_complete(held_event *e) noexcept {
    block *const b = e->of;
    waits_.remove(e);
    order_.end_use(e);
    const bool is_last = (b->lanes & queue_order::has_events) == 0;
    if (is_last && b->held == block_hold_state::pending) { put_back(b); }
}

// Looks which events are complete. Returns true if any is.
bool pool::look_at_events(biased_lock &lock) noexcept {
    bool any = false;
    int patience = most_looks;
    for (std::size_t left = waits_.count(); left > 0 && waits_.count() > 0 && patience > 0; --left) {
        held_event *const e = queue_order::use(waits_.first());
        waits_.move_to_end(e);
        lock.unlock();
        queue_driver &driver = *provider_->queues();
        const bool is_complete = driver.is_complete(e->event);
        const bool is_known = is_complete && driver.wait(e->event) == CL_SUCCESS;
        lock.lock();
        e->has_failed = is_complete && !is_known;
        if (!is_known) {
            --patience;
        } else if (event_waits::has(*e)) { // no other thread has come first
            set_complete(e);
            any = true;
        }
        order_.end_use(e);
    }
    return any;
}

// Makes a queue, or nullptr: the host, wait for the events of a live block, which stay with it. Throws std::bad_alloc.
cl_int pool::wait_for_events(const block &b, known_queue *taker, biased_lock &lock) {
    if ((b.lanes & queue_order::has_events) == 0) { return CL_SUCCESS; }
    std::vector<held_event *> events;
    for (held_event *e = b.events; e != nullptr; e = e->next) {
        events.push_back(e);
    }
    for (held_event *e : events) {
        queue_order::use(e);
    }
    cl_int code = CL_SUCCESS;
    for (std::span<held_event *const> left{events}; code == CL_SUCCESS && !left.empty();) {
        const auto some = left.first(std::min<std::size_t>(left.size(), lane_count));
        code = taker != nullptr ? wait_behind(*taker, some, lock).code : wait_on_host(some, lock);
        left = left.subspan(some.size());
    }
    for (held_event *e : events) {
        order_.end_use(e);
    }
    return code;
}

// Takes blocks that wait for events, one that is large enough or otherwise as many as one barrier can wait for, and
// frees them for the request's queue after such a barrier. Returns the driver's code if that fails.
cl_int pool::take_events(const request &r, biased_lock &lock) noexcept {
    block *best = nullptr;
    for (held_event *e = waits_.first(); e != nullptr; e = waits_.next(*e)) {
        block *const b = e->of;
        const bool fits = b->held == block_hold_state::pending && b->bytes >= r.rounded;
        if (fits && (best == nullptr || b->bytes < best->bytes)) { best = b; }
    }
    block *blocks = nullptr; // by `next`, as their events: which other threads do not find any more
    held_event *events = nullptr;
    std::size_t count = 0;
    const auto take = [&](block *b) {
        heap_.take_pending(b);
        b->next = blocks;
        blocks = b;
        for (held_event *e = waits_.take(*b); e != nullptr; ++count) {
            held_event *const next = e->next;
            e->next = events;
            events = e;
            e = next;
        }
    };
    if (best != nullptr) { take(best); }
    for (held_event *e = waits_.first(); best == nullptr && e != nullptr && count < lane_count;) {
        block *const b = e->of;
        if (b->held != block_hold_state::pending) {
            e = waits_.next(*e);
            continue;
        }
        take(b);
        e = waits_.first();
    }
    cl_int code = CL_SUCCESS;
    bool on_host = false;
    for (held_event *next = events; code == CL_SUCCESS && next != nullptr;) {
        std::array<held_event *, lane_count> some;
        std::size_t many = 0;
        for (; next != nullptr && many < some.size(); next = next->next) {
            some[many++] = next;
        }
        const waited how = wait_behind(*r.queue, {some.data(), many}, lock);
        on_host = on_host || how.on_host;
        code = how.code;
    }
    while (events != nullptr) {
        held_event *const e = std::exchange(events, events->next);
        if (code == CL_SUCCESS) {
            order_.end_use(e);
        } else {
            waits_.add(*e->of, e);
        }
    }
    while (blocks != nullptr) {
        block *const b = std::exchange(blocks, blocks->next);
        heap_.add_pending(b);
        if (code != CL_SUCCESS) { continue; }
        if (!on_host) { // who takes it next waits for the queue, which waits for the events
            b->lanes |= lane_mask{1} << r.queue->lane;
            b->time = order_.stamp_lanes(lane_mask{1} << r.queue->lane);
        }
        put_back(b);
    }
    return code;
}

// A slab with only free ranges and blocks that wait for events, which are removed with it; nullptr if there is none.
slab *pool::detach_pending() noexcept {
    slab *found = nullptr;
    for (held_event *e = waits_.first(); e != nullptr && found == nullptr; e = waits_.next(*e)) {
        slab *const home = e->of->home;
        if (home->used == home->pending) { found = home; }
    }
    if (found == nullptr) { return nullptr; }
    for (block *b = found->edge->after; b != found->edge;) {
        if (b->held != block_hold_state::pending) {
            b = b->after;
            continue;
        }
        for (held_event *e = waits_.take(*b); e != nullptr;) {
            held_event *const next = e->next;
            e->next = found->events;
            found->events = e;
            e = next;
        }
        put_back(b); // which merges it with what is before it
        b = found->edge->after;
    }
    return heap_.detach_idle(found);
}

// Bytes that are free but not reused, because the driver does not report whether their last commands have ended.
std::size_t pool::quarantined_bytes() const noexcept {
    std::size_t bytes = order_.unclear() != 0 ? heap_.free_bytes_of(order_.unclear(), order_.completion_view()) : 0;
    for (const held_event *e = waits_.first(); e != nullptr; e = waits_.next(*e)) {
        const held_event *first = e->of->events;
        while (!first->has_failed && first->next != nullptr) {
            first = first->next;
        }
        // Each block counts once.
        const bool counts = e->has_failed && first == e && e->of->held == block_hold_state::pending;
        if (counts) { bytes += e->of->bytes; }
    }
    return bytes;
}

} // namespace clmem
