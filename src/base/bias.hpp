// A right that belongs to one thread until another one asks for it.
//
// Much of what has to be safe among threads is only ever done by one. That thread, the first one that comes, marks itself busy by
// a plain store and goes on; the first other thread takes the right away for good (a kernel barrier, once), and from then on
// all do what threads do that share something.
#pragma once

#include "base/asymmetric_fence.hpp"
#include "base/thread.hpp"

#include <atomic>
#include <cstdint>

namespace clmem {

class bias {
  public:
    // True if the right is this thread's, until leave(). If not, share() comes before what threads do otherwise.
    [[nodiscard]] bool enter() noexcept {
        const std::uint64_t self = known_thread_id();
        if (owner_.load(std::memory_order_relaxed) != self) { return false; }
        busy_.store(true, std::memory_order_relaxed);
        asymmetric::light();
        if (owner_.load(std::memory_order_acquire) == self) [[likely]] { return true; }
        leave();
        return false;
    }
    void leave() noexcept { busy_.store(false, std::memory_order_release); }

    // Afterwards no other thread has the right, and what it did with it is visible. The first thread that comes has it from then on.
    void share() noexcept {
        const std::uint64_t owner = owner_.load(std::memory_order_acquire);
        if (owner != nobody && owner != known_thread_id()) { take_away(owner); }
    }

  private:
    // No ids of threads.
    static constexpr std::uint64_t nobody_yet = ~std::uint64_t{0};
    static constexpr std::uint64_t being_taken_away = nobody_yet - 1;
    static constexpr std::uint64_t nobody = nobody_yet - 2; // any more

    void take_away(std::uint64_t owner) noexcept;

    std::atomic<std::uint64_t> owner_{nobody_yet};
    std::atomic<bool> busy_{false};
};

} // namespace clmem
