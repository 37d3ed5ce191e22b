// clmem's own threads that call drivers. A driver keeps data for each thread and destroys it when the thread ends,
// after the thread's work: the driver must not shut down before that.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

namespace clmem_core {

class own_thread {
  public:
    // At process exit `leave`, if given, is called, and the exit waits a while for the body to return. Throws
    // std::system_error or std::bad_alloc if no thread can be started.
    static std::shared_ptr<own_thread> start(std::function<void()> body, std::function<void()> leave = {});

    // Returns when the thread has ended; at once if it is the caller.
    void join() noexcept;

    // Makes process exit wait, like start(), for callers that must wait for something else first. Throws
    // std::bad_alloc.
    static void watch_exit();

  private:
    static bool join_done() noexcept;
    static void wait_at_exit();

    std::function<void()> leave_;
    std::atomic<bool> is_done_{false};
    std::mutex mutex_; // for what follows
    std::thread thread_;
};

} // namespace clmem_core
