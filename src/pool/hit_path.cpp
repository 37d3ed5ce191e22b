#include "pool/hit_path.hpp"

#include <new>

namespace clmem_core {

std::uint64_t allocate_slowly(pool &p, std::uint64_t pool_token, cl_command_queue queue,
                              const allocation_request &wanted) {
    allocation_request r = wanted;
    if (r.alignment <= p.classes().unit()) { r.alignment = 0; }
    r.queue = &p.uses().find_queue(queue);
    if (r.tag == 0 && r.alignment == 0 && !r.dedicated && r.queue->cached &&
        caches::find(pool_token, queue) == nullptr) { // otherwise allocate_quickly() has tried the cache
        if (thread_cache *const cache = caches::attach(p, *r.queue, r.queue->id)) {
            caches::remember(pool_token, queue, *cache);
            if (const std::uint64_t handle = allocate_quickly(pool_token, queue, r.requested)) { return handle; }
        }
    }
    return p.allocate(r)->token.load(std::memory_order_relaxed);
}

void free_slowly(block *b) noexcept {
    pool &owner = *b->owner; // alive, since it has not got this block back
    try {
        known_queue *const queue = b->bin != block::not_cached ? owner.uses().caching_queue(*b) : nullptr;
        thread_cache *const cache = queue != nullptr ? caches::attach(owner, *queue, b->queue) : nullptr;
        if (cache != nullptr && cache->enter()) { return free_into_cache(b, *cache); }
    } catch (const std::bad_alloc &) {
        // No memory for a cache: the block goes straight to the pool, which needs none.
    }
    owner.release(b);
}

} // namespace clmem_core
