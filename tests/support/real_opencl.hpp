// The real OpenCL library, which clmem does not call directly in these tests.
#pragma once

#include <CL/cl.h>
#include <cstdlib>
#include <dlfcn.h>
#include <gtest/gtest.h>

namespace clmem::test {

// A function of the real library; the counting library does not see its calls.
template <class Function>
Function *real_opencl(const char *name) {
    static void *const library = [] {
        const char *path = std::getenv("CLMEM_TEST_OPENCL_LIBRARY");
        return dlopen(path != nullptr ? path : "libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
    }();
    void *address = library != nullptr ? dlsym(library, name) : nullptr;
    if (address == nullptr) {
        ADD_FAILURE() << name << " is not in the OpenCL library";
        std::abort();
    }
    return reinterpret_cast<Function *>(address);
}
#define REAL(name) clmem::test::real_opencl<decltype(::name)>(#name)

} // namespace clmem::test
