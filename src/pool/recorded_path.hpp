// The path of allocations and releases that a recorder is told of. The caches stay in use.
#pragma once

#include "pool/hit_path.hpp"

namespace clmem_core {

// Where the thread is, for the recorder of a pool; before it enters its cache.
[[nodiscard]] recorded_stack find_stack(std::uint64_t pool_token) noexcept;

// Inside the thread's cache: allocates from it or from the pool, and leaves it. Returns a live handle, or 0 if the pool
// must grow.
[[nodiscard]] std::uint64_t allocate_recorded(thread_cache &cache, std::size_t bytes, std::size_t rounded,
                                              const recorded_stack &stack) noexcept;

// Inside the thread's cache: releases a claimed block, and leaves the cache.
void free_recorded(block *b, thread_cache &cache) noexcept;

} // namespace clmem_core
