// Runs schedules of the scenarios, in several processes, and stops at the first violation.
#include "base/asymmetric_fence.hpp"
#include "handle/block.hpp"
#include "scenarios.hpp"
#include "scheduler.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <sched.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace clmem_core::schedules {

namespace {

constexpr unsigned most_seconds = 120; // for 64 schedules, even on a busy machine

struct options {
    std::uint64_t count = 1'000'000; // of all scenarios together
    std::uint64_t seed = 1;          // the first schedule's; the next ones follow
    unsigned jobs = static_cast<unsigned>(std::max(1L, sysconf(_SC_NPROCESSORS_ONLN)));
    std::string only; // a scenario; empty: all
    bool lists = false;
};

std::vector<scenario> scenarios(const std::string &only) {
    std::vector<scenario> chosen;
    for (const auto &part : {base_scenarios(), cache_scenarios(), pool_scenarios()}) {
        std::copy_if(part.begin(), part.end(), std::back_inserter(chosen),
                     [&only](const scenario &s) { return only.empty() || only == s.name; });
    }
    return chosen;
}

// Returns the schedule's fingerprint.
std::uint64_t run_one(const scenario &s, std::uint64_t seed) {
    begin(seed);
    asymmetric::detail::can_be_had.store(kernel_of_schedule() != kernel::refuses);
    s.run();
    return fingerprint();
}

// A share of the schedules of one scenario. One of every 64 is repeated, since a violation must be repeatable.
void run_share(const scenario &s, std::uint64_t first, std::uint64_t count, std::uint64_t step) {
    set_name_of_scenario(s.name);
    std::uint64_t steps_of_all = 0;
    const auto begun = std::chrono::steady_clock::now();
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint64_t seed = first + i * step;
        if (i % 64 == 0) { alarm(most_seconds); }
        const std::uint64_t before = run_one(s, seed);
        steps_of_all += steps();
        if (i % 64 == 0) { expect(run_one(s, seed) == before, "a schedule differs when it is repeated"); }
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begun;
    std::printf("%-20s %8llu schedules, %6.0f steps each, %7.0f schedules a second\n", s.name,
                static_cast<unsigned long long>(count),
                static_cast<double>(steps_of_all) / static_cast<double>(std::max<std::uint64_t>(count, 1)),
                static_cast<double>(count) / took.count());
    std::fflush(stdout);
}

// Handing over from thread to thread is fastest on one processor.
void stay_on_processor(unsigned job) {
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) { return; }
    unsigned left = job % static_cast<unsigned>(CPU_COUNT(&allowed));
    for (std::size_t cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
        if (!CPU_ISSET(cpu, &allowed) || left-- != 0) { continue; }
        cpu_set_t one;
        CPU_ZERO(&one);
        CPU_SET(cpu, &one);
        sched_setaffinity(0, sizeof one, &one);
        return;
    }
}

void run_job(const options &wanted, unsigned job) {
    stay_on_processor(job);
    block_table::recycle(block_table::take(1)); // the first schedule finds what the later ones find
    std::signal(SIGABRT, [](int) { violated("an assertion failed"); });
    std::signal(SIGALRM, [](int) { violated("a schedule does not end"); });
    std::signal(SIGSEGV, [](int) { violated("the program crashed"); });
    const std::vector<scenario> chosen = scenarios(wanted.only);
    const std::uint64_t each = (wanted.count + chosen.size() - 1) / chosen.size();
    for (const scenario &s : chosen) {
        const std::uint64_t share = each / wanted.jobs + (job < each % wanted.jobs ? 1 : 0);
        run_share(s, wanted.seed + job, share, wanted.jobs);
    }
}

int run_jobs(const options &wanted) {
    std::vector<pid_t> jobs;
    for (unsigned job = 0; job < wanted.jobs; ++job) {
        const pid_t child = fork();
        if (child < 0) { return 2; }
        if (child == 0) {
            run_job(wanted, job);
            _exit(0);
        }
        jobs.push_back(child);
    }
    int failed = 0;
    while (!jobs.empty()) {
        int status = 0;
        const pid_t ended = wait(&status);
        std::erase(jobs, ended);
        if (status == 0 || failed != 0) { continue; }
        failed = 1;
        for (pid_t other : jobs) {
            kill(other, SIGTERM);
        }
    }
    return failed;
}

int run_all(options wanted) {
    const std::vector<scenario> chosen = scenarios(wanted.only);
    if (chosen.empty()) {
        std::fprintf(stderr, "expected the name of a scenario, got %s; --list shows them\n", wanted.only.c_str());
        return 2;
    }
    if (wanted.lists) {
        for (const scenario &s : chosen) {
            std::printf("%-20s %s\n", s.name, s.what);
        }
        return 0;
    }
    if (wanted.count == 1) { wanted.jobs = 1; }
    return run_jobs(wanted);
}

} // namespace

} // namespace clmem_core::schedules

int main(int argc, char **argv) {
    clmem_core::schedules::options wanted;
    CLI::App app{"Runs the code without locks in simulated schedules with delayed stores, and checks its invariants."};
    app.add_option("--count", wanted.count, "how many schedules, of all scenarios together")->capture_default_str();
    app.add_option("--seed", wanted.seed, "the first schedule's seed; the next ones follow")->capture_default_str();
    app.add_option("--scenario", wanted.only, "only this one");
    app.add_option("--jobs", wanted.jobs, "processes")->check(CLI::PositiveNumber);
    app.add_flag("--list", wanted.lists, "list the scenarios");
    CLI11_PARSE(app, argc, argv);
    return clmem_core::schedules::run_all(wanted);
}
