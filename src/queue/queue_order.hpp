// The order in which queues have used the ranges of a pool, and which uses are known to have ended.
//
// The pool counts its own time, a sequence number. A freed range is stamped with the lanes (queue slots, one for each
// queue) whose commands may still use it, and with the time; that needs no call. A marker enqueued later in a queue
// covers everything stamped with its lane before. A queue that has waited for the marker, by a barrier, is ordered
// after the lane up to the marker's time; when the marker is complete, so is every queue. Times only grow, even when a
// lane passes from a forgotten queue to the next one, so what a thread reports about a lane is true even if it reports
// late. Used under the pool's lock.
#pragma once

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

// An event that completes when all uses stamped with a lane up to a time have ended.
struct order_marker {
    pool_time time;
    held_event *event;
};

// A queue that a pool knows. Its address is stable while the pool exists.
struct known_queue {
    std::uint64_t id = 0;              // never reused: a thread finds its cache for a block by it
    cl_command_queue handle = nullptr; // NULL: the program has not named one yet, or has forgotten it
    queue_reference reference;         // to call it; none when no more calls are needed
    unsigned lane = 0;
    bool out_of_order = false;
    bool cached = false;    // its blocks may be in caches
    bool forgotten = false; // none of its later commands will use a block
    std::array<pool_time, lane_count> known{};
    std::vector<order_marker> markers; // oldest first
    // Out-of-order queues: the next barrier waits for this one, for quirk::barrier_forgets_the_last.
    held_event *last_barrier = nullptr;
};

class queue_order {
  public:
    static constexpr unsigned most_queues = lane_count - 1;
    // Not a lane, but a flag on a live or just freed block: it also waits for the events in its list. Never set on a
    // free range.
    static constexpr lane_mask has_events = block::event_bit;
    static_assert(has_events == lane_mask{1} << most_queues);
    static constexpr std::size_t most_markers = 4; // for each queue
    static constexpr std::uint8_t no_lane = 0xff;  // of a block that no queue uses

    // `waits_for_completion`: the host accesses the memory, which no barrier can delay.
    explicit queue_order(bool waits_for_completion);
    ~queue_order();
    queue_order(const queue_order &) = delete;
    queue_order &operator=(const queue_order &) = delete;

    // The queue of a handle; nullptr if it is unknown. NULL: the default queue, which is unknown after it was
    // forgotten.
    [[nodiscard]] known_queue *find(cl_command_queue handle) noexcept;
    [[nodiscard]] known_queue &at(unsigned lane) noexcept { return *queues_[lane]; }
    [[nodiscard]] const known_queue &at(unsigned lane) const noexcept { return *queues_[lane]; }
    [[nodiscard]] const std::vector<std::unique_ptr<known_queue>> &all() const noexcept { return queues_; }
    // The queue of a live block; nullptr if it has none, or if the program has forgotten that queue. The lane does not
    // suffice: it may belong to another queue by now.
    [[nodiscard]] known_queue *owner(const block &b) noexcept {
        if (b.lane == no_lane) { return nullptr; }
        known_queue &q = *queues_[b.lane];
        return q.id == b.queue && !q.forgotten ? &q : nullptr;
    }
    // Gives the default queue its name.
    void name_default(queue_reference reference, bool out_of_order) noexcept;
    // Adds a queue: the first named one becomes the default. Throws error if too many are known, std::bad_alloc.
    known_queue &add(queue_reference reference, bool out_of_order);

    // True if all records exist: another queue needs that of a forgotten one.
    [[nodiscard]] bool is_full() const noexcept { return queues_.size() == most_queues; }

    // The number of named queues.
    [[nodiscard]] std::size_t named() const noexcept;

