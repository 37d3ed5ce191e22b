// Runs threads one at a time, in an order that follows from a seed.
//
// Each atomic operation, lock and wait is a point at which another thread may continue. The thread with the highest
// priority runs. Priorities are random, and change at a few random points or wherever a thread waits (PCT: Burckhardt
// and others, "A Randomized Scheduler with Probabilistic Guarantees of Finding Bugs"); in some schedules, everywhere.
//
// Stores are delayed as on x86: each thread has a buffer, first in first out, which only the thread itself sees. Its
// stores reach the memory at random moments, all of them at a fence, at an exchange and at the end of the thread, and
// those of every thread at the kernel's barrier. Other data than atomics is written at once. Loads are never moved, so
// this says nothing about weaker processors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <initializer_list>

namespace clmem_core::schedules {

// Whether this schedule's kernel grants membarrier(): always, never, or only now and then, although it has granted it.
enum class kernel { grants, refuses, revokes };

// Begins the schedule of a seed: what follows draws from its random numbers.
void begin(std::uint64_t seed);
[[nodiscard]] kernel kernel_of_schedule() noexcept;
// Runs new threads, each until its thread-local data is destroyed. By the main thread, once between begin() and end().
void run(std::initializer_list<std::function<void()>> threads);
// What threads were chosen at which steps: equal for equal schedules.
[[nodiscard]] std::uint64_t fingerprint() noexcept;
[[nodiscard]] std::uint64_t steps() noexcept;

// Draws one of the numbers less than `bound`.
[[nodiscard]] std::uint64_t draw(std::uint64_t bound) noexcept;

// How to repeat the schedule, in case of a violation.
void set_name_of_scenario(const char *name) noexcept;
[[noreturn]] void violated(const char *what) noexcept;
inline void expect(bool holds, const char *what) noexcept {
    if (!holds) { violated(what); }
}

// For the threads of the schedule; those outside of it pass through.
void point() noexcept;                     // another thread may continue
void give_way() noexcept;                  // the others continue first
void block_on(const void *place) noexcept; // until it is woken
void wake(const void *place, bool all) noexcept;
void drain() noexcept;                      // the calling thread's buffer
void drain_all() noexcept;                  // every thread's
void destroyed(const void *place) noexcept; // an atomic's place: no store may be on its way to it

// Delays a store of at most eight bytes. False if the caller is no thread of the schedule.
[[nodiscard]] bool delay_store(void *place, std::uint64_t bits, std::size_t bytes) noexcept;
// The calling thread's newest delayed store to a place; false if there is none.
[[nodiscard]] bool find_delayed(const void *place, std::uint64_t &bits) noexcept;

// Data that no two threads may be inside at the same time.
class exclusive {
  public:
    void visit() noexcept {
        expect(!occupied_, "two threads are in the same critical section");
        occupied_ = true;
        point();
        ++visits_;
        occupied_ = false;
    }
    [[nodiscard]] std::size_t visits() const noexcept { return visits_; }

  private:
    bool occupied_ = false;
    std::size_t visits_ = 0;
};

} // namespace clmem_core::schedules
