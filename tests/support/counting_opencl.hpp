// The OpenCL library that API tests load instead of the real one (by CLMEM_OPENCL_LIBRARY): it forwards and counts
// every call, and fails those that a test orders to fail.
#pragma once

#include <CL/cl.h>
#include <cstdint>

namespace clmem::test {

// What the library exports besides OpenCL's functions.
struct counting_opencl {
    // The calls since the last reset, of one function or, for NULL, of all.
    std::uint64_t (*calls)(const char *function);

    // Resets the counts and cancels an ordered failure.
    void (*reset)();

    // Orders a failure: the nth call from now (1: the next) of a function returns a code and is not forwarded; NULL: of
    // any function except releases. With `lasting`, all later calls fail as well.
    void (*fail)(const char *function, std::uint64_t nth, cl_int code, bool lasting);

    // Fails the nth call of any function except releases, and also the one `next` calls later (0: no second failure).
    void (*fail_pair)(std::uint64_t nth, std::uint64_t next, cl_int code);

    // Whether the failure ordered last has happened.
    bool (*failed)();

    // References created or retained, minus those released.
    std::int64_t (*references)();

    // Switches the order of queues off or on: when off, barriers are not forwarded, waiting for events returns at once,
    // and every event is reported as complete. With this, tests of queue order show that they can fail.
    void (*ignore_order)(bool ignored);

    // Gives the platform a clEnqueueCopyBufferP2PAMD, which acts like clEnqueueCopyBuffer, or removes it.
    void (*offer_peer_copy)(bool offered);
};

// The name of the symbol of type counting_opencl.
inline constexpr char counting_opencl_symbol[] = "clmem_test_counting_opencl";

} // namespace clmem::test
