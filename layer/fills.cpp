// Content that the layer gives new memory.
#include "contexts.hpp"
#include "driver.hpp"
#include "events.hpp"
#include "shield.hpp"

namespace clmem::layer {

// Memory that commands of the program's only queue may still use is filled in that queue. All other memory is filled in
// the layer's own, where nothing waits for the program's commands. NULL if single mode has ended since the memory was
// taken: it is not known any more which commands used it.
cl_command_queue context_state::begin_fill(uses from) noexcept {
    {
        const std::lock_guard lock{mutex_};
        const bool is_single = single_.load(std::memory_order_relaxed);
        if (from == uses::early && !is_single) { return nullptr; }
        if (from == uses::early && !queues_.empty()) {
            cl_command_queue const queue = queues_.front().handle;
            return retain(queue) ? queue : nullptr; // another thread may release it
        }
    }
    cl_command_queue const queue = blocks.own_queue();
    return queue != nullptr && retain(queue) ? queue : nullptr;
}

bool context_state::end_fill(cl_command_queue queue, cl_event done) {
    std::vector<cl_command_queue> others;
    bool is_ordered = done != nullptr;
    if (done != nullptr) {
        const std::lock_guard lock{mutex_};
        if (single_.load(std::memory_order_relaxed) && !queues_.empty() && queues_.front().handle == queue) {
            reused_early_ = true; // should the mode end, its marker is behind the fill
        } else {
            drop_complete(fills_);
            is_ordered = retain(done);
            if (is_ordered) { fills_.push_back(done); }
            for (const queue_state &other : queues_) {
                if (other.handle == queue) { continue; }
                if (retain(other.handle)) {
                    others.push_back(other.handle);
                } else {
                    is_ordered = false;
                }
            }
        }
    }
    if (!others.empty()) { (void)driver().clFlush(queue); }
    for (cl_command_queue other : others) {
        is_ordered = enqueue_barrier(other, {done}) && is_ordered;
        (void)driver().clReleaseCommandQueue(other);
    }
    if (done != nullptr && !is_ordered) {
        log_once("the driver refuses a barrier: memory is no longer reused");
        give_up_pooling();
    }
    if (done != nullptr) { release_event(done); }
    (void)driver().clReleaseCommandQueue(queue);
    return is_ordered;
}

} // namespace clmem::layer
