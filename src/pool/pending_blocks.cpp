#include "pool/pending_blocks.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

namespace clmem_core {

namespace {

// How many incomplete events a pool polls before it grows, starting with those polled longest ago.
constexpr int most_probes = 64;

} // namespace

void pending_blocks::add(block &b, named_events &events) noexcept {
    for (held_event *e = events.detach(); e != nullptr;) {
        held_event *const next = e->next;
        waits_.add(b, order_.count(e));
        b.set_bin(block::not_cached);
        e = next;
    }
}

// An event that a block waits for is complete. The block goes back if it was released, and this was the last one.
void pending_blocks::set_complete(held_event *e) noexcept {
    block *const b = e->of;
    waits_.remove(e);
    order_.end_use(e);
    const bool is_last = (b->queue_slots & queue_order::has_events) == 0;
    if (!is_last || b->held != block_hold_state::pending) { return; }
    sync_.record().completed(*b);
    ranges_.free_stamped(b);
}

bool pending_blocks::poll(biased_lock &lock) noexcept {
    bool any = false;
    int patience = most_probes;
    for (std::size_t left = waits_.count(); left > 0 && waits_.count() > 0 && patience > 0; --left) {
        held_event *const e = queue_order::use(waits_.first());
        waits_.move_to_end(e);
        lock.unlock();
        queue_driver &driver = *source_.queues();
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

bool pending_blocks::prune(biased_lock &lock) noexcept {
    if (waits_.count() < prune_at_) { return false; }
    prune_at_ = last_sequence; // other threads need not do the same meanwhile
    const bool any = poll(lock);
    prune_at_ = std::max(first_prune, 2 * waits_.count());
    return any;
}

cl_int pending_blocks::wait(const block &b, known_queue *waiting, biased_lock &lock) {
    if ((b.queue_slots & queue_order::has_events) == 0) { return CL_SUCCESS; }
    std::vector<held_event *> events;
    for (held_event *e = b.events; e != nullptr; e = e->next) {
        events.push_back(e);
    }
    for (held_event *e : events) {
        queue_order::use(e);
    }
    cl_int code = CL_SUCCESS;
    for (std::span<held_event *const> left{events}; code == CL_SUCCESS && !left.empty();) {
        const auto some = left.first(std::min<std::size_t>(left.size(), queue_slot_count));
        code = waiting != nullptr ? sync_.wait(*waiting, some, lock).code : sync_.wait_on_host(some, lock);
        left = left.subspan(some.size());
    }
    for (held_event *e : events) {
        order_.end_use(e);
    }
    return code;
}

// Blocks that were taken out, and their events, which other threads no longer find.
struct pending_blocks::taken {
    block *blocks = nullptr;      // by `next`
    held_event *events = nullptr; // by `next`
    std::size_t count = 0;        // of the events
};

block *pending_blocks::best_for(std::size_t bytes) const noexcept {
    block *best = nullptr;
    for (const held_event *e = waits_.first(); e != nullptr; e = waits_.next(*e)) {
        block *const b = e->of;
        const bool fits = b->held == block_hold_state::pending && b->bytes >= bytes;
        if (fits && (best == nullptr || b->bytes < best->bytes)) { best = b; }
    }
    return best;
}

void pending_blocks::take(block *b, taken &out) noexcept {
    heap_.claim_pending(b);
    b->next = out.blocks;
    out.blocks = b;
    for (held_event *e = waits_.take(*b); e != nullptr; ++out.count) {
        held_event *const next = e->next;
        e->next = out.events;
        out.events = e;
        e = next;
    }
}

pending_blocks::taken pending_blocks::take_for(const allocation_request &r) noexcept {
    taken out;
    if (block *const best = best_for(r.rounded)) {
        take(best, out);
        return out;
    }
    for (held_event *e = waits_.first(); e != nullptr && out.count < queue_slot_count;) {
        block *const b = e->of;
        if (b->held != block_hold_state::pending) {
            e = waits_.next(*e);
            continue;
        }
        take(b, out);
        e = waits_.first();
    }
    return out;
}

cl_int pending_blocks::free_for(const allocation_request &r, biased_lock &lock) noexcept {
    taken out = take_for(r);
    cl_int code = CL_SUCCESS;
    bool on_host = false;
    for (held_event *next = out.events; code == CL_SUCCESS && next != nullptr;) {
        std::array<held_event *, queue_slot_count> some;
        std::size_t many = 0;
        for (; next != nullptr && many < some.size(); next = next->next) {
            some[many++] = next;
        }
        const queue_sync::waited how = sync_.wait(*r.queue, {some.data(), many}, lock);
        on_host = on_host || how.on_host;
        code = how.code;
    }
    while (out.events != nullptr) {
        held_event *const e = std::exchange(out.events, out.events->next);
        if (code == CL_SUCCESS) {
            order_.end_use(e);
        } else {
            waits_.add(*e->of, e);
        }
    }
    while (out.blocks != nullptr) {
        block *const b = std::exchange(out.blocks, out.blocks->next);
        heap_.add_pending(b);
        if (code != CL_SUCCESS) { continue; }
        if (!on_host) { // the next owner waits for the queue, which waits for the events
            b->queue_slots |= queue_slot_mask{1} << r.queue->queue_slot;
            b->sequence = order_.stamp_slots(queue_slot_mask{1} << r.queue->queue_slot);
        }
        sync_.record().completed(*b);
        ranges_.free_stamped(b);
    }
    return code;
}

slab *pending_blocks::detach_slab() noexcept {
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
        sync_.record().completed(*b);
        ranges_.free_stamped(b); // which merges it with what is before it
        b = found->edge->after;
    }
    return heap_.detach_idle(found);
}

std::size_t pending_blocks::quarantined_bytes() const noexcept {
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

} // namespace clmem_core
