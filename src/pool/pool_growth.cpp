#include "pool/pool_growth.hpp"

#include "base/callback.hpp"
#include "base/error.hpp"
#include "base/log.hpp"

#include <array>
#include <cstdio>

namespace clmem_core {

block *pool_growth::search(const allocation_request &r, biased_lock &lock) {
    for (;;) {
        heap_.prepare();
        if (block *const b = of_.ranges.search(r, reach_)) { return b; }
        if (!growing_) { return nullptr; }
        // Another thread is growing the pool: the new slab, or blocks freed meanwhile, may satisfy this request.
        const std::uint32_t seen = growths_.load(std::memory_order_relaxed);
        lock.unlock();
        growths_.wait(seen, std::memory_order_acquire);
        lock.lock();
    }
}

pool_growth::turn::~turn() {
    of_.growing_ = false;
    of_.growths_.fetch_add(1, std::memory_order_release);
    of_.growths_.notify_all();
}

void pool_growth::reconsider_reach() noexcept {
    since_reconsidered_ = 0;
    reach_ = slabs_.clock().below_share() ? heap::reach::tidy : heap::reach::any;
}

growth_figures pool_growth::figures(const allocation_request &r, bool may_order, growth_search tried) const noexcept {
    const slab_policy &policy = heap_.policy();
    const bool shared = of_.ranges.is_shared();
    return {.bytes = r.rounded,
            .whole = of_.ranges.takes_whole_slab(r),
            .unit = of_.ranges.classes().unit(),
            .slab = policy.slab_for(r.rounded, shared ? growth_policy::slab_of_several : 0),
            .budget = policy.budget(r.rounded),
            .least = budget_bytes_,
            .limit = slabs_.limit(),
            .reserved = heap_.reserved(),
            .idle = heap_.idle_bytes(),
            .pending = heap_.pending_bytes(),
            .largest = heap_.largest_free(),
            .is_shared = shared,
            .has_order = !order_.is_trivial(),
            .is_tidy = reach_ == heap::reach::tidy,
            .may_release = !slabs_.clock().is_forbidden(),
            .may_order = may_order,
            .tried = tried};
}

// Searches as planned until it finds a range, which may first have to wait, or the plan is no longer a search.
pool_growth::step pool_growth::next_step(const allocation_request &r, bool may_order) noexcept {
    for (growth_search tried = growth_search::none;;) {
        const growth_plan plan = plan_growth(figures(r, may_order, tried));
        block *found = nullptr;
        if (plan.search == growth_search::others) {
            heap_.coalesce(nullptr);
            found = of_.ranges.search(r, reach_, pool_ranges::usability::any);
        } else if (plan.search == growth_search::any) {
            found = of_.ranges.search(r, heap::reach::last);
            if (found == nullptr && may_order) {
                found = of_.ranges.search(r, heap::reach::last, pool_ranges::usability::any);
            }
        } else {
            return {plan, nullptr};
        }
        if (found != nullptr) { return {plan, found}; }
        tried = plan.search;
    }
}

// A block from what is cached, or pending and complete by now.
block *pool_growth::search_freed(const allocation_request &r, biased_lock &lock) {
    if (of_.caches.drain(lock)) {
        heap_.prepare();
        if (block *const b = of_.ranges.search(r, reach_)) { return b; }
    }
    if (order_.waits_for_completion()) { of_.sync.mark_pending(lock); }
    const bool any_event = of_.pending.poll(lock);
    if (of_.sync.poll_markers(lock) || any_event) {
        heap_.prepare();
        if (block *const b = of_.ranges.search(r, reach_)) { return b; }
    }
    if (!order_.is_trivial()) {
        const queue_view view = order_.view(*r.queue);
        if (heap_.coalesce(&view)) {
            heap_.prepare();
            if (block *const b = of_.ranges.search(r, reach_)) { return b; }
        }
    }
    return nullptr;
}

block *pool_growth::grow(const allocation_request &r, biased_lock &lock) {
    if (log::is_on(log::level::debug)) {
        const pool_log::figures now = of_.ranges.figures();
        const std::size_t largest = heap_.largest_free();
        const unlocked_scope unlocked{lock};
        of_.log.misses(r.rounded, now, largest);
    }
    if (block *const b = search_freed(r, lock)) { return b; }
    reconsider_reach();
    heap_.prepare();
    cl_int unclear = CL_SUCCESS; // why the driver does not let a queue wait for what is pending
    step next = next_step(r, true);
    while (next.plan.search != growth_search::none) {
        if (block *const b = next.found) {
            unclear = order_uses(*b, r, lock);
            if (unclear == CL_SUCCESS) { return b; }
            of_.ranges.free_stamped(b);
        } else {
            unclear = of_.pending.free_for(r, lock);
        }
        heap_.prepare();
        if (block *const b = of_.ranges.search(r, reach_)) { return b; }
        next = next_step(r, unclear == CL_SUCCESS);
    }
    return take_slab(r, next.plan, unclear, lock);
}

// Takes a slab as planned. If the driver refuses, takes any range that fits, or a smaller slab after all idle ones have
// been returned, and asks the program to release memory.
block *pool_growth::take_slab(const allocation_request &r, growth_plan plan, cl_int unclear, biased_lock &lock) {
    slabs_.return_idle(plan.release, lock);
    for (std::uint32_t attempt = 0;;) {
        try {
            const bool avoidable = heap_.policy().used() + r.rounded <= heap_.policy().peak();
            block *const b = heap_.adopt(slabs_.take(plan.take, avoidable, lock), of_.ranges.heap_request(r));
            of_.caches.resize();
            return b;
        } catch (const error &cause) {
            if (!is_out_of_memory(cause.status())) { throw; }
            of_.caches.drain(lock);
            heap_.prepare();
            if (block *const b = search_pending(r, unclear, lock)) { return b; }
            if (heap_.idle_bytes() != 0) {
                slabs_.return_idle(heap_.idle_bytes(), lock);
            } else if (plan.take > r.rounded) {
                plan.take = r.rounded;
            } else if (!ask_for_memory(r, attempt++, lock)) {
                fail_exhausted(r, cause, unclear);
            } else {
                heap_.prepare();
                if (block *const b = search_pending(r, unclear, lock)) { return b; }
            }
        }
    }
}

// Makes the request's queue wait for what may still use a range that was taken for it; otherwise returns the driver's
// code. Meanwhile the lock is released, and other threads see that the range is taken.
cl_int pool_growth::order_uses(block &b, const allocation_request &r, biased_lock &lock) noexcept {
    b.held = block_hold_state::taken;
    const cl_int code = of_.sync.wait_for_uses(b.queue_slots, b.sequence, *r.queue, lock);
    b.held = block_hold_state::free;
    if (code == CL_SUCCESS) { of_.record.reused(b, *r.queue); }
    return code;
}

// Any range that fits, regardless of the policy and of pending uses. `unclear`: the driver's code if it refuses to wait
// for them.
block *pool_growth::search_pending(const allocation_request &r, cl_int &unclear, biased_lock &lock) noexcept {
    for (;;) {
        if (block *const b = of_.ranges.search(r, heap::reach::last)) { return b; }
        heap_.coalesce(nullptr); // neighbours that wait for different queues may suffice together
        if (block *const b = of_.ranges.search(r, heap::reach::last, pool_ranges::usability::any)) {
            unclear = order_uses(*b, r, lock);
            if (unclear == CL_SUCCESS) { return b; }
            of_.ranges.free_stamped(b);
            return nullptr;
        }
        if (heap_.pending_bytes() == 0) { return nullptr; }
        unclear = of_.pending.free_for(r, lock);
        if (unclear != CL_SUCCESS || !heap_.is_prepared()) { return nullptr; }
    }
}

bool pool_growth::ask_for_memory(const allocation_request &r, std::uint32_t attempt, biased_lock &lock) {
    if (out_of_memory_ == nullptr) { return false; }
    const unlocked_scope unlocked{lock};
    of_.log.asks_program(r.requested, attempt);
    return call_back("out_of_memory of a pool", out_of_memory_, out_of_memory_user_, r.requested, attempt) != 0;
}

void pool_growth::fail_exhausted(const allocation_request &r, const error &cause, cl_int unclear) {
    const std::size_t free = heap_.free_bytes();
    const std::size_t largest = heap_.largest_free();
    of_.record.exhausted(r, {heap_.reserved(), counters_.live(), largest});
    const char *const why = free < r.rounded                 ? ""
                            : largest < r.rounded            ? ", too little in one piece"
                            : of_.ranges.takes_whole_slab(r) ? ", but no slab is free as a whole"
                                                             : ", but none has the required alignment";
    std::array<char, 160> refusal{};
    if (unclear != CL_SUCCESS) {
        std::snprintf(refusal.data(), refusal.size(),
                      "; %zu bytes cannot be reused yet, since the driver does not report when their last commands are "
                      "complete (%s)",
                      of_.pending.quarantined_bytes(), status_name(unclear));
    }
    fail_because(CLMEM_ERROR_OUT_OF_MEMORY, cause.opencl_code() != CL_SUCCESS ? cause.opencl_code() : unclear,
                 "no room for %zu bytes (%s): the pool holds %zu bytes in %zu slabs, of which %zu are active, %zu free "
                 "and %zu idle; "
                 "the largest free range has %zu bytes%s%s. Release blocks, raise the limit, or ask for less",
                 r.requested, cause.what(), heap_.reserved(), heap_.slabs(), counters_.live(), free, heap_.idle_bytes(),
                 largest, why, refusal.data());
}

} // namespace clmem_core
