#include "violations.hpp"

#include <atomic>
#include <clmem.h>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>

namespace clmem::test {

namespace {

std::atomic<std::uint64_t> reported{0};

} // namespace

void report(const char *format, ...) {
    if (reported.fetch_add(1) >= 20) { return; }
    std::fputs("violation: ", stderr);
    va_list arguments;
    va_start(arguments, format);
    std::vfprintf(stderr, format, arguments);
    va_end(arguments);
    std::fputc('\n', stderr);
}

std::uint64_t reports() noexcept {
    return reported.load();
}

void need(cl_int code, const char *what) {
    if (code == CL_SUCCESS) { return; }
    clmem_error last = CLMEM_ERROR_INIT;
    clmem_error_last(&last);
    std::fprintf(stderr, "%s failed: %d (%s)\n", what, code, last.message);
    std::abort();
}

} // namespace clmem::test
