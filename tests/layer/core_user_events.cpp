// User events that are released without being set: what the context had ends with it, and memory is reused as before.
#include "core_program.hpp"

#include <atomic>
#include <chrono>
#include <string_view>
#include <thread>
#include <unistd.h>

namespace {

constexpr std::size_t bytes = 1 << 20;
constexpr std::size_t large = 16 * bytes;

std::atomic<int> destroyed{0};

void CL_CALLBACK count_destroyed(cl_context, void *) {
    ++destroyed;
}

// How a program may end a user event: it may have two references, and may set it before the last one is released.
enum class ending { unset, retained, set, set_between };

void end(cl_event event, ending how) {
    if (how == ending::retained || how == ending::set_between) {
        check(clRetainEvent(event), "clRetainEvent");
        release(event);
    }
    if (how == ending::set || how == ending::set_between) { set(event); }
    release(event);
}

void contexts_end(ending how, const char *what) {
    constexpr int rounds = 20;
    destroyed = 0;
    for (int round = 0; round < rounds; ++round) {
        const environment in;
        check(clSetContextDestructorCallback(in.context, count_destroyed, nullptr), "clSetContextDestructorCallback");
        cl_command_queue queue = in.queue();
        cl_mem memory = in.buffer(bytes);
        cl_event event = in.user_event();
        fill(queue, memory, bytes, 1);
        finish(queue);
        release(memory);
        end(event, how);
        release(queue);
    }
    for (int wait = 0; wait < 5000 && destroyed < rounds; ++wait) {
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
    expect(destroyed == rounds, what);
}

// With one queue in order, and no user event left, the layer reuses memory though its commands still run.
void memory_is_reused_again() {
    const environment in;
    cl_command_queue queue = in.queue();
    end(in.user_event(), ending::unset);
    finish(queue);
    cl_mem source = in.buffer(large);
    release(in.buffer(bytes)); // the layer sees that its markers are complete
    cl_mem target = in.buffer(large);
    for (int i = 0; i < 20; ++i) {
        check(clEnqueueCopyBuffer(queue, source, target, 0, 0, large, 0, nullptr, nullptr), "clEnqueueCopyBuffer");
    }
    release(target);
    cl_mem again = in.buffer(large);
    expect(again == target, "memory under running commands is reused by the next buffer");
    release(again);
    release(source);
    release(queue);
}

// The same while the program still has a reference to the event: commands may wait for it.
void memory_is_not_reused_too_soon() {
    const environment in;
    cl_command_queue queue = in.queue();
    cl_event event = in.user_event();
    check(clRetainEvent(event), "clRetainEvent");
    release(event);
    finish(queue);
    cl_mem memory = in.buffer(bytes);
    fill(queue, memory, bytes, 1, event);
    check(clFlush(queue), "clFlush");
    release(memory);
    cl_command_queue other = in.queue();
    cl_mem next = in.buffer(bytes);
    fill(other, next, bytes, 2);
    ::alarm(30); // instead of waiting without end
    finish(other);
    ::alarm(0);
    set(event);
    finish(queue);
    expect(holds(other, next, bytes, 2), "the memory of a gated command is not used in another queue");
    release(event);
    release(next);
    release(other);
    release(queue);
}

// Commands that wait for such an event never end, but must not hold back a queue that the program creates later. The
// program cannot end in an orderly way after that.
[[noreturn]] void new_queues_do_not_wait() {
    const environment in;
    cl_command_queue queue = in.queue();
    cl_event event = in.user_event();
    cl_mem memory = in.buffer(bytes);
    fill(queue, memory, bytes, 1, event);
    check(clFlush(queue), "clFlush");
    release(memory);
    release(event);
    for (int i = 0; i < 3; ++i) {
        cl_mem next = in.buffer(bytes);
        fill(queue, next, bytes, 1);
        check(clFlush(queue), "clFlush");
        release(next);
    }
    cl_command_queue other = in.queue();
    cl_mem last = in.buffer(bytes);
    fill(other, last, bytes, 2);
    ::alarm(30); // instead of waiting without end
    finish(other);
    expect(holds(other, last, bytes, 2), "a new queue's commands run though another queue never goes on");
    std::puts("all contents are right");
    std::fflush(stdout);
    std::_Exit(0);
}

} // namespace

int main() {
    keep_idle_memory();
    contexts_end(ending::set, "a context ends after its user event was set");
    contexts_end(ending::unset, "a context ends though its user event was never set");
    contexts_end(ending::retained, "a context ends though its user event, with two references, was never set");
    contexts_end(ending::set_between, "a context ends after its user event was set by its last reference");
    // Without the layer, a driver may do otherwise.
    const char *const layers = std::getenv("OPENCL_LAYERS");
    if (layers != nullptr && std::string_view{layers}.ends_with("libclmem_layer.so")) { memory_is_reused_again(); }
    memory_is_not_reused_too_soon();
    new_queues_do_not_wait();
}
