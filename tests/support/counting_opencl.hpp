// The OpenCL library that the API tests put in place of the real one (by CLMEM_OPENCL_LIBRARY): it forwards every call, counts
// it, and fails the one that it is told to fail.
#pragma once

#include <CL/cl.h>
#include <cstdint>

namespace clmem::test {

// What the library exports beside OpenCL's functions.
struct counting_opencl {
    // Calls since the last reset; NULL: of all functions.
    std::uint64_t (*calls)(const char *function);

    // Forgets the calls and the failure that has been ordered.
    void (*reset)();

    // Orders a failure: the nth call from now (1: the next) of a function gives a code and is not forwarded; NULL: of any
    // function but those that release. With `lasting` all calls after it fail as well.
    void (*fail)(const char *function, std::uint64_t nth, cl_int code, bool lasting);

    // Orders that the nth call of any function but those that release fails, and the one `next` calls later too (0: no other).
    void (*fail_pair)(std::uint64_t nth, std::uint64_t next, cl_int code);

    // True if the failure that was ordered last has come about.
    bool (*failed)();

    // References that were made by creating and retaining, less those released.
    std::int64_t (*references)();

    // Switches the order of queues off, or on again: barriers are not forwarded, waiting for events returns at once, and every
    // event is said to be complete. By this tests of queue order show that they are able to fail.
    void (*ignore_order)(bool ignored);

    // Gives the platform a clEnqueueCopyBufferP2PAMD, which copies as clEnqueueCopyBuffer does, or takes it away again.
    void (*offer_peer_copy)(bool offered);
};

// Name of the symbol of type counting_opencl.
inline constexpr char counting_opencl_symbol[] = "clmem_test_counting_opencl";

} // namespace clmem::test
