// The invariants of a pool besides those of its heap: queues and their stamps, depots, blocks that wait for events,
// shares of the caches. The caches belong to their threads, which assert the state of blocks that enter and leave.
#include "pool/pool.hpp"

#include <algorithm>

namespace clmem_core {

namespace {

violation check_queue(const queue_order &order, unsigned queue_slot) noexcept {
    const known_queue &q = order.at(queue_slot);
    const auto fault = [&](const char *what) { return violation{"queue slot %u: %s", queue_slot, what}; };
    if (q.queue_slot != queue_slot) { return fault("the record is another slot's"); }
    if (q.forgotten && (q.handle != nullptr || q.cached)) { return fault("a forgotten queue that is still in use"); }
    if (q.cached && q.out_of_order) { return fault("a queue that must not be cached"); }
    if (order.stamped(queue_slot) > order.now()) {
        return fault("stamped with a sequence number that is still to come");
    }
    if (q.markers.size() > queue_order::most_markers) { return fault("more markers than it may have"); }
    sequence_number last = order.done(queue_slot);
    for (const order_marker &m : q.markers) {
        if (m.sequence <= last || m.sequence >= order.now() || m.event->users == 0) {
            return fault("markers that are out of order, or whose events were released");
        }
        last = m.sequence;
    }
    return {};
}

violation check_stamps(const heap &h, const queue_order &order) noexcept {
    violation found;
    const queue_slot_mask in_use = (queue_slot_mask{1} << order.all().size()) - 1;
    h.for_each([&](const block &b) {
        if (b.state == block_state::used || found) { return; }
        if (b.sequence > order.now() || (b.queue_slots & ~in_use) != 0) {
            found = violation{
                "the free range at offset %zu is stamped for queue slots %#llx at %llu: there are %zu queues, and "
                "it is %llu",
                b.offset,
                static_cast<unsigned long long>(b.queue_slots),
                static_cast<unsigned long long>(b.sequence),
                order.all().size(),
                static_cast<unsigned long long>(order.now())};
        }
    });
    return found;
}

violation check_events(const event_waits &waits) noexcept {
    std::size_t count = 0;
    for (const held_event *e = waits.first(); e != nullptr; e = waits.next(*e), ++count) {
        const bool waited_for =
            e->of->state == block_state::used && (e->of->queue_slots & queue_order::has_events) != 0;
        const held_event *own = waited_for ? e->of->events : nullptr;
        while (own != nullptr && own != e) {
            own = own->next;
        }
        if (own == nullptr || e->users == 0) { return violation{"an event that its block does not wait for"}; }
    }
    if (count != waits.count()) { return violation{"%zu events, expected %zu", count, waits.count()}; }
    return {};
}

} // namespace

violation pool::check() {
    const biased_lock lock{mutex_};
    return check_locked();
}

violation pool::check_locked() const noexcept {
    const clmem_core::heap &heap = ranges_.heap();
    const queue_order &order = ranges_.order();
    if (violation found = heap.check()) { return found; }
    for (unsigned queue_slot = 0; queue_slot < order.all().size(); ++queue_slot) {
        if (violation found = check_queue(order, queue_slot)) { return found; }
    }
    if (violation found = check_stamps(heap, order)) { return found; }
    if (violation found = check_events(pending_.waits())) { return found; }
    if (violation found = caches_.shares().check()) { return found; }
    if (violation found = caches_.overflow().check()) { return found; }
    for (const auto &queue : order.all()) {
        if (!queue->cached && !queue->forgotten && caches_.overflow().bytes(queue->queue_slot) != 0) {
            return violation{"queue slot %u has a depot, but no caches", queue->queue_slot};
        }
    }
    if (caches_.overflow().bytes() > heap.policy().live()) {
        return violation{"the depots hold more than what is allocated"};
    }
    if (slabs_.taken() - slabs_.returned() < heap.slabs()) {
        return violation{"%zu slabs, but only %llu driver allocations", heap.slabs(),
                         static_cast<unsigned long long>(slabs_.taken() - slabs_.returned())};
    }
    return {};
}

void pool::assert_invariants() noexcept {
    if (const violation found = check_locked()) { fail_check("pool", found); }
    // A check visits every range: after this many operations its cost is small compared with theirs.
    until_check_ = least_until_check + checks_apart * ranges_.heap().free_ranges();
}

} // namespace clmem_core
