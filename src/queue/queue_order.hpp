// In which order queues have used the ranges of a pool, and who knows of it.
//
// Time is a count of the pool's own. A range that comes back is stamped with the lanes (one for each queue) whose commands may
// still use it, and with the time; no call is made for that. A marker that is enqueued later in a queue covers all that was stamped
// with its lane before. A queue that has waited for the marker, by a barrier, knows the lane up to the marker's time; and when
// the marker was seen to be complete, everybody does. Times only grow, also when a lane goes from a forgotten queue to the next
// one: what a thread has learnt of a lane holds whenever it comes to tell it. Used under the pool's lock.
#pragma once

#include "heap/depot.hpp"
#include "heap/queue_view.hpp"
#include "queue/held_event.hpp"
#include "queue/queue_driver.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

namespace clmem {

inline constexpr pool_time for_ever = ~pool_time{0};

// An event that completes when all is done that was stamped with a lane up to a time.
struct order_marker {
    pool_time time;
    held_event *event;
};

// A queue that a pool knows. Its place in memory stays as long as the pool.
struct known_queue {
    std::uint64_t id = 0;              // never reused: a thread finds its cache for a block by it
    cl_command_queue handle = nullptr; // NULL: the program has not named one yet, or has forgotten it
    queue_reference reference;         // to call it; none when no more calls are needed
    unsigned lane = 0;
    bool out_of_order = false;
    bool cached = false;    // its blocks may wait in caches
    bool forgotten = false; // no command of it will use a block any more
    std::array<pool_time, lane_count> known{};
    std::vector<order_marker> markers; // oldest first
    // Out-of-order queues: the next barrier waits for this one, for quirk::barrier_forgets_the_last.
    held_event *last_barrier = nullptr;
    depot ready; // what overflowed from its caches
};

class queue_order {
  public:
    static constexpr unsigned most_queues = lane_count - 1;
    // No lane, but a sign on a block that is out, or comes back: it waits for events too, by its list of them. On no
    // free range.
    static constexpr lane_mask has_events = block::event_bit;
    static_assert(has_events == lane_mask{1} << most_queues);
    static constexpr std::size_t most_markers = 4; // for each queue
    static constexpr std::uint8_t no_lane = 0xff;  // of a block that no queue uses

    // `waits_for_completion`: the memory is reached by the host, which no barrier holds back.
    explicit queue_order(bool waits_for_completion);
    ~queue_order();
    queue_order(const queue_order &) = delete;
    queue_order &operator=(const queue_order &) = delete;

    // The queue by its handle; nullptr if it is not known. NULL: the default, which is not known once it was forgotten.
    [[nodiscard]] known_queue *find(cl_command_queue handle) noexcept;
    [[nodiscard]] known_queue &at(unsigned lane) noexcept { return *queues_[lane]; }
    [[nodiscard]] const known_queue &at(unsigned lane) const noexcept { return *queues_[lane]; }
    [[nodiscard]] const std::vector<std::unique_ptr<known_queue>> &all() const noexcept { return queues_; }
    // The queue that a block which is out belongs to; nullptr if to none, or if the program has had that queue
    // forgotten. A lane alone does not tell: it may be another queue's by now.
    [[nodiscard]] known_queue *owner(const block &b) noexcept {
        if (b.lane == no_lane) { return nullptr; }
        known_queue &q = *queues_[b.lane];
        return q.id == b.queue && !q.forgotten ? &q : nullptr;
    }
    // Gives the default queue its name.
    void name_default(queue_reference reference, bool out_of_order) noexcept;
    // Takes in a queue: the first one that is named becomes the default. Throws error if too many are known,
    // std::bad_alloc.
    known_queue &add(queue_reference reference, bool out_of_order);

