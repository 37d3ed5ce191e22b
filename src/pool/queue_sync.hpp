// How memory moves from one queue to another: which queues a pool knows, their markers, and barriers or waits that make
// a queue use memory only after the commands of others. The lock is never held while a queue is called: the calling
// thread retains the queue and the events, and afterwards relies only on the fact that sequence numbers only grow.
#pragma once

#include "base/biased_mutex.hpp"
#include "pool/pool_log.hpp"
#include "pool/pool_recorder.hpp"
#include "provider/provider.hpp"
#include "queue/queue_order.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <span>

namespace clmem_core {

// Markers of queue slots, one for each, that no thread releases meanwhile. Made, changed and ended under the lock.
class slot_markers {
  public:
    explicit slot_markers(queue_order &order) noexcept : order_{order} {}
    ~slot_markers();
    slot_markers(const slot_markers &) = delete;
    slot_markers &operator=(const slot_markers &) = delete;

    void add(unsigned queue_slot, const order_marker &marker) noexcept;
    [[nodiscard]] bool empty() const noexcept { return count_ == 0; }
    [[nodiscard]] std::span<held_event *const> events() const noexcept { return {events_.data(), count_}; }
    [[nodiscard]] unsigned queue_slot(std::size_t i) const noexcept { return queue_slots_[i]; }
    [[nodiscard]] sequence_number sequence(std::size_t i) const noexcept { return sequences_[i]; }

  private:
    queue_order &order_;
    std::size_t count_ = 0;
    std::array<unsigned, queue_slot_count> queue_slots_;
    std::array<sequence_number, queue_slot_count> sequences_;
    std::array<held_event *, queue_slot_count> events_;
};

class queue_sync {
  public:
    queue_sync(std::shared_ptr<provider> source, queue_order &order, const pool_log &log,
               pool_recorder &record) noexcept
        : source_{std::move(source)}, order_{order}, log_{log}, record_{record} {}

    // Throws error if the provider has no queues.
    [[nodiscard]] queue_driver &driver() const;

    // Before the pool is used: the program has named its default queue. Throws error.
    void name_default(cl_command_queue handle);
    // The queue of a handle, NULL for the pool's default; it is taken in if it is new. Throws error. The lock is held
    // at the end, and may have been released meanwhile; so it may in all functions below.
    [[nodiscard]] known_queue &find(cl_command_queue handle, biased_lock &lock);

    // Enqueues a marker that covers all stamps of a queue slot so far, or finishes the queue if it refuses markers.
    // Returns the driver's code if both fail: then the queue's memory is not reused until a later attempt succeeds.
    [[nodiscard]] cl_int mark(unsigned queue_slot, biased_lock &lock) noexcept;
    // The markers that cover the stamps of a block or a slab, as far as `view` does not; missing ones are enqueued.
    // Returns the driver's code if a queue refuses a marker.
    [[nodiscard]] cl_int find_markers(queue_slot_mask queue_slots, sequence_number sequence, const queue_view &view,
                                      slot_markers &out, biased_lock &lock) noexcept;

    struct waited {
        bool on_host;
        cl_int code;
        bool must_retry = false; // a marker has failed early, so nothing waits
    };
    // Makes a queue wait for events, which the caller uses, at most one for each queue slot. On the device if a barrier
    // suffices, otherwise on the host.
    [[nodiscard]] waited wait(known_queue &waiting, std::span<held_event *const> events, biased_lock &lock) noexcept;
    // Waits until events are complete, which the caller uses.
    [[nodiscard]] cl_int wait_on_host(std::span<held_event *const> events, biased_lock &lock) noexcept;
    // Makes a queue, or the host, wait for everything that may still use memory with this stamp. Returns the driver's
    // code if that fails: then the memory must not be used.
    [[nodiscard]] cl_int wait_for_uses(queue_slot_mask queue_slots, sequence_number sequence, known_queue &waiting,
                                       biased_lock &lock) noexcept;
    [[nodiscard]] cl_int wait_for_uses_on_host(queue_slot_mask queue_slots, sequence_number sequence,
                                               biased_lock &lock) noexcept;

    // Looks which markers are complete. Returns true if any is.
    bool poll_markers(biased_lock &lock) noexcept;
    // The same for one queue.
    bool poll_markers_of(unsigned queue_slot, biased_lock &lock) noexcept;
    // For memory that only complete commands make usable: enqueues a marker in every queue that needs one.
    void mark_pending(biased_lock &lock) noexcept;
    // Releases the events that nothing uses any more.
    void release_events(biased_lock &lock) noexcept;

    // Under the lock.
    [[nodiscard]] pool_recorder &record() noexcept { return record_; }
    [[nodiscard]] std::uint64_t markers() const noexcept { return markers_; }
    [[nodiscard]] std::uint64_t barriers() const noexcept { return barriers_; }
    [[nodiscard]] std::uint64_t host_waits() const noexcept { return host_waits_; }

  private:
    // Of an event, which the caller uses, without the lock.
    enum class progress { pending, over, failed_early };
    [[nodiscard]] progress look_at(const held_event &e) const noexcept;
    static constexpr std::size_t most_awaited = queue_slot_count + 1; // with the last barrier
    struct awaited {
        const held_event *event;
        bool is_new;
    };
    [[nodiscard]] bool find_unfailed(std::span<const awaited> events, std::array<cl_event, most_awaited> &out,
                                     std::size_t &count) const noexcept;
    [[nodiscard]] bool has_failed_early(std::span<const awaited> events) const noexcept;
    [[nodiscard]] cl_int try_to_wait_for_uses(queue_slot_mask queue_slots, sequence_number sequence,
                                              known_queue &waiting, bool &must_retry, biased_lock &lock) noexcept;
    void drop_failed(const slot_markers &markers, biased_lock &lock) noexcept;
    [[nodiscard]] cl_int finish_if_failed(unsigned queue_slot, const held_event &marker, biased_lock &lock) noexcept;
    void release_unneeded(known_queue &queue, biased_lock &lock) noexcept;
    [[nodiscard]] queue_reference refer(cl_command_queue handle, queue_driver::traits &traits) const;
    // The host has waited for markers. Returns the driver's code if it does not report what one stands for.
    [[nodiscard]] cl_int set_done(const slot_markers &markers, biased_lock &lock) noexcept;

    const std::shared_ptr<provider> source_;
    queue_order &order_;
    const pool_log &log_;
    pool_recorder &record_;
    std::uint64_t markers_ = 0;
    std::uint64_t barriers_ = 0;
    std::uint64_t host_waits_ = 0;
};

} // namespace clmem_core
