// Failures inside: one type of exception. base/error_record.hpp has what programs read of them.
#pragma once

#include <clmem.h>
#include <cstdarg>
#include <cstddef>
#include <exception>
#include <memory>

namespace clmem_core {

// The exception of the core. Its text lies in a fixed buffer, so throwing needs no memory; only a longer text, such as
// a compiler's log, is allocated, and truncated if that fails.
class error : public std::exception {
  public:
    error(clmem_status status, cl_int opencl_code) noexcept : status_{status}, opencl_code_{opencl_code} {}

    void set_message(const char *format, std::va_list arguments) noexcept;

    [[nodiscard]] clmem_status status() const noexcept { return status_; }
    [[nodiscard]] cl_int opencl_code() const noexcept { return opencl_code_; }
    [[nodiscard]] const char *what() const noexcept override { return long_ != nullptr ? long_.get() : short_; }

  private:
    clmem_status status_;
    cl_int opencl_code_;
    char short_[512] = {};
    std::shared_ptr<char> long_; // shared: copying an exception must not throw
};

// Throws an error with a printf-style message.
[[noreturn, gnu::format(printf, 2, 3)]] void fail(clmem_status status, const char *format, ...);

// Throws an error for an OpenCL code, which is the status.
[[noreturn, gnu::format(printf, 2, 3)]] void fail_opencl(cl_int code, const char *format, ...);

// Throws an error with a clmem status, caused by an OpenCL code.
[[noreturn, gnu::format(printf, 3, 4)]] void fail_because(clmem_status status, cl_int code, const char *format, ...);

// True for the codes by which implementations report a shortage of memory: -4, -5 and -6.
[[nodiscard]] bool is_out_of_memory(clmem_status status) noexcept;

// Name of a status of clmem or OpenCL; "unknown status" if it has none.
[[nodiscard]] const char *status_name(clmem_status status) noexcept;

} // namespace clmem_core
