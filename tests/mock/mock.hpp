// A mock OpenCL for tests. No command runs: the mock records what each command accesses and what it waits for, completes none
// before something waits for it, and reports every violation of OpenCL's rules or of an earlier owner's memory:
//
//   order       a command of one owner must be ordered behind all commands of earlier owners of the same bytes, by queues, markers,
//               barriers, wait lists and waits of the host. That the host has polled an event orders nothing, as in OpenCL.
//   flush       nothing waits for a command of another queue that was never flushed
//   references  no object is used after its last release; live() counts what was never released
//   memory      no SVM is freed under a command, nothing is unmapped that is not mapped, nobody uses what an earlier owner has mapped
//
// A program loads it in place of the OpenCL library: linked, or by CLMEM_OPENCL_LIBRARY. Addresses of memory are no memory: whoever
// reads or writes there crashes.
#pragma once

#include <CL/cl.h>
#include <cstddef>
#include <cstdint>

namespace mock {

// ---- owners

// The owner of the bytes that commands of this thread access from now on; 0: nobody's, which are not checked against others.
void set_owner(std::uint64_t owner);

class owner_scope {
  public:
    explicit owner_scope(std::uint64_t owner) { set_owner(owner); }
    ~owner_scope() { set_owner(0); }
    owner_scope(const owner_scope &) = delete;
    owner_scope &operator=(const owner_scope &) = delete;
};

// The host accesses memory at an address for this thread's owner: earlier owners' commands must be done, and waited for.
void touch(const void *address, std::size_t bytes);

// ---- the course of things

// Lets up to `count` flushed commands complete, chosen by `seed`. The host learns of it only by polling or waiting.
void advance(std::uint64_t seed, unsigned count);

// Called at the beginning of each call, without the mock's lock; nullptr: nobody.
using hook = void (*)(const char *function);
void set_hook(hook called);

// The addresses of released queues and events are used again at once, the last one first.
void set_reuse(bool on);
// How much memory the device has for all buffers and SVM together.
void set_memory(std::size_t bytes);

// ---- faults

// A share of calls fails with a code of out of memory or resources. Releases never fail.
void set_faults(unsigned per_million);
// The n-th call of a function from now on fails; it counts the calls of all threads.
void fail_nth(const char *function, unsigned n, cl_int code);
// A share of calls is delayed, by up to some microseconds.
void set_delays(unsigned per_million, unsigned most_us);
// Seeds this thread's choice of faults and delays.
void seed_thread(std::uint64_t seed);

// Calls of this thread are the test's own while it lives: they do not fail, nor are they delayed.
class own_calls {
  public:
    own_calls();
    ~own_calls();
    own_calls(const own_calls &) = delete;
    own_calls &operator=(const own_calls &) = delete;
};

// While it lives, this thread must not wait for a command; if it does, that is a violation.
class no_waits {
  public:
    no_waits();
    ~no_waits();
    no_waits(const no_waits &) = delete;
    no_waits &operator=(const no_waits &) = delete;
};

// ---- what has happened

struct counts {
    std::uint64_t calls;
    std::uint64_t faults;
    std::uint64_t commands;
    std::uint64_t checks; // pairs of commands of different owners whose order was checked
    std::uint64_t violations;
};
[[nodiscard]] counts count();

// Objects that live, but for platforms and devices; SVM allocations count, too.
[[nodiscard]] std::uint64_t live();
// Writes what lives to stderr.
void print_live();

} // namespace mock
