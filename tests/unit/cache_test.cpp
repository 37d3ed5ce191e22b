// Which contexts a cache can watch.
#include "cache/cache.hpp"
#include "device/creation.hpp"
#include "device_answers.hpp"

#include <gtest/gtest.h>
#include <memory>

namespace {

using namespace clmem;
using clmem::test::failure_of;

class cache_watch : public clmem::test::device_answers {};

TEST_F(cache_watch, needs_opencl_3_of_the_library_and_of_each_device) {
    const auto table = std::make_shared<cache>();
    const cl::context context = make_context(subject);
    const auto watch = [&] {
        table->watch(context.get());
        return 0;
    };
    answer(CL_DEVICE_VERSION, "OpenCL 2.1 some driver");
    auto failure = failure_of(watch);
    EXPECT_EQ(failure.status, CLMEM_ERROR_UNSUPPORTED);
    EXPECT_TRUE(failure.says("OpenCL 2.1") && failure.says("clmem_cache_drop")) << failure.message;

    answer(CL_DEVICE_VERSION, "OpenCL 3.0 some driver");
    cl::dispatch().clSetContextDestructorCallback = nullptr;
    failure = failure_of(watch);
    EXPECT_EQ(failure.status, CLMEM_ERROR_UNSUPPORTED);
    EXPECT_TRUE(failure.says("clSetContextDestructorCallback")) << failure.message;
}

} // namespace
