#include "queue/queue_driver.hpp"

#include "cl/enqueue.hpp"

namespace clmem_core {

bool queue_driver::wait_often(cl_event event) noexcept {
    return cl::try_often([&] { return wait(event); });
}

bool queue_driver::finish_often(cl_command_queue queue) noexcept {
    return cl::try_often([&] { return finish(queue); });
}

bool queue_driver::wait_for(const last_uses &uses) noexcept {
    bool all = true;
    for (cl_event event : uses.events) {
        all = wait_often(event) && all;
        release_event(event);
    }
    for (const last_uses::marker &marker : uses.markers) {
        all = wait_often(marker.event) && (!has_failed(marker.event) || finish_often(*marker.queue)) && all;
        release_event(marker.event);
    }
    for (const queue_reference &queue : uses.queues) {
        all = finish_often(*queue) && all;
    }
    return all;
}

} // namespace clmem_core
