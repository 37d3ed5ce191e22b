// Tells pools when a thread has waited until a queue was empty: what the thread had released before is ready for reuse,
// without a marker. Of pools whose memory the host accesses, in which the thread has a cache for the queue.
#pragma once

#include "pool/pool.hpp"

#include <array>
#include <memory>

namespace clmem_core {

class finish_watch {
  public:
    // Before the wait.
    explicit finish_watch(cl_command_queue queue) noexcept;
    // After it, if it has succeeded.
    void finished() noexcept;

  private:
    static constexpr std::size_t most_pools = 8; // others enqueue a marker
    struct watched {
        std::shared_ptr<pool> of;
        pool::queue_state state;
    };
    void add(pool &p, thread_cache &cache) noexcept;

    cl_command_queue queue_;
    std::array<watched, most_pools> pools_;
    std::size_t count_ = 0;
};

} // namespace clmem_core
