// The pools of the process.
#pragma once

#include <memory>
#include <vector>

namespace clmem_core {

class pool;

namespace pool_list {

// Throws std::bad_alloc.
void add(const std::shared_ptr<pool> &made);
// A pool ends. It need not be in the list.
void remove(const pool &ended) noexcept;

// Those that live: all, or `only` one. The caller must not hold a lock when it releases them, since that may end them.
// Throws std::bad_alloc.
[[nodiscard]] std::vector<std::shared_ptr<pool>> live(const pool *only = nullptr);

} // namespace pool_list
} // namespace clmem_core
