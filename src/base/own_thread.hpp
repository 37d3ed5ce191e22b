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
    // Throws std::system_error or std::bad_alloc if there is no thread to be had.
    static std::shared_ptr<own_thread> start(std::function<void()> body);

    // Returns when the thread is gone; at once if it is the caller.
    void join() noexcept;

    // Joins all that have done their work. Returns true if there are others.
    static bool join_done() noexcept;

  private:
    std::atomic<bool> is_done_{false};
    std::mutex mutex_; // for what follows
    std::thread thread_;
};

} // namespace clmem
