// Gives memory back on a thread of its own, where the driver takes its time: a gigabyte of shared virtual memory can take a
// tenth of a second. The thread is there only while there is something to give back.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace clmem {

class background_release {
  public:
    using give_back = std::function<void(void *memory, std::size_t bytes)>; // must not throw

    explicit background_release(give_back work);
    ~background_release() { wait(); } // `work` is not called any more after that
    background_release(const background_release &) = delete;
    background_release &operator=(const background_release &) = delete;

    // Hands memory over and returns at once. If the process has no thread or memory for it, it is given back here and now. In
    // a forked child nothing happens: the memory is the parent's.
    void release(void *memory, std::size_t bytes) noexcept;

    // Returns when all that was handed over is gone.
    void wait() const noexcept;

  private:
    struct state;
    static void run(const std::shared_ptr<state> &s) noexcept;
    static void start(const std::shared_ptr<state> &s);

    std::shared_ptr<state> state_; // shared with the thread, which may be a moment behind
};

} // namespace clmem
