// Failures outside: a record for each thread, and a line in the log.
#pragma once

#include <clmem.h>

namespace clmem_core {

// The record behind clmem_error_last(), one for each thread.
struct error_record {
    clmem_status status;
    cl_int opencl_code;
    const char *function;
    const char *message; // valid until the thread's next failure
};
[[nodiscard]] const error_record &last_error() noexcept;

// Writes the record and returns the status, for the C boundary. `function` must be a string literal.
clmem_status report(const char *function, clmem_status status, cl_int opencl_code, const char *message) noexcept;

} // namespace clmem_core
