// Memory of commands that the program holds back is not used again, and no queue waits for them.
#include "core_program.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <string_view>
#include <thread>
#include <unistd.h>

namespace {

constexpr std::size_t bytes = 1 << 20;

// What follows a release: new buffers in another queue, which the gated fill must not change.
void use_elsewhere(const environment &in, cl_command_queue queue, cl_event gate, cl_event gated, const char *what) {
    std::vector<cl_mem> others;
    for (int i = 0; i < 4; ++i) {
        others.push_back(in.buffer(bytes));
        fill(queue, others.back(), bytes, 2);
    }
    finish(queue); // a queue that waited for the gated fill would never end
    set(gate);
    check(clWaitForEvents(1, &gated), "clWaitForEvents");
    for (cl_mem other : others) {
        expect(holds(queue, other, bytes, 2), what);
        release(other);
    }
    release(gated);
    release(gate);
}

cl_event gated_fill(const environment &in, cl_command_queue queue, cl_event gate) {
    cl_mem memory = in.buffer(bytes);
    cl_event done = nullptr;
    fill(queue, memory, bytes, 1, gate, &done);
    check(clFlush(queue), "clFlush");
    release(memory);
    return done;
}

void gated_queue(const environment &in) {
    cl_command_queue first = in.queue();
    cl_command_queue second = in.queue();
    cl_event gate = in.user_event();
    cl_event gated = gated_fill(in, first, gate);
    use_elsewhere(in, second, gate, gated, "the memory of a gated command is not used in another queue");
    release(first);
    release(second);
}

// The queue is released before the buffer: its commands still use the memory.
void departed_queue(const environment &in) {
    cl_command_queue first = in.queue();
    cl_command_queue second = in.queue();
    cl_event gate = in.user_event();
    cl_mem memory = in.buffer(bytes);
    cl_event gated = nullptr;
    fill(first, memory, bytes, 1, gate, &gated);
    check(clFlush(first), "clFlush");
    release(first);
    release(memory);
    use_elsewhere(in, second, gate, gated, "the memory of a released queue's command is not used in another queue");
    release(second);
}

// A queue that is created later is not held back by the gated commands of a released one.
void queue_after_departed(const environment &in) {
    cl_command_queue first = in.queue();
    cl_event gate = in.user_event();
    cl_event gated = gated_fill(in, first, gate);
    release(first);
    cl_command_queue second = in.queue();
    use_elsewhere(in, second, gate, gated, "the memory of a released queue's command is not used in a new queue");
    release(second);
}

constexpr std::size_t busy_bytes = 16 * bytes;

// A new buffer, right after one of its size was released under running commands of a queue, which write it.
cl_mem released_under_commands(const environment &in, cl_command_queue queue) {
    cl_mem source = in.buffer(busy_bytes);
    cl_mem target = in.buffer(busy_bytes);
    for (int i = 0; i < 8; ++i) {
        check(clEnqueueCopyBuffer(queue, source, target, 0, 0, busy_bytes, 0, nullptr, nullptr), "clEnqueueCopyBuffer");
    }
    fill(queue, target, busy_bytes, 1);
    check(clFlush(queue), "clFlush");
    release(target);
    cl_mem made = in.buffer(busy_bytes);
    release(source);
    return made;
}

// Released under running commands, then used in a queue that did not exist at that time.
void queue_after_release(const environment &in) {
    cl_command_queue first = in.queue();
    cl_mem again = released_under_commands(in, first);
    cl_command_queue second = in.queue();
    fill(second, again, busy_bytes, 2);
    expect(holds(second, again, busy_bytes, 2), "a new queue's commands come after those that used the memory before");
    finish(first);
    expect(holds(second, again, busy_bytes, 2), "commands before the release do not change the memory afterwards");
    release(again);
    release(first);
    release(second);
}

cl_command_queue unordered_queue(const environment &in) {
    cl_int code = CL_SUCCESS;
    return clCreateCommandQueue(in.context, in.device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &code);
}

// With PoCL, a barrier that waits for events replaces the one before it, such as one of the layer's.
void barrier_after_release(const environment &in) {
    cl_command_queue first = in.queue();
    cl_mem again = released_under_commands(in, first);
    cl_command_queue second = unordered_queue(in);
    if (second != nullptr) {
        cl_event gate = in.user_event();
        check(clEnqueueBarrierWithWaitList(second, 1, &gate, nullptr), "clEnqueueBarrierWithWaitList");
        fill(second, again, busy_bytes, 2);
        set(gate);
        finish(second);
        finish(first);
        expect(holds(second, again, busy_bytes, 2), "commands before the release do not change the memory afterwards");
        release(gate);
        release(second);
    }
    release(again);
    release(first);
}

// What the program writes behind a barrier comes after the content that new memory may get.
void barrier_after_creation(const environment &in) {
    constexpr std::size_t large = 64 * bytes;
    cl_command_queue queue = unordered_queue(in);
    if (queue == nullptr) { return; }
    cl_event set_already = in.user_event();
    set(set_already);
    cl_mem memory = in.buffer(large);
    check(clEnqueueBarrierWithWaitList(queue, 1, &set_already, nullptr), "clEnqueueBarrierWithWaitList");
    const unsigned char value = 2;
    check(clEnqueueFillBuffer(queue, memory, &value, 1, large - 1, 1, 0, nullptr, nullptr), "clEnqueueFillBuffer");
    finish(queue);
    cl_command_queue second = in.queue(); // comes after all that fills new memory
    unsigned char found = 0;
    check(clEnqueueReadBuffer(second, memory, CL_TRUE, large - 1, 1, &found, 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
    expect(found == value, "new memory does not change after the program has written it");
    release(second);
    release(memory);
    release(set_already);
    release(queue);
}

bool is_over(cl_event event) {
    cl_int status = CL_QUEUED;
    check(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr), "clGetEventInfo");
    return status == CL_COMPLETE;
}

cl_uint references_of(cl_command_queue queue) {
    cl_uint references = 0;
    check(clGetCommandQueueInfo(queue, CL_QUEUE_REFERENCE_COUNT, sizeof references, &references, nullptr),
          "clGetCommandQueueInfo");
    return references;
}

// The layer may fill new memory, and make later commands wait for the fill. In a queue that runs out of order, this must
// not make them wait for a command that the program holds back.
void creation_beside_gated_command(const environment &in) {
    cl_command_queue queue = unordered_queue(in);
    if (queue == nullptr) { return; }
    cl_event gate = in.user_event();
    cl_event gated = gated_fill(in, queue, gate);
    cl_mem memory = in.buffer(bytes);
    cl_event done = nullptr;
    fill(queue, memory, bytes, 1, nullptr, &done);
    check(clFlush(queue), "clFlush");
    for (int i = 0; i < 5000 && !is_over(done); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
    expect(is_over(done), "a command on new memory does not wait for a gated one");
    set(gate);
    finish(queue);
    release(done);
    release(gated);
    release(memory);
    release(gate);
    release(queue);
}

using barrier_function = void (*)(cl_command_queue, cl_event);

void barrier_with_list(cl_command_queue queue, cl_event gate) {
    check(clEnqueueBarrierWithWaitList(queue, 1, &gate, nullptr), "clEnqueueBarrierWithWaitList");
}

void barrier_behind_all(cl_command_queue queue, cl_event gate) {
    check(clEnqueueMarkerWithWaitList(queue, 1, &gate, nullptr), "clEnqueueMarkerWithWaitList");
    check(clEnqueueBarrier(queue), "clEnqueueBarrier");
}

// A barrier of the layer's, which filling new memory may need, does not replace the program's.
void barrier_before_creation(const environment &in, barrier_function enqueue_barrier) {
    cl_command_queue queue = unordered_queue(in);
    if (queue == nullptr) { return; }
    cl_mem memory = in.buffer(bytes);
    cl_event gate = in.user_event();
    cl_event done = nullptr;
    enqueue_barrier(queue, gate);
    cl_mem other = in.buffer(bytes);
    fill(queue, memory, bytes, 1, nullptr, &done);
    check(clFlush(queue), "clFlush");
    std::this_thread::sleep_for(std::chrono::milliseconds{5});
    expect(!is_over(done), "a command after a barrier waits for the barrier's event");
    set(gate);
    finish(queue);
    // The driver's threads may hold commands that are complete for a moment.
    for (int i = 0; i < 5000 && references_of(queue) > 2; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
    expect(references_of(queue) <= 2, "only the program and the command's event hold a queue whose barriers are over");
    release(done);
    release(gate);
    release(other);
    release(memory);
    release(queue);
}

// Creating a buffer with content waits for nothing, whatever the program's commands wait for.
void copied_content(const environment &in) {
    std::vector<unsigned char> host(bytes, 3);
    cl_command_queue queue = in.queue();
    cl_event gate = in.user_event();
    cl_event gated = gated_fill(in, queue, gate);
    cl_mem copy = in.buffer(bytes, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, host.data());
    std::fill(host.begin(), host.end(), static_cast<unsigned char>(4));
    set(gate);
    check(clWaitForEvents(1, &gated), "clWaitForEvents");
    expect(holds(queue, copy, bytes, 3), "a buffer has its initial content");
    release(copy);
    release(gated);
    release(gate);
    release(queue);
}

std::atomic<bool> native_runs{false};
std::atomic<bool> native_may_end{false};

void CL_CALLBACK wait_for_host(void * /*arguments*/) {
    native_runs = true;
    while (!native_may_end) {
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
}

// Intel's runtime for CPUs runs nothing else while a native kernel waits.
[[nodiscard]] bool native_kernels_may_wait(const environment &in) {
    std::array<char, 64> name{};
    check(clGetPlatformInfo(in.platform, CL_PLATFORM_NAME, name.size(), name.data(), nullptr), "clGetPlatformInfo");
    return in.has_native_kernels() && std::string_view{name.data()}.starts_with("Portable");
}

// Memory is released to the pools and reused, before the kernel and while it runs.
void reuse(const environment &in, cl_command_queue queue, bool uses_it) {
    for (int i = 0; i < 3; ++i) {
        cl_mem memory = in.buffer(bytes);
        if (uses_it) { fill(queue, memory, bytes, 1); }
        release(memory);
    }
}

// A native kernel may wait for what the host does in a new queue.
void queue_beside_native_kernel() {
    const environment in;
    if (!native_kernels_may_wait(in)) { return; }
    native_runs = false;
    native_may_end = false;
    cl_command_queue first = in.queue();
    reuse(in, first, true);
    finish(first);
    reuse(in, first, false);
    check(clEnqueueNativeKernel(first, wait_for_host, nullptr, 0, 0, nullptr, nullptr, 0, nullptr, nullptr),
          "clEnqueueNativeKernel");
    check(clFlush(first), "clFlush");
    while (!native_runs) {
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
    reuse(in, first, true);
    cl_command_queue second = in.queue();
    cl_mem memory = in.buffer(bytes);
    fill(second, memory, bytes, 2);
    ::alarm(30); // instead of waiting without end
    finish(second);
    ::alarm(0);
    native_may_end = true;
    finish(first);
    expect(holds(second, memory, bytes, 2), "commands behind a native kernel do not change another queue's memory");
    release(memory);
    release(first);
    release(second);
}

} // namespace

int main() {
#ifdef __SANITIZE_THREAD__ // for which a round takes two seconds
    constexpr int rounds = 5;
#else
    constexpr int rounds = 20;
#endif
    const environment in;
    for (int round = 0; round < rounds; ++round) {
        gated_queue(in);
        departed_queue(in);
        queue_after_departed(in);
        queue_after_release(in);
        barrier_after_release(in);
        barrier_after_creation(in);
        for (barrier_function each : {barrier_with_list, barrier_behind_all}) {
            barrier_before_creation(in, each);
        }
        creation_beside_gated_command(in);
        copied_content(in);
        queue_beside_native_kernel();
    }
    std::puts("all contents are right");
}
