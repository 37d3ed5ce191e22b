#include "pool/hit_path.hpp"

#include "pool/caches_of_threads.hpp"
#include "pool/recorded_path.hpp"

#include <new>
#include <thread>

namespace clmem_core {

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
