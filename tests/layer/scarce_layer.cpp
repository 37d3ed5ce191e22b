// A layer next to the driver, with which the process ends with an error at its 100th buffer.
#include "test_layer.hpp"

#include <atomic>
#include <cstdio>
#include <cstdlib>

namespace {

std::atomic<int> created{0};

cl_mem CL_API_CALL create_buffer(cl_context context, cl_mem_flags flags, std::size_t bytes, void *host, cl_int *code) {
    if (++created < 100) { return target->clCreateBuffer(context, flags, bytes, host, code); }
    std::printf("the driver creates too many buffers\n");
    std::fflush(stdout);
    std::_Exit(3);
}

void replace_calls(cl_icd_dispatch &calls) {
    calls.clCreateBuffer = create_buffer;
}

} // namespace
