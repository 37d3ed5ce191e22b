// Queues: which of them a pool knows, and how what one has used is handed to another. The lock is never held while a queue is
// called.
#include "pool/pool.hpp"

namespace clmem {

queue_driver &pool::queues() const {
    queue_driver *const driver = provider_->queues();
    if (driver == nullptr) {
        fail(CLMEM_ERROR_UNSUPPORTED, "this pool's memory is not OpenCL's: it knows no queues, pass NULL");
    }
    return *driver;
}

known_queue &pool::find_queue(cl_command_queue handle) {
    {
        const biased_lock lock{mutex_};
        if (known_queue *const known = order_.find(handle)) { return *known; }
    }
    if (handle == nullptr) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "the pool's own queue was forgotten: name the queue that the block is for");
    }
    queue_driver &driver = queues();
    const queue_driver::traits traits = driver.retain(handle);
    biased_lock lock{mutex_};
    if (order_.is_full()) { (void)look_for_completion(lock); } // what forgotten queues had enqueued may be done by now
    try {
        known_queue *const known = order_.find(handle); // another thread may have come first
        if (known == nullptr) { return order_.add(handle, traits.out_of_order); }
        lock.unlock();
        driver.release(handle);
        return *known;
    } catch (...) {
        lock.unlock();
        driver.release(handle);
        throw;
    }
}

// Enqueues a marker that covers all that was stamped with a lane until now. Nothing if the queue takes none: then it has finished,
// or never will.
std::optional<order_marker> pool::mark(unsigned lane, biased_lock &lock) noexcept {
    cl_command_queue const handle = order_.at(lane).handle;
    order_marker marker{order_.tick(), nullptr};
    lock.unlock();
    queue_driver &driver = *provider_->queues();
    try {
        marker.event = driver.enqueue_marker(handle);
    } catch (const error &) { driver.finish(handle); }
    lock.lock();
    if (marker.event == nullptr) {
        order_.set_done(lane, marker.time);
        return std::nullopt;
    }
    ++markers_;
    order_.add_marker(lane, marker);
    return marker;
}

// The markers that stand for what a block or a slab was stamped with, as far as `view` does not know it; they are enqueued where
// there are none. Returns how many.
std::size_t pool::markers_for(lane_mask lanes, pool_time time, const queue_view &view, lane_markers &out,
                              biased_lock &lock) noexcept {
    std::size_t count = 0;
    for (lane_mask open = lanes & ~view.own; open != 0; open &= open - 1) {
        const auto lane = static_cast<unsigned>(std::countr_zero(open));
        const pool_time needed = std::min(time, order_.stamped(lane));
        if (view.known[lane] >= needed || order_.done(lane) >= needed) { continue; }
        if (lane == queue_order::event_lane) {
            for (const order_marker &m : order_.at(lane).markers) {
                if (m.time <= time) { out[count++] = {lane, m}; }
            }
            continue;
        }
        const order_marker *const there = order_.sufficient(lane, needed);
        const std::optional<order_marker> marker = there != nullptr ? *there : mark(lane, lock);
        if (marker) { out[count++] = {lane, *marker}; }
    }
    return count;
}

// Makes a queue wait for all that may still use a block, which is the caller's. On the device; on the host only where no barrier
// helps.
void pool::put_in_order(const block &b, known_queue &taker, biased_lock &lock) noexcept {
    if (order_.view(taker).is_open(b)) { return; }
    const events_in_use keep{*this};
    lane_markers markers;
    const std::size_t count = markers_for(b.lanes, b.time, order_.view(taker), markers, lock);
    if (count == 0) { return; }
    std::array<cl_event, std::tuple_size_v<lane_markers> + 1> events;
    for (std::size_t i = 0; i < count; ++i) {
        events[i] = markers[i].marker.event;
    }
    const bool chained = taker.out_of_order;
    const std::size_t event_count = count + (chained && taker.last_barrier != nullptr ? 1 : 0);
    events[count] = taker.last_barrier;
    cl_event barrier = nullptr;
    cl_command_queue const handle = taker.handle;
    bool behind_barrier = handle != nullptr && !order_.waits_for_completion();
    lock.unlock();
    queue_driver &driver = *provider_->queues();
    if (behind_barrier) {
        try {
            driver.enqueue_barrier(handle, {events.data(), event_count}, chained ? &barrier : nullptr);
        } catch (const error &) { behind_barrier = false; }
    }
    lock.lock();
    ++(behind_barrier ? barriers_ : host_waits_);
    if (!behind_barrier) { return wait_on_host({markers.data(), count}, lock); }
    if (barrier != nullptr) { order_.set_barrier(taker, barrier); }
    for (std::size_t i = 0; i < count; ++i) {
        order_.set_known(taker, markers[i].lane, markers[i].marker.time);
    }
}

// Waits until markers are complete, with the lock released meanwhile.
void pool::wait_on_host(std::span<const lane_marker> markers, biased_lock &lock) noexcept {
    lock.unlock();
    for (const lane_marker &m : markers) {
        provider_->queues()->wait(m.marker.event);
    }
    lock.lock();
    for (const lane_marker &m : markers) {
        order_.set_done(m.lane, m.marker.time);
    }
}

