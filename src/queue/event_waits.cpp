#include "queue/event_waits.hpp"

#include "base/assert.hpp"
#include "queue/queue_order.hpp"

namespace clmem_core {

void event_waits::link(held_event *e) noexcept {
    e->after = &all_;
    e->before = all_.before;
    e->before->after = e;
    all_.before = e;
    ++count_;
}

void event_waits::unlink(held_event *e) noexcept {
    e->before->after = e->after;
    e->after->before = e->before;
    e->before = e->after = nullptr;
    --count_;
}

void event_waits::add(block &b, held_event *e) noexcept {
    CLMEM_ASSERT(b.state == block_state::used && !has(*e) && e->users != 0);
    e->of = &b;
    e->next = (b.queue_slots & queue_order::has_events) != 0 ? b.events : nullptr;
    b.events = e;
    b.queue_slots |= queue_order::has_events;
    link(e);
}

void event_waits::remove(held_event *e) noexcept {
    CLMEM_ASSERT(e->of->state == block_state::used && (e->of->queue_slots & queue_order::has_events) != 0);
    held_event **at = &e->of->events;
    while (*at != e) {
        at = &(*at)->next;
    }
    *at = e->next;
    if (e->of->events == nullptr) { e->of->queue_slots &= ~queue_order::has_events; }
    unlink(e);
}

held_event *event_waits::take(block &b) noexcept {
    if ((b.queue_slots & queue_order::has_events) == 0) { return nullptr; }
    for (held_event *e = b.events; e != nullptr; e = e->next) {
        unlink(e);
    }
    b.queue_slots &= ~queue_order::has_events;
    return b.events;
}

} // namespace clmem_core
