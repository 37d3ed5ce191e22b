// For tests of clmem.hpp: a device, and calls that fail in both ways that clmem.hpp knows.
#pragma once

#include "opencl.hpp"

#include <clmem.hpp>
#include <string>

namespace clmem::test {

// `call` takes the std::error_code that every function of clmem.hpp ends with: what it hands over there, and what it throws, must be
// `status`, and so must be the record of the thread.
template <class Call>
void expect_failure(clmem_status status, Call call) {
    std::error_code failure;
    call(failure);
    EXPECT_EQ(failure.value(), status) << failure.message();
    EXPECT_EQ(failure.category(), clmem::category());
    try {
        call(clmem::throws());
        ADD_FAILURE() << "nothing was thrown";
    } catch (const clmem::error &thrown) {
        EXPECT_EQ(thrown.status(), status) << thrown.what();
        EXPECT_EQ(thrown.message(), last_error().message);
        EXPECT_NE(std::string{thrown.what()}.find(thrown.function()), std::string::npos);
    }
}

class cpp_api : public on_device {
  protected:
    clmem_device_info info_ = CLMEM_DEVICE_INFO_INIT;

    void SetUp() override {
        on_device::SetUp();
        if (!HasFatalFailure()) { REQUIRE_OK(clmem_device_describe(device_, &info_)); }
    }
    [[nodiscard]] bool has(clmem_device_feature feature) const { return (info_.features & feature) != 0; }
};

} // namespace clmem::test
