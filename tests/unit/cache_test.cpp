// Tests which contexts a cache can watch.
#include "cache/cache.hpp"
#include "device/creation.hpp"
#include "device_answers.hpp"

#include <gtest/gtest.h>
#include <memory>

namespace {

using namespace clmem_core;
using clmem_core::test::failure_of;

class cache_watch : public clmem_core::test::device_answers {};

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

// A callback cannot be unregistered, so a program that creates many caches must not leave one callback for each.
TEST_F(cache_watch, leaves_one_callback_for_a_context_however_often_it_is_watched) {
    answer(CL_DEVICE_VERSION, "OpenCL 3.0 some driver");
    static int callbacks;
    static cl_device_id device;
    callbacks = 0;
    device = subject;
    static void(CL_CALLBACK * destroyed)(cl_context, void *) = nullptr;
    cl::dispatch().clSetContextDestructorCallback = [](cl_context, void(CL_CALLBACK * call)(cl_context, void *),
                                                       void *) {
        destroyed = call;
        return ++callbacks == 1 ? CL_OUT_OF_HOST_MEMORY : CL_SUCCESS;
    };
    static int here = 0;
    auto *const context = reinterpret_cast<cl_context>(&here);
    const auto number = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(context));
    cl::dispatch().clGetContextInfo = [](cl_context, cl_context_info, size_t size, void *out, size_t *out_size) {
        return clmem_core::test::answer(device, size, out, out_size);
    };
    const auto kept = std::make_shared<cache>();
    EXPECT_EQ(failure_of([&] { return kept->watch(context), 0; }).status, CL_OUT_OF_HOST_MEMORY);
    for (int round = 0; round < 100; ++round) {
        const auto table = std::make_shared<cache>();
        table->watch(context);
        table->watch(context);
        kept->watch(context);
    }
    EXPECT_EQ(callbacks, 2) << "one failed call, and one successful";
    const clmem_cache_value value = CLMEM_CACHE_VALUE_INIT;
    static_cast<void>(kept->put(number, "key", value));
    destroyed(context, nullptr);
    EXPECT_EQ(kept->count(), 0U);
    kept->watch(context); // a new context at the same address
    EXPECT_EQ(callbacks, 3);
    destroyed(context, nullptr);
}

} // namespace
