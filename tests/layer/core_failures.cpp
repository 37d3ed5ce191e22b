// User events that fail: a marker of an out-of-order queue is over then, though commands before it still run. On Intel's
// runtime for CPUs it even shows success. PoCL 3.1 ends the process if a marker fails whose event is released.
#include "core_program.hpp"

#include <chrono>
#include <thread>

namespace {

constexpr std::size_t bytes = 1 << 20;

cl_command_queue queue_out_of_order(const environment &in) {
    cl_int code = CL_SUCCESS;
    cl_command_queue made = clCreateCommandQueue(in.context, in.device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &code);
    check(code, "clCreateCommandQueue");
    return made;
}

void fail(cl_event user_event) {
    check(clSetUserEventStatus(user_event, -1), "clSetUserEventStatus");
    std::this_thread::sleep_for(std::chrono::milliseconds{20});
}

bool is_over(cl_event event) {
    cl_int status = CL_QUEUED;
    check(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr), "clGetEventInfo");
    return status <= CL_COMPLETE;
}

// What uses memory after a failure. The memory of a command that is held back must not be among it.
class others {
  public:
    others(const environment &in, cl_command_queue queue) : in_{in}, queue_{queue} {}
    void add(int count) {
        for (int i = 0; i < count; ++i) {
            buffers_.push_back(in_.buffer(bytes));
            fill(queue_, buffers_.back(), bytes, 2);
        }
        finish(queue_);
    }
    void end(const char *what) {
        for (cl_mem buffer : buffers_) {
            expect(holds(queue_, buffer, bytes, 2), what);
            release(buffer);
        }
    }

  private:
    const environment &in_;
    cl_command_queue queue_;
    std::vector<cl_mem> buffers_;
};

// When the buffer of a command that is held back is released: before the failure, or after it.
enum class when { before, after };

// One command of an out-of-order queue fails, and one that another user event holds back goes on later.
void marker_over_early(const environment &in, when released) {
    cl_command_queue queue = queue_out_of_order(in);
    cl_command_queue other = in.queue();
    cl_event failing = in.user_event();
    cl_event gate = in.user_event();
    cl_event failed = nullptr;
    cl_event gated = nullptr;
    cl_mem scratch = in.buffer(bytes);
    cl_mem memory = in.buffer(bytes);
    fill(queue, scratch, bytes, 1, failing, &failed);
    fill(queue, memory, bytes, 1, gate, &gated);
    check(clFlush(queue), "clFlush");
    others next{in, other};
    if (released == when::before) {
        release(memory);
        next.add(2); // the layer enqueues its markers
    }
    fail(failing);
    if (released == when::after) { release(memory); }
    next.add(4);
    expect(!is_over(gated), "a failure of another command does not end a command that is held back");
    set(gate);
    check(clWaitForEvents(1, &gated), "clWaitForEvents");
    next.end("the memory of a command that is held back is not used again after a failure");
    for (cl_event event : {failing, gate, failed, gated}) {
        release(event);
    }
    release(scratch);
    release(other);
    // Intel's runtime crashes when it releases an out-of-order queue with a failed command, or enqueues a marker there.
}

// Commands behind a failed one in a queue in order, and in a queue that is released before the failure.
void process_goes_on(const environment &in) {
    cl_command_queue queue = in.queue();
    cl_command_queue other = in.queue();
    cl_event failing = in.user_event();
    cl_event failed = nullptr;
    cl_mem memory = in.buffer(bytes);
    fill(queue, memory, bytes, 1, failing, &failed);
    check(clFlush(queue), "clFlush");
    release(memory);
    others next{in, other};
    next.add(2);
    release(queue);
    fail(failing);
    next.add(2);
    next.end("the memory of a failed command may be used again");
    release(failing);
    release(failed);
    release(other);
}

} // namespace

int main() {
    for (int round = 0; round < 5; ++round) {
        for (const when released : {when::before, when::after}) {
            const environment in;
            marker_over_early(in, released);
        }
        const environment in;
        process_goes_on(in);
    }
    std::puts("all contents are right");
    std::fflush(stdout);
    std::_Exit(0); // Intel's runtime crashes at exit if a command of such a queue has failed
}
