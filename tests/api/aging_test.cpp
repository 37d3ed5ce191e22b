// Slabs that return to the driver after a long idle time, and a pool's budget. The clock of a virtual provider stands
// still until a test sets it.
#include "figures.hpp"

namespace clmem::test {
namespace {

constexpr std::uint64_t ms = 1'000'000;

class aging : public testing::Test {
  protected:
    void set_time(std::uint64_t time) { CHECK_OK(clmem_provider_set_time(provider_, time)); }

    pool_owner make(std::uint32_t idle_release_ms, std::size_t keep_bytes) {
        clmem_pool_options options = CLMEM_POOL_OPTIONS_INIT;
        options.idle_release_ms = idle_release_ms;
        options.keep_bytes = keep_bytes;
        return make_pool(provider_, &options);
    }

    // Makes a call that reaches the pool without changing it.
    static void visit(clmem_pool pool) { const buffer_owner passing = make_buffer(pool, 2 * mib); }

    provider_owner provider_ = make_provider();
};

TEST_F(aging, returns_slabs_that_were_idle_for_long) {
    const pool_owner pool = make(100, 0);
    const buffer_owner active = make_buffer(pool, 3 * mib);
    set_time(10 * ms);
    make_buffer(pool, 64 * mib).reset();
    ASSERT_GE(statistics(pool).idle_bytes, 64 * mib);
    set_time(109 * ms);
    visit(pool);
    EXPECT_GE(statistics(pool).idle_bytes, 64 * mib) << "a millisecond early";
    set_time(110 * ms);
    visit(pool);
    EXPECT_LT(statistics(pool).idle_bytes, 64 * mib);
    set_time(300 * ms);
    visit(pool);
    set_time(500 * ms);
    visit(pool);
    EXPECT_LE(statistics(pool).idle_bytes, 4 * mib) << "the bytes used by the last call";
    EXPECT_GE(statistics(pool).managed_bytes, 3 * mib);
    check_figures(pool);
}

TEST_F(aging, restarts_when_a_slab_is_used) {
    const pool_owner pool = make(100, 0);
    const buffer_owner active = make_buffer(pool, 3 * mib);
    make_buffer(pool, 64 * mib).reset();
    set_time(90 * ms);
    make_buffer(pool, 64 * mib).reset();
    set_time(150 * ms);
    visit(pool);
    EXPECT_GE(statistics(pool).idle_bytes, 64 * mib);
    set_time(190 * ms);
    visit(pool);
    EXPECT_LT(statistics(pool).idle_bytes, 64 * mib);
}

TEST_F(aging, keeps_the_bytes_of_its_options) {
    const pool_owner pool = make(100, 80 * mib);
    {
        const buffer_owner first = make_buffer(pool, 64 * mib);
        const buffer_owner second = make_buffer(pool, 64 * mib);
    }
    set_time(1000 * ms);
    visit(pool);
    EXPECT_LE(statistics(pool).managed_bytes, 80 * mib);
    EXPECT_GE(statistics(pool).managed_bytes, 64 * mib);
}

TEST_F(aging, is_off_by_default) {
    const pool_owner pool = make_pool(provider_);
    make_buffer(pool, 64 * mib).reset();
    set_time(~std::uint64_t{0} / 2);
    const std::uint64_t taken = statistics(pool).driver_allocations;
    make_buffer(pool, 64 * mib).reset(); // reaches the pool
    make_buffer(pool, 64 * mib).reset();
    EXPECT_EQ(statistics(pool).driver_allocations, taken);
    EXPECT_EQ(statistics(pool).driver_releases, 0U);
}

TEST_F(aging, a_budget_is_used_before_slabs_are_returned) {
    clmem_pool_options options = CLMEM_POOL_OPTIONS_INIT;
    options.budget_bytes = 1024 * mib;
    const pool_owner generous = make_pool(provider_, &options);
    const pool_owner usual = make_pool(provider_);
    for (const pool_owner *pool : {&generous, &usual}) {
        for (std::size_t size = 16; size <= 128; size += 16) { // each time larger than the largest idle range
            make_buffer(*pool, size * mib).reset();
        }
    }
    EXPECT_EQ(statistics(generous).driver_releases, 0U);
    EXPECT_GT(statistics(usual).driver_releases, 0U);
    EXPECT_LE(statistics(generous).managed_bytes_peak, 1024 * mib);
}

TEST_F(aging, the_reserved_member_is_zero) {
    clmem_pool_options options = CLMEM_POOL_OPTIONS_INIT;
    options.reserved = 1;
    clmem_pool pool = nullptr;
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_pool_create(provider_, &options, &pool));
}

TEST_F(aging, only_a_virtual_clock_can_be_set) {
    clmem_provider_callbacks callbacks = CLMEM_PROVIDER_CALLBACKS_INIT;
    callbacks.allocate = [](void *, std::size_t, void **) -> clmem_status { return CLMEM_SUCCESS; };
    callbacks.release = [](void *, void *, std::size_t) {};
    provider_owner own;
    REQUIRE_OK(clmem_provider_create_user(&callbacks, own.out()));
    CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED, clmem_provider_set_time(own, 1));
}

} // namespace
} // namespace clmem::test
