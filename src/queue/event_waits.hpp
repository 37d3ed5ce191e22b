// The events that releases have named, for which blocks wait: in one list for the pool, and in one for each block. Used
// under the pool's lock.
#pragma once

#include "handle/block.hpp"
#include "queue/held_event.hpp"

#include <cstddef>

namespace clmem_core {

class event_waits {
  public:
    event_waits() noexcept { all_.before = all_.after = &all_; }
    event_waits(const event_waits &) = delete;
    event_waits &operator=(const event_waits &) = delete;

    [[nodiscard]] std::size_t count() const noexcept { return count_; }
    // In no particular order; nullptr at the end.
    [[nodiscard]] held_event *first() const noexcept { return next_of(all_); }
    [[nodiscard]] held_event *next(const held_event &e) const noexcept { return next_of(e); }
    // False once the event has been taken out.
    [[nodiscard]] static bool has(const held_event &e) noexcept { return e.after != nullptr; }

    void add(block &b, held_event *e) noexcept;
    // An event is complete: its block no longer waits for it.
    void remove(held_event *e) noexcept;
    // Takes all events of a block out, as a list by `next`.
    [[nodiscard]] held_event *take(block &b) noexcept;
    void move_to_end(held_event *e) noexcept {
        unlink(e);
        link(e);
    }

  private:
    [[nodiscard]] held_event *next_of(const held_event &e) const noexcept {
        return e.after != &all_ ? e.after : nullptr;
    }
    void link(held_event *e) noexcept;
    void unlink(held_event *e) noexcept;

    held_event all_{nullptr}; // stands before the first one and after the last one
    std::size_t count_ = 0;
};

} // namespace clmem_core