    // True if nothing must be ordered: there is one queue, which runs its commands in order.
    [[nodiscard]] bool is_trivial() const noexcept { return trivial_; }
    [[nodiscard]] bool waits_for_completion() const noexcept { return waits_for_completion_; }
    [[nodiscard]] queue_view view(const known_queue &queue) const noexcept;
    // The view of ranges that every queue, and the host, may use.
    [[nodiscard]] queue_view completion_view() const noexcept {
        return {done_.data(), done_.data(), stamped_.data(), 0};
    }

    // The time for a new marker: later stamps are greater.
    [[nodiscard]] pool_time tick() noexcept { return now_++; }
    [[nodiscard]] pool_time now() const noexcept { return now_; }
    // The lanes of a range whose uses may not have ended.
    [[nodiscard]] lane_mask pending(const block &b) const noexcept;
    // The lanes of a live block: its own, and those reported for it.
    [[nodiscard]] static lane_mask lanes_of(const block &b) noexcept {
        return (b.lanes & ~has_events) | (b.lane != no_lane ? lane_mask{1} << b.lane : 0);
    }
    // Stamps a freed block: commands of its lanes may still use it.
    void stamp(block &b) noexcept {
        const lane_mask lanes = b.lanes | lanes_of(b);
        b.lanes = lanes;
        b.time = stamp_lanes(lanes);
    }
    // Records that lanes are in use until now, except forgotten ones, which are no longer used. Returns the time.
    pool_time stamp_lanes(lane_mask lanes) noexcept {
        for (lane_mask used = lanes & stampable_; used != 0; used &= used - 1) {
            stamped_[static_cast<unsigned>(std::countr_zero(used))] = now_;
        }
        return now_;
    }

    // The oldest marker of a lane that covers a time, or nullptr.
    [[nodiscard]] const order_marker *sufficient(unsigned lane, pool_time time) const noexcept;
    // Adds a marker, unless everything that it covers is known to be complete. Never allocates.
    void add_marker(unsigned lane, order_marker marker) noexcept;

    // Keeps the event of an out-of-order queue's barrier, if there is one.
    void set_barrier(known_queue &queue, held_event *barrier) noexcept;
    void set_known(known_queue &by, unsigned lane, pool_time time) noexcept;
    // All uses stamped with the lane up to the time are complete.
    void set_done(unsigned lane, pool_time time) noexcept;
    [[nodiscard]] pool_time done(unsigned lane) const noexcept { return done_[lane]; }
    [[nodiscard]] pool_time stamped(unsigned lane) const noexcept { return stamped_[lane]; }
    // The driver refused to report whether the lane's commands stamped so far are complete; a later query may succeed.
    void set_unclear(unsigned lane) noexcept { unclear_ |= lane_mask{1} << lane; }
    [[nodiscard]] lane_mask unclear() const noexcept { return unclear_; }
    // No command enqueued in the queue from now on uses the pool's memory. Another queue may get its lane when a marker
    // that covers the time until now is complete.
    void forget(known_queue &queue) noexcept;
    // The reference to a forgotten queue that has its last marker and needs no more calls; release it outside the lock.
    [[nodiscard]] queue_reference take_unneeded(known_queue &queue) noexcept;

    // Uses of an event. An event without uses moves to the unused ones.
    static held_event *use(held_event *e) noexcept {
        ++e->users;
        return e;
    }
    void end_use(held_event *e) noexcept;
    // Ends the uses by the queues' markers and barriers.
    void drop_events() noexcept;
    // Counts a new event, for its first user.
    held_event *count(held_event *e) noexcept;
    // An event to release and delete outside the lock, or nullptr.
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
    lane_mask stampable_ = ~has_events; // without forgotten queues, whose stamps do not change
    lane_mask unclear_ = 0;
    std::array<pool_time, lane_count> done_{};
    std::array<pool_time, lane_count> stamped_{};
    std::vector<std::unique_ptr<known_queue>> queues_; // by lane
    held_event *unused_ = nullptr;
    std::size_t live_events_ = 0; // including those about to be released
    std::size_t live_events_peak_ = 0;
};

} // namespace clmem
