#include "pool/slab_source.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <memory>
#include <optional>
#include <utility>

namespace clmem_core {

slab *slab_source::take(std::size_t bytes, bool avoidable, biased_lock &lock) {
    if (limit_ != 0 && heap_.reserved() + bytes > limit_) {
        fail(CLMEM_ERROR_OUT_OF_MEMORY, "the pool's limit of %zu bytes is reached", limit_);
    }
    static constinit std::atomic<std::uint64_t> last_number{0};
    auto s = std::make_unique<slab>();
    s->bytes = bytes;
    s->number = last_number.fetch_add(1, std::memory_order_relaxed) + 1;
    const pool_log::figures now = of_.ranges.figures();
    const pool_recorder::call by = of_.record.begin();
    lock.unlock();
    const auto begin = clock_.now();
    try {
        s->memory = of_.source.allocate(bytes);
    } catch (...) {
        const auto end = clock_.now();
        of_.log.refused(bytes, now, begin, end);
        lock.lock();
        of_.record.slab_refused(bytes, by);
        clock_.count(begin, end, avoidable);
        throw;
    }
    const auto end = clock_.now();
    of_.log.took(bytes, now, begin, end);
    lock.lock();
    try {
        heap_.prepare();
    } catch (...) {
        lock.unlock();
        of_.source.release(s->memory, bytes);
        lock.lock();
        throw;
    }
    clock_.count(begin, end, avoidable);
    of_.record.slab_taken(*s, of_.source.properties().has_pointers, by);
    ++taken_;
    reserved_peak_ = std::max(reserved_peak_, heap_.reserved() + bytes);
    return s.release();
}

void slab_source::return_idle(std::size_t bytes, biased_lock &lock) noexcept {
    while (bytes > 0) {
        const std::unique_ptr<slab> s{heap_.detach_idle(bytes)};
        if (s == nullptr) { return; }
        bytes -= std::min(bytes, s->bytes);
        return_slab(*s, "to make room", lock);
    }
}

// Returns one slab that is no longer in the heap to the driver, after its sub-buffers. Memory whose release does not
// wait is freed when its markers and events are complete; if a marker is refused, when its queue has finished.
void slab_source::return_slab(slab &s, const char *why, biased_lock &lock) noexcept {
    of_.objects.release_all_stale(lock);
    of_.caches.resize();
    queue_order &order = of_.ranges.order();
    slot_markers markers{order};
    // By queue slots: those that refuse a marker, and those whose marker may fail early. Slow to make and to end.
    std::optional<std::array<queue_reference, queue_slot_count>> queues;
    const bool waits = of_.source.properties().release_does_not_wait;
    for (queue_slot_mask queue_slots = waits ? s.queue_slots : 0; queue_slots != 0; queue_slots &= queue_slots - 1) {
        const auto queue_slot = static_cast<unsigned>(std::countr_zero(queue_slots));
        const std::size_t before = markers.events().size();
        const cl_int code =
            of_.sync.find_markers(queue_slots & -queue_slots, s.sequence, order.completion_view(), markers, lock);
        const bool may_fail_early = markers.events().size() > before && order.at(queue_slot).out_of_order;
        if (code == CL_SUCCESS && !may_fail_early) { continue; }
        if (!queues) { queues.emplace(); }
        (*queues)[queue_slot] = order.at(queue_slot).reference;
    }
    const pool_log::figures rest = of_.ranges.figures();
    const pool_recorder::call by = of_.record.begin();
    lock.unlock();
    const auto begin = clock_.now();
    if (waits) {
        return_after(s, markers, queues ? *queues : std::span<queue_reference>{});
    } else {
        of_.source.release(s.memory, s.bytes);
    }
    const auto end = clock_.now();
    queues.reset(); // without the lock
    of_.log.returned(s.bytes, why, rest, begin, end);
    lock.lock();
    while (s.events != nullptr) {
        order.end_use(std::exchange(s.events, s.events->next));
    }
    clock_.count(begin, end, true);
    of_.record.slab_returned(s, by);
    ++returned_;
}

// Returns a slab to the driver once its last uses are over, without the lock.
void slab_source::return_after(const slab &s, const slot_markers &markers, std::span<queue_reference> queues) noexcept {
    last_uses uses;
    queue_driver *const driver = of_.source.queues();
    const auto needs_finish = [&](const held_event &e) { return e.may_fail_early && driver->has_failed(e.event); };
    const auto add = [&](const held_event &e, queue_reference *queue) {
        if (driver->is_complete(e.event) && !needs_finish(e)) { return; }
        uses.events.reserve(uses.events.size() + 1);
        uses.markers.reserve(uses.markers.size() + 1);
        driver->retain_event(e.event);
        if (queue != nullptr && *queue != nullptr) {
            uses.markers.push_back({e.event, *queue});
        } else {
            uses.events.push_back(e.event);
        }
    };
    queue_slot_mask marked = 0;
    for (std::size_t i = 0; i < markers.events().size(); ++i) {
        marked |= queue_slot_mask{1} << markers.queue_slot(i);
    }
    const auto is_unmarked = [&](std::size_t i) { return queues[i] != nullptr && (marked >> i & 1) == 0; };
    bool is_over = true;
    try {
        for (std::size_t i = 0; i < queues.size(); ++i) {
            if (is_unmarked(i)) { uses.queues.push_back(queues[i]); }
        }
        for (std::size_t i = 0; i < markers.events().size(); ++i) {
            add(*markers.events()[i], queues.empty() ? nullptr : &queues[markers.queue_slot(i)]);
        }
        for (const held_event *e = s.events; e != nullptr; e = e->next) {
            add(*e, nullptr);
        }
    } catch (const std::exception &) { // no memory for the list, or no reference to be had: we wait here
        is_over = driver->wait_for(uses);
        uses = {};
        for (std::size_t i = 0; i < queues.size(); ++i) {
            is_over = (!is_unmarked(i) || driver->finish_often(*queues[i])) && is_over;
        }
        for (std::size_t i = 0; i < markers.events().size(); ++i) {
            const held_event &e = *markers.events()[i];
            is_over = driver->wait_often(e.event) && is_over;
            if (needs_finish(e)) { is_over = driver->finish_often(*queues[markers.queue_slot(i)]) && is_over; }
        }
        for (const held_event *e = s.events; e != nullptr; e = e->next) {
            is_over = driver->wait_often(e->event) && is_over;
        }
    }
    if (!is_over) { return; } // the driver keeps what commands may still use
    if (uses.none()) {
        of_.source.release(s.memory, s.bytes);
    } else {
        of_.source.release_after(s.memory, s.bytes, std::move(uses));
    }
}

void slab_source::settle(biased_lock &lock) noexcept {
    of_.objects.release_stale(lock);
    of_.sync.release_events(lock);
    while (must_shrink()) {
        const std::unique_ptr<slab> s{heap_.detach_idle(1)};
        return_slab(*s, "that exceeds its limit on idle memory", lock);
    }
    while (!of_.caches.holds() && heap_.pending_bytes() != 0) {
        const std::unique_ptr<slab> s{of_.pending.detach_slab()};
        if (s == nullptr) { break; }
        return_slab(*s, "that exceeds its limit on idle memory", lock);
    }
    return_aged(lock);
}

void slab_source::return_aged(biased_lock &lock) noexcept {
    slab_aging &aging = of_.ranges.aging();
    if (aging.is_on()) { (void)of_.pending.poll(lock); }
    if (!aging.is_scheduled()) { return; }
    const std::uint64_t now = of_.source.time();
    if (!aging.is_due(now)) { return; }
    std::uint64_t next_since = slab_aging::never;
    while (heap_.reserved() > keep_bytes_) {
        const std::unique_ptr<slab> s{heap_.detach_aged(aging.due_since(now), next_since)};
        if (s == nullptr) { break; }
        return_slab(*s, "that was idle for long", lock);
    }
    aging.reschedule(next_since);
}

std::size_t slab_source::trim(std::size_t target, biased_lock &lock) noexcept {
    std::size_t released = 0;
    while (heap_.reserved() > target) {
        slab *const idle = heap_.detach_idle(heap_.reserved() - target);
        const std::unique_ptr<slab> s{idle != nullptr ? idle : of_.pending.detach_slab()};
        if (s == nullptr) { break; }
        released += s->bytes;
        return_slab(*s, "as the program asked", lock);
    }
    return released;
}

} // namespace clmem_core
