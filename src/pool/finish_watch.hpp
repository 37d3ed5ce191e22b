// Reports to pools that a thread has finished a queue: blocks that the thread had released before are ready for reuse
// without a marker. It concerns pools whose memory the host accesses and in which the thread has a cache for the queue.
#pragma once

#include "pool/pool.hpp"

#include <array>
#include <memory>

namespace clmem_core {

class finish_watch {
  public:
    // To be created before the call that waits.
    explicit finish_watch(cl_command_queue queue) noexcept;
    // To be called after the call has succeeded.
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

// Runs a command that returns when the queue's earlier commands are complete, if `waits`; others it only runs.
template <class Command>
void run_watched(bool waits, cl_command_queue queue, Command &&command) {
    if (!waits) { return command(); }
    finish_watch watch{queue};
    command();
    watch.finished();
}

} // namespace clmem_core
