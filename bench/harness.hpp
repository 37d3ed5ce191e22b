// The harness that measures every row.
//
// Machines drift, so only figures taken within the same minute can be compared. The sides of a comparison take turns
// (ours, theirs, ours, theirs ...), and the best turn of each counts.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace clmem::bench {

struct plan {
    unsigned repetitions = 15;
    double milliseconds = 20; // of one turn
};

// A side of a comparison.
struct side {
    std::string name;
    std::function<double(std::size_t count)> run; // runs `count` operations, returns nanoseconds
};

// The nanoseconds per operation in the best turn of each side, by name.
[[nodiscard]] nlohmann::json measure(std::span<const side> sides, const plan &how);

// Keeps the compiler from removing the computation of a value.
template <class T>
void keep(T &value) {
    asm volatile("" : "+r"(value) : : "memory");
}

using clock = std::chrono::steady_clock;

template <class Body>
[[nodiscard]] double timed(Body &&body) {
    const clock::time_point begin = clock::now();
    std::forward<Body>(body)();
    return std::chrono::duration<double, std::nano>(clock::now() - begin).count();
}

// Runs body(index, count) in this thread (index 0) and a second one (index 1) at the same time; returns the time from
// the first start to the last end. Each thread warms up first, so its caches are as in a running program.
template <class Body>
[[nodiscard]] double timed_in_two_threads(std::size_t count, Body &&body) {
    std::atomic<int> ready{0};
    clock::time_point begin[2];
    clock::time_point end[2];
    const auto work = [&](int index) {
        body(index, count / 16 + 1);
        ready.fetch_add(1);
        while (ready.load() < 2) {}
        begin[index] = clock::now();
        body(index, count);
        end[index] = clock::now();
    };
    std::jthread other{work, 1};
    work(0);
    other.join();
    return std::chrono::duration<double, std::nano>(std::max(end[0], end[1]) - std::min(begin[0], begin[1])).count();
}

} // namespace clmem::bench
