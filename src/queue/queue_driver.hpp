// What a pool needs from queues: markers that complete, and barriers that wait for them. Either OpenCL's queues, or the
// simulated ones of a virtual provider. Nothing here is called with a lock held.
#pragma once

#include "cl/raii.hpp"

#include <clmem.h>
#include <memory>
#include <span>
#include <vector>

namespace clmem_core {

// A reference to a queue, for the pool and for each thread that calls the queue without the lock. Its destructor calls
// the driver, so no lock may be held.
using queue_reference = std::shared_ptr<const cl_command_queue>;

// What must have ended before memory is returned to the driver.
struct last_uses {
    struct marker {
        cl_event event;
        queue_reference queue;
    };
    std::vector<cl_event> events;        // with a reference of their own each, as those of markers
    std::vector<marker> markers;         // of out-of-order queues, which are finished where the marker has failed
    std::vector<queue_reference> queues; // whose markers were refused

    [[nodiscard]] bool none() const noexcept { return events.empty() && markers.empty() && queues.empty(); }
};

class queue_driver {
  public:
    queue_driver() = default;
    virtual ~queue_driver() = default;
    queue_driver(const queue_driver &) = delete;
    queue_driver &operator=(const queue_driver &) = delete;

    struct traits {
        bool out_of_order;
        bool ends_markers_early = false; // quirk::markers_end_early
    };

    // Retains a queue that can use this provider's memory; throws error if it cannot.
    virtual traits retain(cl_command_queue queue) = 0;
    virtual void release(cl_command_queue queue) noexcept = 0;

    // An event that completes when all commands enqueued before are complete; it is flushed. Throws error.
    virtual cl_event enqueue_marker(cl_command_queue queue) = 0;
    // Commands enqueued later wait for the events. `out_barrier`, if not NULL, receives the barrier's event. Throws
    // error.
    virtual void enqueue_barrier(cl_command_queue queue, std::span<const cl_event> events, cl_event *out_barrier) = 0;
    // True if the event is complete, or has failed: then its command no longer runs.
    [[nodiscard]] virtual bool is_complete(cl_event event) noexcept = 0;
    // True if the event has failed. What a marker of an out-of-order queue waits for may then still run.
    [[nodiscard]] virtual bool has_failed(cl_event event) noexcept = 0;
    // Waits for an event. CL_SUCCESS: it is complete, or has failed; completed work is visible to the host and to every
    // command enqueued later. Otherwise the driver's code for the refusal: the state of its commands is unknown.
    [[nodiscard]] virtual cl_int wait(cl_event event) noexcept = 0;
    // Waits until all commands of a queue are complete. CL_SUCCESS: they are, or the queue is dead and runs nothing.
    // Otherwise the driver's code for the refusal.
    [[nodiscard]] virtual cl_int finish(cl_command_queue queue) noexcept = 0;

    // Whether commands of a queue wait for a user event. Only for drivers with quirk::sub_buffers_race: there such
    // commands, and no others, have the status CL_QUEUED after a flush.
    [[nodiscard]] virtual bool holds_back(cl_command_queue) noexcept { return false; }

    // Retains an event of the program; throws error if it does not belong to this provider.
    virtual void retain_event(cl_event event) = 0;
    virtual void release_event(cl_event event) noexcept = 0;

    // Retry several times, since a driver that lacks resources may succeed later; false if it keeps refusing: then it
    // is unknown whether commands still use the memory.
    [[nodiscard]] bool wait_often(cl_event event) noexcept;
    [[nodiscard]] bool finish_often(cl_command_queue queue) noexcept;
    // The same for all of them; releases the events.
    [[nodiscard]] bool wait_for(const last_uses &uses) noexcept;
};

} // namespace clmem_core
