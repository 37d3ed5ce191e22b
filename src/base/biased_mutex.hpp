// A mutex that costs its first owner two stores while no other thread asks for it, since most pools are used by one
// thread. After that it is an ordinary mutex.
#pragma once

#include "base/atomic.hpp"
#include "base/bias.hpp"

#include <cstdint>

namespace clmem_core {

class biased_mutex {
    enum : std::uint32_t { free, taken, awaited }; // awaited: locked, and a thread may be sleeping
  public:
    // Returns true if the lock was taken by bias; unlock() must be told.
    [[nodiscard]] bool lock() {
        if (bias_.enter()) { return true; }
        enter();
        bias_.share();
        return false;
    }

    void unlock(bool by_bias) noexcept {
        if (by_bias) {
            bias_.leave();
        } else {
            leave();
        }
    }

  private:
    void enter() noexcept {
        if (!try_enter()) { wait_to_enter(); }
    }
    void leave() noexcept {
        if (state_.exchange(free, std::memory_order_release) == awaited) { wake(); }
    }
    [[nodiscard]] bool try_enter() noexcept {
        std::uint32_t expected = free;
        return state_.load(std::memory_order_relaxed) == free &&
               state_.compare_exchange_weak(expected, taken, std::memory_order_acquire, std::memory_order_relaxed);
    }

    // Critical sections take some tens of nanoseconds, and sleeping costs a thousand times as much. So waiting threads
    // first spin for a while with loads, which leave the cache line with the owner. They back off, so that the owner
    // can lock several times meanwhile, while the memory is in its processor's cache. This and wake() are not inline,
    // since both together are longer than most critical sections.
    [[gnu::noinline]] void wait_to_enter() noexcept {
        for (int pauses = 1; pauses <= 128; pauses *= 2) {
            for (int left = pauses; left > 0; --left) {
                sync::pause();
            }
            if (try_enter()) { return; }
        }
        while (state_.exchange(awaited, std::memory_order_acquire) != free) {
            state_.wait(awaited, std::memory_order_relaxed);
        }
    }
    [[gnu::noinline]] void wake() noexcept { state_.notify_one(); }

    bias bias_;
    sync::atomic<std::uint32_t> state_{free};
};

// Holds a biased_mutex for a scope; may be unlocked and locked again in between.
class biased_lock {
  public:
    explicit biased_lock(biased_mutex &mutex) : mutex_{mutex}, by_bias_{mutex.lock()} {}
    ~biased_lock() {
        if (held_) { mutex_.unlock(by_bias_); }
    }
    biased_lock(const biased_lock &) = delete;
    biased_lock &operator=(const biased_lock &) = delete;

    void unlock() noexcept {
        mutex_.unlock(by_bias_);
        held_ = false;
    }
    void lock() {
        by_bias_ = mutex_.lock();
        held_ = true;
    }

  private:
    biased_mutex &mutex_;
    bool by_bias_;
    bool held_ = true;
};

// Releases a lock for a scope; it is held again afterwards, even after an exception.
class unlocked_scope {
  public:
    explicit unlocked_scope(biased_lock &lock) noexcept : lock_{lock} { lock_.unlock(); }
    ~unlocked_scope() { lock_.lock(); }
    unlocked_scope(const unlocked_scope &) = delete;
    unlocked_scope &operator=(const unlocked_scope &) = delete;

  private:
    biased_lock &lock_;
};

} // namespace clmem_core
