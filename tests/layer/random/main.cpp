// A random program for OpenCL, drawn by a seed. It knows nothing of clmem. It looks at everything that it reads, and what
// it prints is the same each time.
//
//   random SEED [STEPS]
//
// The environment variable RANDOM_WITHOUT leaves out draws that a driver does not survive without the layer either. Its
// names, separated by commas: gates (user events), abandoned (user events that are released without being set), failures
// (user events that are set to errors), held back (commands that never run), unordered (queues that run out of order),
// parts, maps, several maps (more than one at a time), images, svm, threads, forks, exit (handlers).
#include "endings.hpp"

#include <chrono>
#include <cstdlib>
#include <thread>

namespace {

cl_context create_context(const machine &on, transcript &out) {
    cl_int code = CL_SUCCESS;
    cl_context made = clCreateContext(nullptr, 1, &on.device, nullptr, nullptr, &code);
    out.line("context: code ", code);
    return made;
}

// All of its objects are released; drivers end some of them late.
void show_references(cl_context context, transcript &out) {
    cl_uint found = 0;
    for (int tries = 0; tries < 500 && found != 1; ++tries) {
        (void)clGetContextInfo(context, CL_CONTEXT_REFERENCE_COUNT, sizeof found, &found, nullptr);
        if (found != 1) { std::this_thread::sleep_for(std::chrono::milliseconds{1}); }
    }
    out.line("references of the context: ", found);
}

struct shape {
    std::uint64_t seed;
    std::size_t steps;
};

void work(const machine &on, cl_context context, const shape &of, const std::vector<cl_command_queue> &shared,
          transcript &out) {
    actor in{on, context, of.seed, out};
    in.uses_usm = of.seed % 4 == 0;
    for (cl_command_queue each : shared) {
        in.add_queue(each, each == shared.front());
    }
    while (in.lanes.empty()) {
        change_queues(in);
    }
    in.run(of.steps);
    in.release_everything();
}

// Several threads use one context, and two queues of it together.
void work_in_threads(const machine &on, cl_context context, const shape &of, std::size_t threads) {
    cl_int code = CL_SUCCESS;
    const std::vector<cl_command_queue> shared{
        clCreateCommandQueue(context, on.device, 0, &code),
        clCreateCommandQueue(context, on.device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &code)};
    std::vector<std::unique_ptr<transcript>> texts;
    std::vector<std::thread> all;
    for (std::size_t at = 0; at < threads; ++at) {
        texts.push_back(std::make_unique<transcript>("thread " + std::to_string(at) + ": ", false));
        transcript &text = *texts.back();
        all.emplace_back([&, at] { work(on, context, {of.seed * 31 + at, of.steps}, shared, text); });
    }
    for (std::thread &each : all) {
        each.join();
    }
    for (cl_command_queue each : shared) {
        (void)clReleaseCommandQueue(each);
    }
}

// Contexts one after the other, and what else the seed draws.
int run(std::uint64_t seed, std::size_t steps, const char *program) {
    dice random{seed};
    transcript out{"main: ", true};
    if (program != nullptr && random.one_in(8)) {
        fork_before_use(random, out, [](std::uint64_t other, std::size_t few) { return run(other, few, nullptr); });
    }
    machine on;
    if (on.is_pocl && seed % 2 == 1) { on.has_usm = false; } // so that some programs have images over buffers
    if (on.device == nullptr) {
        out.line("no device");
        return 1;
    }
    if (random.one_in(5) && on.draws("exit")) { use_in_exit_handler(on, random); }
    const std::size_t contexts = random.between(1, 3);
    for (std::size_t at = 0; at < contexts; ++at) {
        cl_context context = create_context(on, out);
        const shape of{seed * 101 + at, steps / contexts};
        if (random.one_in(4) && on.draws("threads")) {
            work_in_threads(on, context, of, random.between(2, 3));
        } else {
            work(on, context, of, {}, out);
        }
        // PoCL 3.1 never ends some references, of the layer's objects either.
        if (!on.is_pocl) { show_references(context, out); }
        out.line("release of the context: code ", clReleaseContext(context));
    }
    if (program != nullptr && random.one_in(8) && on.draws("forks")) { fork_after_use(random, out, program); }
    const bool fails = random.one_in(6) && on.draws("failures");
    const bool is_held_back = random.one_in(8) && on.draws("held back");
    if (fails) { use_failing_events(on, random, out); }
    if (is_held_back) { leave_commands_held_back(on, random, out); }
    out.line("the end");
    // Drivers need not end in an orderly way after these.
    if (fails || is_held_back) { std::_Exit(0); }
    return 0;
}

} // namespace

int main(int count, char **words) {
    const std::uint64_t seed = count > 1 ? std::strtoull(words[1], nullptr, 10) : 1;
    const std::size_t steps = count > 2 ? std::strtoull(words[2], nullptr, 10) : 300;
    return run(seed, steps, words[0]);
}
