// Queues: which of them a pool knows, and how memory moves from one to another. The lock is never held while a queue is
// called: the calling thread retains the queue and the events, and afterwards relies only on the fact that times only
// grow.
#include "pool/pool.hpp"

#include <new>

namespace clmem {

namespace {

// A marker of a queue; nullptr, with the code, if there is none to be had.
held_event *make_marker(queue_driver &driver, cl_command_queue queue, cl_int &code) noexcept {
    auto *const made = new (std::nothrow) held_event{nullptr};
    if (made == nullptr) {
        code = CL_OUT_OF_HOST_MEMORY;
        return nullptr;
    }
    try {
        made->event = driver.enqueue_marker(queue);
        return made;
    } catch (const error &failure) {
        code = failure.opencl_code();
        delete made;
        return nullptr;
    }
}

} // namespace

pool::lane_markers::~lane_markers() {
    for (held_event *e : events()) {
        order_.end_use(e);
    }
}

void pool::lane_markers::add(unsigned lane, const order_marker &marker) noexcept {
    lanes_[count_] = lane;
    times_[count_] = marker.time;
    events_[count_++] = queue_order::use(marker.event);
}

queue_driver &pool::queues() const {
    queue_driver *const driver = provider_->queues();
    if (driver == nullptr) {
        fail(CLMEM_ERROR_UNSUPPORTED,
             "expected a pool of OpenCL's memory, which knows queues, got one of other memory; pass NULL as the queue");
    }
    return *driver;
}

queue_reference pool::refer(cl_command_queue handle, queue_driver::traits &traits) const {
    queue_driver &driver = queues();
    auto own = std::make_unique<cl_command_queue>(handle);
    traits = driver.retain(handle);
    // The last reference may outlive the pool.
    return {own.release(), [keep = provider_, &driver](const cl_command_queue *queue) {
                driver.release(*queue);
                delete queue;
            }};
}

known_queue &pool::find_queue(cl_command_queue handle) {
    biased_lock lock{mutex_};
    return find_queue(handle, lock);
}

// The lock is held at the end, and may have been released meanwhile.
known_queue &pool::find_queue(cl_command_queue handle, biased_lock &lock) {
    if (known_queue *const known = order_.find(handle)) { return *known; }
    if (handle == nullptr) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT,
             "expected a queue, since the pool's own was forgotten, got NULL; name the queue that the block is for");
    }
    lock.unlock();
    queue_driver::traits traits{};
    queue_reference reference = refer(handle, traits);
    log_.queue_found(handle, traits.out_of_order);
    lock.lock();
    if (order_.is_full()) { (void)look_for_completion(lock); } // what forgotten queues had enqueued may be done by now
    try {
        if (order_.find(handle) == nullptr) {
            depots_.prepare(order_.all().size() + 1);
            return order_.add(reference, traits.out_of_order);
        }
    } catch (...) {
        lock.unlock(); // before the reference goes
        throw;
    }
    lock.unlock(); // another thread has come first
    reference.reset();
    lock.lock();
    return find_queue(handle, lock);
}

known_queue *pool::caching_queue(const block &b) noexcept {
    const biased_lock lock{mutex_};
    known_queue *const owner = order_.owner(b);
    return owner != nullptr && owner->cached ? owner : nullptr;
}

queue_reference pool::queue_of(const block &b) noexcept {
    const biased_lock lock{mutex_};
    const known_queue *const owner = order_.owner(b);
    return owner != nullptr ? owner->reference : nullptr;
}

// Enqueues a marker that covers all stamps of a lane so far, or finishes the queue if it refuses markers. Returns the
// driver's code if both fail: then the lane's memory is not reused until a later attempt succeeds.
cl_int pool::mark(unsigned lane, biased_lock &lock) noexcept {
    known_queue &q = order_.at(lane);
    queue_reference queue = q.reference; // the program may have the queue forgotten, and release it, meanwhile
    if (queue == nullptr) { return CL_SUCCESS; }
    const pool_time time = order_.tick();
    lock.unlock();
    queue_driver &driver = *provider_->queues();
    cl_int code = CL_SUCCESS;
    const auto begin = pool_log::begin();
    held_event *const marker = make_marker(driver, *queue, code);
    if (marker == nullptr) { code = driver.finish(*queue); }
    log_.marked(*queue, marker != nullptr, begin);
    queue.reset();
    lock.lock();
    if (marker != nullptr) {
        ++markers_;
        order_.count(marker);
        order_.add_marker(lane, {time, marker});
        order_.end_use(marker);
    } else if (code == CL_SUCCESS) {
        order_.set_done(lane, time);
    } else {
        order_.set_unclear(lane);
    }
    if (queue_reference unneeded = order_.take_unneeded(q)) {
        lock.unlock();
        unneeded.reset();
        lock.lock();
    }
    return code;
}

