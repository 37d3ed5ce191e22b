// The path of almost every call: a block leaves or enters the calling thread's cache. It takes a handful of
// thread-local loads and stores; after a second thread has used a block's handle, a release also takes one
// compare-exchange on the handle.
//
// On a hit, the inline functions call no other function. Callers must do the rest by a tail call: then a hit saves and
// restores no registers. "Inside" a cache: between its enter() and leave().
#pragma once

#include "base/fork.hpp"
#include "handle/claim.hpp"
#include "pool/pool.hpp"

namespace clmem_core {

// Requests are smaller than this, so that rounding them never overflows.
inline constexpr std::size_t request_bound = std::size_t{1} << 62;

// The thread's cache for a request; nullptr if the thread has none yet, or an argument is wrong.
[[nodiscard, gnu::always_inline]] inline thread_cache *find_cache(std::uint64_t pool_token, cl_command_queue queue,
                                                                  std::size_t bytes) noexcept {
    thread_cache *const cache = caches::find(pool_token, queue);
    if (in_callback() || may_be_forked() || bytes - 1 >= request_bound - 1) { return nullptr; }
    return cache;
}

// Inside the thread's cache: takes a block of a request from it and leaves it. Returns a live handle, or 0, still
// inside, if the cache has no block for it.
[[nodiscard, gnu::always_inline]] inline std::uint64_t take_cached(thread_cache &cache, std::size_t bytes,
                                                                   std::size_t rounded) noexcept {
    const unsigned cls = cache.classes().of(rounded);
    block *const hit = cls < cache.classes().count() ? cache.pop(cls, rounded) : nullptr;
    if (hit == nullptr) [[unlikely]] { return 0; }
    cache.count_hit(cls, bytes);
    const std::uint64_t handle = make_live(hit, bytes);
    cache.leave();
    return handle;
}

// Inside the thread's cache, which has no block for a request: takes one from the pool and leaves the cache. Returns a
// live handle, or 0 if the pool must grow.
[[nodiscard]] inline std::uint64_t allocate_inside(thread_cache &cache, std::size_t bytes,
                                                   std::size_t rounded) noexcept {
    block *const b = cache.owner()->allocate_central(
        {.requested = bytes, .rounded = rounded, .cls = cache.classes().of(rounded), .queue = &cache.queue()}, cache);
    const std::uint64_t handle = b != nullptr ? make_live(b, bytes) : 0;
    cache.leave();
    return handle;
}

// Allocates by the functions above. Returns a live handle, or 0 if allocate_slowly() is needed.
[[nodiscard]] std::uint64_t allocate_quickly(std::uint64_t pool_token, cl_command_queue queue,
                                             std::size_t bytes) noexcept;

// Allocates from a new cache of the thread, if it can have one, or from the pool, which grows if needed. Of the request
// the bytes, the alignment, the tag and the dedication are given. Returns a live handle; throws error.
[[nodiscard]] std::uint64_t allocate_slowly(pool &p, std::uint64_t pool_token, cl_command_queue queue,
                                            const allocation_request &wanted);

[[nodiscard, gnu::always_inline]] inline bool may_be_cached(const block &b, const thread_cache &cache) noexcept {
    return b.tag == 0 && b.bin < cache.classes().count() && !token::spent(b.token.load(std::memory_order_relaxed));
}

// Inside the thread's cache: puts a claimed block into it and leaves it. Returns false, still inside, if the block must
// not be cached or the cache is full.
[[nodiscard, gnu::always_inline]] inline bool put_cached(block *b, thread_cache &cache) noexcept {
    if (!may_be_cached(*b, cache) || !cache.push(b)) { return false; }
    cache.count_release(b->requested.load(std::memory_order_relaxed));
    cache.leave();
    return true;
}

// Inside the thread's cache: adds a claimed block to those that wait for their commands, and leaves the cache.
void free_into_waiting(block *b, thread_cache &cache) noexcept;

// Inside the thread's cache, after a release that made memory idle: leaves the cache, then lets the pool return slabs.
void settle_after(pool &owner, thread_cache &cache) noexcept;

// Inside the thread's cache, for a claimed block that put_cached() refuses: returns it to the pool, or adds it to those
// that wait for their commands, and leaves the cache.
inline void free_inside(block *b, thread_cache &cache) noexcept {
    if (cache.waits() && may_be_cached(*b, cache) && cache.holds()) [[unlikely]] { return free_into_waiting(b, cache); }
    pool &owner = *cache.owner();
    if (owner.release_central(b, cache)) [[unlikely]] { return settle_after(owner, cache); }
    cache.leave();
}

// Releases a claimed block by the functions above. Creates a cache for the thread if it has none for the block's queue.
void free_block(block *b) noexcept;

} // namespace clmem_core
