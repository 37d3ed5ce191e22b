// How a pool's thread caches and their depots share the bytes that may be cached. The limit follows the pool's size: a
// single active cache has half of it; several share three quarters, and caches that never overflowed have a small
// share. The depots have the rest. Used under the pool's lock.
#pragma once

#include "pool/thread_cache.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace clmem_core {

class cache_shares {
  public:
    static constexpr std::size_t most_cached = size_classes::largest; // by the caches and the depots together
    static constexpr std::size_t reserved_per_cached = 64;            // and at most reserved / 64

    // A new cache; the first one gets a large share. Throws std::bad_alloc.
    void add(thread_cache &cache);
    void remove(thread_cache &cache) noexcept;

    // The pool's size has changed.
    void resize(std::size_t reserved) noexcept {
        limit_ = holds_ ? std::min(most_cached, reserved / reserved_per_cached) : 0;
        divide();
    }
    // From now on nothing is cached.
    void stop_holding() noexcept {
        holds_ = false;
        limit_ = 0;
        divide();
    }

    // A cache has overflowed. If it has only a small share, it gets a large one, and caches that were not used since
    // lose theirs. False if it has a large one already.
    [[nodiscard]] bool grant(thread_cache &cache) noexcept { return !cache.wants_share && grant_large(cache); }

    [[nodiscard]] bool holds() const noexcept { return holds_; }
    [[nodiscard]] const std::vector<thread_cache *> &caches() const noexcept { return caches_; }
    [[nodiscard]] std::size_t limit() const noexcept { return limit_; } // for the caches and the depots together
    [[nodiscard]] std::size_t depot_limit() const noexcept { return depot_limit_; }
    // Live bytes that the caches have counted since the pool collected them.
    [[nodiscard]] std::size_t uncollected() const noexcept;
    // Bytes of blocks that wait for completion.
    [[nodiscard]] std::size_t waiting() const noexcept;
    // Whether any cache has a free block.
    [[nodiscard]] bool any_cached() const noexcept;
    // The shares add up to the limit.
    [[nodiscard]] violation check() const noexcept;

  private:
    [[nodiscard]] bool grant_large(thread_cache &cache) noexcept;
    void divide() noexcept;

    std::vector<thread_cache *> caches_; // changed under the registry's lock as well
    std::size_t limit_ = 0;
    std::size_t depot_limit_ = 0;
    bool holds_ = true;
};

} // namespace clmem_core
