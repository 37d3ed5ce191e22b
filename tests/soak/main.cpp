// A soak: for hours, threads that come and go use pools of every kind of memory that the device has, in rounds with
// faults and without. What blocks hold is verified; the memory of the process and the OpenCL objects are bounded; the
// pools are checked all the while. The program runs with clmem's layer, which injects the faults and counts objects.
#include "activity.hpp"
#include "bounds.hpp"
#include "last_words.hpp"
#include "layer_faults.hpp"
#include "pool/pool.hpp"
#include "pool/pool_list.hpp"
#include "worker.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <random>
#include <unistd.h>

namespace clmem::soak {
namespace {

using clock = std::chrono::steady_clock;
using test::now_text;

struct options {
    double hours = 0;
    double round_s = 10;
    std::uint64_t seed = std::random_device{}();
    unsigned threads = 4;
    unsigned devices = 1;
    unsigned hang_s = 120;
    std::vector<std::string> memory;  // the kinds; none: all
    std::vector<std::string> without; // the steps that are left out
    std::string faults;               // in each round; "": drawn
    bool is_verbose = false;
};

// A spec by which this share of all calls fails, except releases, which would lose objects.
std::string all_but_releases(const char *share) {
    std::string spec;
    for (const char *const calls :
         {"clEnqueue*", "clCreate*", "clRetain*", "clSet*", "clGet*", "clWait*", "clFinish", "clFlush", "clSVMAlloc"}) {
        spec += std::string{calls} + ":share=" + share + ',';
    }
    return spec;
}

std::string platform_text(cl_device_id device, cl_platform_info property) {
    char text[128] = "";
    cl_platform_id platform = nullptr;
    need(clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof platform, &platform, nullptr), "clGetDeviceInfo");
    need(clGetPlatformInfo(platform, property, sizeof text, text, nullptr), "clGetPlatformInfo");
    return text;
}

// On PoCL 3.1, commands that wait for an event which has failed never end (docs/quirks.md, failed_event_blocks).
bool can_fail_late(cl_device_id device) {
    return platform_text(device, CL_PLATFORM_VERSION).find("PoCL 3") == std::string::npos;
}

// Intel's runtime for CPUs has a thread for each processor, and application threads that wait for commands take part:
// when some wait for out-of-order queues, all may wait for each other.
bool can_wait_out_of_order(cl_device_id device) {
    return platform_text(device, CL_PLATFORM_NAME).find("Intel") == std::string::npos;
}

round_plan draw_plan(cl_device_id device, const options &wanted, dice &random) {
    const std::string seed = "seed=" + std::to_string(random.below(1'000'000));
    const std::size_t drawn = random.below(12);
    round_plan plan{"off", false, wanted.memory, wanted.without, false, false, wanted.threads};
    if (!can_wait_out_of_order(device)) {
        plan.in_order = !random.once_in(4);
        if (!plan.in_order) { plan.threads = 1; }
    }
    const auto with = [&plan](std::string faults, bool may_fail = true) {
        plan.faults = std::move(faults);
        plan.may_fail = may_fail;
        // On Intel's runtime a command that waits for a failed event runs at once, before earlier ones of its queue,
        // and an out-of-order queue crashes after a failed barrier.
        plan.is_late = plan.faults.find("late=") != std::string::npos;
        plan.in_order |= plan.is_late;
        return plan;
    };
    if (!wanted.faults.empty()) { return with(wanted.faults, wanted.faults != "off"); }
    switch (drawn) {
    case 1:
        return with(all_but_releases("0.1%") + seed);
    case 2:
        return with(all_but_releases("1%") + seed);
    case 3:
        return with("memory:share=20%," + seed);
    case 4:
        return can_fail_late(device) ? with("clEnqueue*:late=CL_OUT_OF_RESOURCES:share=0.5%," + seed) : plan;
    case 5:
        return with("all:delay=1ms:share=2%," + seed, false);
    case 6:
        return with("clEnqueue*:share=2%:code=CL_MEM_OBJECT_ALLOCATION_FAILURE," + seed);
    case 7: // clmem leaves shared virtual memory to a driver that never says whether it is in use
        plan.only = {"buffer"};
        return with("all:after=2s:nth=1:lose");
    default:
        return plan;
    }
}

void check_pools() {
    for (const auto &each : clmem_core::pool_list::live()) {
        const clmem_core::violation found = each->check();
        if (found) { report("a pool is damaged: %s", found.text()); }
        ++done.pool_checks;
    }
}

// A thread, and whether it has ended, so that another one may start in its place.
struct place {
    std::atomic<bool> is_free{true};
    std::thread thread;
};

void run_threads(world &in, const options &wanted, unsigned threads, dice &random, clock::time_point until) {
    std::vector<place> places(threads);
    const auto start = [&](place &at) {
        if (at.thread.joinable()) { at.thread.join(); }
        at.is_free = false;
        const std::uint64_t seed = random.next();
        at.thread = std::thread{[&at, &in, seed, until] {
            {
                worker one{in, seed};
                for (std::size_t left = 20 + dice{seed}.below(4000); left > 0 && clock::now() < until; --left) {
                    one.step();
                }
            }
            at.is_free = true;
        }};
    };
    while (clock::now() < until) {
        for (place &each : places) {
            if (each.is_free) { start(each); }
        }
        check_pools();
        std::this_thread::sleep_for(std::chrono::milliseconds{20});
    }
    const auto hangs_at = clock::now() + std::chrono::seconds{wanted.hang_s};
    for (place &each : places) {
        while (!each.is_free && clock::now() < hangs_at) {
            std::this_thread::sleep_for(std::chrono::milliseconds{1});
        }
        if (!each.is_free) {
            std::fprintf(stderr, "hangs: %s\n", now_text);
            print_activities();
            std::_Exit(3);
        }
        if (each.thread.joinable()) { each.thread.join(); }
    }
    worker last{in, random.next()}; // frees what is left in the market
    while (last.take_over()) {}
}

void run_round(const std::vector<cl_device_id> &devices, const options &wanted, std::uint64_t seed, bounds &limits) {
    dice random{seed};
    const round_plan plan = draw_plan(devices[0], wanted, random);
    std::snprintf(now_text, sizeof now_text, "seed %llu, faults %s", static_cast<unsigned long long>(seed),
                  plan.faults.c_str());
    const auto length = std::chrono::duration_cast<clock::duration>(std::chrono::duration<double>{wanted.round_s});
    ::alarm(3 * wanted.hang_s + static_cast<unsigned>(wanted.round_s));
    const std::uint64_t before = test::count_faults().lost;
    const std::uint64_t violations = reports();
    {
        world in{devices, plan, seed};
        test::set_faults(plan.faults);
        run_threads(in, wanted, plan.threads, random, clock::now() + length);
        test::set_faults("off");
        check_pools();
    }
    limits.check_objects(test::count_faults().lost - before);
    limits.sample_memory();
    if (wanted.is_verbose) { std::printf("%s: %zu MiB\n", now_text, resident_bytes() >> 20); }
    ::alarm(0);
    if (reports() != violations) { std::printf("in a round with %s\n", now_text); }
}

void say_progress(clock::time_point begin, std::uint64_t rounds) {
    const test::fault_totals faults = test::count_faults();
    const double minutes = std::chrono::duration<double>{clock::now() - begin}.count() / 60;
    std::printf("%.1f min: %llu rounds, %llu threads, %llu steps, %llu blocks, %llu commands, %llu MiB compared, %llu "
                "pool checks; %llu calls of OpenCL, %llu failures, %llu delays; %llu calls of clmem failed; %zu MiB, "
                "%lld objects\n",
                minutes, static_cast<unsigned long long>(rounds), static_cast<unsigned long long>(done.threads.load()),
                static_cast<unsigned long long>(done.steps.load()),
                static_cast<unsigned long long>(done.allocations.load()),
                static_cast<unsigned long long>(done.commands.load()),
                static_cast<unsigned long long>(done.compared_bytes.load() >> 20),
                static_cast<unsigned long long>(done.pool_checks.load()), static_cast<unsigned long long>(faults.calls),
                static_cast<unsigned long long>(faults.failures), static_cast<unsigned long long>(faults.delays),
                static_cast<unsigned long long>(done.failed_calls.load()), resident_bytes() >> 20,
                static_cast<long long>(test::live_objects()));
    std::fflush(stdout);
}

std::vector<cl_device_id> choose_devices(const options &wanted) {
    cl_device_id chosen = nullptr;
    need(clmem_device_choose(nullptr, &chosen), "clmem_device_choose");
    if (wanted.devices == 1) { return {chosen}; }
    cl_platform_id platform = nullptr;
    need(clGetDeviceInfo(chosen, CL_DEVICE_PLATFORM, sizeof platform, &platform, nullptr), "clGetDeviceInfo");
    std::vector<cl_device_id> all(wanted.devices);
    cl_uint count = 0;
    need(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, wanted.devices, all.data(), &count), "clGetDeviceIDs");
    if (count < wanted.devices) {
        std::printf("expected %u devices, got %u\n", wanted.devices, count);
        std::exit(2);
    }
    return all;
}

