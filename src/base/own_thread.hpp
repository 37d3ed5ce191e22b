// Threads of clmem's own that call drivers. A driver keeps something for each thread, which it takes down at the thread's
// end, after all that the thread was started for: nobody may take the driver down before that.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

namespace clmem {

class own_thread {
  public:
    // The end of the process calls `leave`, if there is one, and waits a while for the body to return. Throws std::system_error
    // or std::bad_alloc if there is no thread to be had.
    static std::shared_ptr<own_thread> start(std::function<void()> body, std::function<void()> leave = {});

    // Returns when the thread is gone; at once if it is the caller.
    void join() noexcept;

    // Makes the end of the process wait, as start() does: for those who have to wait for something else before. Throws
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

} // namespace clmem
