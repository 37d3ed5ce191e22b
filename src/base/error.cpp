#include "base/error.hpp"

#include <cstdio>
#include <new>

namespace clmem_core {

namespace {

[[noreturn]] void throw_formatted(clmem_status status, cl_int code, const char *format, std::va_list arguments) {
    error failure{status, code};
    failure.set_message(format, arguments);
    throw failure;
}

} // namespace

void error::set_message(const char *format, std::va_list arguments) noexcept {
    std::va_list again;
    va_copy(again, arguments);
    const int length = std::vsnprintf(short_, sizeof short_, format, arguments);
    if (length >= static_cast<int>(sizeof short_)) {
        const auto bytes = static_cast<std::size_t>(length) + 1;
        try {
            long_ = std::shared_ptr<char>{new char[bytes], std::default_delete<char[]>{}};
            std::vsnprintf(long_.get(), bytes, format, again);
        } catch (const std::bad_alloc &) {
            // The beginning must suffice.
        }
    }
    va_end(again);
}

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

} // namespace clmem_core
