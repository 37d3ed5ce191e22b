// What a pool needs of queues: markers that complete, and barriers that wait for them. OpenCL's queues, or those that a virtual
// provider pretends to have. Nothing here is called with a lock held.
#pragma once

#include "cl/raii.hpp"

#include <clmem.h>
#include <memory>
#include <span>
#include <vector>

namespace clmem {

// A reference to a queue, for the pool and for each thread that calls the queue without the lock. Its destructor calls the driver:
// no lock is held then.
using queue_reference = std::shared_ptr<const cl_command_queue>;

// What is to be over before memory goes back to the driver.
struct last_uses {
    std::vector<cl_event> events;        // with a reference of their own each
    std::vector<queue_reference> queues; // whose markers were refused
};

class queue_driver {
  public:
    queue_driver() = default;
    virtual ~queue_driver() = default;
    queue_driver(const queue_driver &) = delete;
    queue_driver &operator=(const queue_driver &) = delete;

    struct traits {
        bool out_of_order;
    };

    // Takes a reference to a queue that can be used with this provider's memory; throws error if it cannot.
    virtual traits retain(cl_command_queue queue) = 0;
    virtual void release(cl_command_queue queue) noexcept = 0;

    // An event that completes when all commands are done that were enqueued before; it is on its way to the device (flushed).
    // Throws error.
    virtual cl_event enqueue_marker(cl_command_queue queue) = 0;
    // Commands that are enqueued later wait for the events. `out_barrier`, if it is not NULL, is the event of the barrier itself.
    // Throws error.
    virtual void enqueue_barrier(cl_command_queue queue, std::span<const cl_event> events, cl_event *out_barrier) = 0;
    // True once the event is complete, or has failed: then its commands do not run any more.
    [[nodiscard]] virtual bool is_complete(cl_event event) noexcept = 0;
    // Waits for an event. CL_SUCCESS: it is complete, or has failed; what is complete is visible to the host and to every command
    // that is enqueued later. Else the code with which the driver refused: nobody knows whether its commands are over.
    [[nodiscard]] virtual cl_int wait(cl_event event) noexcept = 0;
    // Waits until a queue has done all that it has. CL_SUCCESS: it has, or it is dead: then it does nothing any more. Else the code
    // with which the driver refused.
    [[nodiscard]] virtual cl_int finish(cl_command_queue queue) noexcept = 0;

    // Takes a reference to an event of the program; throws error if it is none of this provider's.
    virtual void retain_event(cl_event event) = 0;
    virtual void release_event(cl_event event) noexcept = 0;

    // Ask several times, since what the driver refuses for want of resources it may do when it is asked again; false if it has not:
    // then nobody knows whether commands still use the memory.
    [[nodiscard]] bool wait_often(cl_event event) noexcept;
    [[nodiscard]] bool finish_often(cl_command_queue queue) noexcept;
    // The same for all of them; releases the events.
    [[nodiscard]] bool wait_for(const last_uses &uses) noexcept;
};

} // namespace clmem