int work(const options &wanted) {
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    test::print_last_words();
    const std::vector<cl_device_id> devices = choose_devices(wanted);
    char name[256] = "";
    clGetDeviceInfo(devices[0], CL_DEVICE_NAME, sizeof name - 1, name, nullptr);
    std::printf("%zu times %s, seed %llu\n", devices.size(), name, static_cast<unsigned long long>(wanted.seed));
    bounds limits;
    const auto begin = clock::now();
    const auto end =
        begin + std::chrono::duration_cast<clock::duration>(std::chrono::duration<double>{wanted.hours * 3600});
    auto next_word = begin + std::chrono::minutes{1};
    std::uint64_t rounds = 0;
    do {
        run_round(devices, wanted, wanted.seed + rounds, limits);
        ++rounds;
        if (clock::now() >= next_word) {
            say_progress(begin, rounds);
            next_word += std::chrono::minutes{1};
        }
    } while (clock::now() < end && reports() == 0);
    limits.check_memory();
    say_progress(begin, rounds);
    std::printf("memory: %zu MiB early, %zu MiB late; %llu violations\n", limits.early_bytes() >> 20,
                limits.late_bytes() >> 20, static_cast<unsigned long long>(reports()));
    return reports() == 0 ? 0 : 1;
}

} // namespace
} // namespace clmem::soak

