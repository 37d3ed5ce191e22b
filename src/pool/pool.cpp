#include "pool/pool.hpp"

#include "base/fork.hpp"
#include "base/log.hpp"
#include "pool/hit_path.hpp"

#include <algorithm>

namespace clmem {

namespace {

// How many allocations pass before the pool looks at its driver clock again.
constexpr std::uint32_t reconsider_after = 1024;

// A thread keeps the last block that it released, of up to this size in a pool of any size.
constexpr std::size_t always_kept = std::size_t{1} << 20;

// A full depot has room for this many batches, so that one thread's overflow does not fill it.
constexpr std::size_t depot_batches = 8;
constexpr std::size_t least_batch = 8; // blocks of a batch for another thread, if the depot has room at all

// Largest slab in whole units.
std::size_t largest_slab(const provider &p, std::size_t unit) {
    return p.properties().max_allocation & ~(unit - 1);
}

} // namespace

pool::pool(std::shared_ptr<provider> from, const clmem_pool_options &options, purpose what_for)
    : provider_{std::move(from)}, classes_{size_classes::unit_for(provider_->properties().alignment)},
      leading_bits_{options.leading_bits_in_bin_id}, purpose_{what_for},
      dedicated_{(options.flags & CLMEM_POOL_DEDICATED) != 0}, budget_bytes_{options.budget_bytes},
      keep_bytes_{options.keep_bytes}, idle_release_ns_{std::uint64_t{options.idle_release_ms} * 1'000'000},
      out_of_memory_{options.out_of_memory}, out_of_memory_user_{options.out_of_memory_user},
      heap_{classes_.unit(), largest_slab(*provider_, classes_.unit())}, order_{provider_->properties().host_reachable},
      clock_{options.driver_time_permille, !provider_->properties().free_of_cost}, limit_{options.limit_bytes} {
    watch_forks();
    depots_.prepare(order_.all().size());
    asymmetric::prepare();
    if (options.queue != nullptr) {
        queue_driver::traits traits{};
        queue_reference reference = refer(options.queue, traits);
        order_.name_default(std::move(reference), traits.out_of_order);
    }
    log_.created(provider_->properties(), limit_);
}

pool::~pool() {
    {
        biased_lock lock{mutex_};
        shares_.stop_holding(); // all goes
        settle(lock);
        order_.drop_events();
        release_events(lock);
    }
    if (!log::is_on(log::level::info)) { return; }
    clmem_statistics all = CLMEM_STATISTICS_INIT;
    statistics(all);
    log_.ended(all);
}

std::size_t pool::rounded(std::size_t requested) const noexcept {
    return classes_.round(leading_bits_ != 0 ? reference_bins{leading_bits_}.round(requested) : requested);
}

// ---- allocation ----------------------------------------------------------------------------------------------------

block *pool::search(const request &r, heap::reach how, openness which) noexcept {
    heap::request wanted{r.rounded, r.alignment != 0 ? r.alignment : classes_.unit(), takes_whole_slab(r)};
    if (order_.is_trivial() || which == openness::any) { return heap_.take(wanted, how); }
    const queue_view view = order_.view(*r.queue);
    wanted.view = &view;
    return heap_.take(wanted, how);
}

// The bin of a block that only its queue uses in that queue's caches.
std::uint8_t pool::bin_of_plain(const block &b, const known_queue &queue) const noexcept {
    return queue.cached ? static_cast<std::uint8_t>(std::min(classes_.of(b.bytes), classes_.count()))
                        : block::not_cached;
}

// The bin of a live block in the caches of its queue: none if anything besides that queue may still use it at its
// release.
std::uint8_t pool::bin_of(const block &b) noexcept {
    const known_queue *const owner = order_.owner(b);
    const bool is_plain = owner != nullptr && b.lanes == 0 && b.held == block_hold_state::free;
    return is_plain ? bin_of_plain(b, *owner) : block::not_cached;
}

// Notes whose block it is and counts it; the caller makes it live.
block *pool::hand_out(block *b, const request &r, bool hit) noexcept {
    CLMEM_ASSERT(b->state == block_state::used && b->held == block_hold_state::free && b->bytes >= r.rounded);
    if constexpr (assertions_enabled) { assert_invariants_if_due(); }
    b->owner = this;
    b->queue = r.queue->id;
    b->lane = static_cast<std::uint8_t>(r.queue->lane);
    // The events that a release names may have nothing to do with what an out-of-order queue was made to wait for.
    b->lanes = r.queue->out_of_order ? order_.pending(*b) : 0;
    b->tag = r.tag;
    const unsigned cls = std::min(r.cls, classes_.count());
    // An out-of-order queue has no caches. A block that is a whole slab may be larger than the request.
    const bool is_plain = r.queue->cached && b->bytes == r.rounded;
    b->bin = is_plain ? static_cast<std::uint8_t>(cls) : bin_of_plain(*b, *r.queue);
    b->fresh = false;
    counters_.count_allocation(cls, hit, r.requested);
    if (counters_.may_have_peaked()) { counters_.raise_peak(shares_.uncollected()); }
    if (r.tag != 0) { tags_.add(r.tag, r.requested); }
    if (closed_ && self_ == nullptr) { self_ = shared_from_this(); }
    return b;
}

block *pool::allocate_central(const request &r, thread_cache &cache) noexcept {
    const biased_lock lock{mutex_};
    fold(cache);
    if (r.cls < classes_.count() && r.alignment == 0 && r.dedicated == dedicated_) {
        if (block *const batch = depots_.take(r.queue->lane, r.cls, r.rounded)) {
            return hand_out(take_first(batch, cache), r, true);
        }
    }
    if (!heap_.is_prepared()) { return nullptr; }
    if (++until_reconsidered_ >= reconsider_after) { reconsider_reach(); }
    block *const b = search(r, reach_);
    return b != nullptr ? hand_out(b, r, !b->fresh) : nullptr;
}

// The first block of a batch from the depot. The others go to the cache, or back if it has no room.
block *pool::take_first(block *batch, thread_cache &cache) noexcept {
    block *const rest = batch->next;
    if (rest == nullptr) { return batch; }
    rest->batch_bytes = static_cast<std::uint32_t>(batch->batch_bytes - batch->bytes);
    rest->batch_count = batch->batch_count - 1;
    if (!cache.adopt(rest) && !(shares_.grant(cache) && cache.adopt(rest))) {
        depots_.put(rest, rest->batch_bytes, rest->batch_count);
    }
    return batch;
}

block *pool::allocate(const request &r) {
    block *const b = allocate_slowly(r);
    make_live(b, r.requested);
    return b;
}

// ---- release -------------------------------------------------------------------------------------------------------

// The program has released a block that something else holds: the last of those releases it.
bool pool::is_postponed(block &b) noexcept {
    if (b.held == block_hold_state::free) { return false; }
    CLMEM_ASSERT(b.held == block_hold_state::held && b.batch_count != 0);
    b.held = block_hold_state::released;
    return true;
}

bool pool::release_central(block *b, thread_cache &cache) noexcept {
    const biased_lock lock{mutex_};
    fold(cache);
    if (is_postponed(*b)) { return false; }
    const std::size_t requested = b->requested.load(std::memory_order_relaxed);
    counters_.subtract_live(requested);
    counters_.count_release();
    if (b->tag != 0) {
        tags_.subtract(b->tag, requested);
        b->tag = 0;
    }
    if (shares_.holds() && b->bin < classes_.count() && !token::spent(b->token.load(std::memory_order_relaxed))) {
        if (shares_.grant(cache) && cache.push(b)) { return has_settling(); }
        // The cache is full. Half of its blocks of this size move to the depot; a block that is large for the limit is
        // kept only as the last one, unless it is also large for the pool.
        if (b->bytes > std::max(always_kept, shares_.limit())) {
            give(b);
        } else if (b->bytes > cache.bound() / 4) {
            block *const before = cache.keep_large(b);
            if (before != nullptr) { give(before); }
        } else {
            const bool alone = shares_.caches().size() == 1;
            const std::size_t share = shares_.depot_limit() / depot_batches / b->bytes + 1;
            const std::size_t most =
                alone ? share : std::max(share, std::min(least_batch, shares_.depot_limit() / b->bytes));
            release_evicted(cache.take_class(b->bin, std::min(cache.surplus(b->bin, alone), most)));
            if (!cache.push(b)) {
                give_list(cache.take_all());
                if (!cache.push(b)) { give(b); }
            }
        }
    } else {
        give(b);
    }
    return has_settling();
}

// Blocks that a cache had no room for: to the depot while it has room, else to the heap.
void pool::release_evicted(block *list) noexcept {
    if (list == nullptr) { return; }
    std::size_t bytes = 0;
    std::size_t count = 0;
    for (const block *b = list; b != nullptr; b = b->next, ++count) {
        bytes += b->bytes;
    }
    if (depots_.bytes() + bytes <= shares_.depot_limit()) {
        depots_.put(list, bytes, count);
    } else {
        give_list(list);
    }
}

// Back to the heap, now or when the events are complete that it waits for.
void pool::give(block *b) noexcept {
    if constexpr (assertions_enabled) { assert_invariants_if_due(); }
    const bool waits_for_events = (b->lanes & queue_order::has_events) != 0;
    order_.stamp(*b);
    if (waits_for_events) {
        heap_.postpone(b);
    } else {
        put_back(b);
    }
}

// What was stamped goes where other queues find it.
void pool::put_back(block *b) noexcept {
    slab *const home = b->home;
    bool empty = false;
    if (order_.is_trivial()) {
        empty = heap_.give(b);
    } else {
        const queue_view complete = order_.completion_view();
        empty = heap_.give(b, &complete);
    }
    if (!empty) { return; }
    // In a pool of some size an empty slab is for anybody, even if one queue has to wait for another.
    if (home->kept_apart && heap_.reserved() > growth_policy::apart_budget) { heap_.merge_slab(home); }
    if (idle_release_ns_ == 0) { return; }
    home->idle_since = provider_->time();
    next_aging_ = std::min(next_aging_, home->idle_since + idle_release_ns_);
}

void pool::give_list(block *list) noexcept {
    while (list != nullptr) {
        block *const b = list;
        list = b->next;
        give(b);
    }
}

void pool::drain_depots() noexcept {
    depots_.drain_all([this](block *batch) { give_list(batch); });
}

void pool::release(block *b) noexcept {
    std::shared_ptr<pool> last;
    {
        biased_lock lock{mutex_};
        if (is_postponed(*b)) { return; }
        const std::size_t requested = b->requested.load(std::memory_order_relaxed);
        counters_.subtract_live(requested);
        if (b->tag != 0) { tags_.subtract(b->tag, requested); }
        give(b);
        // Others may give the last block back, and so end the pool, as soon as this release is counted.
        settle(lock);
        counters_.count_release();
        end_if_unused(last);
    }
}

void pool::hold(block &b) noexcept {
    const biased_lock lock{mutex_};
    if (b.held == block_hold_state::free) {
        b.held = block_hold_state::held;
        b.batch_count = 0;
        b.bin = block::not_cached; // so that its release comes here
    }
    CLMEM_ASSERT(b.state == block_state::used && b.held == block_hold_state::held);
    ++b.batch_count;
}

void pool::let_go(block *b, std::uint64_t handle) noexcept {
    {
        const pinned_block pin{handle}; // a release that is going on comes before this, or after it
        const biased_lock lock{mutex_};
        CLMEM_ASSERT(b->held == block_hold_state::held || b->held == block_hold_state::released);
        CLMEM_ASSERT(b->state == block_state::used && b->batch_count != 0);
        if (--b->batch_count != 0) { return; }
        const bool is_released = b->held == block_hold_state::released;
        b->held = block_hold_state::free;
        if (!is_released) {
            // Without the pin, another thread is about to release it, and reads the bin without the lock.
            if (pin.get() != nullptr) { b->bin = bin_of(*b); }
            return;
        }
    }
    release(b);
}

void pool::settle() noexcept {
    biased_lock lock{mutex_};
    settle(lock);
}

// A closed pool lives until its last block is back.
void pool::end_if_unused(std::shared_ptr<pool> &last) noexcept {
    if (!closed_ || self_ == nullptr) { return; }
    if (counters_.hits() + counters_.misses() == counters_.releases()) { last = std::move(self_); }
}

// ---- limits and trimming -------------------------------------------------------------------------------------------

void pool::stop_holding() noexcept {
    {
        const biased_lock lock{mutex_};
        shares_.stop_holding();
    }
    trim(0);
}

void pool::set_limit(std::size_t limit) noexcept {
    std::size_t reserved = 0;
    {
        const biased_lock lock{mutex_};
        limit_ = limit;
        reserved = heap_.reserved();
    }
    log_.limit_set(limit);
    if (limit != 0 && reserved > limit) { trim(limit); }
}

void pool::close() noexcept {
    std::size_t active = 0;
    {
        const biased_lock lock{mutex_};
        closed_ = true; // from now on no thread gets a new cache
        shares_.stop_holding();
        active = counters_.live() + shares_.uncollected();
    }
    log_.closed(active);
    block *const cached = caches::drain(*this, true);
    std::shared_ptr<pool> last;
    biased_lock lock{mutex_};
    give_list(cached);
    drain_depots();
    self_ = shared_from_this();
    settle(lock);
    end_if_unused(last);
    lock.unlock();
}

// ---- caches --------------------------------------------------------------------------------------------------------

// Adds a cache's own counts to the pool's.
void pool::fold(thread_cache &cache) noexcept {
    ++cache.visits;
    counters_.collect(cache);
}

bool pool::add_cache(thread_cache &cache) {
    const biased_lock lock{mutex_};
    if (closed_ || cache.queue().id != cache.queue_id() || !cache.queue().cached) { return false; }
    shares_.add(cache);
    return true;
}

void pool::remove_cache(thread_cache &cache) noexcept {
    const biased_lock lock{mutex_};
    give_list(cache.take_all());
    counters_.take_over(cache);
    cache.disown();
    shares_.remove(cache);
}

void pool::remove_caches(std::uint64_t only_queue) noexcept {
    for (std::size_t i = shares_.caches().size(); i-- > 0;) {
        thread_cache &cache = *shares_.caches()[i];
        if (only_queue == 0 || cache.queue_id() == only_queue) { remove_cache(cache); }
    }
}

// ---- small things --------------------------------------------------------------------------------------------------

void pool::reconsider_reach() noexcept {
    until_reconsidered_ = 0;
    reach_ = clock_.below_share() ? heap::reach::tidy : heap::reach::any;
}

bool pool::must_shrink() const noexcept {
    return heap_.idle_bytes() != 0 && (!shares_.holds() || (limit_ != 0 && heap_.reserved() > limit_));
}

bool pool::has_settling() const noexcept {
    // Most pools have neither idle nor pending memory: one comparison covers both.
    const bool may_shrink = (heap_.idle_bytes() | heap_.pending_bytes()) != 0;
    return !heap_.doomed().empty() || order_.has_unused() ||
           (may_shrink && (must_shrink() || (!shares_.holds() && heap_.pending_bytes() != 0))) ||
           (next_aging_ != ~std::uint64_t{0} && provider_->time() >= next_aging_);
}

void pool::check_has_pointers() const {
    if (!provider_->properties().has_pointers) {
        fail(CLMEM_ERROR_UNSUPPORTED, "expected a pool whose memory has addresses, got one without; create it over a "
                                      "provider of SVM, USM or page-locked memory");
    }
}

pool::place pool::find_block(const void *pointer) {
    const auto address = reinterpret_cast<std::uintptr_t>(pointer);
    const biased_lock lock{mutex_};
    if (const block *const b = heap_.find_used(address)) {
        const std::uint64_t handle = b->token.load(std::memory_order_acquire) & ~token::pinned;
        const std::size_t offset = address - reinterpret_cast<std::uintptr_t>(b->home->memory) - b->offset;
        if (token::is_handle(handle) && offset < b->requested.load(std::memory_order_relaxed)) {
            return {handle, offset};
        }
    }
    fail(CLMEM_ERROR_INVALID_ARGUMENT, "expected an address in a live block of the pool, got another");
}

cl_mem pool::whole_of(const block *b) {
    b->home->prepared.run([&] { provider_->prepare(b->home->memory, b->home->bytes); });
    return static_cast<cl_mem>(b->home->memory);
}

cl_mem pool::object_of(block *b) {
    if (!provider_->properties().has_objects()) {
        fail(CLMEM_ERROR_UNSUPPORTED, "expected a block that is an OpenCL buffer, got one of another kind of memory");
    }
    if (b->home->dedicated) {
        b->home->prepared.skip(); // to prepare memory is to lose what the program writes from now on
        return static_cast<cl_mem>(b->home->memory);
    }
    {
        // quirk::overlapping_sub_buffers_crash. Sub-buffers that overlap this block's range are doomed, or another
        // thread is about to release them.
        biased_lock lock{mutex_};
        heap_.count_object();
        release_objects(lock);
        wait_for_objects(lock);
    }
    try {
        cl_mem const whole = whole_of(b);
        const auto begin = pool_log::begin();
        cl_mem object = provider_->make_object(whole, b->offset, b->bytes);
        log_.object_created(b->bytes, begin);
        cl_mem first = nullptr; // another thread may have come first, if several hold the block
        const bool is_ours = b->object.compare_exchange_strong(first, object, std::memory_order_acq_rel);
        if (!is_ours) { provider_->release_object(object); }
        const biased_lock lock{mutex_};
        ++objects_created_;
        if (!is_ours) { heap_.object_released(1); }
        return is_ours ? object : first;
    } catch (...) {
        const biased_lock lock{mutex_};
        heap_.object_released(1);
        throw;
    }
}

} // namespace clmem
