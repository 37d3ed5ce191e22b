// In which order queues have used the ranges of a pool, and who knows of it.
//
// Time is a count of the pool's own. A range that comes back is stamped with the lanes (one for each queue) whose commands may
// still use it, and with the time; no call is made for that. A marker that is enqueued later in a queue covers all that was stamped
// with its lane before. A queue that has waited for the marker, by a barrier, knows the lane up to the marker's time; and when
// the marker was seen to be complete, everybody does. Used under the pool's lock.
#pragma once

#include "pool/block.hpp"
#include "pool/depot.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

namespace clmem {

using lane_mask = std::uint64_t;
using pool_time = std::uint64_t;

inline constexpr unsigned lane_count = 64;
inline constexpr pool_time for_ever = ~pool_time{0};

// An event that completes when all is done that was stamped with a lane up to a time.
struct order_marker {
    pool_time time;
    cl_event event;
};

// A queue that a pool knows. Its place in memory stays as long as the pool.
struct known_queue {
    std::uint64_t id = 0;              // never used twice: by it a thread finds its cache for a block
    cl_command_queue handle = nullptr; // NULL: the program has not named one yet
    unsigned lane = 0;
    bool out_of_order = false;
    bool cached = false;    // its blocks may wait in caches
    bool forgotten = false; // no command of it will use a block any more
    std::array<pool_time, lane_count> known{};
    std::vector<order_marker> markers; // oldest first
    // Out-of-order queues: the next barrier waits for this one, since PoCL 3.1 knows one at a time.
    cl_event last_barrier = nullptr;
    depot ready; // what overflowed from its caches
};

// What one queue may take without waiting.
struct queue_view {
    const pool_time *known;
    const pool_time *done;
    const pool_time *stamped; // when a range was last stamped with a lane
    lane_mask own;

    [[nodiscard]] bool is_open(const block &b) const noexcept {
        for (lane_mask open = b.lanes & ~own; open != 0; open &= open - 1) {
            const auto lane = static_cast<unsigned>(std::countr_zero(open));
            const pool_time time = std::min(b.time, stamped[lane]);
            if (known[lane] < time && done[lane] < time) { return false; }
        }
        return true;
    }
};

class queue_order {
  public:
    // The last lane is for events that the program names at a release.
    static constexpr unsigned event_lane = lane_count - 1;
    static constexpr std::size_t most_markers = 4; // for each queue
    static constexpr std::size_t most_events = 64; // that the program has named
    static constexpr std::uint8_t no_lane = 0xff;  // of a block that no queue uses

    // `waits_for_completion`: the memory is reached by the host, which no barrier holds back.
    explicit queue_order(bool waits_for_completion);

    // The queue by its handle; nullptr if it is not known. NULL: the default, which is not known once it was forgotten.
    [[nodiscard]] known_queue *find(cl_command_queue handle) noexcept;
    [[nodiscard]] known_queue &at(unsigned lane) noexcept { return lane == event_lane ? events_ : *queues_[lane]; }
    [[nodiscard]] const known_queue &at(unsigned lane) const noexcept {
        return lane == event_lane ? events_ : *queues_[lane];
    }
    [[nodiscard]] const std::vector<std::unique_ptr<known_queue>> &all() const noexcept { return queues_; }
    // The queue that a block which is out belongs to; nullptr if to none, or if the program has had that queue forgotten. A lane
    // alone does not tell: it may be another queue's by now.
    [[nodiscard]] known_queue *owner(const block &b) noexcept {
        if (b.lane == no_lane) { return nullptr; }
        known_queue &q = *queues_[b.lane];
        return q.id == b.queue && !q.forgotten ? &q : nullptr;
    }
    // The lanes that may have markers: of all queues, and that of events.
    [[nodiscard]] lane_mask lanes() const noexcept {
        return ((lane_mask{1} << queues_.size()) - 1) | (lane_mask{1} << event_lane);
    }
    // Gives the default queue its name.
    void name_default(cl_command_queue handle, bool out_of_order) noexcept;
    // Takes in a queue: the first one that is named becomes the default. Throws error if too many are known, std::bad_alloc.
    known_queue &add(cl_command_queue handle, bool out_of_order);

    // True if there are as many records as there can be: another queue needs that of a forgotten one.
    [[nodiscard]] bool is_full() const noexcept { return queues_.size() == event_lane; }

    // How many queues have a name.
    [[nodiscard]] std::size_t named() const noexcept;

    // True if there is no order to look after: one queue, which runs its commands in order.
    [[nodiscard]] bool is_trivial() const noexcept { return trivial_; }
    [[nodiscard]] bool waits_for_completion() const noexcept { return waits_for_completion_; }
    [[nodiscard]] queue_view view(const known_queue &queue) const noexcept;
    // What anybody may take, the host too.
    [[nodiscard]] queue_view completion_view() const noexcept {
        return {done_.data(), done_.data(), stamped_.data(), 0};
    }

    // The time for a new marker: what is stamped from now on is later.
    [[nodiscard]] pool_time tick() noexcept { return now_++; }
    // The lanes of a range that somebody may still have to wait for.
    [[nodiscard]] lane_mask pending(const block &b) const noexcept;
    // Notes that a block comes back: commands of its own lane, and of those that were told, may still use it.
    void stamp(block &b) noexcept {
        if (b.lane != no_lane) { b.lanes |= lane_mask{1} << b.lane; }
        for (lane_mask used = b.lanes; used != 0; used &= used - 1) {
            stamped_[static_cast<unsigned>(std::countr_zero(used))] = now_;
        }
        b.time = now_;
    }

    // The oldest marker of a lane that covers a time, or nullptr.
    [[nodiscard]] const order_marker *sufficient(unsigned lane, pool_time time) const noexcept;
    // Takes in a marker; one that is no longer needed goes to the doomed ones. Never allocates.
    void add_marker(unsigned lane, order_marker marker) noexcept;

    // Keeps the event of a barrier that an out-of-order queue has got.
    void set_barrier(known_queue &queue, cl_event barrier) noexcept;
    void set_known(known_queue &by, unsigned lane, pool_time time) noexcept;
    // All that was stamped with the lane up to the time is complete.
    void set_done(unsigned lane, pool_time time) noexcept;
    [[nodiscard]] pool_time done(unsigned lane) const noexcept { return done_[lane]; }
    [[nodiscard]] pool_time stamped(unsigned lane) const noexcept { return stamped_[lane]; }
    // No commands of the queue follow its last marker: its lane is for another one once that is complete.
    void forget(known_queue &queue) noexcept;

    // Events to be released without the lock.
    [[nodiscard]] std::vector<cl_event> &doomed() noexcept { return doomed_; }
    [[nodiscard]] const std::vector<cl_event> &doomed() const noexcept { return doomed_; }
    [[nodiscard]] std::size_t live_events() const noexcept { return live_events_; }
    [[nodiscard]] std::size_t live_events_peak() const noexcept { return live_events_peak_; }
    void events_released(std::size_t count) noexcept { live_events_ -= count; }

  private:
    known_queue *recycled() noexcept;
    void drop_oldest(known_queue &queue) noexcept;

    bool waits_for_completion_;
    bool trivial_;
    pool_time now_ = 1;
    std::array<pool_time, lane_count> done_{};
    std::array<pool_time, lane_count> stamped_{};
    std::vector<std::unique_ptr<known_queue>> queues_; // by lane
    known_queue events_;                               // those of the event lane
    std::vector<cl_event> doomed_;                     // has room for all events
    std::size_t live_events_ = 0;
    std::size_t live_events_peak_ = 0;
};

} // namespace clmem
