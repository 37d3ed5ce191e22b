// Random OpenCL programs over the mock, through the layer: random [COUNT [FIRST [plain]]] runs COUNT seeds from FIRST on,
// plainly without the layer. Each seed runs in a separate process, since some of what a program does switches pooling
// off for good.
#include "world.hpp"

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace over_mock {

namespace {

void run_thread(const cl_icd_dispatch &functions, const plan &of, std::uint64_t number, cl_context shared) {
    mock::seed_thread(of.seed * 16 + number);
    for (std::size_t n = 0; n < of.worlds; ++n) {
        mock::set_faults(of.faults);
        world made{functions, of, (of.seed << 8) + number * 16 + n, shared};
        for (std::size_t step = 0; made.is_usable() && step < of.steps; ++step) {
            made.step();
        }
        made.end();
    }
}

void prepare(const plan &of) {
    ::setenv("CLMEM_RUN_ZERO", of.zeroes ? "1" : "0", 1);
    ::setenv("CLMEM_RUN_DEDICATED", of.dedicates ? "1" : "0", 1);
    if (of.is_nvidia) { mock::behave_as_nvidia(); }
    if (of.is_intel) {
        mock::behave_as_intel();
    } else {
        mock::set_early_markers(of.early);
    }
    mock::set_reuse(of.reuses_handles);
    mock::trust_polling(true);
    mock::set_delays(of.threads > 1 ? 20'000 : 0, 3);
}

// On Intel's runtime the layer must not release an event inside a callback. It releases the event in the program's next
// call, so a program that makes no more calls would leave it.
void call_once_more(const cl_icd_dispatch &functions) {
    cl_platform_id platform = nullptr;
    cl_device_id device = nullptr;
    functions.clGetPlatformIDs(1, &platform, nullptr);
    functions.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr);
    cl_context last = functions.clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
    if (last != nullptr) { functions.clReleaseContext(last); }
}

// After the last release, commands may still run that keep something, and a thread of clmem may be releasing memory.
bool is_nothing_left(const cl_icd_dispatch &functions, std::uint64_t seed) {
    mock::set_faults(0);
    for (std::uint64_t round = 0; round < 2000; ++round) {
        if (mock::live() == 0 && world::missing_callbacks() == 0) { return true; }
        if (round % 100 == 99) { call_once_more(functions); }
        mock::advance(seed + round, 1000);
        if (round > 100) { std::this_thread::sleep_for(std::chrono::milliseconds{1}); }
    }
    return false;
}

int run_seed(const plan &of) {
    prepare(of);
    const cl_icd_dispatch &functions = of.with_layer ? through_layer() : plainly();
    cl_context shared = nullptr;
    if (of.shares_context) {
        cl_platform_id platform = nullptr;
        cl_device_id device = nullptr;
        functions.clGetPlatformIDs(1, &platform, nullptr);
        functions.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr);
        shared = functions.clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
    }
    std::vector<std::thread> threads;
    for (std::size_t n = 1; n < of.threads; ++n) {
        threads.emplace_back([&, n] { run_thread(functions, of, n, shared); });
    }
    run_thread(functions, of, 0, shared);
    for (std::thread &each : threads) {
        each.join();
    }
    if (shared != nullptr) { functions.clReleaseContext(shared); }
    if (!is_nothing_left(functions, of.seed)) {
        std::fprintf(stderr, "left at the end: %llu objects, %lld callbacks\n",
                     static_cast<unsigned long long>(mock::live()), static_cast<long long>(world::missing_callbacks()));
        mock::print_live();
        return 1;
    }
    return mock::count().violations != 0 || world::reports() != 0 ? 1 : 0;
}

// The mock's counts of all processes, by a pipe.
struct totals {
    std::uint64_t calls = 0;
    std::uint64_t commands = 0;
    std::uint64_t checks = 0;
    std::uint64_t faults = 0;
};

bool run_process(const plan &of, totals &sum) {
    int ends[2] = {};
    if (::pipe(ends) != 0) { return false; }
    const pid_t child = ::fork();
    if (child == 0) {
        const int code = run_seed(of);
        const mock::counts found = mock::count();
        const totals own{found.calls, found.commands, found.checks, found.faults};
        if (::write(ends[1], &own, sizeof own) != sizeof own) { std::_Exit(3); }
        std::exit(code);
    }
    ::close(ends[1]);
    totals own;
    const bool is_read = ::read(ends[0], &own, sizeof own) == sizeof own;
    ::close(ends[0]);
    sum.calls += own.calls;
    sum.commands += own.commands;
    sum.checks += own.checks;
    sum.faults += own.faults;
    int status = 0;
    return ::waitpid(child, &status, 0) == child && is_read && status == 0;
}

} // namespace

} // namespace over_mock

int main(int count, char **arguments) {
    const std::uint64_t seeds = count > 1 ? std::strtoull(arguments[1], nullptr, 10) : 50;
    const std::uint64_t first = count > 2 ? std::strtoull(arguments[2], nullptr, 10) : 1;
    const bool is_plain = count > 3 && std::string_view{arguments[3]} == "plain";
    if (seeds == 0) {
        std::fputs("usage: random [COUNT [FIRST [plain]]]\n", stderr);
        return 2;
    }
    over_mock::totals sum;
    std::uint64_t failed = 0;
    for (std::uint64_t seed = first; seed < first + seeds; ++seed) {
        over_mock::plan of{seed};
        of.with_layer = !is_plain;
        if (over_mock::run_process(of, sum)) { continue; }
        of.print();
        ++failed;
    }
    std::printf("seeds %llu to %llu: %llu failed; %llu calls, %llu commands, %llu orders checked, %llu faults\n",
                static_cast<unsigned long long>(first), static_cast<unsigned long long>(first + seeds - 1),
                static_cast<unsigned long long>(failed), static_cast<unsigned long long>(sum.calls),
                static_cast<unsigned long long>(sum.commands), static_cast<unsigned long long>(sum.checks),
                static_cast<unsigned long long>(sum.faults));
    return failed != 0 ? 1 : 0;
}