// The markers that cover the stamps of a block or a slab, as far as `view` does not; missing ones are enqueued. Returns
// the driver's code if a lane refuses a marker.
cl_int pool::markers_for(lane_mask lanes, pool_time time, const queue_view &view, lane_markers &out,
                         biased_lock &lock) noexcept {
    for (lane_mask open = lanes & ~view.own; open != 0; open &= open - 1) {
        const auto lane = static_cast<unsigned>(std::countr_zero(open));
        const pool_time needed = std::min(time, order_.stamped(lane));
        const auto is_known = [&] { return view.known[lane] >= needed || order_.done(lane) >= needed; };
        if (is_known()) { continue; }
        const order_marker *marker = order_.sufficient(lane, needed);
        if (marker == nullptr) {
            if (const cl_int code = mark(lane, lock); code != CL_SUCCESS) { return code; }
            if (is_known()) { continue; }
            marker = order_.sufficient(lane, needed);
        }
        out.add(lane, *marker);
    }
    return CL_SUCCESS;
}

// Makes a queue wait for events, which the caller uses, at most one for each lane. On the device if a barrier suffices,
// otherwise on the host.
pool::waited pool::wait_behind(known_queue &taker, std::span<held_event *const> events, biased_lock &lock) noexcept {
    std::array<cl_event, lane_count + 1> behind;
    const auto end =
        std::transform(events.begin(), events.end(), behind.begin(), [](const held_event *e) { return e->event; });
    auto count = static_cast<std::size_t>(end - behind.begin());
    const bool chained = taker.out_of_order;
    held_event *const last = chained && taker.last_barrier != nullptr ? queue_order::use(taker.last_barrier) : nullptr;
    if (last != nullptr) { behind[count++] = last->event; }
    queue_reference queue = order_.waits_for_completion() ? nullptr : taker.reference;
    const std::uint64_t id = taker.id;
    lock.unlock();
    const auto begin = pool_log::begin();
    bool behind_barrier = queue != nullptr;
    auto *const barrier = chained && behind_barrier ? new (std::nothrow) held_event{nullptr} : nullptr;
    if (behind_barrier && (barrier != nullptr || !chained)) {
        try {
            cl_event *const out = chained ? &barrier->event : nullptr;
            provider_->queues()->enqueue_barrier(*queue, {behind.data(), count}, out);
        } catch (const error &) { behind_barrier = false; }
    } else {
        behind_barrier = false;
    }
    if (!behind_barrier) { delete barrier; }
    if (behind_barrier) { log_.waits(*queue, count, begin); }
    queue.reset();
    lock.lock();
    if (last != nullptr) { order_.end_use(last); }
    if (behind_barrier && barrier != nullptr) {
        order_.count(barrier);
        if (taker.id == id && !taker.forgotten) { order_.set_barrier(taker, barrier); }
        order_.end_use(barrier);
    }
    ++(behind_barrier ? barriers_ : host_waits_);
    return behind_barrier ? waited{false, CL_SUCCESS} : waited{true, wait_on_host(events, lock)};
}

// Waits until events are complete, which the caller uses, with the lock released meanwhile.
cl_int pool::wait_on_host(std::span<held_event *const> events, biased_lock &lock) noexcept {
    cl_int first_failure = CL_SUCCESS;
    for (held_event *e : events) {
        lock.unlock();
        const auto begin = pool_log::begin();
        const cl_int code = provider_->queues()->wait(e->event);
        log_.waited_on_host(begin);
        lock.lock();
        e->has_failed = code != CL_SUCCESS;
        if (first_failure == CL_SUCCESS) { first_failure = code; }
    }
    return first_failure;
}

// Notes the markers that were waited for on the host.
void pool::set_done(const lane_markers &markers) noexcept {
    for (std::size_t i = 0; i < markers.events().size(); ++i) {
        if (markers.events()[i]->has_failed) {
            order_.set_unclear(markers.lane(i));
        } else {
            order_.set_done(markers.lane(i), markers.time(i));
        }
    }
}

// Makes a queue wait for everything that may still use the caller's memory. Returns the driver's code if that fails:
// then the memory must not be used.
cl_int pool::put_in_order(lane_mask lanes, pool_time time, known_queue &taker, biased_lock &lock) noexcept {
    lane_markers markers{order_};
    const std::uint64_t id = taker.id;
    if (const cl_int code = markers_for(lanes, time, order_.view(taker), markers, lock); code != CL_SUCCESS) {
        return code;
    }
    if (markers.empty()) { return CL_SUCCESS; }
    const waited how = wait_behind(taker, markers.events(), lock);
    if (how.on_host) {
        set_done(markers);
    } else if (taker.id == id) {
        for (std::size_t i = 0; i < markers.events().size(); ++i) {
            order_.set_known(taker, markers.lane(i), markers.time(i));
        }
    }
    return how.code;
}

// Looks which markers and events are complete. Returns true if any is.
bool pool::look_for_completion(biased_lock &lock) noexcept {
    bool any = look_at_events(lock);
    for (unsigned lane = 0; lane < order_.all().size(); ++lane) {
        known_queue &q = order_.at(lane);
        if (q.forgotten && q.reference != nullptr) { (void)mark(lane, lock); } // which failed when it was forgotten
        while (!q.markers.empty()) {
            lane_markers first{order_};
            first.add(lane, q.markers.front());
            lock.unlock();
            queue_driver &driver = *provider_->queues();
            cl_event const event = first.events().front()->event;
            // To have seen that it is complete orders nothing, to have waited for it does.
            const bool is_complete = driver.is_complete(event) && driver.wait(event) == CL_SUCCESS;
            lock.lock();
            if (!is_complete) { break; }
            order_.set_done(lane, first.time(0));
            any = true;
        }
    }
    return any;
}

