// Several threads create, use and release buffers in one queue, while another thread creates and releases queues and
// user events. Every buffer must hold what was written last.
#include "core_program.hpp"

#include <array>
#include <atomic>
#include <cstdlib>
#include <thread>

namespace {

constexpr std::array<std::size_t, 4> sizes{4096, 65536, 65536 + 4096, 1 << 20};

std::size_t size_of(unsigned step) {
    return sizes[step * 7 % sizes.size()];
}

// The first buffer is released while its commands are running.
void copy_once(const environment &in, cl_command_queue queue, unsigned step, unsigned char value) {
    const std::size_t bytes = size_of(step);
    cl_mem source = in.buffer(bytes);
    cl_mem target = in.buffer(bytes);
    fill(queue, source, bytes, value);
    check(clEnqueueCopyBuffer(queue, source, target, 0, 0, bytes, 0, nullptr, nullptr), "clEnqueueCopyBuffer");
    release(source);
    expect(holds(queue, target, bytes, value), "a copy holds what was written");
    check(clRetainMemObject(target), "clRetainMemObject");
    release(target);
    fill(queue, target, bytes, static_cast<unsigned char>(~value));
    release(target);
}

// One round of what changes the order of commands in the context.
void disturb(const environment &in, unsigned step) {
    cl_command_queue queue = in.queue();
    copy_once(in, queue, step, 0x77);
    if (step % 3 == 0) {
        cl_event gate = in.user_event();
        cl_mem memory = in.buffer(65536);
        fill(queue, memory, 65536, 0x11, gate);
        check(clFlush(queue), "clFlush");
        release(memory);
        set(gate);
        release(gate);
    }
    if (step % 2 == 0) { finish(queue); }
    release(queue);
}

} // namespace

int main(int count, char **arguments) {
    const int rounds = count > 1 ? std::atoi(arguments[1]) : 200;
    const environment in;
    cl_command_queue shared = in.queue();
    std::atomic<int> working{3};
    std::vector<std::thread> threads;
    for (unsigned char worker = 1; worker <= 3; ++worker) {
        threads.emplace_back([&, worker] {
            for (int i = 0; i < rounds; ++i) {
                copy_once(in, shared, static_cast<unsigned>(i) + worker, worker);
            }
            working.fetch_sub(1);
        });
    }
    for (unsigned disturber = 0; disturber < 2; ++disturber) {
        threads.emplace_back([&] {
            for (unsigned step = 0; working.load() != 0; ++step) {
                disturb(in, step);
            }
        });
    }
    for (std::thread &thread : threads) {
        thread.join();
    }
    release(shared);
    std::puts("all contents are right");
}
