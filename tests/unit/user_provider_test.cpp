#include "base/callback.hpp"
#include "cl/raii.hpp"
#include "device/choice.hpp"
#include "device/creation.hpp"
#include "device/description.hpp"
#include "opencl_table.hpp"
#include "provider/buffer.hpp"
#include "provider/user.hpp"
#include "provider/virtual.hpp"

#include <cstdlib>
#include <gtest/gtest.h>

namespace {

using namespace clmem_core;
using clmem_core::test::failure_of;

// A program's provider that counts its calls.
struct program {
    int allocations = 0;
    int releases = 0;
    int ends = 0;
    std::size_t released_bytes = 0;
    clmem_status status = CLMEM_SUCCESS;
    void *memory = this;
    bool in_callback_always = true;

    clmem_provider_callbacks callbacks() {
        clmem_provider_callbacks c = CLMEM_PROVIDER_CALLBACKS_INIT;
        c.user = this;
        c.allocate = [](void *user, size_t, void **out_memory) {
            auto &self = *static_cast<program *>(user);
            ++self.allocations;
            self.in_callback_always &= in_callback();
            *out_memory = self.memory;
            return self.status;
        };
        c.release = [](void *user, void *given, size_t bytes) {
            auto &self = *static_cast<program *>(user);
            ++self.releases;
            self.in_callback_always &= in_callback() && given == self.memory;
            self.released_bytes = bytes;
        };
        c.user_release = [](void *user) {
            auto &self = *static_cast<program *>(user);
            ++self.ends;
            self.in_callback_always &= in_callback();
        };
        return c;
    }
};

TEST(user_provider, calls_back) {
    program p;
    {
        const auto provider = make_user_provider(p.callbacks());
        provider->commit();
        EXPECT_EQ(provider->properties().kind, CLMEM_PROVIDER_USER);
        EXPECT_EQ(provider->properties().alignment, 512U);
        EXPECT_FALSE(provider->properties().has_objects());
        EXPECT_EQ(provider->allocate(100), &p);
        provider->release(&p, 100);
        EXPECT_EQ(p.released_bytes, 100U);
        EXPECT_EQ(failure_of([&] { return provider->make_object(&p, 0, 1); }).status, CLMEM_ERROR_UNSUPPORTED);
        p.memory = nullptr; // NULL is valid unless memory is a buffer
        EXPECT_EQ(provider->allocate(100), nullptr);
        EXPECT_EQ(p.ends, 0);
    }
    EXPECT_EQ(p.allocations, 2);
    EXPECT_EQ(p.releases, 1);
    EXPECT_EQ(p.ends, 1);
    EXPECT_TRUE(p.in_callback_always);
    EXPECT_FALSE(in_callback());
}

TEST(user_provider, leaves_user_alone_unless_the_program_got_it) {
    program p;
    static_cast<void>(make_user_provider(p.callbacks()));
    EXPECT_EQ(p.ends, 0);
    make_user_provider(p.callbacks())->commit();
    EXPECT_EQ(p.ends, 1);
}

TEST(user_provider, passes_on_what_the_program_says) {
    program p;
    const auto provider = make_user_provider(p.callbacks());
    struct {
        clmem_status given, status;
        cl_int code;
    } const cases[] = {
        {CLMEM_ERROR_OUT_OF_MEMORY, CLMEM_ERROR_OUT_OF_MEMORY, 0},
        {CL_MEM_OBJECT_ALLOCATION_FAILURE, CLMEM_ERROR_OUT_OF_MEMORY, CL_MEM_OBJECT_ALLOCATION_FAILURE},
        {CL_OUT_OF_RESOURCES, CLMEM_ERROR_OUT_OF_MEMORY, CL_OUT_OF_RESOURCES},
        {CL_OUT_OF_HOST_MEMORY, CLMEM_ERROR_OUT_OF_MEMORY, CL_OUT_OF_HOST_MEMORY},
        {CL_INVALID_CONTEXT, CL_INVALID_CONTEXT, CL_INVALID_CONTEXT},
        {CLMEM_ERROR_CALLBACK, CLMEM_ERROR_CALLBACK, 0},
        {4711, 4711, 0},
    };
    for (const auto &c : cases) {
        p.status = c.given;
        const auto failure = failure_of([&] { return provider->allocate(100); });
        EXPECT_EQ(failure.status, c.status);
        EXPECT_EQ(failure.opencl_code, c.code);
        EXPECT_TRUE(failure.says("callback")) << failure.message;
    }
    EXPECT_EQ(p.releases, 0);
    EXPECT_FALSE(in_callback());
}

TEST(user_provider, keeps_larger_sizes_from_the_program) {
    program p;
    clmem_provider_callbacks c = p.callbacks();
    c.max_allocation_bytes = 99;
    const auto provider = make_user_provider(c);
    EXPECT_EQ(failure_of([&] { return provider->allocate(100); }).status, CLMEM_ERROR_OUT_OF_MEMORY);
    EXPECT_EQ(p.allocations, 0);
}

TEST(user_provider, refuses_what_cannot_work_and_leaves_user_alone) {
    program p;
    cl_context some = reinterpret_cast<cl_context>(&p); // never dereferenced
    const auto refused = [&](auto change) {
        clmem_provider_callbacks c = p.callbacks();
        change(c);
        return failure_of([&] { return make_user_provider(c); }).status == CLMEM_ERROR_INVALID_ARGUMENT;
    };
    EXPECT_TRUE(refused([](auto &c) { c.allocate = nullptr; }));
    EXPECT_TRUE(refused([](auto &c) { c.release = nullptr; }));
    EXPECT_TRUE(refused([](auto &c) { c.alignment_bytes = 96; }));
    EXPECT_TRUE(refused([](auto &c) { c.memory_is_buffer = 1; }));
    EXPECT_TRUE(refused([&](auto &c) { c.context = some; }));
    EXPECT_TRUE(refused([&](auto &c) {
        c.memory_is_buffer = 2;
        c.context = some;
    }));
    EXPECT_EQ(p.ends, 0);
    clmem_provider_callbacks c = p.callbacks();
    c.user_release = nullptr; // optional
    EXPECT_NE(make_user_provider(c), nullptr);
}

using user_buffers = clmem_core::test::opencl_table;

TEST_F(user_buffers, are_divided_like_the_drivers) {
    cl_device_id device = choose_device(nullptr);
    const cl::context context = make_context(device);
    program p;
    cl_int code = CL_SUCCESS;
    const cl::memory memory{cl::dispatch().clCreateBuffer(context.get(), 0, 1 << 20, nullptr, &code)};
    ASSERT_EQ(code, CL_SUCCESS);
    p.memory = memory.get();
    clmem_provider_callbacks c = p.callbacks();
    c.memory_is_buffer = 1;
    c.context = context.get();
    c.alignment_bytes = 1; // too small for sub-buffers
    {
        const auto provider = make_user_provider(c);
        provider->commit();
        EXPECT_EQ(provider->properties().alignment, alignment_of(device));
        EXPECT_EQ(provider->properties().context, context.get());
        void *slab = provider->allocate(1 << 20);
        cl_mem part = provider->make_object(slab, provider->properties().alignment, 4096);
        std::size_t bytes = 0;
        EXPECT_EQ(real.clGetMemObjectInfo(part, CL_MEM_SIZE, sizeof bytes, &bytes, nullptr), CL_SUCCESS);
        EXPECT_EQ(bytes, 4096U);
        provider->release_object(part);
        provider->release(slab, 1 << 20);
        p.memory = nullptr;
        EXPECT_EQ(failure_of([&] { return provider->allocate(100); }).status, CLMEM_ERROR_CALLBACK);
    }
    EXPECT_EQ(p.ends, 1);
    c.alignment_bytes = 65536;
    EXPECT_EQ(make_user_provider(c)->properties().alignment, 65536U);
}

TEST(providers, need_opencl_only_for_its_buffers) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(
        {
            setenv("CLMEM_OPENCL_LIBRARY", "/nonexistent", 1); // NOLINT(concurrency-mt-unsafe)
            program p;
            auto context = reinterpret_cast<cl_context>(&p); // never reached
            auto queue = reinterpret_cast<cl_command_queue>(&p);
            clmem_provider_callbacks c = p.callbacks();
            bool right = make_user_provider(c)->allocate(1) == &p;
            make_user_provider(c)->commit(); // ends here
            const auto pretended = make_virtual_provider(CLMEM_VIRTUAL_OPTIONS_INIT);
            right &= pretended->allocate(1) != pretended->allocate(1); // each address is used once
            c.memory_is_buffer = 1;
            c.context = context;
            right &= failure_of([&] { return make_user_provider(c); }).status == CLMEM_ERROR_NO_OPENCL;
            right &= failure_of([&] { return make_buffer_provider(context, 0); }).status == CLMEM_ERROR_NO_OPENCL;
            right &= failure_of([&] { return make_immediate_provider(queue, 0); }).status == CLMEM_ERROR_NO_OPENCL;
            std::_Exit(right && p.ends == 1 ? 0 : 1);
        },
        testing::ExitedWithCode(0), "");
}

} // namespace
