#include "pool/hit_path.hpp"

#include <new>

namespace clmem {

void give_back_slowly(block *b) noexcept {
    pool &owner = *b->owner; // alive, since it has not got this block back
    try {
        thread_cache *const cache =
            b->bin != block::not_cached ? caches::attach(owner, owner.owner_queue(*b)) : nullptr;
        if (cache != nullptr && cache->enter()) { return give_back_inside(b, *cache); }
    } catch (const std::bad_alloc &) {
        // No memory for a cache: the block goes straight to the pool, which needs none.
    }
    owner.release(b);
}

} // namespace clmem
