// The caches that each thread has: made at its first allocations, drained at its end.
#pragma once

#include "pool/pool.hpp"

namespace clmem_core::caches {

// Finds or creates this thread's cache for a queue of a pool that the caller keeps alive; nullptr if the pool is
// closed, or the queue forgotten: then its record has another id, or may get one. Throws std::bad_alloc.
thread_cache *attach(pool &p, known_queue &queue, std::uint64_t queue_id);
// Makes the thread's next allocation that names the queue, by its handle or as the default, find the cache at once.
void remember(std::uint64_t pool_token, cl_command_queue queue, thread_cache &cache) noexcept;
// Makes the thread's next allocations find no cache at once.
void forget_requests() noexcept;

// Calls `visit` for each of the thread's caches whose blocks wait for completion, while its pool cannot end.
void for_each_waiting(void (*visit)(pool &p, thread_cache &cache, void *context), void *context) noexcept;

} // namespace clmem_core::caches
