// The event of the last barrier in a queue that runs out of order, the program's or the layer's. In PoCL 3.1, a barrier
// that waits for events replaces the barrier before it. Therefore each barrier of the layer waits for this event, too.
#pragma once

#include <CL/cl.h>
#include <mutex>

namespace clmem::layer {

class last_barrier {
  public:
    last_barrier() = default;
    last_barrier(const last_barrier &) = delete;
    last_barrier &operator=(const last_barrier &) = delete;

    // Hold this while a barrier is enqueued and kept. The mutex is recursive, since drivers may run commands, and their
    // callbacks, in the call that enqueues them.
    [[nodiscard]] std::unique_lock<std::recursive_mutex> lock() { return std::unique_lock{mutex_}; }

    // NULL if there was none. Call the following with the lock.
    [[nodiscard]] cl_event get() const noexcept { return event_; }
    // Takes over a reference to the event of a new barrier.
    void keep(cl_event made) noexcept;
    // Ends the reference if the barrier is complete: the event holds the queue.
    void drop_if_complete() noexcept;
    // The queue is released. Another thread may still be about to keep a barrier.
    void end() noexcept;

  private:
    std::recursive_mutex mutex_;
    cl_event event_ = nullptr;
    bool has_ended_ = false;
};

} // namespace clmem::layer
