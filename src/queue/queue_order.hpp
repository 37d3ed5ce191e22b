// The order in which queues have used the ranges of a pool, and which uses are known to have ended.
//
// The pool counts stamps and markers by a sequence number. A freed range is stamped with the queue slots (one for each
// queue) whose commands may still use it, and with the sequence number; that needs no call. A marker enqueued later in
// a queue covers everything stamped with its queue slot before. A queue that has waited for the marker, by a barrier,
// is ordered after the queue slot up to the marker's sequence number; when the marker is complete, so is every queue.
// Sequence numbers only grow, even when a queue slot passes from a forgotten queue to the next one, so what a thread
// reports about a queue slot is true even if it reports late. Used under the pool's lock.
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

namespace clmem_core {

inline constexpr sequence_number last_sequence = ~sequence_number{0};

// An event that completes when all uses stamped with a queue slot up to a sequence number have ended.
struct order_marker {
    sequence_number sequence;
    held_event *event;
};

// A queue that a pool knows. Its address is stable while the pool exists.
struct known_queue {
    std::uint64_t id = 0;              // never reused: a thread finds its cache for a block by it
    cl_command_queue handle = nullptr; // NULL: the program has not named one yet, or has forgotten it
    queue_reference reference;         // to call it; none when no more calls are needed
    unsigned queue_slot = 0;
    bool out_of_order = false;
    bool ends_markers_early = false; // quirk::markers_end_early
    bool cached = false;             // its blocks may be in caches
    bool forgotten = false;          // none of its later commands will use a block
    std::array<sequence_number, queue_slot_count> known{};
    std::vector<order_marker> markers; // oldest first
    // Out-of-order queues: the next barrier waits for this one, for quirk::barrier_forgets_the_last.
    held_event *last_barrier = nullptr;
};

class queue_order {
  public:
    static constexpr unsigned most_queues = queue_slot_count - 1;
    // Not a queue slot, but a flag on a live or just freed block: it also waits for the events in its list. Never set
    // on a free range.
    static constexpr queue_slot_mask has_events = block::event_bit;
    static_assert(has_events == queue_slot_mask{1} << most_queues);
    static constexpr std::size_t most_markers = 4;      // for each queue
    static constexpr std::uint8_t no_queue_slot = 0xff; // of a block that no queue uses

    // `waits_for_completion`: the host accesses the memory, which no barrier can delay.
    explicit queue_order(bool waits_for_completion);
    ~queue_order();
    queue_order(const queue_order &) = delete;
    queue_order &operator=(const queue_order &) = delete;

    // The queue of a handle; nullptr if it is unknown. NULL: the default queue, which is unknown after it was
    // forgotten.
    [[nodiscard]] known_queue *find(cl_command_queue handle) noexcept;
    [[nodiscard]] known_queue &at(unsigned queue_slot) noexcept { return *queues_[queue_slot]; }
    [[nodiscard]] const known_queue &at(unsigned queue_slot) const noexcept { return *queues_[queue_slot]; }
    [[nodiscard]] const std::vector<std::unique_ptr<known_queue>> &all() const noexcept { return queues_; }
    // The queue of a live block; nullptr if it has none, or if the program has forgotten that queue. The queue slot
    // does not suffice: it may belong to another queue by now.
    [[nodiscard]] known_queue *owner(const block &b) noexcept {
        if (b.queue_slot == no_queue_slot) { return nullptr; }
        known_queue &q = *queues_[b.queue_slot];
        return q.id == b.queue && !q.forgotten ? &q : nullptr;
    }
    // Gives the default queue its name.
    void name_default(queue_reference reference, bool out_of_order) noexcept;
    // Adds a queue: the first named one becomes the default. Throws error if too many are known, std::bad_alloc.
    known_queue &add(queue_reference reference, bool out_of_order);

    // True if all records exist: another queue needs that of a forgotten one.
    [[nodiscard]] bool is_full() const noexcept { return queues_.size() == most_queues; }

    // True until the program has named its first queue.
    [[nodiscard]] bool has_unnamed() const noexcept {
        return queues_.front()->handle == nullptr && !queues_.front()->forgotten;
    }
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

