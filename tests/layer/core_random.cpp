// A random program: threads create, fill, copy, read and release buffers on queues of both kinds, while user events hold
// commands back and another thread sets them. Every buffer must hold what was written last.
//
//   core_random [SEED [THREADS [STEPS]]]
#include "core_program.hpp"

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <random>
#include <thread>
#include <utility>

namespace {

// User events that hold commands back until a thread sets them.
class gates {
  public:
    explicit gates(const environment &in) : in_{in} {}

    // One of at most three, with a reference for the caller.
    cl_event take(std::mt19937 &random) {
        const std::lock_guard lock{mutex_};
        if (closed_.size() < 3) { closed_.push_back(in_.user_event()); }
        cl_event gate = closed_[random() % closed_.size()];
        check(clRetainEvent(gate), "clRetainEvent");
        return gate;
    }
    void open() {
        std::vector<cl_event> opened;
        {
            const std::lock_guard lock{mutex_};
            opened.swap(closed_);
        }
        for (cl_event gate : opened) {
            set(gate);
            release(gate);
        }
    }

  private:
    const environment &in_;
    std::mutex mutex_;
    std::vector<cl_event> closed_;
};

struct buffer {
    cl_mem memory;
    std::size_t bytes;
    unsigned char value;
    cl_event written; // when it holds the value
};

// A read whose result is checked when it is complete.
struct pending_read {
    std::vector<unsigned char> host;
    unsigned char value;
    cl_event done;
};

class worker {
  public:
    worker(const environment &in, gates &held_back, const std::array<cl_command_queue, 3> &queues, unsigned seed)
        : in_{in}, gates_{held_back}, queues_{queues}, random_{seed} {}

    void run(int steps) {
        for (int i = 0; i < steps; ++i) {
            step();
        }
        while (!buffers_.empty()) {
            drop();
        }
        check_reads();
    }

  private:
    cl_command_queue queue() { return queues_[random_() % queues_.size()]; }

    void step() {
        switch (random_() % 8) {
        case 0:
        case 1:
        case 2:
            buffers_.size() < 24 ? create() : drop();
            break;
        case 3:
            drop();
            break;
        case 4:
        case 5:
            copy();
            break;
        default:
            read();
        }
        if (reads_.size() >= 16) { check_reads(); }
    }

    // Waits for an event, and sometimes for a user event too.
    std::vector<cl_event> behind(cl_event other) {
        std::vector<cl_event> waits;
        if (other != nullptr) { waits.push_back(other); }
        if (random_() % 5 == 0) { waits.push_back(gates_.take(random_)); }
        return waits;
    }
    static void end(const std::vector<cl_event> &waits, cl_event other) {
        for (cl_event each : waits) {
            if (each != other) { release(each); }
        }
    }

    void create() {
        const std::size_t bytes = random_() % 10 == 0 ? 256 + random_() % (1 << 18) : 64 + random_() % 8192;
        buffer made{in_.buffer(bytes), bytes, static_cast<unsigned char>(random_()), nullptr};
        cl_command_queue in = queue();
        const std::vector<cl_event> waits = behind(nullptr);
        check(clEnqueueFillBuffer(in, made.memory, &made.value, 1, 0, bytes, static_cast<cl_uint>(waits.size()),
                                  waits.empty() ? nullptr : waits.data(), &made.written),
              "clEnqueueFillBuffer");
        check(clFlush(in), "clFlush");
        end(waits, nullptr);
        buffers_.push_back(made);
    }

    void drop() {
        if (buffers_.empty()) { return; }
        std::swap(buffers_[random_() % buffers_.size()], buffers_.back());
        release(buffers_.back().memory); // its commands may still be held back
        release(buffers_.back().written);
        buffers_.pop_back();
    }

    void copy() {
        if (buffers_.empty()) { return; }
        const buffer source = buffers_[random_() % buffers_.size()];
        buffer made{in_.buffer(source.bytes), source.bytes, source.value, nullptr};
        cl_command_queue in = queue();
        const std::vector<cl_event> waits = behind(source.written);
        check(clEnqueueCopyBuffer(in, source.memory, made.memory, 0, 0, made.bytes, static_cast<cl_uint>(waits.size()),
                                  waits.data(), &made.written),
              "clEnqueueCopyBuffer");
        check(clFlush(in), "clFlush");
        end(waits, source.written);
        buffers_.push_back(made);
    }

    void read() {
        if (buffers_.empty()) { return; }
        const buffer source = buffers_[random_() % buffers_.size()];
        pending_read &made = reads_.emplace_back(std::vector<unsigned char>(source.bytes), source.value, nullptr);
        cl_command_queue in = queue();
        const std::vector<cl_event> waits = behind(source.written);
        check(clEnqueueReadBuffer(in, source.memory, CL_FALSE, 0, source.bytes, made.host.data(),
                                  static_cast<cl_uint>(waits.size()), waits.data(), &made.done),
              "clEnqueueReadBuffer");
        check(clFlush(in), "clFlush");
        end(waits, source.written);
    }

    void check_reads() {
        for (const pending_read &each : reads_) {
            check(clWaitForEvents(1, &each.done), "clWaitForEvents"); // another thread opens the gates
            for (const unsigned char found : each.host) {
                expect(found == each.value, "a buffer holds what was written last");
            }
            release(each.done);
        }
        reads_.clear();
    }

    const environment &in_;
    gates &gates_;
    const std::array<cl_command_queue, 3> &queues_;
    std::mt19937 random_;
    std::vector<buffer> buffers_;
    std::vector<pending_read> reads_;
};

} // namespace

int main(int count, char **arguments) {
    const auto argument = [&](int at, int absent) { return at < count ? std::atoi(arguments[at]) : absent; };
    const auto seed = static_cast<unsigned>(argument(1, 1));
    const int threads = argument(2, 3);
    const int steps = argument(3, 1000);
    const environment in;
    cl_int code = CL_SUCCESS;
    const std::array<cl_command_queue, 3> queues{
        in.queue(), in.queue(),
        clCreateCommandQueue(in.context, in.device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &code)};
    check(code, "clCreateCommandQueue");
    gates held_back{in};
    std::mt19937 random{seed};
    release(held_back.take(random)); // the first one: no other thread creates a buffer meanwhile
    std::atomic<bool> is_over{false};
    std::thread opener{[&] {
        while (!is_over.load()) {
            std::this_thread::sleep_for(std::chrono::milliseconds{1});
            held_back.open();
        }
    }};
    std::vector<std::thread> working;
    for (int i = 0; i < threads; ++i) {
        working.emplace_back([&, i] {
            worker{in, held_back, queues, seed * 1000 + static_cast<unsigned>(i)}.run(steps);
        });
    }
    for (std::thread &each : working) {
        each.join();
    }
    is_over = true;
    opener.join();
    held_back.open();
    for (cl_command_queue queue : queues) {
        finish(queue);
        release(queue);
    }
    std::puts("all contents are right");
}
