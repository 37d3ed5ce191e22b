#include "pool/pool.hpp"

#include "base/callback.hpp"
#include "base/fork.hpp"
#include "base/log.hpp"
#include "pool/pool_list.hpp"

#include <algorithm>

namespace clmem_core {

pool::pool(std::shared_ptr<provider> from, const clmem_pool_options &options, purpose what_for)
    : provider_{std::move(from)}, options_{options}, purpose_{what_for},
      caches_{ranges_, counters_, mutex_, log_, record_}, ranges_{*provider_,
                                                                  (options.flags & CLMEM_POOL_DEDICATED) != 0,
                                                                  std::uint64_t{options.idle_release_ms} * 1'000'000},
      objects_{*provider_, ranges_.heap(), mutex_, log_}, sync_{provider_, ranges_.order(), log_, record_},
      pending_{ranges_, sync_, *provider_}, slabs_{{*provider_, ranges_, caches_, objects_, sync_, pending_, log_,
                                                    record_},
                                                   options},
      growth_{slabs_, counters_, options}, guard_{*provider_, ranges_, log_}, uses_{ranges_, caches_, sync_, pending_,
                                                                                    mutex_} {
    watch_forks();
    asymmetric::prepare();
    if (options.queue != nullptr) { sync_.name_default(options.queue); }
    log_.created(provider_->properties(), options.limit_bytes);
}

pool::~pool() {
    pool_list::remove(*this);
    {
        biased_lock lock{mutex_};
        caches_.stop_holding(); // so that everything is returned
        slabs_.settle(lock);
        ranges_.order().drop_events();
        sync_.release_events(lock);
    }
    if (!log::is_on(log::level::info)) { return; }
    clmem_statistics all = CLMEM_STATISTICS_INIT;
    statistics(all);
    log_.ended(all);
}

// ---- allocation ----------------------------------------------------------------------------------------------------

void pool::visit(thread_cache &cache) noexcept {
    ++cache.visits;
    counters_.collect(cache);
}

// Notes whose block it is and counts it; the caller makes it live.
block *pool::assign(block *b, const allocation_request &r, bool hit) noexcept {
    CLMEM_ASSERT(b->state == block_state::used && b->held == block_hold_state::free && b->bytes >= r.rounded);
    if constexpr (assertions_enabled) { assert_invariants_if_due(); }
    b->owner = this;
    b->requested.store(r.requested, std::memory_order_relaxed); // agrees with the counters from now on
    b->queue = r.queue->id;
    b->queue_slot = static_cast<std::uint8_t>(r.queue->queue_slot);
    // The events that a release names may have nothing to do with what an out-of-order queue was made to wait for.
    b->queue_slots = r.queue->out_of_order ? ranges_.order().pending(*b) : 0;
    b->tag = r.tag;
    const unsigned cls = std::min(r.cls, classes().count());
    // An out-of-order queue has no caches. A block that is a whole slab may be larger than the request.
    const bool is_plain = r.queue->cached && b->bytes == r.rounded;
    b->bin = is_plain ? static_cast<std::uint8_t>(cls) : ranges_.bin_in(*r.queue, *b);
    b->fresh = false;
    counters_.count_allocation(cls, hit, r.requested);
    if (counters_.may_have_peaked()) { counters_.raise_peak(caches_.shares().uncollected()); }
    if (r.tag != 0) { tags_.add(r.tag, r.requested); }
    if (caches_.is_closed() && self_ == nullptr) { self_ = shared_from_this(); }
    return b;
}

miss_reason pool::why_missed(const allocation_request &r) const noexcept {
    if (r.dedicated) { return miss_reason::dedicated; }
    if (r.alignment != 0) { return miss_reason::aligned; }
    if (r.tag != 0) { return miss_reason::tagged; }
    if (!caches_.holds()) { return miss_reason::unheld; }
    if (r.cls >= classes().count()) { return miss_reason::large; }
    if (r.queue->out_of_order) { return miss_reason::out_of_order; }
    return waits_for_completion() && caches_.shares().waiting() != 0 ? miss_reason::waiting : miss_reason::empty;
}

// allocate_central() for a pool that waits for completion, whose depots are empty. Returns nullptr also if the caller
// should call look_at_waiting() first. Not inline, so that the code for other pools stays short.
block *pool::allocate_waited(const allocation_request &r, thread_cache &cache) noexcept {
    if (r.cls < classes().count() && caches_.collect(cache)) {
        if (block *const b = cache.pop(r.cls, r.rounded)) {
            cache.count_hit(r.cls, r.requested);
            record_.allocated(*b, r, true, miss_reason::empty);
            return b;
        }
    }
    caches_.report_waiting();
    if (cache.waiting().may_be_complete() || is_worth_a_marker(cache.waiting()) || !may_search(r)) { return nullptr; }
    block *const b = ranges_.search(r, growth_.reach());
    if (b == nullptr) { return nullptr; }
    const bool is_hit = !b->fresh;
    const miss_reason why = is_hit ? miss_reason::empty : why_missed(r);
    if (!is_hit) { count_reason(why, r); }
    assign(b, r, is_hit);
    record_.allocated(*b, r, is_hit, why);
    return b;
}

// If debug lines are wanted, allocate() serves the miss: it logs only after it has released the lock.
bool pool::may_search(const allocation_request &r) noexcept {
    return ranges_.heap().is_prepared() && !log::is_on(log::level::debug) && guard_.count_unless_due(r);
}

// A block of the depots or the heap, which is counted but not recorded.
inline block *pool::find_central(const allocation_request &r, thread_cache &cache, bool &is_hit) noexcept {
    is_hit = true;
    if (r.cls < classes().count() && r.alignment == 0 && r.dedicated == ranges_.is_dedicated()) {
        if (block *const b = caches_.take(r, cache)) { return assign(b, r, true); }
    }
    if (!may_search(r)) [[unlikely]] { return nullptr; }
    block *const b = ranges_.search(r, growth_.reach());
    if (b == nullptr) { return nullptr; }
    is_hit = !b->fresh;
    return assign(b, r, is_hit);
}

block *pool::allocate_central(const allocation_request &r, thread_cache &cache) noexcept {
    const biased_lock lock{mutex_};
    visit(cache);
    if (cache.waits()) [[unlikely]] { return allocate_waited(r, cache); }
    bool is_hit = false;
    return find_central(r, cache, is_hit);
}

block *pool::allocate_recorded(const allocation_request &r, thread_cache &cache) noexcept {
    const biased_lock lock{mutex_};
    visit(cache);
    if (cache.waits()) { return allocate_waited(r, cache); }
    bool is_hit = false;
    block *const b = find_central(r, cache, is_hit);
    if (b != nullptr) { record_.allocated(*b, r, is_hit, why_missed(r)); }
    return b;
}

block *pool::allocate(const allocation_request &wanted) {
    if (in_callback()) {
        fail(CLMEM_ERROR_CALLBACK, "expected a callback that only releases blocks, got one that allocates; allocate "
                                   "outside clmem's callbacks");
    }
    allocation_request r = wanted;
    r.rounded = rounded(r.requested);
    r.cls = classes().of(r.rounded);
    biased_lock lock{mutex_};
    if (!guard_.count_unless_due(r)) {
        guard_.look(r.queue, lock);
        (void)guard_.count_unless_due(r);
    }
    caches_.report_waiting();
    block *b = growth_.search(r, lock);
    const miss_reason why = why_missed(r); // before the caches are drained
    bool is_hit = false;
    if (b != nullptr) {
        is_hit = !b->fresh;
        assign(b, r, is_hit);
    } else {
        try {
            const pool_growth::turn turn{growth_}; // ends under the lock
            b = growth_.grow(r, lock);
            is_hit = !b->fresh;
            assign(b, r, is_hit);
            slabs_.settle(lock);
            if constexpr (assertions_enabled) { assert_invariants(); }
        } catch (...) {
            counters_.count_failure();
            slabs_.settle(lock);
            throw;
        }
    }
    if (!is_hit) { count_reason(why, r); }
    record_.allocated(*b, r, is_hit, why);
    const std::uint64_t alike = counters_.misses(why, classes().count());
    lock.unlock();
    make_live(b, r.requested);
    if (!is_hit) { log_.missed(r.rounded, why, alike); }
    return b;
}

// ---- release -------------------------------------------------------------------------------------------------------

void pool::note_release(const block &b, bool was_held, bool waits) noexcept {
    if (!record_.is_on()) { return; }
    const bool is_postponed = b.has_events();
    if (!was_held) {
        record_.freed(b, waits || is_postponed, (b.queue_slots & ~queue_order::has_events) != 0);
    } else if (!waits && !is_postponed) {
        record_.completed(b);
    }
}

template <pool::recorded How>
inline bool pool::take_back(block *b, thread_cache &cache) noexcept {
    const biased_lock lock{mutex_};
    visit(cache);
    if constexpr (assertions_enabled) { assert_invariants_if_due(); }
    const bool is_held = block_uses::is_held_at_release(*b);
    if constexpr (How == recorded::yes) { note_release(*b, false, is_held); }
    if (is_held) { return false; }
    const std::size_t requested = b->requested.load(std::memory_order_relaxed);
    counters_.subtract_live(requested);
    counters_.count_release();
    if (b->tag != 0) {
        tags_.subtract(b->tag, requested);
        b->tag = 0;
    }
    if (cache.keeps_freed() && b->bin < classes().count() && !token::spent(b->token.load(std::memory_order_relaxed))) {
        caches_.keep(b, cache, ranges_);
    } else {
        ranges_.free(b);
    }
    return needs_settling();
}

bool pool::release_central(block *b, thread_cache &cache) noexcept {
    return take_back<recorded::no>(b, cache);
}

bool pool::release_recorded(block *b, thread_cache &cache) noexcept {
    return take_back<recorded::yes>(b, cache);
}

void pool::release(block *b, bool was_held) noexcept {
    std::shared_ptr<pool> last;
    {
        biased_lock lock{mutex_};
        if constexpr (assertions_enabled) { assert_invariants_if_due(); }
        const bool is_held = block_uses::is_held_at_release(*b);
        note_release(*b, was_held, is_held);
        if (is_held) { return; }
        const std::size_t requested = b->requested.load(std::memory_order_relaxed);
        counters_.subtract_live(requested);
        if (b->tag != 0) { tags_.subtract(b->tag, requested); }
        ranges_.free(b);
        // Others may release the last block, and so end the pool, as soon as this release is counted.
        slabs_.settle(lock);
        counters_.count_release();
        end_if_unused(last);
    }
}

bool pool::needs_settling() const noexcept {
    const heap &h = ranges_.heap();
    // Most pools have neither idle nor pending memory: one comparison covers both.
    const bool may_shrink = (h.idle_bytes() | h.pending_bytes()) != 0;
    return !h.stale_objects().empty() || ranges_.order().has_unused() ||
           (may_shrink && slabs_.has_surplus(h, caches_.holds())) ||
           (ranges_.aging().is_scheduled() && ranges_.aging().is_due(provider_->time()));
}

void pool::settle() noexcept {
    biased_lock lock{mutex_};
    slabs_.settle(lock);
}

// A closed pool lives until its last block is released.
void pool::end_if_unused(std::shared_ptr<pool> &last) noexcept {
    if (!caches_.is_closed() || self_ == nullptr) { return; }
    if (counters_.hits() + counters_.misses() == counters_.releases()) { last = std::move(self_); }
}

// ---- blocks that wait for completion --------------------------------------------------------------------------------

void pool::look_at_waiting(thread_cache &cache) noexcept {
    biased_lock lock{mutex_};
    queue_order &order = ranges_.order();
    const unsigned queue_slot = cache.queue().queue_slot;
    (void)sync_.poll_markers_of(queue_slot, lock);
    const std::size_t markers = order.at(queue_slot).markers.size();
    bool needs_marker = false;
    // While a marker is pending, only a large part of the pool is worth another one.
    if (cache.enter()) {
        waiting_blocks &waiting = cache.waiting();
        const bool is_large = waiting.released_bytes() >= ranges_.heap().reserved() / queue_order::most_markers;
        needs_marker = markers == 0 ? is_worth_a_marker(waiting) : is_large && markers < queue_order::most_markers;
        if (needs_marker) { waiting.stamp_released(order.stamp_slots(queue_slot_mask{1} << queue_slot)); }
        cache.leave();
    }
    // Without a pending marker, an earlier one may have been refused.
    if ((needs_marker || markers == 0) && order.needs_marker(queue_slot)) { (void)sync_.mark(queue_slot, lock); }
    sync_.release_events(lock);
}

// A marker takes the driver microseconds, so it should serve many blocks.
bool pool::is_worth_a_marker(const waiting_blocks &waiting) const noexcept {
    return waiting.released() >= worth_a_marker ||
           waiting.released_bytes() > ranges_.heap().reserved() / (2 * queue_order::most_markers);
}

pool::queue_state pool::begin_finish(thread_cache &cache, cl_command_queue queue) noexcept {
    const biased_lock lock{mutex_};
    queue_order &order = ranges_.order();
    const known_queue &own = cache.queue();
    if (own.handle != queue || own.id != cache.queue_id() || !cache.enter()) { return {}; }
    cache.waiting().stamp_released(order.stamp_slots(queue_slot_mask{1} << own.queue_slot));
    cache.leave();
    return {own.queue_slot, order.next_sequence()};
}

void pool::end_finish(queue_state finished) noexcept {
    biased_lock lock{mutex_};
    ranges_.order().set_done(finished.queue_slot, finished.sequence);
    sync_.release_events(lock);
}

// ---- what the program asks of the whole pool ------------------------------------------------------------------------

std::size_t pool::trim(std::size_t target) noexcept {
    std::size_t released = 0;
    {
        biased_lock lock{mutex_};
        caches_.drain(lock);
        (void)pending_.poll(lock);
        ranges_.heap().coalesce(nullptr);
        released = slabs_.trim(target, lock);
        slabs_.settle(lock);
        record_.trimmed(target, released);
        if constexpr (assertions_enabled) { assert_invariants(); }
    }
    provider_->finish_releases();
    return released;
}

void pool::stop_holding() noexcept {
    {
        const biased_lock lock{mutex_};
        counters_.stop_holding(classes().count());
        caches_.stop_holding();
    }
    trim(0);
}

void pool::set_limit(std::size_t limit) noexcept {
    std::size_t reserved = 0;
    {
        const biased_lock lock{mutex_};
        slabs_.set_limit(limit);
        reserved = ranges_.heap().reserved();
    }
    log_.limit_set(limit);
    if (limit != 0 && reserved > limit) { trim(limit); }
}

void pool::forget_queue(cl_command_queue handle) {
    biased_lock lock{mutex_};
    queue_order &order = ranges_.order();
    known_queue *const queue = handle != nullptr ? order.find(handle) : nullptr;
    if (queue == nullptr) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT,
             "expected a queue to which a block of the pool belongs, got one that the pool does not know");
    }
    const std::uint64_t id = queue->id;
    order.forget(*queue); // no lookup finds it, and no thread gets a cache for it
    caches_.close(*queue, id, lock);
    (void)sync_.mark(queue->queue_slot, lock); // should it fail, the pool keeps its reference until it does not
    slabs_.settle(lock);
    lock.unlock();
    log_.queue_forgotten(handle);
}