// For memory that only complete commands give free: has a marker on its way in every queue that needs one.
void pool::mark_pending(biased_lock &lock) noexcept {
    for (unsigned lane = 0; lane < order_.all().size(); ++lane) {
        const bool is_in_use = order_.stamped(lane) > order_.done(lane);
        if (is_in_use && order_.at(lane).markers.empty()) { (void)mark(lane, lock); }
    }
}

void pool::release_events(biased_lock &lock) noexcept {
    while (const held_event *const unused = order_.take_unused()) {
        lock.unlock();
        provider_->queues()->release_event(unused->event);
        delete unused;
        lock.lock();
    }
}

// ---- what the program tells ----------------------------------------------------------------------------------------

void pool::record_use(block &b, cl_command_queue handle, use_of what) {
    biased_lock lock{mutex_};
    const known_queue &queue = find_queue(handle, lock);
    b.time = order_.now(); // for a bind() that is under way
    // The events that a release names for an out-of-order queue cover the commands that use the block itself.
    const bool is_told_apart = what == use_of::derived && queue.out_of_order;
    if (order_.owner(b) == &queue && !is_told_apart) { return; }
    b.lanes |= lane_mask{1} << queue.lane;
    b.set_bin(block::not_cached);
}

void pool::forget_queue(cl_command_queue handle) {
    biased_lock lock{mutex_};
    known_queue *const queue = handle != nullptr ? order_.find(handle) : nullptr;
    if (queue == nullptr) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT,
             "expected a queue to which a block of the pool belongs, got one that the pool does not know");
    }
    const std::uint64_t id = queue->id;
    order_.forget(*queue); // no lookup finds it, and no thread gets a cache for it
    lock.unlock();
    block *const cached = caches::drain(*this, true, id);
    log_.queue_forgotten(handle);
    lock.lock();
    give_list(cached);
    depots_.drain(queue->lane, [this](block *batch) { give_list(batch); });
    (void)mark(queue->lane, lock); // should it fail, the pool keeps its reference until it does not
    settle(lock);
}

// What has used a held block until now, to be waited for with the lock released.
pool::uses_until_now pool::look_at_uses(const block &b) noexcept {
    const lane_mask lanes = queue_order::lanes_of(b);
    (void)order_.stamp_lanes(lanes);
    // Others that hold it may be about to enqueue what they have recorded; what is recorded from now on is later.
    return {.lanes = lanes, .time = order_.tick(), .from = b.queue, .is_shared = b.batch_count > 1};
}

// Those uses are over, or the next queue waits for them; what others may have begun meanwhile stays with the block.
void pool::drop_uses(block &b, const uses_until_now &uses) noexcept {
    const bool was_left_alone = !uses.is_shared && b.time <= uses.time && b.queue == uses.from;
    b.lanes = was_left_alone ? b.lanes & queue_order::has_events : b.lanes | queue_order::lanes_of(b);
}

void pool::bind(block &b, cl_command_queue handle) {
    biased_lock lock{mutex_};
    known_queue &queue = find_queue(handle, lock);
    if (queue.out_of_order) {
        fail(CLMEM_ERROR_UNSUPPORTED,
             "expected an in-order queue, got one that runs commands out of order; bind the block to another queue");
    }
    if (order_.owner(b) == &queue) { return; }
    const std::uint64_t to = queue.id;
    const uses_until_now uses = look_at_uses(b);
    cl_int code = put_in_order(uses.lanes, uses.time, queue, lock);
    if (code == CL_SUCCESS) { code = wait_for_events(b, &queue, lock); }
    if (code != CL_SUCCESS) {
        fail_opencl(code, "cannot make the queue wait for the commands that use the block: %s", status_name(code));
    }
    if (queue.id != to || queue.forgotten) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT,
             "expected a queue that the pool knows, got one that another thread has had forgotten during the call");
    }
    drop_uses(b, uses);
    b.queue = queue.id;
    b.lane = static_cast<std::uint8_t>(queue.lane);
    b.set_bin(bin_of(b));
}

void pool::unbind(block &b) {
    biased_lock lock{mutex_};
    const uses_until_now uses = look_at_uses(b);
    lane_markers markers{order_};
    cl_int code = markers_for(uses.lanes, uses.time, order_.completion_view(), markers, lock);
    if (code == CL_SUCCESS) {
        code = wait_on_host(markers.events(), lock);
        set_done(markers);
    }
    if (code == CL_SUCCESS) { code = wait_for_events(b, nullptr, lock); }
    if (code != CL_SUCCESS) {
        fail_opencl(code, "cannot tell when the commands that use the block are done: %s", status_name(code));
    }
    drop_uses(b, uses);
    b.queue = 0;
    b.lane = queue_order::no_lane;
    b.set_bin(block::not_cached);
}

} // namespace clmem
