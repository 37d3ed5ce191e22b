#include "pool/queue_sync.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <bit>
#include <new>
#include <utility>

namespace clmem_core {

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

slot_markers::~slot_markers() {
    for (held_event *e : events()) {
        order_.end_use(e);
    }
}

void slot_markers::add(unsigned queue_slot, const order_marker &marker) noexcept {
    queue_slots_[count_] = queue_slot;
    sequences_[count_] = marker.sequence;
    events_[count_++] = queue_order::use(marker.event);
}

queue_driver &queue_sync::driver() const {
    queue_driver *const driver = source_->queues();
    if (driver == nullptr) {
        fail(CLMEM_ERROR_UNSUPPORTED,
             "expected a pool whose provider has queues, got one without; pass NULL as the queue");
    }
    return *driver;
}

queue_reference queue_sync::refer(cl_command_queue handle, queue_driver::traits &traits) const {
    queue_driver &its = driver();
    auto own = std::make_unique<cl_command_queue>(handle);
    traits = its.retain(handle);
    // The last reference may outlive the pool.
    return {own.release(), [keep = source_, &its](const cl_command_queue *queue) {
                its.release(*queue);
                delete queue;
            }};
}

void queue_sync::name_default(cl_command_queue handle) {
    queue_driver::traits traits{};
    queue_reference reference = refer(handle, traits);
    order_.name_default(std::move(reference), traits.out_of_order);
    order_.at(0).ends_markers_early = traits.ends_markers_early;
}

known_queue &queue_sync::find(cl_command_queue handle, biased_lock &lock) {
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
    if (order_.is_full()) { (void)poll_markers(lock); } // what forgotten queues had enqueued may be done by now
    try {
        if (order_.find(handle) == nullptr) {
            known_queue &added = order_.add(reference, traits.out_of_order);
            added.ends_markers_early = traits.ends_markers_early;
            record_.named(added);
            return added;
        }
    } catch (...) {
        lock.unlock(); // before the reference goes
        throw;
    }
    lock.unlock(); // another thread has come first
    reference.reset();
    lock.lock();
    return find(handle, lock);
}

cl_int queue_sync::mark(unsigned queue_slot, biased_lock &lock) noexcept {
    known_queue &q = order_.at(queue_slot);
    queue_reference queue = q.reference; // the program may have the queue forgotten, and release it, meanwhile
    if (queue == nullptr) { return CL_SUCCESS; }
    const sequence_number sequence = order_.next_sequence();
    const pool_recorder::call by = record_.begin(&q);
    lock.unlock();
    queue_driver &driver = *source_->queues();
    cl_int code = CL_SUCCESS;
    const auto begin = pool_log::begin();
    held_event *const marker = make_marker(driver, *queue, code);
    if (marker == nullptr) { code = driver.finish(*queue); }
    log_.marked(*queue, marker != nullptr, begin);
    queue.reset();
    lock.lock();
    if (marker != nullptr) {
        ++markers_;
        record_.marked(by);
        marker->may_fail_early = q.out_of_order;
        order_.count(marker);
        order_.add_marker(queue_slot, {sequence, marker});
        order_.end_use(marker);
    } else if (code == CL_SUCCESS) {
        order_.set_done(queue_slot, sequence);
    } else {
        order_.set_unclear(queue_slot);
    }
    release_unneeded(q, lock);
    return code;
}

void queue_sync::release_unneeded(known_queue &queue, biased_lock &lock) noexcept {
    if (queue_reference unneeded = order_.take_unneeded(queue)) {
        lock.unlock();
        unneeded.reset();
        lock.lock();
    }
}

queue_sync::progress queue_sync::look_at(const held_event &e) const noexcept {
    queue_driver &driver = *source_->queues();
    if (!driver.is_complete(e.event)) { return progress::pending; }
    if (e.may_fail_early && driver.has_failed(e.event)) { return progress::failed_early; }
    // Polling an event does not synchronise; waiting does.
    return driver.wait(e.event) == CL_SUCCESS ? progress::over : progress::pending;
}

cl_int queue_sync::find_markers(queue_slot_mask queue_slots, sequence_number sequence, const queue_view &view,
                                slot_markers &out, biased_lock &lock) noexcept {
    for (queue_slot_mask open = queue_slots & ~view.own; open != 0; open &= open - 1) {
        const auto queue_slot = static_cast<unsigned>(std::countr_zero(open));
        const sequence_number needed = std::min(sequence, order_.stamped(queue_slot));
        const auto is_known = [&] { return view.known[queue_slot] >= needed || order_.done(queue_slot) >= needed; };
        if (is_known()) { continue; }
        const order_marker *marker = order_.sufficient(queue_slot, needed);
        if (marker == nullptr) {
            if (const cl_int code = mark(queue_slot, lock); code != CL_SUCCESS) { return code; }
            if (is_known()) { continue; }
            marker = order_.sufficient(queue_slot, needed);
            marker->event->is_new = true;
        }
        out.add(queue_slot, *marker);
    }
    return CL_SUCCESS;
}

// What a barrier has to wait for: events that have failed are left out, since commands behind them would fail as well,
// or never run (quirk::failed_event_blocks). Returns false if one has failed early.
bool queue_sync::find_unfailed(std::span<const awaited> events, std::array<cl_event, most_awaited> &out,
                               std::size_t &count) const noexcept {
    queue_driver &driver = *source_->queues();
    count = 0;
    for (const auto [e, is_new] : events) {
        if (!is_new && driver.has_failed(e->event)) {
            if (e->may_fail_early) { return false; }
            if (driver.wait(e->event) == CL_SUCCESS) { continue; } // which orders later commands, as polling does not
        }
        out[count++] = e->event;
    }
    return true;
}

// Another thread may have let a command fail between the look at the events and the barrier, which then orders nothing.
bool queue_sync::has_failed_early(std::span<const awaited> events) const noexcept {
    queue_driver &driver = *source_->queues();
    return std::ranges::any_of(
        events, [&](const awaited &e) { return e.event->may_fail_early && driver.has_failed(e.event->event); });
}

queue_sync::waited queue_sync::wait(known_queue &waiting, std::span<held_event *const> events,
                                    biased_lock &lock) noexcept {
    std::array<awaited, most_awaited> all;
    std::size_t count = 0;
    for (held_event *e : events) {
        all[count++] = {e, std::exchange(e->is_new, false)};
    }
    const bool chained = waiting.out_of_order;
    held_event *const last =
        chained && waiting.last_barrier != nullptr ? queue_order::use(waiting.last_barrier) : nullptr;
    if (last != nullptr) { all[count++] = {last, true}; }
    queue_reference queue = order_.waits_for_completion() ? nullptr : waiting.reference;
    const std::uint64_t id = waiting.id;
    const pool_recorder::call by = record_.begin(&waiting);
    lock.unlock();
    const auto begin = pool_log::begin();
    std::array<cl_event, most_awaited> behind;
    const std::size_t asked = count;
    bool must_retry = queue != nullptr && !find_unfailed({all.data(), asked}, behind, count);
    bool behind_barrier = queue != nullptr && !must_retry;
    const bool is_over = behind_barrier && count == 0; // they have failed, and the host has waited for them
    auto *const barrier = chained && behind_barrier && !is_over ? new (std::nothrow) held_event{nullptr} : nullptr;
    if (behind_barrier && !is_over && (barrier != nullptr || !chained)) {
        try {
            cl_event *const out = chained ? &barrier->event : nullptr;
            source_->queues()->enqueue_barrier(*queue, {behind.data(), count}, out);
            must_retry = has_failed_early({all.data(), asked});
        } catch (const error &) { behind_barrier = false; }
    } else {
        behind_barrier = is_over;
    }
    if (!behind_barrier) { delete barrier; }
    if (behind_barrier && !is_over) { log_.waits(*queue, count, begin); }
    queue.reset();
    lock.lock();
    if (last != nullptr) { order_.end_use(last); }
    if (behind_barrier && barrier != nullptr) {
        order_.count(barrier);
        if (waiting.id == id && !waiting.forgotten) { order_.set_barrier(waiting, barrier); }
        order_.end_use(barrier);
    }
    if (must_retry) { return {false, CL_SUCCESS, true}; }
    if (is_over) { return {false, CL_SUCCESS}; }
    ++(behind_barrier ? barriers_ : host_waits_);
    if (!behind_barrier) { return {true, wait_on_host(events, lock)}; }
    record_.ordered(count, by);
    return {false, CL_SUCCESS};
}

cl_int queue_sync::wait_on_host(std::span<held_event *const> events, biased_lock &lock) noexcept {
    cl_int first_failure = CL_SUCCESS;
    for (held_event *e : events) {
        const pool_recorder::call by = record_.begin();
        lock.unlock();
        const auto begin = pool_log::begin();
        const cl_int code = source_->queues()->wait(e->event);
        log_.waited_on_host(begin);
        lock.lock();
        record_.waited_on_host(by);
        e->has_failed = code != CL_SUCCESS;
        if (first_failure == CL_SUCCESS) { first_failure = code; }
    }
    return first_failure;
}

cl_int queue_sync::set_done(const slot_markers &markers, biased_lock &lock) noexcept {
    cl_int first_failure = CL_SUCCESS;
    for (std::size_t i = 0; i < markers.events().size(); ++i) {
        const unsigned queue_slot = markers.queue_slot(i);
        held_event &e = *markers.events()[i];
        if (!e.has_failed && e.may_fail_early) {
            const cl_int code = finish_if_failed(queue_slot, e, lock);
            e.has_failed = code != CL_SUCCESS;
            if (first_failure == CL_SUCCESS) { first_failure = code; }
        }
        if (e.has_failed) {
            order_.set_unclear(queue_slot);
        } else {
            order_.set_done(queue_slot, markers.sequence(i));
            release_unneeded(order_.at(queue_slot), lock);
        }
    }
    return first_failure;
}

// A marker that failed early does not tell whether the commands before it are complete: the host waits for the queue.
cl_int queue_sync::finish_if_failed(unsigned queue_slot, const held_event &marker, biased_lock &lock) noexcept {
    queue_reference queue = order_.at(queue_slot).reference; // none: another thread has seen the end
    lock.unlock();
    queue_driver &driver = *source_->queues();
    const bool has_failed = driver.has_failed(marker.event);
    const cl_int code = has_failed && queue != nullptr ? driver.finish(*queue) : CL_SUCCESS;
    queue.reset();
    lock.lock();
    if (has_failed) { order_.drop_failed(queue_slot, &marker); }
    return code;
}

cl_int queue_sync::wait_for_uses(queue_slot_mask queue_slots, sequence_number sequence, known_queue &waiting,
                                 biased_lock &lock) noexcept {
    constexpr int most_attempts = 4; // one is enough, unless commands fail during it
    for (int attempt = 0; attempt < most_attempts; ++attempt) {
        bool must_retry = false;
        const cl_int code = try_to_wait_for_uses(queue_slots, sequence, waiting, must_retry, lock);
        if (!must_retry) { return code; }
    }
    return wait_for_uses_on_host(queue_slots, sequence, lock);
}

// `must_retry`: a marker had failed early, and was dropped; nothing waits.
cl_int queue_sync::try_to_wait_for_uses(queue_slot_mask queue_slots, sequence_number sequence, known_queue &waiting,
                                        bool &must_retry, biased_lock &lock) noexcept {
    slot_markers markers{order_};
    const std::uint64_t id = waiting.id;
    if (const cl_int code = find_markers(queue_slots, sequence, order_.view(waiting), markers, lock);
        code != CL_SUCCESS) {
        return code;
    }
    if (markers.empty()) { return CL_SUCCESS; }
    const waited how = wait(waiting, markers.events(), lock);
    must_retry = how.must_retry;
    if (must_retry) {
        drop_failed(markers, lock);
        return CL_SUCCESS;
    }
    if (how.on_host) {
        const cl_int code = set_done(markers, lock);
        return how.code != CL_SUCCESS ? how.code : code;
    }
    if (waiting.id == id) {
        for (std::size_t i = 0; i < markers.events().size(); ++i) {
            order_.set_known(waiting, markers.queue_slot(i), markers.sequence(i));
        }
    }
    return how.code;
}

void queue_sync::drop_failed(const slot_markers &markers, biased_lock &lock) noexcept {
    for (std::size_t i = 0; i < markers.events().size(); ++i) {
        lock.unlock();
        const bool has_failed = look_at(*markers.events()[i]) == progress::failed_early;
        lock.lock();
        if (has_failed) { order_.drop_failed(markers.queue_slot(i), markers.events()[i]); }
    }
}

bool queue_sync::poll_markers(biased_lock &lock) noexcept {
    bool any = false;
    for (unsigned queue_slot = 0; queue_slot < order_.all().size(); ++queue_slot) {
        any = poll_markers_of(queue_slot, lock) || any;
    }
    return any;
}

bool queue_sync::poll_markers_of(unsigned queue_slot, biased_lock &lock) noexcept {
    known_queue &q = order_.at(queue_slot);
    bool any = false;
    bool has_dropped = false;
    while (!q.markers.empty()) {
        slot_markers first{order_};
        first.add(queue_slot, q.markers.front());
        const held_event &marker = *first.events().front();
        lock.unlock();
        const progress seen = look_at(marker);
        lock.lock();
        if (seen == progress::pending) { break; }
        if (seen == progress::failed_early) {
            order_.drop_failed(queue_slot, &marker);
            has_dropped = true;
        } else {
            order_.set_done(queue_slot, first.sequence(0));
            any = true;
        }
    }
    release_unneeded(q, lock);
    // A forgotten queue has no marker if it was refused; others if one has failed early.
    const bool needs_one = q.forgotten || has_dropped;
    if (needs_one && q.reference != nullptr && order_.needs_marker(queue_slot)) { (void)mark(queue_slot, lock); }
    return any;
}

void queue_sync::mark_pending(biased_lock &lock) noexcept {
    for (unsigned queue_slot = 0; queue_slot < order_.all().size(); ++queue_slot) {
        const bool is_in_use = order_.stamped(queue_slot) > order_.done(queue_slot);
        if (is_in_use && order_.at(queue_slot).markers.empty()) { (void)mark(queue_slot, lock); }
    }
}

void queue_sync::release_events(biased_lock &lock) noexcept {
    while (const held_event *const unused = order_.take_unused()) {
        lock.unlock();
        source_->queues()->release_event(unused->event);
        delete unused;
        lock.lock();
    }
}

cl_int queue_sync::wait_for_uses_on_host(queue_slot_mask queue_slots, sequence_number sequence,
                                         biased_lock &lock) noexcept {
    slot_markers markers{order_};
    cl_int code = find_markers(queue_slots, sequence, order_.completion_view(), markers, lock);
    if (code == CL_SUCCESS) {
        code = wait_on_host(markers.events(), lock);
        const cl_int unclear = set_done(markers, lock);
        if (code == CL_SUCCESS) { code = unclear; }
    }
    return code;
}

} // namespace clmem_core