int main(int count, char **words) {
    CLI::App app{"Uses pools of every kind of memory at random, for hours, and verifies what they hold"};
    clmem::soak::options wanted;
    app.add_option("--hours", wanted.hours, "How long; at least one round");
    app.add_option("--round", wanted.round_s, "The length of a round in seconds")->check(CLI::PositiveNumber);
    app.add_option("--seed", wanted.seed, "The seed of the first round; the next one is that of the second");
    app.add_option("--threads", wanted.threads, "How many threads at a time")->check(CLI::PositiveNumber);
    app.add_option("--devices", wanted.devices, "How many devices of the platform share each context")
        ->check(CLI::PositiveNumber);
    app.add_option("--hang", wanted.hang_s, "After how many seconds without an end a round counts as hung");
    app.add_flag("--verbose", wanted.is_verbose, "A line for each round");
    app.add_option("--memory", wanted.memory, "Only memory of this kind, or of these kinds")
        ->check(CLI::IsMember(clmem::soak::names_of_kinds()));
    app.add_option("--without", wanted.without, "Steps to leave out")
        ->check(CLI::IsMember(clmem::soak::names_of_steps()));
    app.add_option("--faults", wanted.faults,
                   "The faults of each round, as in clmem run --fault, or off; otherwise drawn");
    CLI11_PARSE(app, count, words);
    return clmem::soak::work(wanted);
}
