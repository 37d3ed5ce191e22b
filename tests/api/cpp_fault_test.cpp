// clmem.hpp: providers with injected faults.
#include "cpp_library.hpp"

#include <clmem_extras.hpp>
#include <gtest/gtest.h>
#include <system_error>

namespace clmem::test {
namespace {

TEST(cpp_fault, a_pool_sees_a_small_device) {
    const provider scarce = experimental::faulty(provider::simulated(), "allocate:beyond=4MiB");
    const pool small{scarce};
    EXPECT_THROW(static_cast<void>(small.allocate(8 << 20)), error);
    static_cast<void>(small.allocate(1 << 20));
    EXPECT_GT(experimental::faults_of(scarce).failures, 0U);
}

TEST(cpp_fault, wrong_specs_are_refused) {
    std::error_code failure;
    EXPECT_FALSE(experimental::faulty(provider::simulated(), "allocate:nth=0", failure));
    EXPECT_TRUE(failure);
    EXPECT_THROW(static_cast<void>(experimental::faults_of(provider::simulated())), error);
}

} // namespace
} // namespace clmem::test