// Looks which markers are complete. Returns true if any is.
bool pool::look_for_completion(biased_lock &lock) noexcept {
    if (order_.live_events() == 0) { return false; }
    const events_in_use keep{*this};
    bool any = false;
    for (lane_mask lanes = order_.lanes(); lanes != 0; lanes &= lanes - 1) {
        const auto lane = static_cast<unsigned>(std::countr_zero(lanes));
        while (!order_.at(lane).markers.empty()) {
            const order_marker marker = order_.at(lane).markers.front();
            lock.unlock();
            queue_driver &driver = *provider_->queues();
            const bool complete = driver.is_complete(marker.event);
            if (complete) { driver.wait(marker.event); } // to have seen it orders nothing, to have waited for it does
            lock.lock();
            if (!complete) { break; }
            order_.set_done(lane, marker.time);
            any = true;
        }
    }
    return any;
}

// For memory that only complete commands give free: has a marker on its way in every queue that needs one.
void pool::mark_pending(biased_lock &lock) noexcept {
    for (unsigned lane = 0; lane < order_.all().size(); ++lane) {
        const known_queue &q = order_.at(lane);
        if (q.handle != nullptr && q.markers.empty() && order_.stamped(lane) > order_.done(lane)) { mark(lane, lock); }
    }
}

void pool::release_events(biased_lock &lock) noexcept {
    while (!order_.doomed().empty() && event_users_ == 0) {
        cl_event const event = order_.doomed().back();
        order_.doomed().pop_back();
        lock.unlock();
        provider_->queues()->release_event(event);
        lock.lock();
        order_.events_released(1);
    }
}

// ---- what the program tells ----------------------------------------------------------------------------------------

void pool::record_use(block &b, known_queue &queue) {
    const biased_lock lock{mutex_};
    if (order_.owner(b) == &queue) { return; }
    b.lanes |= lane_mask{1} << queue.lane;
    b.bin = block::not_cached;
}

void pool::note_events(block &b, std::span<const cl_event> events) noexcept {
    biased_lock lock{mutex_};
    known_queue &named = order_.at(queue_order::event_lane);
    for (cl_event event : events) {
        while (named.markers.size() == queue_order::most_events) { // a bounded number of them is kept
            const events_in_use keep{*this};
            const order_marker oldest = named.markers.front();
            lock.unlock();
            provider_->queues()->wait(oldest.event);
            lock.lock();
            ++host_waits_;
            order_.set_done(queue_order::event_lane, oldest.time);
        }
        order_.add_marker(queue_order::event_lane, {order_.tick(), event}); // each with a time of its own
    }
    if (!events.empty()) { b.lanes |= lane_mask{1} << queue_order::event_lane; }
}

void pool::release_after(block *b, std::span<const cl_event> events) noexcept {
    note_events(*b, events);
    if (!events.empty()) {
        const biased_lock lock{mutex_};
        // Of an out-of-order queue the events say all that is to be known.
        const known_queue *const owner = order_.owner(*b);
        if (owner != nullptr && owner->out_of_order) { b->lane = queue_order::no_lane; }
    }
    release(b);
}

void pool::forget_queue(cl_command_queue handle) {
    biased_lock lock{mutex_};
    known_queue *const queue = order_.find(handle);
    if (handle == nullptr || queue == nullptr || queue->handle != handle) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "the pool does not know the queue: no block of it belongs to it");
    }
    const std::uint64_t id = queue->id;
    queue->cached = false; // from now on no thread gets a cache for it
    lock.unlock();
    block *const cached = caches::drain(*this, true, id);
    lock.lock();
    give_list(cached);
    if (queue->id != id || queue->forgotten) { return; } // another thread has told the same
    empty_depot(*queue);
    mark(queue->lane, lock);
    if (queue->id != id || queue->forgotten) { return; }
    order_.forget(*queue);
    settle(lock);
    lock.unlock();
    provider_->queues()->release(handle);
}

void pool::bind(block &b, known_queue &queue) {
    if (queue.out_of_order) {
        fail(CLMEM_ERROR_UNSUPPORTED,
             "the queue runs commands out of order: a block is bound to an in-order queue only");
    }
    biased_lock lock{mutex_};
    if (order_.owner(b) == &queue) { return; }
    order_.stamp(b); // what was enqueued until now
    put_in_order(b, queue, lock);
    b.queue = queue.id;
    b.lane = static_cast<std::uint8_t>(queue.lane);
    b.lanes = 0;
    b.bin = bin_of(b);
}

void pool::unbind(block &b) {
    biased_lock lock{mutex_};
    if (b.lane == queue_order::no_lane) { return; }
    order_.stamp(b);
    const events_in_use keep{*this};
    lane_markers markers;
    const std::size_t count = markers_for(b.lanes, b.time, order_.completion_view(), markers, lock);
    wait_on_host({markers.data(), count}, lock);
    b.lane = queue_order::no_lane;
    b.lanes = 0;
    b.bin = block::not_cached;
}

} // namespace clmem
