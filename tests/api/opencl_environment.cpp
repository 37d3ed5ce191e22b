// Replaces OpenCL by the counting library before clmem loads it. On a machine without OpenCL nothing changes.
#include "opencl.hpp"

namespace clmem::test {
namespace {

[[maybe_unused]] const bool counting_is_in_place = [] {
    if (std::getenv("CLMEM_TEST_OPENCL_LIBRARY") != nullptr) {
        return true;
    } // a child of these tests: its parent has done it
    const char *wanted = std::getenv("CLMEM_OPENCL_LIBRARY");
    if (wanted == nullptr) { wanted = "libOpenCL.so.1"; }
    if (dlopen(wanted, RTLD_NOW | RTLD_LOCAL) == nullptr) { return false; }
    setenv("CLMEM_TEST_OPENCL_LIBRARY", wanted, 1);
    return setenv("CLMEM_OPENCL_LIBRARY", CLMEM_TEST_COUNTING_OPENCL, 1) == 0;
}();

} // namespace
} // namespace clmem::test
