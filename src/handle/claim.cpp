#include "handle/claim.hpp"

namespace clmem_core {

block *claim(std::uint64_t handle) noexcept {
    if (block *const b = claim_at_once(handle)) { return b; }
    block *const b = block_table::find(handle);
    if (b == nullptr || !token::is_handle(handle)) { return nullptr; }
    handle_bias.share();
    std::uint64_t expected = handle;
    while (!b->token.compare_exchange_weak(expected, token::next(handle), std::memory_order_acq_rel,
                                           std::memory_order_relaxed)) {
        if ((expected & ~token::pinned) != handle) { return nullptr; }
        if ((expected & token::pinned) != 0) { sync::yield(); } // a call works with the block: we come after it
        expected = handle;
    }
    return b;
}

} // namespace clmem_core
