// Steps with queues that come and go, with what holds commands up, and with the pool as a whole.
#include "actor.hpp"

#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace random_programs {

namespace {
constexpr std::size_t most_lanes = 4;
}

lane actor::any_lane() {
    const std::size_t n = random_.below(in_.lasting.size() + lanes_.size());
    return n < lanes_.size() ? lanes_[n] : in_.lasting[n - lanes_.size()];
}

void actor::make_lane() {
    if (lanes_.size() == most_lanes) { return end_lane(); }
    const bool is_out_of_order = random_.once_in(3);
    lanes_.push_back({in_.make_queue(is_out_of_order), is_out_of_order});
}

// The queue's last commands are enqueued; they may be pending for long.
void actor::end_lane() {
    if (lanes_.empty()) { return; }
    const std::size_t index = random_.below(lanes_.size());
    cl_command_queue queue = lanes_[index].queue;
    lanes_.erase(lanes_.begin() + static_cast<std::ptrdiff_t>(index));
    end_maps_of(queue);
    for (owned_block &b : blocks_) {
        if (b.home.queue != queue) { continue; }
        set_ready(b, marker_in(queue));
        b.home = {};
    }
    if (in_.pool != nullptr) {
        const in_clmem here{*this};
        check(clmem_pool_forget_queue(in_.pool, queue), "clmem_pool_forget_queue", CLMEM_ERROR_INVALID_ARGUMENT);
    }
    const mock::own_calls mine;
    if (random_.once_in(4)) { need(clFinish(queue), "clFinish"); }
    need(clReleaseCommandQueue(queue), "clReleaseCommandQueue");
}

void actor::finish_lane() {
    const mock::own_calls mine;
    need(clFinish(any_lane().queue), "clFinish");
}

void actor::open_gate() {
    if (gates_.empty()) { return; }
    const std::size_t index = random_.below(gates_.size());
    const mock::own_calls mine;
    clSetUserEventStatus(gates_[index], random_.once_in(8) ? -1 : CL_COMPLETE);
    clReleaseEvent(gates_[index]);
    gates_.erase(gates_.begin() + static_cast<std::ptrdiff_t>(index));
}

void actor::turn_the_pools_screws() {
    const in_clmem here{*this};
    switch (random_.below(8)) {
    case 0:
        check(clmem_pool_free_held(in_.pool), "clmem_pool_free_held");
        break;
    case 1:
        check(clmem_pool_set_limit(in_.pool, random_.below(4) << 23), "clmem_pool_set_limit");
        break;
    case 2:
        if (random_.once_in(16)) { check(clmem_pool_stop_holding(in_.pool), "clmem_pool_stop_holding"); }
        break;
    default:
        check(clmem_pool_trim(in_.pool, random_.below(16) << 20, nullptr), "clmem_pool_trim");
    }
}

// The child of a fork may release what it has and end its threads, and no call of it reaches OpenCL. Not under sanitizers: another
// thread may hold a lock of theirs at the fork, which stays taken in the child.
void actor::fork_child() {
#if !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)
    const pid_t child = ::fork();
    if (child == 0) {
        ::alarm(30);
        std::thread{[this] {
            for (const owned_block &b : blocks_) {
                clmem_buffer_release(b.handle);
            }
        }}.join();
        ::_exit(0);
    }
    int status = 0;
    if (child < 0 || ::waitpid(child, &status, 0) != child) { return; }
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) { report("a forked child ends with status 0x%x", status); }
#endif
}

} // namespace random_programs
