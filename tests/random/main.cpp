// Random programs over the mock OpenCL: rounds of actors on a pool with random options. At the end of a round no object
// may be left.
//
// With one thread, an intruder takes steps in the middle of clmem's calls, where the pool has released its lock: what
// another thread may do there happens at a place that the seed reproduces.
#include "actor.hpp"
#include "intruder.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <thread>

namespace random_programs {

namespace {

// A background thread of the library may still be releasing the last objects.
bool is_nothing_left() {
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds{5};
    while (mock::live() != 0) {
        if (std::chrono::steady_clock::now() > until) { return false; }
        std::this_thread::yield();
    }
    return true;
}

void run_alone(const options &wanted, memory_kind kind, std::uint64_t steps, std::uint64_t seed) {
    world in{wanted, kind, seed};
    mock::seed_thread(seed);
    actor first{in, seed};
    intruder second{in, seed + 1};
    for (std::uint64_t i = 0; i < steps; ++i) {
        first.step(actor::manner::any);
        if (i % 8 == 0) { second.step(actor::manner::any); }
        if (i % 256 == 0) { actor::check_statistics(in, {&first, &second.who()}); }
    }
    actor::check_statistics(in, {&first, &second.who()});
    if (dice{seed}.once_in(3)) { in.release_pool(); }
    first.end();
    second.end();
}

// The threads share one context and one pool, or two of each; objects stay within their context.
void run_threads(const options &wanted, memory_kind kind, std::uint64_t steps, std::uint64_t seed) {
    const unsigned count = wanted.threads;
    std::vector<std::unique_ptr<world>> worlds;
    for (unsigned n = 0; n < (dice{seed + 7}.once_in(3) ? 2U : 1U); ++n) {
        worlds.push_back(std::make_unique<world>(wanted, kind, seed + n));
    }
    std::vector<std::unique_ptr<actor>> actors;
    std::vector<std::vector<actor *>> of_world(worlds.size());
    for (unsigned n = 0; n < count; ++n) {
        const std::size_t home = n % worlds.size();
        actors.push_back(std::make_unique<actor>(*worlds[home], seed + n));
        of_world[home].push_back(actors.back().get());
    }
    const auto each = [&](const auto &work) {
        std::vector<std::thread> threads;
        for (unsigned n = 0; n < count; ++n) {
            threads.emplace_back([&, n] { work(n); });
        }
        for (std::thread &t : threads) {
            t.join();
        }
    };
    each([&](unsigned n) {
        mock::seed_thread(seed + n);
        for (std::uint64_t i = 0; i < steps / count; ++i) {
            actors[n]->step(actor::manner::any);
        }
    });
    for (std::size_t i = 0; i < worlds.size(); ++i) {
        actor::check_statistics(*worlds[i], of_world[i]);
    }
    each([&](unsigned n) { actors[n]->end(); });
}

std::uint64_t found() {
    return reports() + mock::count().violations;
}

// Runs one round; returns false if a violation was found.
bool run_round(const options &wanted, memory_kind kind, std::uint64_t number, std::uint64_t steps) {
    const std::uint64_t seed = wanted.seed * 1'000'003 + number;
    constexpr unsigned per_million[] = {500, 2'000};
    mock::set_faults(wanted.faults ? per_million[dice{seed}.below(std::size(per_million))] : 0);
    mock::set_early_markers(wanted.early_markers ? mock::early_markers::fail : mock::early_markers::none);
    mock::set_delays(wanted.threads > 1 ? 20'000 : 0, 3);
    wanted.threads == 1 ? run_alone(wanted, kind, steps, seed) : run_threads(wanted, kind, steps, seed);
    if (!is_nothing_left()) {
        report("objects are left at the end of the round");
        mock::print_live();
    }
    if (found() == 0) { return true; }
    std::fprintf(stderr, "found in round %llu: --seed %llu --round %llu --steps %llu --threads %u --memory %s%s%s\n",
                 static_cast<unsigned long long>(number), static_cast<unsigned long long>(wanted.seed),
                 static_cast<unsigned long long>(number), static_cast<unsigned long long>(wanted.steps), wanted.threads,
                 name_of(kind).data(), wanted.faults ? " --faults" : "",
                 wanted.early_markers ? " --early-markers" : "");
    return false;
}

int run(const options &wanted) {
    std::printf("seed %llu\n", static_cast<unsigned long long>(wanted.seed));
    constexpr std::uint64_t most_steps = 20'000;
    std::uint64_t done = 0;
    for (std::uint64_t number = 1; done < wanted.steps; ++number) {
        const memory_kind kind = wanted.has_kind ? wanted.kind : all_kinds[number % std::size(all_kinds)];
        const std::uint64_t any = 500 + dice{wanted.seed + number}.below(most_steps);
        const std::uint64_t steps = std::min(any, wanted.steps - done);
        done += steps;
        if (wanted.round != 0 && wanted.round != number) { continue; }
        if (!run_round(wanted, kind, number, steps)) { return 1; }
    }
    const mock::counts counts = mock::count();
    std::printf("%llu steps, %llu calls, %llu commands, %llu orders checked, %llu faults: nothing found\n",
                static_cast<unsigned long long>(done), static_cast<unsigned long long>(counts.calls),
                static_cast<unsigned long long>(counts.commands), static_cast<unsigned long long>(counts.checks),
                static_cast<unsigned long long>(counts.faults));
    return 0;
}

} // namespace

} // namespace random_programs

int main(int count, char **arguments) {
    return random_programs::run(random_programs::read_options(count, arguments));
}
