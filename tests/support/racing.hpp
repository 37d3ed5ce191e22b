// Threads that start at the same moment, and the amount of work that suits a sanitizer.
#pragma once

#include <barrier>
#include <cstdlib>
#include <string_view>
#include <thread>
#include <vector>

namespace clmem::test {

// Sanitizers slow everything down about tenfold.
constexpr int rounds(int plain) {
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
    return plain / 10;
#else
    return plain;
#endif
}

// Whether this is an optimised build without sanitizers, in which long runs have their full length.
inline bool is_fast_build() {
    const char *build = std::getenv("CLMEM_TEST_BUILD");
    return build != nullptr && std::string_view{build} == "Release" && rounds(10) == 10;
}

// Runs body(0) to body(count - 1) in separate threads, which start together.
template <class Body>
void race(int count, Body &&body) {
    std::barrier start{count};
    std::vector<std::jthread> threads;
    for (int i = 0; i < count; ++i) {
        threads.emplace_back([&start, &body, i] {
            start.arrive_and_wait();
            body(i);
        });
    }
}

} // namespace clmem::test
