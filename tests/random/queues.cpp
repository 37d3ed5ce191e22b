// Steps with queues that are created and forgotten, with gates that hold commands back, and with the pool as a whole.
#include "actor.hpp"

#include <clmem_extras.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace random_programs {

namespace {
constexpr std::size_t most_queues = 4;
}

named_queue actor::any_queue() {
    const std::size_t n = random_.below(in_.lasting.size() + queues_.size());
    return n < queues_.size() ? queues_[n] : in_.lasting[n - queues_.size()];
}

void actor::add_queue() {
    if (queues_.size() == most_queues) { return end_queue(); }
    const bool is_out_of_order = random_.once_in(3);
    queues_.push_back({in_.make_queue(is_out_of_order), is_out_of_order});
}

// After its last commands, which may stay pending for long.
void actor::end_queue() {
    if (queues_.empty()) { return; }
    const std::size_t index = random_.below(queues_.size());
    cl_command_queue queue = queues_[index].queue;
    queues_.erase(queues_.begin() + static_cast<std::ptrdiff_t>(index));
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

void actor::finish_queue() {
    const mock::own_calls mine;
    need(clFinish(any_queue().queue), "clFinish");
}

void actor::open_gate() {
    if (gates_.empty()) { return; }
    const std::size_t index = random_.below(gates_.size());
    const mock::own_calls mine;
    clSetUserEventStatus(gates_[index], random_.once_in(8) ? -1 : CL_COMPLETE);
    clReleaseEvent(gates_[index]);
    gates_.erase(gates_.begin() + static_cast<std::ptrdiff_t>(index));
}

void actor::manage_pool() {
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
    case 3:
        dump_pool();
        break;
    default:
        check(clmem_pool_trim(in_.pool, random_.below(16) << 20, nullptr), "clmem_pool_trim");
    }
}

// Whatever another thread is doing with the pool.
void actor::dump_pool() {
    const in_clmem here{*this};
    std::vector<char> text(4096);
    std::size_t bytes = 0;
    check(clmem_pool_dump(in_.pool, text.size(), text.data(), &bytes), "clmem_pool_dump");
}

// The child of a fork may release its objects and end its threads, but none of its calls may reach OpenCL. Skipped
// under sanitizers: another thread may hold one of their locks during the fork, which then stays locked in the child.
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
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) { report("a forked child ended with status 0x%x", status); }
#endif
}

} // namespace random_programs
