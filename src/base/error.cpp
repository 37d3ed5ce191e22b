#include "base/error.hpp"

#include <cstdarg>
#include <cstdio>

namespace clmem {

namespace {

// Trivially constructed, so that it needs no registration when the library is loaded at run time.
thread_local constinit error_record record{CLMEM_SUCCESS, 0, "", ""};

[[noreturn]] void throw_formatted(clmem_status status, cl_int code, const char *format, std::va_list arguments) {
    error failure{status, code};
    std::vsnprintf(failure.message(), error::capacity, format, arguments);
    throw failure;
}

} // namespace

void fail(clmem_status status, const char *format, ...) {
    std::va_list arguments;
    va_start(arguments, format);
    throw_formatted(status, 0, format, arguments);
}

void fail_opencl(cl_int code, const char *format, ...) {
    std::va_list arguments;
    va_start(arguments, format);
    throw_formatted(code, code, format, arguments);
}

void fail_because(clmem_status status, cl_int code, const char *format, ...) {
    std::va_list arguments;
    va_start(arguments, format);
    throw_formatted(status, code, format, arguments);
}

bool is_out_of_memory(clmem_status status) noexcept {
    return status == CLMEM_ERROR_OUT_OF_MEMORY || status == CL_MEM_OBJECT_ALLOCATION_FAILURE ||
           status == CL_OUT_OF_RESOURCES || status == CL_OUT_OF_HOST_MEMORY;
}

const error_record &last_error() noexcept {
    return record;
}

clmem_status report(const char *function, clmem_status status, cl_int opencl_code, const char *message) noexcept {
    record.status = status;
    record.opencl_code = opencl_code;
    record.function = function;
    std::snprintf(record.message, error::capacity, "%s", message);
    return status;
}

} // namespace clmem