    // The sequence number of a new marker: later stamps are greater.
    [[nodiscard]] sequence_number next_sequence() noexcept { return now_++; }
    [[nodiscard]] sequence_number now() const noexcept { return now_; }
    // The queue slots of a range whose uses may not have ended.
    [[nodiscard]] queue_slot_mask pending(const block &b) const noexcept;
    // The queue slots of a live block: its own, and those reported for it.
    [[nodiscard]] static queue_slot_mask queue_slots_of(const block &b) noexcept {
        return (b.queue_slots & ~has_events) | (b.queue_slot != no_queue_slot ? queue_slot_mask{1} << b.queue_slot : 0);
    }
    // Stamps a freed block: commands of its queue slots may still use it.
    void stamp(block &b) noexcept {
        const queue_slot_mask queue_slots = b.queue_slots | queue_slots_of(b);
        b.queue_slots = queue_slots;
        b.sequence = stamp_slots(queue_slots);
    }
    // Records that queue slots are in use until now, except forgotten ones, which are no longer used. Returns the
    // sequence number.
    sequence_number stamp_slots(queue_slot_mask queue_slots) noexcept {
        for (queue_slot_mask used = queue_slots & stampable_; used != 0; used &= used - 1) {
            stamped_[static_cast<unsigned>(std::countr_zero(used))] = now_;
        }
        return now_;
    }

    // The oldest marker of a queue slot that covers a sequence number, or nullptr.
    [[nodiscard]] const order_marker *sufficient(unsigned queue_slot, sequence_number sequence) const noexcept;
    // Whether no marker covers all that a queue slot was stamped with, and this is not over.
    [[nodiscard]] bool needs_marker(unsigned queue_slot) const noexcept {
        const sequence_number used = stamped_[queue_slot];
        return done_[queue_slot] < used && sufficient(queue_slot, used) == nullptr;
    }
    // Adds a marker, unless everything that it covers is known to be complete. Never allocates.
    void add_marker(unsigned queue_slot, order_marker marker) noexcept;

    // A marker has failed before all that it waits for was over: it covers nothing, and what queues know from it is
    // forgotten.
    void drop_failed(unsigned queue_slot, const held_event *marker) noexcept;

    // Keeps the event of a queue's last barrier, if there is one.
    void set_barrier(known_queue &queue, held_event *barrier) noexcept;
    void set_known(known_queue &by, unsigned queue_slot, sequence_number sequence) noexcept;
    // All uses stamped with the queue slot up to the sequence number are complete.
    void set_done(unsigned queue_slot, sequence_number sequence) noexcept;
    [[nodiscard]] sequence_number done(unsigned queue_slot) const noexcept { return done_[queue_slot]; }
    [[nodiscard]] sequence_number stamped(unsigned queue_slot) const noexcept { return stamped_[queue_slot]; }
    // The driver refused to report whether the queue slot's commands stamped so far are complete; a later query may
    // succeed.
    void set_unclear(unsigned queue_slot) noexcept { unclear_ |= queue_slot_mask{1} << queue_slot; }
    [[nodiscard]] queue_slot_mask unclear() const noexcept { return unclear_; }
    // No command enqueued in the queue from now on uses the pool's memory. Another queue may get its queue slot when a
    // marker that covers all stamps until now is complete.
    void forget(known_queue &queue) noexcept;
    // The reference to a forgotten queue that needs no more calls, as it has its last marker, which cannot fail early,
    // or nothing left to do; release it outside the lock.
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
    sequence_number now_ = 1;
    queue_slot_mask stampable_ = ~has_events; // without forgotten queues, whose stamps do not change
    queue_slot_mask unclear_ = 0;
    std::array<sequence_number, queue_slot_count> done_{};
    std::array<sequence_number, queue_slot_count> stamped_{};
    std::vector<std::unique_ptr<known_queue>> queues_; // by queue slot
    held_event *unused_ = nullptr;
    std::size_t live_events_ = 0; // including those about to be released
    std::size_t live_events_peak_ = 0;
};

} // namespace clmem_core
