// The path of almost every call: a block leaves or enters the calling thread's cache. It takes a handful of
// thread-local loads and stores; after a second thread has used a block's handle, a release also takes one
// compare-exchange on the handle.
#pragma once

#include "base/bias.hpp"
#include "base/fork.hpp"
#include "pool/pool.hpp"

#include <thread>

namespace clmem_core {

// Requests are smaller than this, so that rounding them never overflows.
inline constexpr std::size_t request_bound = std::size_t{1} << 62;

// A live handle, or 0 if the slow path is needed: the thread has no cache yet, the pool must grow, or an argument is
// wrong.
[[nodiscard, gnu::always_inline]] inline std::uint64_t
allocate_quickly(std::uint64_t pool_token, cl_command_queue queue, std::size_t bytes) noexcept {
    thread_cache *const cache = caches::find(pool_token, queue);
    if (cache == nullptr || in_callback() || may_be_forked() || bytes - 1 >= request_bound - 1) { return 0; }
    if (!cache->enter()) { return 0; }
    std::uint64_t handle = 0;
    const size_classes &classes = cache->classes();
    const std::size_t rounded = cache->rounds_up() ? cache->owner()->rounded(bytes) : classes.round(bytes);
    const unsigned cls = classes.of(rounded);
    if (block *const hit = cls < classes.count() ? cache->pop(cls, rounded) : nullptr) {
        cache->count_hit(cls, bytes);
        handle = make_live(hit, bytes);
    } else if (block *const b = cache->owner()->allocate_central(
                   {.requested = bytes, .rounded = rounded, .cls = cls, .queue = &cache->queue()}, *cache)) {
        handle = make_live(b, bytes);
    }
    cache->leave();
    return handle;
}

// The right to change handles by plain loads and stores: of all blocks, since a handle does not identify its pool.
inline constinit bias handle_bias;

// Makes a handle stale and returns its block, or nullptr if it is not live. Of several callers one wins.
[[nodiscard]] inline block *claim(std::uint64_t handle) noexcept {
    block *const b = block_table::find(handle);
    if (b == nullptr || !token::is_handle(handle)) { return nullptr; }
    if (handle_bias.enter()) [[likely]] {
        const bool is_live = b->token.load(std::memory_order_relaxed) == handle;
        if (is_live) { b->token.store(token::next(handle), std::memory_order_relaxed); }
        handle_bias.leave();
        return is_live ? b : nullptr;
    }
    handle_bias.share();
    // The exchange waits for the thread's earlier stores; meanwhile the block, which another thread may have written
    // last, is fetched.
    __builtin_prefetch(b, 1);
    std::uint64_t expected = handle;
    while (!b->token.compare_exchange_weak(expected, token::next(handle), std::memory_order_acq_rel,
                                           std::memory_order_relaxed)) {
        if ((expected & ~token::pinned) != handle) { return nullptr; }
        if ((expected & token::pinned) != 0) {
            std::this_thread::yield();
        } // a call works with the block: we come after it
        expected = handle;
    }
    return b;
}

// Allocates from a new cache of the thread, if it can have one, or from the pool, which grows if needed. Of the request
// the bytes, the alignment, the tag and the dedication are given. Returns a live handle; throws error.
[[nodiscard]] std::uint64_t allocate_slowly(pool &p, std::uint64_t pool_token, cl_command_queue queue,
                                            const allocation_request &wanted);

// Gives a claimed block back without a cache at hand: makes one if that can be.
void free_slowly(block *b) noexcept;

// Frees a claimed block that waits for its commands, inside the thread's cache.
void free_into_waiting(block *b, thread_cache &cache) noexcept;

// Gives a claimed block back, inside the thread's cache.
inline void free_into_cache(block *b, thread_cache &cache) noexcept {
    const bool plain =
        b->tag == 0 && b->bin < cache.classes().count() && !token::spent(b->token.load(std::memory_order_relaxed));
    if (plain && cache.push(b)) {
        cache.count_release(b->requested.load(std::memory_order_relaxed));
        cache.leave();
        return;
    }
    if (cache.waits() && plain && cache.holds()) [[unlikely]] { return free_into_waiting(b, cache); }
    pool &owner = *cache.owner();
    std::shared_ptr<pool> keep;
    if (owner.release_central(b, cache)) {
        keep = owner.shared_from_this();
    } // the block no longer keeps the pool alive
    cache.leave();
    if (keep != nullptr) { keep->settle(); }
}

// Gives a claimed block back.
inline void free_block(block *b) noexcept {
    thread_cache *const cache = caches::find(b->queue);
    if (cache != nullptr && cache->enter()) {
        free_into_cache(b, *cache);
    } else {
        free_slowly(b);
    }
}

// Keeps a block from being released while a call works with it.
class pinned_block {
  public:
    // Holds no block if the handle is not live.
    explicit pinned_block(std::uint64_t handle) noexcept : handle_{handle} {
        block *const b = block_table::find(handle);
        if (b == nullptr || !token::is_handle(handle)) { return; }
        handle_bias.share();
        std::uint64_t expected = handle;
        while (!b->token.compare_exchange_weak(expected, handle | token::pinned, std::memory_order_acq_rel,
                                               std::memory_order_relaxed)) {
            if ((expected & ~token::pinned) != handle) { return; }
            if ((expected & token::pinned) != 0) { std::this_thread::yield(); }
            expected = handle;
        }
        block_ = b;
    }
    ~pinned_block() {
        if (block_ != nullptr) { block_->token.store(handle_, std::memory_order_release); }
    }
    pinned_block(const pinned_block &) = delete;
    pinned_block &operator=(const pinned_block &) = delete;

    [[nodiscard]] block *get() const noexcept { return block_; }

  private:
    std::uint64_t handle_;
    block *block_ = nullptr;
};

} // namespace clmem_core
