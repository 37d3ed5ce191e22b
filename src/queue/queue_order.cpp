#include "queue/queue_order.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <atomic>

namespace clmem_core {

namespace {

// Unique in the process, since threads find their caches of all pools by it.
std::uint64_t next_id() noexcept {
    static constinit std::atomic<std::uint64_t> last{0};
    return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

std::unique_ptr<known_queue> make_queue(unsigned queue_slot) {
    auto made = std::make_unique<known_queue>();
    made->id = next_id();
    made->queue_slot = queue_slot;
    made->markers.reserve(queue_order::most_markers + 1);
    return made;
}

} // namespace

queue_order::queue_order(bool waits_for_completion)
    : waits_for_completion_{waits_for_completion}, trivial_{!waits_for_completion} {
    queues_.reserve(most_queues);
    queues_.push_back(make_queue(0));
    queues_.front()->cached = true;
    done_[0] = last_sequence; // without a named queue there is nothing to wait for
}

queue_order::~queue_order() {
    drop_events();
    while (held_event *const e = take_unused()) {
        delete e;
    }
}

known_queue *queue_order::find(cl_command_queue handle) noexcept {
    if (handle == nullptr) { return queues_.front()->forgotten ? nullptr : queues_.front().get(); }
    const auto found = std::find_if(queues_.begin(), queues_.end(), [&](const auto &q) { return q->handle == handle; });
    return found != queues_.end() ? found->get() : nullptr;
}

std::size_t queue_order::named() const noexcept {
    return static_cast<std::size_t>(
        std::count_if(queues_.begin(), queues_.end(), [](const auto &q) { return q->handle != nullptr; }));
}

// A record whose queue was forgotten and whose commands have ended.
known_queue *queue_order::recycled() noexcept {
    for (const auto &q : queues_) {
        const bool is_over =
            q->markers.empty() && q->reference == nullptr && done_[q->queue_slot] >= stamped_[q->queue_slot];
        if (!q->forgotten || q->queue_slot == 0 || !is_over) { continue; }
        q->forgotten = false;
        stampable_ |= queue_slot_mask{1} << q->queue_slot;
        q->id = next_id();
        done_[q->queue_slot] = now_++; // the uses stamped so far have ended; later ones belong to the new queue
        q->known = {};
        return q.get();
    }
    return nullptr;
}

void queue_order::name_default(queue_reference reference, bool out_of_order) noexcept {
    known_queue &first = *queues_.front();
    first.handle = *reference;
    first.reference = std::move(reference);
    first.out_of_order = out_of_order;
    first.cached = !out_of_order;
    trivial_ = trivial_ && !out_of_order;
    done_[0] = 0;
}

known_queue &queue_order::add(queue_reference reference, bool out_of_order) {
    known_queue &first = *queues_.front();
    if (first.handle == nullptr && !first.forgotten && !out_of_order) {
        name_default(std::move(reference), false); // calls that named no queue until now meant this one
        return first;
    }
    known_queue *q = recycled();
    if (q == nullptr) {
        if (is_full()) {
            fail(CLMEM_ERROR_UNSUPPORTED,
                 "expected at most %zu queues, as many as a pool can follow, got one more; call "
                 "clmem_pool_forget_queue() for queues that are gone",
                 queues_.size());
        }
        queues_.push_back(make_queue(static_cast<unsigned>(queues_.size())));
        q = queues_.back().get();
    }
    q->handle = *reference;
    q->reference = std::move(reference);
    q->out_of_order = out_of_order;
    q->cached = !out_of_order;
    trivial_ = false;
    return *q;
}

queue_view queue_order::view(const known_queue &queue) const noexcept {
    if (waits_for_completion_) { return completion_view(); }
    return {queue.known.data(), done_.data(), stamped_.data(),
            queue.out_of_order ? 0 : queue_slot_mask{1} << queue.queue_slot};
}

queue_slot_mask queue_order::pending(const block &b) const noexcept {
    queue_slot_mask pending = b.queue_slots;
    for (queue_slot_mask used = b.queue_slots; used != 0; used &= used - 1) {
        const auto queue_slot = static_cast<unsigned>(std::countr_zero(used));
        if (done_[queue_slot] >= std::min(b.sequence, stamped_[queue_slot])) {
            pending &= ~(queue_slot_mask{1} << queue_slot);
        }
    }
    return pending;
}

const order_marker *queue_order::sufficient(unsigned queue_slot, sequence_number sequence) const noexcept {
    const known_queue &q = at(queue_slot);
    const auto found =
        std::find_if(q.markers.begin(), q.markers.end(), [&](const order_marker &m) { return m.sequence >= sequence; });
    return found != q.markers.end() ? &*found : nullptr;
}

void queue_order::drop_oldest(known_queue &queue) noexcept {
    end_use(queue.markers.front().event);
    queue.markers.erase(queue.markers.begin());
}

void queue_order::add_marker(unsigned queue_slot, order_marker marker) noexcept {
    if (done_[queue_slot] >= marker.sequence) { return; }
    known_queue &q = at(queue_slot);
    if (q.markers.size() == most_markers) { drop_oldest(q); } // a later marker covers what this one covered
    const auto place = std::find_if(q.markers.begin(), q.markers.end(),
                                    [&](const order_marker &m) { return m.sequence > marker.sequence; });
    q.markers.insert(place, {marker.sequence, use(marker.event)});
    unclear_ &= ~(queue_slot_mask{1} << queue_slot);
}

void queue_order::drop_failed(unsigned queue_slot, const held_event *marker) noexcept {
    std::vector<order_marker> &markers = at(queue_slot).markers;
    const auto found =
        std::find_if(markers.begin(), markers.end(), [&](const order_marker &m) { return m.event == marker; });
    if (found == markers.end()) { return; } // another thread has come first
    end_use(found->event);
    markers.erase(found);
    for (const auto &q : queues_) {
        q->known[queue_slot] = 0;
    }
}

void queue_order::set_barrier(known_queue &queue, held_event *barrier) noexcept {
    if (queue.last_barrier != nullptr) { end_use(queue.last_barrier); }
    queue.last_barrier = barrier != nullptr ? use(barrier) : nullptr;
}

void queue_order::set_known(known_queue &by, unsigned queue_slot, sequence_number sequence) noexcept {
    by.known[queue_slot] = std::max(by.known[queue_slot], sequence);
}

void queue_order::set_done(unsigned queue_slot, sequence_number sequence) noexcept {
    known_queue &q = at(queue_slot);
    done_[queue_slot] = std::max(done_[queue_slot], sequence);
    unclear_ &= ~(queue_slot_mask{1} << queue_slot);
    while (!q.markers.empty() && q.markers.front().sequence <= sequence) {
        drop_oldest(q);
    }
}

void queue_order::forget(known_queue &queue) noexcept {
    queue.handle = nullptr;
    queue.forgotten = true;
    queue.cached = false;
    (void)stamp_slots(
        queue_slot_mask{1} << queue.queue_slot); // live blocks may have been used by it after its last marker
    stampable_ &= ~(queue_slot_mask{1} << queue.queue_slot);
    set_barrier(queue, nullptr);
}

queue_reference queue_order::take_unneeded(known_queue &queue) noexcept {
    const bool is_covered =
        queue.out_of_order ? done_[queue.queue_slot] >= stamped_[queue.queue_slot] : !needs_marker(queue.queue_slot);
    return queue.forgotten && is_covered ? std::move(queue.reference) : nullptr;
}

// ---- events
// ----------------------------------------------------------------------------------------------------------

void queue_order::drop_events() noexcept {
    for (const auto &q : queues_) {
        while (!q->markers.empty()) {
            drop_oldest(*q);
        }
        set_barrier(*q, nullptr);
    }
}

held_event *queue_order::count(held_event *e) noexcept {
    live_events_peak_ = std::max(live_events_peak_, ++live_events_);
    return use(e);
}

void queue_order::end_use(held_event *e) noexcept {
    if (--e->users != 0) { return; }
    e->next = unused_;
    unused_ = e;
}

held_event *queue_order::take_unused() noexcept {
    held_event *const e = unused_;
    if (e != nullptr) {
        unused_ = e->next;
        --live_events_;
    }
    return e;
}

} // namespace clmem_core
