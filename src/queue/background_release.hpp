// Frees memory on a background thread, for slow drivers: freeing a gigabyte of shared virtual memory can take a tenth
// of a second. The thread exists only while there is memory to free.
#pragma once

#include "queue/queue_driver.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

namespace clmem_core {

class background_release {
  public:
    struct load {
        void *memory;
        std::size_t bytes;
        last_uses uses;             // for `work` to wait for
        std::shared_ptr<void> keep; // lives until the memory is freed
    };
    using free_memory = std::function<void(const load &)>; // must not throw
    enum class at_end {
        wait, // the destructor waits: `work` is not called after that
        // It does not wait, since the program may have to do something first; each load keeps alive what `work` needs.
        leave,
    };

    background_release(at_end how, free_memory work);
    ~background_release();
    background_release(const background_release &) = delete;
    background_release &operator=(const background_release &) = delete;

    // Queues memory for release and returns at once. If the process has no thread or memory for that, frees it in the
    // caller. In a forked child it does nothing: the memory belongs to the parent.
    void release(load given) noexcept;

    // Returns when all queued memory is freed; false if there was none. Memory that no thread has started with is freed
    // in the caller, since a new thread may take milliseconds to start.
    bool wait() const noexcept;

  private:
    struct state;
    static bool give_queued(state &s, bool is_thread = false) noexcept;
    static void run(const std::shared_ptr<state> &s) noexcept;
    static void start(const std::shared_ptr<state> &s);

    std::shared_ptr<state> state_; // shared with the thread, which may be a moment behind
};

} // namespace clmem_core
