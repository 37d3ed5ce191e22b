// The faults that clmem's layer injects into the process itself, and the OpenCL objects that it counts (docs/faults.md,
// "In the tests of a program"). Without the layer and CLMEM_RUN_FAULTS=off the program ends with a message.
#pragma once

#include <cstdint>
#include <string>

namespace clmem::test {

// From now on calls fail as the spec says; "off": none.
void set_faults(const std::string &spec);
// The OpenCL function that failed first under this spec; "" if none has.
[[nodiscard]] const char *first_fault();

// Since the start of the process.
struct fault_totals {
    std::uint64_t calls = 0;
    std::uint64_t failures = 0;
    std::uint64_t delays = 0;
    std::uint64_t lost = 0; // releases that failed, whose objects are lost
};
[[nodiscard]] fault_totals count_faults();

// While it lives, calls of this thread succeed.
class shield {
  public:
    shield();
    ~shield();
    shield(const shield &) = delete;
    shield &operator=(const shield &) = delete;
};

// The OpenCL objects that live.
[[nodiscard]] std::int64_t live_objects();
[[nodiscard]] std::string live_objects_by_kind(); // for people

} // namespace clmem::test
