// Runs a function once, however many threads call it. If it throws, the next call tries again. Unlike std::call_once,
// it holds no lock, and the thread sanitizer understands it in that case.
#pragma once

#include "base/atomic.hpp"

namespace clmem_core {

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

    // Later calls find it done. A running call continues.
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

    sync::atomic<state> state_{state::open};
};

} // namespace clmem_core
