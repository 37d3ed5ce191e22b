// The provider section: errors, descriptions, driver allocations without a pool.
#include "figures.hpp"
#include "recorder.hpp"

#include <limits>

namespace clmem::test {
namespace {

TEST(provider, virtual_refuses_what_is_out_of_range) {
    clmem_provider provider = reinterpret_cast<clmem_provider>(1);
    for (const std::size_t alignment : {std::size_t{3}, std::size_t{513}, ~std::size_t{0}}) {
        clmem_virtual_options options = CLMEM_VIRTUAL_OPTIONS_INIT;
        options.alignment_bytes = alignment;
        CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_provider_create_virtual(&options, &provider)) << alignment;
        EXPECT_EQ(provider, nullptr);
    }
    clmem_virtual_options options = CLMEM_VIRTUAL_OPTIONS_INIT;
    options.reserved = 1;
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_provider_create_virtual(&options, &provider));
    EXPECT_NE(last_error().message.find("reserved"), std::string::npos) << last_error().message;
}

TEST(provider, virtual_describes_its_options) {
    clmem_virtual_options options = CLMEM_VIRTUAL_OPTIONS_INIT;
    options.alignment_bytes = 256;
    options.max_allocation_bytes = 1 << 20;
    options.memory_bytes = 3 << 20;
    const provider_owner provider = make_provider(&options);
    clmem_provider_info info = CLMEM_PROVIDER_INFO_INIT;
    CHECK_OK(clmem_provider_describe(provider, &info));
    EXPECT_EQ(info.struct_size, sizeof info);
    EXPECT_EQ(info.kind, CLMEM_PROVIDER_VIRTUAL);
    EXPECT_EQ(info.alignment_bytes, 256U);
    EXPECT_EQ(info.max_allocation_bytes, std::size_t{1} << 20);
    EXPECT_EQ(info.memory_bytes, std::size_t{3} << 20);
    EXPECT_EQ(info.context, nullptr);
    EXPECT_EQ(info.memory_flags, 0U);
    options.alignment_bytes = 0;
    const provider_owner with_default = make_provider(&options);
    CHECK_OK(clmem_provider_describe(with_default, &info));
    EXPECT_EQ(info.alignment_bytes, 512U);
}

TEST(provider, virtual_keeps_to_its_bounds) {
    clmem_virtual_options options = CLMEM_VIRTUAL_OPTIONS_INIT;
    options.max_allocation_bytes = 1 << 20;
    options.memory_bytes = 5 << 19;
    const provider_owner provider = make_provider(&options);
    buffer_owner first;
    buffer_owner second;
    clmem_buffer third = nullptr;
    CHECK_STATUS(CLMEM_ERROR_OUT_OF_MEMORY, clmem_provider_allocate(provider, (1 << 20) + 1, &third));
    CHECK_OK(clmem_provider_allocate(provider, 1 << 20, first.out()));
    CHECK_OK(clmem_provider_allocate(provider, 1 << 20, second.out()));
    third = first;
    CHECK_STATUS(CLMEM_ERROR_OUT_OF_MEMORY, clmem_provider_allocate(provider, 1 << 20, &third));
    EXPECT_EQ(third, nullptr);
    first.reset();
    CHECK_OK(clmem_provider_allocate(provider, 1 << 20, first.out()));
}

TEST(provider, user_refuses_what_is_missing_or_contradictory) {
    clmem_provider_callbacks good = CLMEM_PROVIDER_CALLBACKS_INIT;
    good.allocate = [](void *, std::size_t, void **) -> clmem_status { return CLMEM_ERROR_OUT_OF_MEMORY; };
    good.release = [](void *, void *, std::size_t) {};
    int user_releases = 0;
    good.user = &user_releases;
    good.user_release = [](void *user) { ++*static_cast<int *>(user); };
    const auto refused = [](const clmem_provider_callbacks &callbacks) {
        clmem_provider provider = reinterpret_cast<clmem_provider>(1);
        CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_provider_create_user(&callbacks, &provider));
        EXPECT_EQ(provider, nullptr);
    };
    clmem_provider_callbacks bad = good;
    bad.allocate = nullptr;
    refused(bad);
    bad = good;
    bad.release = nullptr;
    refused(bad);
    bad = good;
    bad.alignment_bytes = 48;
    refused(bad);
    bad = good;
    bad.memory_is_buffer = 2;
    refused(bad);
    bad = good;
    bad.memory_is_buffer = 1; // but there is no context
    refused(bad);
    bad = good;
    bad.context = reinterpret_cast<cl_context>(&user_releases); // unnecessary, and must not be used
    refused(bad);
    EXPECT_EQ(user_releases, 0) << "user_release is only called for created providers";
}

TEST(provider, user_describes_itself_with_defaults) {
    recorder memory;
    memory.alignment = 0;
    memory.max_allocation = 12345;
    const provider_owner provider = memory.make_provider();
    clmem_provider_info info = CLMEM_PROVIDER_INFO_INIT;
    CHECK_OK(clmem_provider_describe(provider, &info));
    EXPECT_EQ(info.kind, CLMEM_PROVIDER_USER);
    EXPECT_EQ(info.alignment_bytes, 512U);
    EXPECT_EQ(info.max_allocation_bytes, 12345U);
    EXPECT_EQ(info.memory_bytes, 0U);
    EXPECT_EQ(info.context, nullptr);
}

