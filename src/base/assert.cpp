#include "base/assert.hpp"

#include <cstdarg>
#include <cstdio>
#include <cstdlib>

namespace clmem_core {

violation::violation(const char *format, ...) noexcept {
    std::va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text_, sizeof text_, format, arguments);
    va_end(arguments);
}

void fail_assertion(const char *what, const char *file, int line) noexcept {
    std::fprintf(stderr, "clmem: %s:%d: assertion failed: %s\n", file, line, what);
    std::abort();
}

void fail_check(const char *of, const violation &found) noexcept {
    std::fprintf(stderr, "clmem: a check of the %s failed: %s\n", of, found.text());
    std::abort();
}

} // namespace clmem_core
