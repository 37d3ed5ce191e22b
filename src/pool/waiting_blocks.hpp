// The part of a thread cache for released blocks that commands may still use, in a pool whose memory the host accesses.
// Since no barrier can delay the host, such a block is reused only after a marker behind its release is complete, or
// after the thread has finished its queue. One marker covers all blocks released before it. Accessed like the cache.
#pragma once

#include "base/atomic.hpp"
#include "handle/block.hpp"
#include "heap/queue_view.hpp"
#include "queue/queue_order.hpp"

#include <array>
#include <cstddef>

namespace clmem_core {

// A counter that one thread writes and any may read.
class owned_counter {
  public:
    void add(std::uint64_t n) noexcept {
        value_.store(value_.load(std::memory_order_relaxed) + n, std::memory_order_relaxed);
    }
    void set(std::uint64_t n) noexcept { value_.store(n, std::memory_order_relaxed); }
    [[nodiscard]] std::uint64_t get() const noexcept { return value_.load(std::memory_order_relaxed); }

  private:
    sync::atomic<std::uint64_t> value_{0};
};

class waiting_blocks {
  public:
    // Takes in a block that was just released.
    void add(block *b) noexcept {
        if (released_.head == nullptr) { released_.last = b; }
        b->next = released_.head;
        released_.head = b;
        released_.bytes += b->bytes;
        ++released_.count;
        bytes_.add(b->bytes);
        count_.add(1);
    }

    // Under the pool's lock: a marker with this sequence number or a later one covers what was released until now.
    void stamp_released(sequence_number sequence) noexcept;
    // Takes out, as a list by `next`, what was stamped up to a sequence number; nullptr if there is none.
    [[nodiscard]] block *take_complete(sequence_number done) noexcept;
    [[nodiscard]] block *take_all() noexcept;

    // Visits every block.
    template <class Visit>
    void for_each(Visit &&visit) const {
        for_each_of(released_, visit);
        for (const batch &each : stamped_) {
            for_each_of(each, visit);
        }
    }

    // Whether it has blocks that a marker may cover by now.
    [[nodiscard]] bool may_be_complete() const noexcept { return batches_ != 0; }
    // Since the last stamp.
    [[nodiscard]] std::size_t released() const noexcept { return released_.count; }
    [[nodiscard]] std::size_t released_bytes() const noexcept { return released_.bytes; }
    // By any thread.
    [[nodiscard]] std::size_t bytes() const noexcept { return bytes_.get(); }
    [[nodiscard]] std::size_t count() const noexcept { return count_.get(); }

  private:
    struct batch {
        block *head = nullptr; // by `next`
        block *last = nullptr;
        std::size_t bytes = 0;
        std::size_t count = 0;
        sequence_number sequence = 0;
    };
    template <class Visit>
    static void for_each_of(const batch &of, Visit &visit) {
        for (const block *b = of.head; b != nullptr; b = b->next) {
            visit(*b);
        }
    }
    static void join(batch &to, const batch &added) noexcept;
    void count_out(const batch &taken) noexcept;

    batch released_;                                       // not stamped yet
    std::array<batch, queue_order::most_markers> stamped_; // oldest first
    std::size_t batches_ = 0;
    owned_counter bytes_;
    owned_counter count_;
};

} // namespace clmem_core