TEST(provider, user_release_may_be_missing) {
    clmem_provider_callbacks callbacks = CLMEM_PROVIDER_CALLBACKS_INIT;
    callbacks.allocate = [](void *, std::size_t, void **out) -> clmem_status {
        *out = nullptr; // allowed: the program defines what the memory is
        return CLMEM_SUCCESS;
    };
    callbacks.release = [](void *, void *, std::size_t) {};
    provider_owner provider;
    REQUIRE_OK(clmem_provider_create_user(&callbacks, provider.out()));
    const pool_owner pool = make_pool(provider);
    const buffer_owner buffer = make_buffer(pool, 1000);
    EXPECT_EQ(describe(buffer).slab_memory, nullptr);
    EXPECT_EQ(describe(buffer).bytes, 1000U);
}

TEST(provider, opencl_providers_refuse_null) {
    clmem_provider provider = reinterpret_cast<clmem_provider>(1);
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_provider_create_buffer(nullptr, nullptr, &provider));
    EXPECT_EQ(provider, nullptr);
    provider = reinterpret_cast<clmem_provider>(1);
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_provider_create_immediate(nullptr, nullptr, &provider));
    EXPECT_EQ(provider, nullptr);
}

TEST(provider, allocates_whole_objects) {
    recorder memory;
    {
        const provider_owner provider = memory.make_provider();
        buffer_owner buffer;
        REQUIRE_OK(clmem_provider_allocate(provider, 1000, buffer.out()));
        const clmem_buffer_info info = describe(buffer);
        EXPECT_EQ(info.bytes, 1000U);
        EXPECT_GE(info.capacity_bytes, 1000U);
        EXPECT_EQ(info.offset_bytes, 0U);
        EXPECT_GE(info.slab_bytes, info.capacity_bytes);
        EXPECT_EQ(info.tag, 0U);
        EXPECT_EQ(info.queue, nullptr);
        EXPECT_TRUE(memory.holds(info.slab_memory));
        EXPECT_EQ(memory.live_bytes(), info.slab_bytes);
        buffer.reset();
        EXPECT_EQ(memory.live_bytes(), 0U) << "releasing the block frees it at once";

        buffer_owner again;
        REQUIRE_OK(clmem_provider_allocate(provider, 1000, again.out()));
        EXPECT_NE(describe(again).slab, info.slab) << "the number of a slab is never used twice";
    }
    EXPECT_TRUE(memory.is_done());
}

TEST(provider, no_bytes_are_no_object) {
    recorder memory;
    const provider_owner provider = memory.make_provider();
    clmem_buffer buffer = reinterpret_cast<clmem_buffer>(1);
    CHECK_OK(clmem_provider_allocate(provider, 0, &buffer));
    EXPECT_EQ(buffer, nullptr);
    CHECK_OK(clmem_buffer_release(buffer));
    EXPECT_EQ(memory.calls(), 0U);
}

TEST(provider, sizes_have_an_end) {
    recorder memory;
    const provider_owner provider = memory.make_provider();
    for (const std::size_t bytes : {too_large, too_large + 1, ~std::size_t{0} - 511, ~std::size_t{0}}) {
        clmem_buffer buffer = reinterpret_cast<clmem_buffer>(1);
        CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_provider_allocate(provider, bytes, &buffer)) << bytes;
        EXPECT_EQ(buffer, nullptr);
    }
    EXPECT_EQ(memory.calls(), 0U);
    memory.set_capacity(1 << 20);
    clmem_buffer buffer = nullptr;
    CHECK_STATUS(CLMEM_ERROR_OUT_OF_MEMORY, clmem_provider_allocate(provider, too_large - 1, &buffer));
}

TEST(provider, refusals_pass_through) {
    recorder memory;
    memory.max_allocation = 1 << 20;
    const provider_owner provider = memory.make_provider();
    buffer_owner buffer;
    CHECK_STATUS(CLMEM_ERROR_OUT_OF_MEMORY, clmem_provider_allocate(provider, (1 << 20) + 1, buffer.out()));
    EXPECT_EQ(memory.calls(), 0U) << "larger than the provider's limit: it is not called";
    for (const clmem_status code : {CL_MEM_OBJECT_ALLOCATION_FAILURE, CL_OUT_OF_RESOURCES, CL_OUT_OF_HOST_MEMORY}) {
        memory.fail(1, code, true);
        CHECK_STATUS(CLMEM_ERROR_OUT_OF_MEMORY, clmem_provider_allocate(provider, 1000, buffer.out()));
        EXPECT_EQ(last_error().opencl_code, code);
    }
    for (const clmem_status code : {clmem_status{CL_INVALID_VALUE}, clmem_status{CLMEM_ERROR_NO_DEVICE}, 4711}) {
        memory.fail(1, code, true);
        CHECK_STATUS(code, clmem_provider_allocate(provider, 1000, buffer.out()));
    }
    memory.stop_failing();
    CHECK_OK(clmem_provider_allocate(provider, 1000, buffer.out()));
}

} // namespace
} // namespace clmem::test