void pool::close() noexcept {
    std::shared_ptr<pool> last;
    biased_lock lock{mutex_};
    caches_.stop_holding();
    {
        const std::size_t live = counters_.live() + caches_.shares().uncollected();
        const unlocked_scope unlocked{lock};
        log_.closed(live);
    }
    caches_.close(lock); // from now on no thread gets a new cache
    self_ = shared_from_this();
    slabs_.settle(lock);
    end_if_unused(last);
    lock.unlock();
}

// ---- addresses -----------------------------------------------------------------------------------------------------

void pool::check_has_pointers() const {
    if (!provider_->properties().has_pointers) {
        fail(CLMEM_ERROR_UNSUPPORTED, "expected a pool whose memory has addresses, got one without; create it over a "
                                      "provider of SVM, USM or page-locked memory");
    }
}

pool::place pool::find_block(const void *pointer) {
    const auto address = reinterpret_cast<std::uintptr_t>(pointer);
    const biased_lock lock{mutex_};
    if (const block *const b = ranges_.heap().find_used(address)) {
        const std::uint64_t handle = b->token.load(std::memory_order_acquire) & ~token::pinned;
        const std::size_t offset = address - reinterpret_cast<std::uintptr_t>(b->home->memory) - b->offset;
        if (token::is_handle(handle) && offset < b->requested.load(std::memory_order_relaxed)) {
            return {handle, offset};
        }
    }
    fail(CLMEM_ERROR_INVALID_ARGUMENT, "expected an address in a live block of the pool, got another");
}

} // namespace clmem_core
