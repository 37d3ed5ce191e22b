#include "handle/block.hpp"

#include <mutex>
#include <new>

namespace clmem_core::block_table {

namespace detail {
constinit sync::atomic<block *> chunks[token::slots / chunk_blocks] = {};
} // namespace detail

namespace {

using detail::chunk_blocks;

constinit sync::mutex mutex;
constinit block *spare = nullptr; // guarded by mutex
constinit std::uint64_t used_chunks = 0;

void add_chunk() {
    if (used_chunks == token::slots / chunk_blocks) { throw std::bad_alloc{}; }
    block *const chunk = new block[chunk_blocks];
    for (std::uint64_t i = chunk_blocks; i-- > 0;) {
        chunk[i].token.store(token::first(token::type::buffer, used_chunks * chunk_blocks + i),
                             std::memory_order_relaxed);
        chunk[i].next = spare;
        spare = &chunk[i];
    }
    detail::chunks[used_chunks++].store(chunk, std::memory_order_release);
}

} // namespace

block *take(std::size_t count) {
    const std::lock_guard lock{mutex};
    if (spare == nullptr) { add_chunk(); }
    block *const list = spare;
    block *last = list;
    while (--count > 0 && last->next != nullptr) {
        last = last->next;
    }
    spare = last->next;
    last->next = nullptr;
    return list;
}

void recycle(block *list) noexcept {
    const std::lock_guard lock{mutex};
    while (list != nullptr) {
        block *const b = list;
        list = b->next;
        b->state = block_state::spare;
        b->owner = nullptr;
        b->home = nullptr;
        if (token::spent(b->token.load(std::memory_order_relaxed))) { continue; } // retired permanently
        b->next = spare;
        spare = b;
    }
}

} // namespace clmem_core::block_table
