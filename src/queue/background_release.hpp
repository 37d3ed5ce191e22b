// Gives memory back on a thread of its own, where the driver takes its time: a gigabyte of shared virtual memory can
// take a tenth of a second. The thread is there only while there is something to give back.
#pragma once

#include "queue/queue_driver.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

namespace clmem {

class background_release {
  public:
    struct load {
        void *memory;
        std::size_t bytes;
        last_uses uses;             // for `work` to wait for
        std::shared_ptr<void> keep; // lives until the memory is gone
    };
    using give_back = std::function<void(const load &)>; // must not throw
    enum class at_end {
        wait,  // the destructor waits: `work` is not called any more after that
        leave, // it does not, since the program may have to do something first; each load keeps alive what `work` needs
    };

    background_release(at_end how, give_back work);
    ~background_release();
    background_release(const background_release &) = delete;
    background_release &operator=(const background_release &) = delete;

    // Hands memory over and returns at once. If the process has no thread or memory for it, it is given back here and
    // now. In a forked child nothing happens: the memory is the parent's.
    void release(load given) noexcept;

    // Returns when all that was handed over is gone; false if there was nothing. What no thread has begun with is given back here, since a new thread
    // may take milliseconds to begin.
    bool wait() const noexcept;

  private:
    struct state;
    static bool give_queued(state &s, bool is_thread = false) noexcept;
    static void run(const std::shared_ptr<state> &s) noexcept;
    static void start(const std::shared_ptr<state> &s);

    std::shared_ptr<state> state_; // shared with the thread, which may be a moment behind
};

} // namespace clmem
