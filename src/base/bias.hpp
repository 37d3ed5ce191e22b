// A right that belongs to one thread until another one asks for it.
//
// Much code that must be thread-safe only ever runs on one thread. That thread, the first one, marks itself busy with a
// plain store and continues; the first other thread revokes the right permanently (one kernel barrier), and from then
// on all threads synchronise as usual.
#pragma once

#include "base/asymmetric_fence.hpp"
#include "base/atomic.hpp"
#include "base/thread.hpp"

#include <cstdint>

namespace clmem_core {

class bias {
  public:
    // True if this thread has the right, until leave(). If not, call share() before the usual synchronisation.
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

    // Whether it belongs to no thread any more: then the usual synchronisation is enough.
    [[nodiscard]] bool is_shared() const noexcept { return owner_.load(std::memory_order_acquire) == no_owner; }

    // Afterwards no other thread has the right, and its effects are visible. The first thread to call this has the
    // right from then on.
    void share() noexcept {
        const std::uint64_t owner = owner_.load(std::memory_order_acquire);
        if (owner != no_owner && owner != known_thread_id()) { take_away(owner); }
    }

  private:
    // Values that are not thread ids.
    static constexpr std::uint64_t no_owner_yet = ~std::uint64_t{0};
    static constexpr std::uint64_t being_taken_away = no_owner_yet - 1;
    static constexpr std::uint64_t no_owner = no_owner_yet - 2; // permanently

    void take_away(std::uint64_t owner) noexcept;

    sync::atomic<std::uint64_t> owner_{no_owner_yet};
    sync::atomic<bool> busy_{false};
};

} // namespace clmem_core
