#include "pool/block.hpp"

#include <mutex>
#include <new>

namespace clmem::block_table {

namespace {

constexpr std::uint64_t chunk_bits = 10;
constexpr std::uint64_t chunk_blocks = std::uint64_t{1} << chunk_bits;
constexpr std::uint64_t chunk_count = token::slots / chunk_blocks;

constinit std::atomic<block *> chunks[chunk_count] = {};
constinit std::mutex mutex;
constinit block *spare = nullptr; // guarded by mutex
constinit std::uint64_t used_chunks = 0;

void add_chunk() {
    if (used_chunks == chunk_count) { throw std::bad_alloc{}; }
    block *const chunk = new block[chunk_blocks];
    for (std::uint64_t i = chunk_blocks; i-- > 0;) {
        chunk[i].token.store(token::first(token::type::buffer, used_chunks * chunk_blocks + i), std::memory_order_relaxed);
        chunk[i].next = spare;
        spare = &chunk[i];
    }
    chunks[used_chunks++].store(chunk, std::memory_order_release);
}

} // namespace

block *find(std::uint64_t handle) noexcept {
    const std::uint64_t index = token::index(handle);
    block *const chunk = chunks[index >> chunk_bits].load(std::memory_order_acquire);
    return chunk != nullptr ? &chunk[index & (chunk_blocks - 1)] : nullptr;
}

block *take(std::size_t count) {
    const std::lock_guard lock{mutex};
    if (spare == nullptr) { add_chunk(); }
    block *const list = spare;
    block *last = list;
    while (--count > 0 && last->next != nullptr) { last = last->next; }
    spare = last->next;
    last->next = nullptr;
    return list;
}

void give(block *list) noexcept {
    const std::lock_guard lock{mutex};
    while (list != nullptr) {
        block *const b = list;
        list = b->next;
        b->state = block_state::spare;
        b->owner = nullptr;
        b->home = nullptr;
        if (token::spent(b->token.load(std::memory_order_relaxed))) { continue; } // retired for good
        b->next = spare;
        spare = b;
    }
}

} // namespace clmem::block_table
