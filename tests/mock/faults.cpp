#include "faults.hpp"

#include "commands.hpp"

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <string>
#include <thread>

namespace mock {

namespace {

std::atomic<std::uint64_t> calls{0};
std::atomic<std::uint64_t> faults{0};
std::atomic<unsigned> faults_per_million{0};
std::atomic<unsigned> delays_per_million{0};
std::atomic<unsigned> longest_delay_us{0};
std::atomic<hook> called{nullptr};
std::atomic<bool> is_child{false};
std::atomic<early_markers> early{early_markers::none};

std::atomic<unsigned> until_nth{0}; // 0: no failure is ordered
std::mutex nth_mutex;               // for the variables below
std::string nth_function;
cl_int nth_code = CL_SUCCESS;

thread_local unsigned own_depth = 0;
thread_local unsigned no_wait_depth = 0;
thread_local std::uint64_t random_state = 0;

// xorshift64*. Threads that were not seeded get seeds in the order of their first calls.
std::uint64_t random_number() noexcept {
    static std::atomic<std::uint64_t> threads{0};
    if (random_state == 0) { random_state = 0x9e3779b97f4a7c15U * (threads.fetch_add(1) + 1); }
    random_state ^= random_state >> 12;
    random_state ^= random_state << 25;
    random_state ^= random_state >> 27;
    return random_state * 0x2545f4914f6cdd1dU;
}

bool chance(unsigned per_million) noexcept {
    return per_million != 0 && (random_number() >> 32) % 1'000'000 < per_million;
}

// The child of a fork shares the device with its parent, so none of its calls may reach the driver.
void refuse_in_child(const char *function) {
    static const bool is_watched = [] { return ::pthread_atfork(nullptr, nullptr, [] { is_child = true; }) == 0; }();
    if (is_watched && !is_child.load(std::memory_order_relaxed)) { return; }
    std::fprintf(stderr, "violation: %s in a forked child\n", function);
    std::_Exit(99);
}

void delay() {
    if (!chance(delays_per_million.load(std::memory_order_relaxed))) { return; }
    const auto us = (random_number() >> 32) % (longest_delay_us.load(std::memory_order_relaxed) + 1);
    if (us == 0) { return std::this_thread::yield(); }
    std::this_thread::sleep_for(std::chrono::microseconds{us});
}

cl_int chosen_fault(const char *function) {
    if (until_nth.load(std::memory_order_relaxed) != 0) {
        const std::lock_guard guard{nth_mutex};
        if (until_nth != 0 && nth_function == function && --until_nth == 0) {
            faults.fetch_add(1, std::memory_order_relaxed);
            return nth_code;
        }
    }
    if (!chance(faults_per_million.load(std::memory_order_relaxed))) { return CL_SUCCESS; }
    faults.fetch_add(1, std::memory_order_relaxed);
    constexpr cl_int codes[] = {CL_MEM_OBJECT_ALLOCATION_FAILURE, CL_OUT_OF_RESOURCES, CL_OUT_OF_HOST_MEMORY};
    return codes[(random_number() >> 32) % std::size(codes)];
}

} // namespace

call::call(const char *function, may_fail how) : function_{function}, code_{CL_SUCCESS} {
    refuse_in_child(function);
    calls.fetch_add(1, std::memory_order_relaxed);
    if (own_depth == 0) {
        if (const hook now = called.load(std::memory_order_acquire)) { now(function); }
        delay();
        if (how == may_fail::yes) { code_ = chosen_fault(function); }
    }
    if (code_ != CL_SUCCESS && is_traced()) { std::fprintf(stderr, "%s fails with code %d\n", function, code_); }
    if (code_ == CL_SUCCESS) { lock_ = std::unique_lock{mock::lock()}; }
}

call::~call() {
    if (!lock_.owns_lock()) { return; }
    lock_.unlock();
    run_callbacks();
}

bool must_not_wait() noexcept {
    return no_wait_depth != 0;
}

early_markers early_markers_now() noexcept {
    return own_depth == 0 ? early.load(std::memory_order_relaxed) : early_markers::none;
}

void set_early_markers(early_markers how) {
    early.store(how, std::memory_order_relaxed);
}

std::uint64_t call_count() noexcept {
    return calls.load(std::memory_order_relaxed);
}

std::uint64_t fault_count() noexcept {
    return faults.load(std::memory_order_relaxed);
}

void set_hook(hook now) {
    called.store(now, std::memory_order_release);
}

void set_faults(unsigned per_million) {
    faults_per_million = per_million;
}

void fail_nth(const char *function, unsigned n, cl_int code) {
    const std::lock_guard guard{nth_mutex};
    nth_function = function;
    nth_code = code;
    until_nth = n;
}

void set_delays(unsigned per_million, unsigned most_us) {
    longest_delay_us = most_us;
    delays_per_million = per_million;
}

void seed_thread(std::uint64_t seed) {
    random_state = seed * 0x9e3779b97f4a7c15U + 1;
}

own_calls::own_calls() {
    ++own_depth;
}

own_calls::~own_calls() {
    --own_depth;
}

no_waits::no_waits() {
    ++no_wait_depth;
}

no_waits::~no_waits() {
    --no_wait_depth;
}

} // namespace mock
