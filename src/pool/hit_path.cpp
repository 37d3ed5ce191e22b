#include "pool/hit_path.hpp"

#include <new>

namespace clmem {

void give_back_slowly(block *b) noexcept {
    pool &owner = *b->owner; // alive, since it has not got this block back
    try {
        known_queue *const queue = b->bin != block::not_cached ? owner.caching_queue(*b) : nullptr;
        thread_cache *const cache = queue != nullptr ? caches::attach(owner, *queue, b->queue) : nullptr;
        if (cache != nullptr && cache->enter()) { return give_back_inside(b, *cache); }
    } catch (const std::bad_alloc &) {
        // No memory for a cache: the block goes straight to the pool, which needs none.
    }
    owner.release(b);
}

} // namespace clmem
