// How a pool allocates slabs from its driver and returns them. The lock is never held during a driver call or a
// callback; one growth at a time, so that threads that miss together do not grow twice.
#include "base/callback.hpp"
#include "base/log.hpp"
#include "pool/pool.hpp"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <thread>
#include <utility>

namespace clmem {

namespace {

// What OpenCL calls while this thread releases objects may release blocks, which must not wait for those objects.
thread_local bool releases_objects = false;

} // namespace

block *pool::allocate_slowly(const request &r) {
    if (in_callback()) {
        fail(CLMEM_ERROR_CALLBACK, "expected a callback that at most releases blocks, got one that allocates; allocate "
                                   "outside of clmem's callbacks");
    }
    biased_lock lock{mutex_};
    for (;;) {
        heap_.prepare();
        if (block *const b = search(r, reach_)) { return hand_out(b, r, !b->fresh); }
        if (!growing_) { break; }
        // Another thread is growing the pool: the new slab, or blocks freed meanwhile, may satisfy this request.
        const std::uint32_t seen = growths_.load(std::memory_order_relaxed);
        lock.unlock();
        growths_.wait(seen, std::memory_order_acquire);
        lock.lock();
    }
    growing_ = true;
    struct end_of_growth {
        pool &p;
        ~end_of_growth() {
            p.growing_ = false;
            p.growths_.fetch_add(1, std::memory_order_release);
            p.growths_.notify_all();
        }
    };
    try {
        const end_of_growth end{*this}; // ends under the lock
        block *const b = grow(r, lock);
        hand_out(b, r, !b->fresh);
        settle(lock);
        if constexpr (assertions_enabled) { assert_invariants(); }
        return b;
    } catch (...) {
        counters_.count_failure();
        settle(lock);
        throw;
    }
}

// Takes the free blocks out of all caches and merges them. Returns true if there were any.
bool pool::drain_caches(biased_lock &lock) noexcept {
    if (depots_.bytes() == 0 && !shares_.any_cached()) { return false; }
    lock.unlock();
    block *const cached = caches::drain(*this, false);
    log_.drained();
    lock.lock();
    give_list(cached);
    drain_depots();
    return true;
}

// Whether one queue may have to wait for another, or the host for any.
bool pool::is_shared() const noexcept {
    return order_.waits_for_completion() || order_.named() > 1;
}

growth_figures pool::look_at_growth(const request &r, bool may_order, growth_search tried) const noexcept {
    const slab_policy &policy = heap_.policy();
    const bool shared = is_shared();
    return {.bytes = r.rounded,
            .whole = takes_whole_slab(r),
            .unit = classes_.unit(),
            .slab = policy.slab_for(r.rounded, shared ? growth_policy::slab_of_several : 0),
            .budget = policy.budget(r.rounded),
            .least = budget_bytes_,
            .limit = limit_,
            .reserved = heap_.reserved(),
            .idle = heap_.idle_bytes(),
            .pending = heap_.pending_bytes(),
            .largest = heap_.largest_free(),
            .is_shared = shared,
            .has_order = !order_.is_trivial(),
            .is_tidy = reach_ == heap::reach::tidy,
            .may_release = !clock_.is_forbidden(),
            .may_order = may_order,
            .tried = tried};
}

// Searches as planned until it finds a range, which may first need a barrier, or the plan is no longer a search.
pool::growth pool::find_growth(const request &r, bool may_order) noexcept {
    for (growth_search tried = growth_search::none;;) {
        const growth_plan plan = plan_growth(look_at_growth(r, may_order, tried));
        block *found = nullptr;
        if (plan.search == growth_search::others) {
            heap_.merge(nullptr);
            found = search(r, reach_, openness::any);
        } else if (plan.search == growth_search::any) {
            found = search(r, heap::reach::last);
            if (found == nullptr && may_order) { found = search(r, heap::reach::last, openness::any); }
        } else {
            return {plan, nullptr};
        }
        if (found != nullptr) { return {plan, found}; }
        tried = plan.search;
    }
}

block *pool::grow(const request &r, biased_lock &lock) {
    if (log::is_on(log::level::debug)) {
        const pool_log::figures now = figures();
        const std::size_t largest = heap_.largest_free();
        const unlocked_scope unlocked{lock};
        log_.misses(r.rounded, now, largest);
    }
    if (drain_caches(lock)) {
        heap_.prepare();
        if (block *const b = search(r, reach_)) { return b; }
    }
    if (order_.waits_for_completion()) { mark_pending(lock); }
    if (look_for_completion(lock)) {
        heap_.prepare();
        if (block *const b = search(r, reach_)) { return b; }
    }
    if (!order_.is_trivial()) {
        const queue_view view = order_.view(*r.queue);
        if (heap_.merge(&view)) {
            heap_.prepare();
            if (block *const b = search(r, reach_)) { return b; }
        }
    }
    reconsider_reach();
    heap_.prepare();
    cl_int unclear = CL_SUCCESS; // why the driver does not put in order what is pending
    growth next = find_growth(r, true);
    while (next.plan.search != growth_search::none) {
        block *b = next.found;
        if (b != nullptr) {
            unclear = put_in_order(b->lanes, b->time, *r.queue, lock);
            if (unclear == CL_SUCCESS) { return b; }
            put_back(b);
        } else {
            unclear = take_events(r, lock);
        }
        heap_.prepare();
        b = search(r, reach_);
        if (b != nullptr) { return b; }
        next = find_growth(r, unclear == CL_SUCCESS);
    }
    std::size_t bytes = next.plan.take;
    give_back(next.plan.release, lock);
    for (std::uint32_t attempt = 0;;) {
        try {
            const bool avoidable = heap_.policy().live() + r.rounded <= heap_.policy().peak();
            slab *const s = take_slab(bytes, avoidable, lock);
            block *const b =
                heap_.adopt(s, {r.rounded, r.alignment != 0 ? r.alignment : classes_.unit(), takes_whole_slab(r)});
            shares_.resize(heap_.reserved());
            return b;
        } catch (const error &cause) {
            if (!is_out_of_memory(cause.status())) { throw; }
            drain_caches(lock);
            heap_.prepare();
            if (block *const b = take_pending(r, unclear, lock)) { return b; }
            if (heap_.idle_bytes() != 0) {
                give_back(heap_.idle_bytes(), lock);
            } else if (bytes > r.rounded) {
                bytes = r.rounded;
            } else if (!ask_for_memory(r, attempt++, lock)) {
                fail_exhausted(r, cause, unclear);
            } else {
                heap_.prepare();
                if (block *const b = take_pending(r, unclear, lock)) { return b; }
            }
        }
    }
}

// Any range that fits, regardless of the policy and of pending uses. `unclear`: the driver's code if it refuses to wait
// for them.
block *pool::take_pending(const request &r, cl_int &unclear, biased_lock &lock) noexcept {
    for (;;) {
        if (block *const b = search(r, heap::reach::last)) { return b; }
        if (block *const b = search(r, heap::reach::last, openness::any)) {
            unclear = put_in_order(b->lanes, b->time, *r.queue, lock);
            if (unclear == CL_SUCCESS) { return b; }
            put_back(b);
            return nullptr;
        }
        if (heap_.pending_bytes() == 0) { return nullptr; }
        unclear = take_events(r, lock);
        if (unclear != CL_SUCCESS || !heap_.is_prepared()) { return nullptr; }
    }
}

// Takes a slab from the driver, with the lock released meanwhile. Throws error, with the lock held.
slab *pool::take_slab(std::size_t bytes, bool avoidable, biased_lock &lock) {
    if (limit_ != 0 && heap_.reserved() + bytes > limit_) {
        fail(CLMEM_ERROR_OUT_OF_MEMORY, "the pool's limit of %zu bytes is reached", limit_);
    }
    static constinit std::atomic<std::uint64_t> last_number{0};
    auto s = std::make_unique<slab>();
    s->bytes = bytes;
    s->number = last_number.fetch_add(1, std::memory_order_relaxed) + 1;
    const pool_log::figures now = figures();
    lock.unlock();
    const auto begin = clock_.now();
    try {
        s->memory = provider_->allocate(bytes);
    } catch (...) {
        const auto end = clock_.now();
        log_.refused(bytes, now, begin, end);
        lock.lock();
        clock_.count(begin, end, avoidable);
        throw;
    }
    const auto end = clock_.now();
    log_.took(bytes, now, begin, end);
    lock.lock();
    try {
        heap_.prepare();
    } catch (...) {
        lock.unlock();
        provider_->release(s->memory, bytes);
        lock.lock();
        throw;
    }
    clock_.count(begin, end, avoidable);
    ++driver_allocations_;
    reserved_peak_ = std::max(reserved_peak_, heap_.reserved() + bytes);
    return s.release();
}

// Gives idle slabs of at least `bytes` in sum back, or all.
void pool::give_back(std::size_t bytes, biased_lock &lock) noexcept {
    while (bytes > 0) {
        const std::unique_ptr<slab> s{heap_.detach_idle(bytes)};
        if (s == nullptr) { return; }
        bytes -= std::min(bytes, s->bytes);
        return_slab(*s, "to make room", lock);
    }
}

// Returns one slab that is no longer in the heap to the driver, after its sub-buffers. Memory whose release does not
// wait is freed when its markers and events are complete; if a marker is refused, when its queue has finished.
void pool::return_slab(slab &s, const char *why, biased_lock &lock) noexcept {
    release_objects(lock);
    wait_for_objects(lock);
    shares_.resize(heap_.reserved());
    lane_markers markers{order_};
    std::optional<lane_references> unmarked; // rarely needed, and slow to make and to end
    const bool waits = provider_->properties().waits_for_nobody;
    for (lane_mask lanes = waits ? s.lanes : 0; lanes != 0; lanes &= lanes - 1) {
        const auto lane = static_cast<unsigned>(std::countr_zero(lanes));
        const cl_int code = markers_for(lanes & -lanes, s.time, order_.completion_view(), markers, lock);
        if (code == CL_SUCCESS) { continue; }
        if (!unmarked) { unmarked.emplace(); }
        (*unmarked)[lane] = order_.at(lane).reference;
    }
    const pool_log::figures rest = figures();
    lock.unlock();
    const auto begin = clock_.now();
    if (waits) {
        const std::span<queue_reference> queues = unmarked ? *unmarked : std::span<queue_reference>{};
        return_after(s, markers.events(), queues);
    } else {
        provider_->release(s.memory, s.bytes);
    }
    const auto end = clock_.now();
    unmarked.reset(); // without the lock
    log_.returned(s.bytes, why, rest, begin, end);
    lock.lock();
    while (s.events != nullptr) {
        order_.end_use(std::exchange(s.events, s.events->next));
    }
    clock_.count(begin, end, true);
    ++driver_releases_;
}

// Gives a slab back once its last uses are over, without the lock.
void pool::return_after(const slab &s, std::span<held_event *const> markers,
                        std::span<queue_reference> unmarked) noexcept {
    last_uses uses;
    queue_driver *const driver = provider_->queues();
    const auto add = [&](const held_event &e) {
        if (driver->is_complete(e.event)) { return; }
        uses.events.reserve(uses.events.size() + 1);
        driver->retain_event(e.event);
        uses.events.push_back(e.event);
    };
    bool is_over = true;
    try {
        for (queue_reference &queue : unmarked) {
            if (queue != nullptr) { uses.queues.push_back(std::move(queue)); }
        }
        for (const held_event *e : markers) {
            add(*e);
        }
        for (const held_event *e = s.events; e != nullptr; e = e->next) {
            add(*e);
        }
    } catch (const std::exception &) { // no memory for the list, or no reference to be had: we wait here
        is_over = driver->wait_for(uses);
        uses = {};
        for (const queue_reference &queue : unmarked) {
            is_over = (queue == nullptr || driver->finish_often(*queue)) && is_over;
        }
        for (const held_event *e : markers) {
            is_over = driver->wait_often(e->event) && is_over;
        }
        for (const held_event *e = s.events; e != nullptr; e = e->next) {
            is_over = driver->wait_often(e->event) && is_over;
        }
    }
    if (!is_over) { return; } // the driver keeps what commands may still use
    if (uses.events.empty() && uses.queues.empty()) {
        provider_->release(s.memory, s.bytes);
    } else {
        provider_->release_after(s.memory, s.bytes, std::move(uses));
    }
}

// Waits until no other thread is about to release an object, which may be a sub-buffer of memory that is to be freed or
// split again.
void pool::wait_for_objects(biased_lock &lock) noexcept {
    while (objects_in_release_ != 0 && !releases_objects) {
        lock.unlock();
        std::this_thread::yield();
        lock.lock();
    }
}

void pool::release_objects(biased_lock &lock) noexcept {
    std::vector<cl_mem> &doomed = heap_.doomed();
    while (!doomed.empty()) {
        std::array<cl_mem, 32> objects;
        const std::size_t count = std::min(objects.size(), doomed.size());
        std::copy(doomed.end() - static_cast<std::ptrdiff_t>(count), doomed.end(), objects.begin());
        doomed.resize(doomed.size() - count); // keeps its capacity, so that no release ever has to allocate
        objects_in_release_ += count;
        lock.unlock();
        const bool outer = std::exchange(releases_objects, true);
        for (std::size_t i = 0; i < count; ++i) {
            provider_->release_object(objects[i]);
        }
        releases_objects = outer;
        lock.lock();
        objects_in_release_ -= count;
        heap_.object_released(count);
    }
}

void pool::settle(biased_lock &lock) noexcept {
    release_objects(lock);
    release_events(lock);
    while (must_shrink()) {
        const std::unique_ptr<slab> s{heap_.detach_idle(1)};
        return_slab(*s, "that it may not hold", lock);
    }
    while (!shares_.holds() && heap_.pending_bytes() != 0) {
        const std::unique_ptr<slab> s{detach_pending()};
        if (s == nullptr) { break; }
        return_slab(*s, "that it may not hold", lock);
    }
    release_aged(lock);
}

// Returns slabs that have been idle for long.
void pool::release_aged(biased_lock &lock) noexcept {
    if (idle_release_ns_ != 0) { (void)look_at_events(lock); }
    if (next_aging_ == ~std::uint64_t{0}) { return; }
    const std::uint64_t now = provider_->time();
    if (now < next_aging_) { return; }
    std::uint64_t next_since = ~std::uint64_t{0};
    while (heap_.reserved() > keep_bytes_) {
        const std::unique_ptr<slab> s{heap_.detach_aged(now - idle_release_ns_, next_since)};
        if (s == nullptr) { break; }
        return_slab(*s, "that was idle for long", lock);
    }
    next_aging_ = next_since == ~std::uint64_t{0} ? next_since : next_since + idle_release_ns_;
}

std::size_t pool::trim(std::size_t target) noexcept {
    biased_lock lock{mutex_};
    drain_caches(lock);
    (void)look_at_events(lock);
    heap_.merge(nullptr);
    std::size_t released = 0;
    while (heap_.reserved() > target) {
        slab *const idle = heap_.detach_idle(heap_.reserved() - target);
        const std::unique_ptr<slab> s{idle != nullptr ? idle : detach_pending()};
        if (s == nullptr) { break; }
        released += s->bytes;
        return_slab(*s, "as the program asked", lock);
    }
    settle(lock);
    if constexpr (assertions_enabled) { assert_invariants(); }
    return released;
}

bool pool::ask_for_memory(const request &r, std::uint32_t attempt, biased_lock &lock) {
    if (out_of_memory_ == nullptr) { return false; }
    const unlocked_scope unlocked{lock};
    log_.asks_program(r.requested, attempt);
    return call_back("out_of_memory of a pool", out_of_memory_, out_of_memory_user_, r.requested, attempt) != 0;
}

void pool::fail_exhausted(const request &r, const error &cause, cl_int unclear) {
    const std::size_t free = heap_.free_bytes();
    const std::size_t largest = heap_.largest_free();
    const char *const why = free < r.rounded      ? ""
                            : largest < r.rounded ? ", too little in one piece"
                            : takes_whole_slab(r) ? ", but no slab is free as a whole"
                                                  : ", but none is aligned as it must be";
    std::array<char, 160> refusal{};
    if (unclear != CL_SUCCESS) {
        std::snprintf(refusal.data(), refusal.size(),
                      "; %zu bytes may not be used again yet: the driver does not tell when their last commands are "
                      "done (%s)",
                      quarantined_bytes(), status_name(unclear));
    }
    fail_because(CLMEM_ERROR_OUT_OF_MEMORY, cause.opencl_code() != CL_SUCCESS ? cause.opencl_code() : unclear,
                 "no room for %zu bytes (%s): the pool holds %zu bytes in %zu slabs, of which %zu are active, %zu free "
                 "and %zu idle; "
                 "the largest free range has %zu bytes%s%s. Release blocks, raise the limit, or ask for less",
                 r.requested, cause.what(), heap_.reserved(), heap_.slabs(), counters_.live(), free, heap_.idle_bytes(),
                 largest, why, refusal.data());
}

} // namespace clmem
