// A mock OpenCL for tests. It runs no command: it records what each command accesses and waits for, completes none
// before something waits for it, and reports every violation of OpenCL's rules and every access to memory that an
// earlier owner still uses:
//
//   order       a command of one owner must be ordered after all commands of earlier owners of its bytes, by queues,
//               markers, barriers, wait lists and waits of the host. Polling an event orders nothing, as in OpenCL.
//   flush       nothing may wait for a command of another queue that was never flushed
//   references  no object may be used after its last release; live() counts those never released
//   arguments   no argument of a kernel may be set while a launch of it is in progress
//   memory      SVM must not be freed under a command, only mapped memory may be unmapped, and memory that an earlier
//               owner has mapped must not be used
//
// A program loads it in place of the OpenCL library, by linking or by CLMEM_OPENCL_LIBRARY. There is no memory at its
// addresses: accessing it crashes.
#pragma once

#include <CL/cl.h>
#include <cstddef>
#include <cstdint>

namespace mock {

// ---- owners

// Sets the owner of the bytes that commands of this thread access from now on; 0: no owner, which is not checked
// against others.
void set_owner(std::uint64_t owner);

class owner_scope {
  public:
    explicit owner_scope(std::uint64_t owner) { set_owner(owner); }
    ~owner_scope() { set_owner(0); }
    owner_scope(const owner_scope &) = delete;
    owner_scope &operator=(const owner_scope &) = delete;
};

// Gives an object over memory an owner: whatever command accesses the memory by this object is that owner's, from any
// thread. 0: the thread's owner again. An object that has no such owner yet gets that of the thread for each command.
void set_owner_of(cl_mem memory, std::uint64_t owner);

// The host accesses memory at an address for this thread's owner: commands of earlier owners must be complete and
// waited for.
void touch(const void *address, std::size_t bytes);

// ---- progress

// Completes up to `count` flushed commands, chosen by `seed`. The host learns of it only by polling or waiting.
void advance(std::uint64_t seed, unsigned count);

// From now on a command that is over needs no wait to be ordered before later ones: it cannot access memory any more.
void trust_polling(bool on);

// Called at the start of each call, without the mock's lock; nullptr: no hook.
using hook = void (*)(const char *function);
void set_hook(hook called);

// Behaves as NVIDIA's driver from now on: has its platform's name, and a sub-buffer that is created while a user event
// holds back a command on overlapping bytes of the same buffer, but not exactly the same bytes, is a violation. It
// refuses to launch a kernel with a buffer for an argument that was SVM before, and a copy between a buffer and SVM that
// waits for events, one of which may be the SVM's map, is a violation. To be called before clmem asks for the platform.
void behave_as_nvidia();
// Has the name of Intel's platform for CPUs from now on, so that clmem keeps the events of its own commands, and markers
// that succeed early. Also to be called before clmem asks for the platform.
void behave_as_intel();
// Reuses the addresses of released queues and events at once, the most recent first.
void set_reuse(bool on);
// Limits the memory of the device for buffers and SVM together.
void set_memory(std::size_t bytes);
// From now on, buffers are created without memory, as by most drivers. They have some only once they were migrated,
// which fails if there is none. Other commands do not ask for it.
void set_lazy_memory(bool on);

// ---- faults

// Fails a share of calls with out-of-memory or out-of-resources codes. Releases never fail.
void set_faults(unsigned per_million);
// Fails the n-th call of a function from now on, counting the calls of all threads.
void fail_nth(const char *function, unsigned n, cl_int code);
// Makes markers without a wait list end early in out-of-order queues: as soon as one command before them fails because
// of its user event, though other commands before them are still held back. On PoCL they fail then; on Intel's runtime
// they succeed, and clFinish() returns. Markers that the test itself enqueues (own_calls) do not end early.
enum class early_markers { none, fail, succeed };
void set_early_markers(early_markers how);
// Delays a share of calls, by up to some microseconds.
void set_delays(unsigned per_million, unsigned most_us);
// Seeds this thread's choice of faults and delays.
void seed_thread(std::uint64_t seed);

// During its lifetime, calls of this thread are the test's own: they neither fail nor are delayed.
class own_calls {
  public:
    own_calls();
    ~own_calls();
    own_calls(const own_calls &) = delete;
    own_calls &operator=(const own_calls &) = delete;
};

// During its lifetime, a wait of this thread for a command is a violation.
class no_waits {
  public:
    no_waits();
    ~no_waits();
    no_waits(const no_waits &) = delete;
    no_waits &operator=(const no_waits &) = delete;
};

// ---- results

struct counts {
    std::uint64_t calls;
    std::uint64_t faults;
    std::uint64_t commands;
    std::uint64_t checks; // pairs of commands of different owners whose order was checked
    std::uint64_t violations;
};
[[nodiscard]] counts count();

// The number of live objects, including SVM allocations but not platforms and devices.
[[nodiscard]] std::uint64_t live();
// The bytes of live buffers and SVM.
[[nodiscard]] std::size_t allocated();
// Writes the live objects to stderr.
void print_live();

} // namespace mock
