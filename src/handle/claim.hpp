// What calls do with a block's handle: make it stale, or keep its block from being released meanwhile.
#pragma once

#include "base/bias.hpp"
#include "handle/block.hpp"

namespace clmem_core {

// The right to change handles by plain loads and stores: of all blocks, since a handle does not identify its pool.
inline constinit bias handle_bias;

// Makes a handle stale and returns its block, or nullptr if it is not live. Of several callers one wins.
[[nodiscard]] block *claim(std::uint64_t handle) noexcept;

// claim() where it need not wait: nullptr also if a call works with the block, or another thread has the bias.
[[nodiscard, gnu::always_inline]] inline block *claim_at_once(std::uint64_t handle) noexcept {
    block *const b = block_table::find(handle);
    if (b == nullptr || !token::is_handle(handle)) { return nullptr; }
    if (handle_bias.enter()) [[likely]] {
        const bool is_live = b->token.load(std::memory_order_relaxed) == handle;
        if (is_live) { b->token.store(token::next(handle), std::memory_order_relaxed); }
        handle_bias.leave();
        return is_live ? b : nullptr;
    }
    if (!handle_bias.is_shared()) { return nullptr; }
    // The exchange waits for the thread's earlier stores; meanwhile the block, which another thread may have written
    // last, is fetched.
    __builtin_prefetch(b, 1);
    std::uint64_t expected = handle;
    const bool is_ours = b->token.compare_exchange_strong(expected, token::next(handle), std::memory_order_acq_rel,
                                                          std::memory_order_relaxed);
    return is_ours ? b : nullptr;
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
            if ((expected & token::pinned) != 0) { sync::yield(); }
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
