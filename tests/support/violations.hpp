// What a random program finds: results of clmem that are wrong. The first twenty are printed, on stderr.
#pragma once

#include <CL/cl.h>
#include <cstdint>

namespace clmem::test {

// Counts a wrong result of clmem.
void report(const char *format, ...) __attribute__((format(printf, 1, 2)));
// How many there are so far.
[[nodiscard]] std::uint64_t reports() noexcept;

// Ends the process if one of the test's own calls fails, since the test is then wrong.
void need(cl_int code, const char *what);

} // namespace clmem::test