    // True if there are as many records as there can be: another queue needs that of a forgotten one.
    [[nodiscard]] bool is_full() const noexcept { return queues_.size() == most_queues; }

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
    [[nodiscard]] pool_time now() const noexcept { return now_; }
    // The lanes of a range that somebody may still have to wait for.
    [[nodiscard]] lane_mask pending(const block &b) const noexcept;
    // The lanes of a block that is out: its own, and those that were told.
    [[nodiscard]] static lane_mask lanes_of(const block &b) noexcept {
        return (b.lanes & ~has_events) | (b.lane != no_lane ? lane_mask{1} << b.lane : 0);
    }
    // Notes that a block comes back: commands of its lanes may still use it.
    void stamp(block &b) noexcept {
        const lane_mask lanes = b.lanes | lanes_of(b);
        b.lanes = lanes;
        b.time = stamp_lanes(lanes);
    }
    // Notes that lanes are in use until now, but for forgotten ones, which are not used any more. Returns the time.
    pool_time stamp_lanes(lane_mask lanes) noexcept {
        for (lane_mask used = lanes & stampable_; used != 0; used &= used - 1) {
            stamped_[static_cast<unsigned>(std::countr_zero(used))] = now_;
        }
        return now_;
    }

    // The oldest marker of a lane that covers a time, or nullptr.
    [[nodiscard]] const order_marker *sufficient(unsigned lane, pool_time time) const noexcept;
    // Takes in a marker, unless it is known already that what it covers is complete. Never allocates.
    void add_marker(unsigned lane, order_marker marker) noexcept;

    // Keeps the event of a barrier that an out-of-order queue has got, if any.
    void set_barrier(known_queue &queue, held_event *barrier) noexcept;
    void set_known(known_queue &by, unsigned lane, pool_time time) noexcept;
    // All that was stamped with the lane up to the time is complete.
    void set_done(unsigned lane, pool_time time) noexcept;
    [[nodiscard]] pool_time done(unsigned lane) const noexcept { return done_[lane]; }
    [[nodiscard]] pool_time stamped(unsigned lane) const noexcept { return stamped_[lane]; }
    // Nobody could tell whether the lane's commands are complete, up to what was stamped until now; the next who asks
    // may.
    void set_unclear(unsigned lane) noexcept { unclear_ |= lane_mask{1} << lane; }
    [[nodiscard]] lane_mask unclear() const noexcept { return unclear_; }
    // No command that is enqueued in the queue from now on uses the pool's memory. Its lane is for another queue once a
    // marker that covers the time until now is complete.
    void forget(known_queue &queue) noexcept;
    // The reference to a queue that nothing more is to be asked of, since it was forgotten and has its last marker; it
    // goes without the lock.
    [[nodiscard]] queue_reference take_unneeded(known_queue &queue) noexcept;

    // Uses of an event. One that has none any more goes to the unused ones.
    static held_event *use(held_event *e) noexcept {
        ++e->users;
        return e;
    }
    void end_use(held_event *e) noexcept;
    // Ends the uses that the queues' markers and barriers are.
    void drop_events() noexcept;
    // Counts an event that is new; for its first user.
    held_event *count(held_event *e) noexcept;
    // An event to be released, and deleted, without the lock, or nullptr.
    [[nodiscard]] held_event *take_unused() noexcept;
    [[nodiscard]] bool has_unused() const noexcept { return unused_ != nullptr; }
    [[nodiscard]] std::size_t live_events() const noexcept { return live_events_; }
    [[nodiscard]] std::size_t live_events_peak() const noexcept { return live_events_peak_; }

  private:
    known_queue *recycled() noexcept;
    void drop_oldest(known_queue &queue) noexcept;

    bool waits_for_completion_;
    bool trivial_;
    pool_time now_ = 1;
    lane_mask stampable_ = ~has_events; // without forgotten queues, whose stamps stay as they are
    lane_mask unclear_ = 0;
    std::array<pool_time, lane_count> done_{};
    std::array<pool_time, lane_count> stamped_{};
    std::vector<std::unique_ptr<known_queue>> queues_; // by lane
    held_event *unused_ = nullptr;
    std::size_t live_events_ = 0; // those that are about to be released included
    std::size_t live_events_peak_ = 0;
};

} // namespace clmem
