#include "pool/hit_path.hpp"

#include "handle/object_table.hpp"
#include "pool/caches_of_threads.hpp"

#include <new>
#include <thread>

namespace clmem_core {

// ---- with a recorder; the caches stay in use -----------------------------------------------------------------------

namespace {

// Where the thread is, for the recorder of a pool; before it enters its cache.
recorded_stack find_stack(std::uint64_t pool_token) noexcept {
    const auto found = std::static_pointer_cast<pool>(object_table::find(token::type::pool, pool_token));
    return found != nullptr ? found->find_stack() : recorded_stack{};
}

// Inside the thread's cache: allocates from it or from the pool, and leaves it. Returns a live handle, or 0 if the pool
// must grow.
std::uint64_t allocate_recorded(thread_cache &cache, std::size_t bytes, std::size_t rounded,
                                const recorded_stack &stack) noexcept {
    pool_recorder &record = *cache.recorder();
    const unsigned cls = cache.classes().of(rounded);
    block *b = cls < cache.classes().count() ? cache.pop(cls, rounded) : nullptr;
    if (b != nullptr) {
        cache.count_hit(cls, bytes);
        if (cache.queue_number() == 0) { cache.queue_number() = record.number_of(cache.queue()); }
        record.allocated(*b, bytes, cache.queue_number(), true, miss_reason::empty, stack);
    } else {
        b = cache.owner()->allocate_recorded(
            {.requested = bytes, .rounded = rounded, .cls = cls, .queue = &cache.queue(), .stack = stack}, cache);
    }
    const std::uint64_t handle = b != nullptr ? make_live(b, bytes) : 0;
    cache.leave();
    return handle;
}

// Inside the thread's cache: releases a claimed block, and leaves the cache.
void free_recorded(block *b, thread_cache &cache) noexcept {
    pool_recorder &record = *cache.recorder();
    const bool is_plain = may_be_cached(*b, cache);
    if (is_plain && cache.push(b)) {
        // No other thread takes it from the cache before this one has left.
        record.freed(*b, false, false);
        cache.count_release(b->requested.load(std::memory_order_relaxed));
        return cache.leave();
    }
    if (is_plain && cache.waits() && cache.holds()) {
        record.freed(*b, true, false);
        return free_into_waiting(b, cache);
    }
    pool &owner = *cache.owner();
    if (owner.release_recorded(b, cache)) { return settle_after(owner, cache); }
    cache.leave();
}

} // namespace

// --------------------------------------------------------------------------------------------------------------------

std::uint64_t allocate_quickly(std::uint64_t pool_token, cl_command_queue queue, std::size_t bytes) noexcept {
    thread_cache *const cache = find_cache(pool_token, queue, bytes);
    if (cache == nullptr) { return 0; }
    const recorded_stack stack = cache->wants_stacks() ? find_stack(pool_token) : recorded_stack{};
    if (!cache->enter()) { return 0; }
    const std::size_t rounded = cache->rounds_up() ? cache->owner()->rounded(bytes) : cache->classes().round(bytes);
    if (cache->recorder() != nullptr) { return allocate_recorded(*cache, bytes, rounded, stack); }
    if (const std::uint64_t handle = take_cached(*cache, bytes, rounded)) { return handle; }
    return allocate_inside(*cache, bytes, rounded);
}

std::uint64_t allocate_slowly(pool &p, std::uint64_t pool_token, cl_command_queue queue,
                              const allocation_request &wanted) {
    allocation_request r = wanted;
    if (r.alignment <= p.classes().unit()) { r.alignment = 0; }
    if (r.tag == 0) { r.tag = p.tag_of_scope(); }
    r.stack = p.find_stack();
    r.queue = &p.uses().find_queue(queue);
    if (r.tag == 0 && r.alignment == 0 && !r.dedicated && r.queue->cached) {
        thread_cache *cache = caches::find(pool_token, queue);
        // By allocate_quickly(), unless the queue was forgotten, and is named again.
        const bool was_tried = cache != nullptr && cache->queue_id() == r.queue->id;
        if (!was_tried) { cache = caches::attach(p, *r.queue, r.queue->id); }
        if (cache != nullptr && !was_tried) { caches::remember(pool_token, queue, *cache); }
        if (cache != nullptr && cache->waits() && !in_callback()) { p.look_at_waiting(*cache); }
        const bool may_hit = cache != nullptr && (!was_tried || cache->waits());
        if (const std::uint64_t handle = may_hit ? allocate_quickly(pool_token, queue, r.requested) : 0) {
            return handle;
        }
    }
    return p.allocate(r)->token.load(std::memory_order_relaxed);
}

void free_into_waiting(block *b, thread_cache &cache) noexcept {
    cache.waiting().add(b);
    cache.count_release(b->requested.load(std::memory_order_relaxed));
    cache.leave();
}

void settle_after(pool &owner, thread_cache &cache) noexcept {
    const std::shared_ptr<pool> keep = owner.shared_from_this(); // the block no longer keeps the pool alive
    cache.leave();
    keep->settle();
}

namespace {

void free_entered(block *b, thread_cache &cache) noexcept {
    if (cache.recorder() != nullptr) { return free_recorded(b, cache); }
    if (!put_cached(b, cache)) { free_inside(b, cache); }
}

// For a thread without a cache for the block's queue.
void free_slowly(block *b) noexcept {
    pool &owner = *b->owner; // alive, since it has not got this block back
    try {
        known_queue *const queue = b->bin != block::not_cached ? owner.uses().caching_queue(*b) : nullptr;
        thread_cache *const cache = queue != nullptr ? caches::attach(owner, *queue, b->queue) : nullptr;
        if (cache != nullptr && cache->enter()) { return free_entered(b, *cache); }
    } catch (const std::bad_alloc &) {
        // No memory for a cache: the block goes straight to the pool, which needs none.
    }
    owner.release(b);
}

} // namespace

void free_block(block *b) noexcept {
    thread_cache *const cache = caches::find(b->queue);
    if (cache != nullptr && cache->enter()) {
        free_entered(b, *cache);
    } else {
        free_slowly(b);
    }
}

} // namespace clmem_core
