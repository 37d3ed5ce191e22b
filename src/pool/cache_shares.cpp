#include "pool/cache_shares.hpp"

#include <algorithm>

namespace clmem_core {

void cache_shares::add(thread_cache &cache) {
    cache.wants_share = caches_.empty();
    caches_.push_back(&cache);
    divide();
}

void cache_shares::remove(thread_cache &cache) noexcept {
    std::erase(caches_, &cache);
    divide();
}

bool cache_shares::grant_large(thread_cache &cache) noexcept {
    for (thread_cache *other : caches_) {
        if (other->activity() == other->activity_seen) { other->wants_share = false; }
        other->activity_seen = other->activity();
    }
    cache.wants_share = true;
    divide();
    return true;
}

void cache_shares::divide() noexcept {
    const auto wants = [](const thread_cache *cache) { return cache->wants_share; };
    const auto takers = static_cast<std::size_t>(std::count_if(caches_.begin(), caches_.end(), wants));
    const std::size_t small = caches_.empty() ? 0 : limit_ / 8 / caches_.size();
    const std::size_t smalls = small * (caches_.size() - takers);
    const std::size_t large = takers == 0   ? 0
                              : takers == 1 ? limit_ / 2 - (caches_.size() > 1 ? smalls : 0)
                                            : (limit_ / 4 * 3 - smalls) / takers;
    for (thread_cache *cache : caches_) {
        cache->set_bound(cache->wants_share ? large : small, holds_);
    }
    depot_limit_ = limit_ - smalls - large * takers;
}

std::size_t cache_shares::uncollected() const noexcept {
    std::size_t live = 0;
    for (thread_cache *cache : caches_) {
        live += cache->active().get();
    }
    return live;
}

std::size_t cache_shares::waiting() const noexcept {
    std::size_t bytes = 0;
    for (const thread_cache *cache : caches_) {
        bytes += cache->waiting().bytes();
    }
    return bytes;
}

bool cache_shares::any_cached() const noexcept {
    return std::any_of(caches_.begin(), caches_.end(), [](const thread_cache *c) { return c->bytes() != 0; });
}

violation cache_shares::check() const noexcept {
    std::size_t shares = depot_limit_;
    for (const thread_cache *cache : caches_) {
        shares += cache->bound();
    }
    if (shares != limit_) { return violation{"the caches may hold %zu bytes, but have shares of %zu", limit_, shares}; }
    return {};
}

} // namespace clmem_core
