// For tests of clmem.hpp: a device, and checks of failing calls in both error styles of clmem.hpp.
#pragma once

#include "opencl.hpp"

#include <clmem_extras.hpp>
#include <string>

namespace clmem::test {

// `call` takes what is the last parameter of every function of clmem.hpp: a std::error_code, or throws(). The code that it stores,
// the code that it throws, and the thread's error record must all equal `status`.
template <class Call>
void expect_failure(clmem_status status, Call call) {
    std::error_code failure;
    call(failure);
    EXPECT_EQ(failure.value(), status) << failure.message();
    EXPECT_EQ(failure.category(), clmem::category());
    try {
        clmem::error_sink thrower = clmem::throws();
        call(thrower);
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
