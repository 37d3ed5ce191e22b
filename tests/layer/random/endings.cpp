#include "endings.hpp"

#include <chrono>
#include <cstdlib>
#include <sys/wait.h>
#include <unistd.h>

namespace {

cl_context context_on(const machine &on) {
    cl_int code = CL_SUCCESS;
    return clCreateContext(nullptr, 1, &on.device, nullptr, nullptr, &code);
}

cl_command_queue queue_in(const machine &on, cl_context context) {
    cl_int code = CL_SUCCESS;
    return clCreateCommandQueue(context, on.device, 0, &code);
}

cl_mem buffer_in(cl_context context, std::size_t bytes) {
    cl_int code = CL_SUCCESS;
    return clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, nullptr, &code);
}

cl_int fill(cl_command_queue queue, cl_mem buffer, std::size_t bytes, unsigned char value, cl_event gate,
            cl_event *out) {
    return clEnqueueFillBuffer(queue, buffer, &value, 1, 0, bytes, gate != nullptr ? 1 : 0,
                               gate != nullptr ? &gate : nullptr, out);
}

// Fills new buffers, and looks whether each has its own content.
void use_others(cl_context context, cl_command_queue queue, std::size_t bytes, dice &random, transcript &out) {
    std::vector<std::pair<cl_mem, unsigned char>> all;
    for (std::size_t count = random.between(2, 8); count > 0; --count) {
        const unsigned char value = random.byte();
        all.emplace_back(buffer_in(context, bytes), value);
        out.line("fill of another buffer: code ", fill(queue, all.back().first, bytes, value, nullptr, nullptr));
    }
    std::vector<unsigned char> found(bytes);
    for (const auto &[buffer, value] : all) {
        const cl_int code = clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, bytes, found.data(), 0, nullptr, nullptr);
        out.line("its content: code ", code, ", ", int{found.front()}, ", ", int{found.back()});
        for (const unsigned char each : found) {
            if (each == value) { continue; }
            out.wrong("another buffer has ", int{each}, " in place of ", int{value});
            break;
        }
        out.line("its release: code ", clReleaseMemObject(buffer));
    }
}

std::size_t any_bytes(dice &random) {
    return random.of({std::size_t{1024}, std::size_t{65536}, std::size_t{1} << 20});
}

} // namespace

// In a queue in order, and with an event for each command: PoCL 3.1 ends the process if commands fail that nothing refers
// to, and Intel's runtime crashes in a queue out of order after a failure.
void use_failing_events(const machine &on, dice &random, transcript &out) {
    cl_context context = context_on(on);
    cl_command_queue other = queue_in(on, context);
    for (std::size_t rounds = random.between(1, 3); rounds > 0; --rounds) {
        const std::size_t bytes = any_bytes(random);
        cl_command_queue queue = queue_in(on, context);
        cl_int code = CL_SUCCESS;
        cl_event failing = clCreateUserEvent(context, &code);
        std::vector<cl_event> failed;
        for (std::size_t count = random.between(1, 4); count > 0; --count) {
            cl_mem buffer = buffer_in(context, bytes);
            failed.push_back(nullptr);
            out.line("fill behind a failing event: code ", fill(queue, buffer, bytes, 1, failing, &failed.back()));
            if (random.one_in(2)) { out.line("release: code ", clReleaseMemObject(buffer)); }
        }
        (void)clFlush(queue);
        use_others(context, other, bytes, random, out);
        if (random.one_in(2)) { out.line("release of its queue: code ", clReleaseCommandQueue(queue)); }
        out.line("failure: code ", clSetUserEventStatus(failing, -static_cast<cl_int>(random.between(1, 40))));
        for (cl_event each : failed) {
            cl_int status = CL_QUEUED;
            for (int tries = 0; tries < 1000 && status > CL_COMPLETE; ++tries) {
                std::this_thread::sleep_for(std::chrono::milliseconds{1});
                (void)clGetEventInfo(each, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
            }
            out.line("status of the command: ", status < 0 ? "failed" : std::to_string(status));
        }
        use_others(context, other, bytes, random, out);
    }
}

void leave_commands_held_back(const machine &on, dice &random, transcript &out) {
    cl_context context = context_on(on);
    cl_command_queue queue = queue_in(on, context);
    cl_int code = CL_SUCCESS;
    cl_event gate = clCreateUserEvent(context, &code);
    const std::size_t bytes = any_bytes(random);
    for (std::size_t count = random.between(1, 4); count > 0; --count) {
        cl_mem buffer = buffer_in(context, bytes);
        out.line("fill that never runs: code ", fill(queue, buffer, bytes, 1, gate, nullptr));
        out.line("release: code ", clReleaseMemObject(buffer));
    }
    (void)clFlush(queue);
    out.line("release of the event: code ", clReleaseEvent(gate));
    cl_command_queue other = queue_in(on, context);
    use_others(context, other, bytes, random, out);
    out.line("release of the other queue: code ", clReleaseCommandQueue(other));
}

namespace {

struct late {
    cl_context context;
    cl_command_queue queue;
    cl_mem buffer;
    std::size_t bytes;
    dice *random;
};

late &at_exit() {
    static late &all = *new late{};
    return all;
}

void exit_handler() {
    const late &of = at_exit();
    transcript out{"exit handler: ", true};
    out.line("release of an old buffer: code ", clReleaseMemObject(of.buffer));
    use_others(of.context, of.queue, of.bytes, *of.random, out);
    std::vector<unsigned char> host(of.bytes, 7);
    cl_int code = CL_SUCCESS;
    cl_mem made = clCreateBuffer(of.context, CL_MEM_COPY_HOST_PTR, of.bytes, host.data(), &code);
    out.line("a copy of the host's memory: code ", code, ", ", clReleaseMemObject(made));
    out.line("release of the queue: code ", clReleaseCommandQueue(of.queue));
    out.line("release of the context: code ", clReleaseContext(of.context));
}

} // namespace

void use_in_exit_handler(const machine &on, dice &random) {
    late &of = at_exit();
    of.context = context_on(on);
    of.queue = queue_in(on, of.context);
    of.bytes = any_bytes(random);
    of.buffer = buffer_in(of.context, of.bytes);
    of.random = new dice{random.below(1000)};
    (void)std::atexit(exit_handler);
}

namespace {

void wait_for(pid_t child, transcript &out) {
    int status = 0;
    (void)::waitpid(child, &status, 0);
    out.line("the child ended with ", status);
}

} // namespace

void fork_before_use(dice &random, transcript &out, int (*run)(std::uint64_t seed, std::size_t steps)) {
    const std::uint64_t seed = random.below(1 << 20);
    const pid_t child = ::fork();
    if (child == 0) { std::exit(run(seed, 60)); }
    wait_for(child, out);
}

// A child that only ends, or that starts the program again: it must not use its parent's OpenCL.
void fork_after_use(dice &random, transcript &out, const char *program) {
    const std::string seed = std::to_string(random.below(1 << 20));
    const bool starts = random.one_in(2);
    const pid_t child = ::fork();
    if (child == 0 && starts) { ::execl(program, program, seed.c_str(), "60", nullptr); }
    if (child == 0) { ::_exit(3); }
    wait_for(child, out);
}
