// A thread that runs what it is given while the caller waits: a pool then has two threads with caches, and each input
// still has one outcome.
#pragma once

#include <functional>
#include <semaphore>
#include <thread>

namespace clmem::fuzz {

class second_thread {
  public:
    second_thread() : thread_{[this] { work(); }} {}
    ~second_thread() {
        run(nullptr);
        thread_.join();
    }
    second_thread(const second_thread &) = delete;
    second_thread &operator=(const second_thread &) = delete;

    // NULL: the thread ends.
    void run(const std::function<void()> &what) {
        what_ = &what;
        begin_.release();
        end_.acquire();
    }

  private:
    void work() {
        for (bool goes_on = true; goes_on; end_.release()) {
            begin_.acquire();
            goes_on = *what_ != nullptr;
            if (goes_on) { (*what_)(); }
        }
    }

    const std::function<void()> *what_ = nullptr;
    std::binary_semaphore begin_{0};
    std::binary_semaphore end_{0};
    std::thread thread_;
};

} // namespace clmem::fuzz
