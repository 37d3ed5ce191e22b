// Callbacks may release, but not allocate.
#include "figures.hpp"
#include "recorder.hpp"

#include <stdexcept>
#include <thread>

namespace clmem::test {
namespace {

// A provider whose callbacks call clmem.
struct caller {
    clmem_provider virtual_provider = nullptr;
    clmem_pool pool = nullptr;
    clmem_buffer to_release = nullptr;
    std::vector<clmem_status> statuses;

    void try_to_allocate() {
        if (pool == nullptr) { return; }
        clmem_buffer buffer = reinterpret_cast<clmem_buffer>(1);
        const clmem_allocation_options options = CLMEM_ALLOCATION_OPTIONS_INIT;
        statuses.push_back(clmem_pool_allocate(pool, nullptr, 100, &buffer));
        EXPECT_EQ(buffer, nullptr);
        EXPECT_NE(last_error().message.find("callback"), std::string::npos) << last_error().message;
        statuses.push_back(clmem_pool_allocate_with(pool, &options, 100, &buffer));
    }

    provider_owner make_provider() {
        clmem_provider_callbacks callbacks = CLMEM_PROVIDER_CALLBACKS_INIT;
        callbacks.user = this;
        callbacks.allocate = [](void *user, std::size_t, void **) -> clmem_status {
            static_cast<caller *>(user)->try_to_allocate();
            return CLMEM_SUCCESS;
        };
        callbacks.release = [](void *user, void *, std::size_t) {
            auto *self = static_cast<caller *>(user);
            self->try_to_allocate();
            CHECK_OK(clmem_buffer_release(std::exchange(self->to_release, nullptr)));
        };
        provider_owner provider;
        CHECK_OK(clmem_provider_create_user(&callbacks, provider.out()));
        return provider;
    }
};

TEST(callbacks, of_providers_may_not_allocate) {
    caller program;
    const provider_owner other_provider = make_provider();
    const pool_owner other_pool = make_pool(other_provider);
    program.pool = other_pool;
    program.to_release = make_buffer(other_pool, 100).give_up();
    {
        const provider_owner provider = program.make_provider();
        const pool_owner pool = make_pool(provider);
        clmem_buffer buffer = nullptr; // not CHECK_OK: the failing call in the callback writes the record
        ASSERT_EQ(clmem_pool_allocate(pool, nullptr, 1000, &buffer), CLMEM_SUCCESS);
        ASSERT_EQ(clmem_buffer_release(buffer), CLMEM_SUCCESS);
        EXPECT_EQ(program.statuses.size(), 2U);
        EXPECT_EQ(clmem_pool_free_held(pool), CLMEM_SUCCESS);
        EXPECT_EQ(program.statuses.size(), 4U);
    }
    for (const clmem_status status : program.statuses) {
        EXPECT_EQ(status, CLMEM_ERROR_CALLBACK);
    }
    EXPECT_EQ(statistics(other_pool).active_blocks, 0U) << "the callback released a block";
    const buffer_owner after = make_buffer(other_pool, 100); // outside callbacks nothing has changed
}

TEST(callbacks, of_providers_may_release_blocks_of_their_own_pool) {
    caller program;
    const provider_owner provider = program.make_provider();
    const pool_owner pool = make_pool(provider);
    buffer_owner other = make_buffer(pool, 1000);
    make_buffer(pool, 40 << 20);
    program.to_release = other.give_up();
    CHECK_OK(clmem_pool_free_held(pool));
    EXPECT_EQ(program.to_release, nullptr);
    EXPECT_EQ(statistics(pool).active_blocks, 0U);
    check_figures(pool);
    CHECK_OK(clmem_pool_free_held(pool));
    EXPECT_EQ(statistics(pool).managed_bytes, 0U);
}

TEST(callbacks, of_pools_may_not_allocate) {
    clmem_pool_options options = CLMEM_POOL_OPTIONS_INIT;
    options.limit_bytes = 1 << 20;
    struct {
        clmem_pool pool = nullptr;
        clmem_provider provider = nullptr;
        std::vector<clmem_status> statuses;
    } seen;
    options.out_of_memory_user = &seen;
    options.out_of_memory = [](void *user, std::size_t, std::uint32_t) -> std::int32_t {
        auto *self = static_cast<decltype(seen) *>(user);
        clmem_buffer buffer = nullptr;
        self->statuses.push_back(clmem_pool_allocate(self->pool, nullptr, 100, &buffer));
        self->statuses.push_back(clmem_provider_allocate(self->provider, 100, &buffer));
        const clmem_statistics figures = statistics(self->pool); // queries are allowed
        EXPECT_EQ(figures.limit_bytes, std::size_t{1} << 20);
        return 0;
    };
    const provider_owner provider = make_provider();
    const pool_owner pool = make_pool(provider, &options);
    seen.pool = pool;
    seen.provider = provider;
    clmem_buffer buffer = nullptr;
    CHECK_STATUS(CLMEM_ERROR_OUT_OF_MEMORY, clmem_pool_allocate(pool, nullptr, 2 << 20, &buffer));
    EXPECT_EQ(seen.statuses, (std::vector<clmem_status>(2, CLMEM_ERROR_CALLBACK)));
    check_figures(pool);
}

// A failing call inside a callback has its own record; the program finally sees the record of its own call.
TEST(callbacks, leave_the_record_of_the_call_alone) {
    recorder memory;
    clmem_pool_options options = CLMEM_POOL_OPTIONS_INIT;
    options.limit_bytes = 1 << 20;
    options.out_of_memory = [](void *, std::size_t, std::uint32_t) -> std::int32_t {
        return clmem_buffer_release(reinterpret_cast<clmem_buffer>(77)) == CLMEM_SUCCESS ? 1 : 0;
    };
    const provider_owner provider = memory.make_provider();
    const pool_owner pool = make_pool(provider, &options);
    clmem_buffer buffer = nullptr;
    CHECK_STATUS(CLMEM_ERROR_OUT_OF_MEMORY, clmem_pool_allocate(pool, nullptr, 2 << 20, &buffer));
    EXPECT_EQ(last_error().function, "clmem_pool_allocate");
}

// Callbacks are C functions. If one throws anyway, its call fails and the pool's lock is in its usual state.
TEST(callbacks, of_pools_that_throw_fail_the_call) {
    clmem_pool_options options = CLMEM_POOL_OPTIONS_INIT;
    options.limit_bytes = 1 << 20;
    options.out_of_memory = [](void *, std::size_t, std::uint32_t) -> std::int32_t {
        throw std::runtime_error("out of order");
    };
    const provider_owner provider = make_provider();
    const pool_owner pool = make_pool(provider, &options);
    clmem_buffer buffer = nullptr;
    for (int round = 0; round < 3; ++round) {
        CHECK_STATUS(CLMEM_ERROR_CALLBACK, clmem_pool_allocate(pool, nullptr, 2 << 20, &buffer));
        EXPECT_NE(last_error().message.find("out of order"), std::string::npos) << last_error().message;
        std::thread{[&] { make_buffer(pool, 1000); }}.join();
        make_buffer(pool, 1000);
    }
    check_figures(pool);
}

TEST(callbacks, of_providers_that_throw_fail_the_call_or_end_the_process) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    static bool throws_everywhere = false;
    clmem_provider_callbacks callbacks = CLMEM_PROVIDER_CALLBACKS_INIT;
    callbacks.allocate = [](void *, std::size_t bytes, void **out_memory) -> clmem_status {
        if (bytes > 1 << 24) { throw 7; }
        *out_memory = &throws_everywhere;
        return CLMEM_SUCCESS;
    };
    callbacks.release = [](void *, void *, std::size_t) {
        if (throws_everywhere) { throw std::runtime_error("lost"); }
    };
    provider_owner provider;
    REQUIRE_OK(clmem_provider_create_user(&callbacks, provider.out()));
    const pool_owner pool = make_pool(provider);
    clmem_buffer buffer = nullptr;
    CHECK_STATUS(CLMEM_ERROR_CALLBACK, clmem_pool_allocate(pool, nullptr, 1 << 25, &buffer));
    EXPECT_NE(last_error().message.find("allocate"), std::string::npos) << last_error().message;
    make_buffer(pool, 1000);
    EXPECT_DEATH(
        {
            throws_everywhere = true;
            clmem_pool_trim(pool, 0, nullptr);
        },
        "expected the callback release of a provider to return, got an exception .lost.");
}

} // namespace
} // namespace clmem::test
