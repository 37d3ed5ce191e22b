// Runs something once, however many threads ask. If it throws, the next one who asks tries again. Unlike std::call_once it is
// understood by the thread sanitizer when that happens, and it holds no lock.
#pragma once

#include <atomic>

namespace clmem {

class latch_once {
  public:
    template <class Work>
    void run(Work &&work) {
        for (;;) {
            state seen = state::open;
            if (state_.compare_exchange_strong(seen, state::running, std::memory_order_acquire)) { break; }
            if (seen == state::done) { return; }
            state_.wait(state::running, std::memory_order_acquire);
        }
        try {
            work();
        } catch (...) {
            change(state::open);
            throw;
        }
        change(state::done);
    }

    // Whoever asks from now on finds it done. What runs already goes on.
    void skip() noexcept {
        state seen = state::open;
        state_.compare_exchange_strong(seen, state::done, std::memory_order_acq_rel);
    }

  private:
    enum class state : int { open, running, done };

    void change(state to) noexcept {
        state_.store(to, std::memory_order_release);
        state_.notify_all();
    }

    std::atomic<state> state_{state::open};
};

} // namespace clmem
