// Shared by unit tests of the parts that call OpenCL: a function table that a test may change.
#pragma once

#include "base/error.hpp"
#include "cl/loader.hpp"

#include <cstring>
#include <gtest/gtest.h>
#include <string>
#include <string_view>

namespace clmem_core::test {

// Restores the table at the end of the test. A replacement calls the original function through `real`.
class opencl_table : public testing::Test {
  protected:
    void SetUp() override { real = cl::dispatch(); }
    void TearDown() override { cl::dispatch() = real; }

    static inline cl::table real;
};

// Fills the last three parameters of an OpenCL query.
template <class T>
cl_int answer(const T &value, std::size_t size, void *out, std::size_t *out_size) {
    if (out_size != nullptr) { *out_size = sizeof value; }
    if (out != nullptr) {
        if (size < sizeof value) { return CL_INVALID_VALUE; }
        std::memcpy(out, &value, sizeof value);
    }
    return CL_SUCCESS;
}

struct caught {
    clmem_status status = CLMEM_SUCCESS;
    cl_int opencl_code = CL_SUCCESS;
    std::string message;

    [[nodiscard]] bool says(std::string_view text) const { return message.find(text) != std::string::npos; }
};

// The status that a call threw; CLMEM_SUCCESS if it threw nothing.
template <class Call>
caught failure_of(Call &&call) {
    try {
        (void)call();
        return {};
    } catch (const error &e) { return {e.status(), e.opencl_code(), e.what()}; }
}

} // namespace clmem_core::test
