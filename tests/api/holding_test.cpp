// What a pool keeps and what it returns to the driver: limit, trim, free_held, stop_holding.
#include "figures.hpp"
#include "recorder.hpp"

#include <random>

namespace clmem::test {
namespace {

class holding : public testing::Test {
  protected:
    recorder memory_;
    provider_owner provider_ = memory_.make_provider();
    pool_owner pool_ = make_pool(provider_);

    void TearDown() override {
        check_figures(pool_);
        pool_.reset();
        provider_.reset();
        EXPECT_TRUE(memory_.is_done());
    }

    // Idle slabs of 8 to 11 MiB and a live one of 4 MiB.
    buffer_owner fill() {
        buffer_owner active = make_buffer(pool_, 4 * mib);
        std::vector<buffer_owner> idle;
        for (std::size_t i = 8; i < 12; ++i) {
            idle.push_back(make_buffer(pool_, i * mib));
        }
        EXPECT_EQ(statistics(pool_).idle_bytes, 0U);
        return active;
    }
};

TEST_F(holding, free_held_gives_idle_slabs_back) {
    {
        const buffer_owner active = fill();
        EXPECT_GT(statistics(pool_).idle_bytes, 0U);
        CHECK_OK(clmem_pool_free_held(pool_));
        EXPECT_EQ(statistics(pool_).idle_bytes, 0U);
        EXPECT_EQ(statistics(pool_).managed_bytes, describe(active).slab_bytes);
        EXPECT_EQ(memory_.live_bytes(), describe(active).slab_bytes);
        EXPECT_TRUE(memory_.holds(describe(active).slab_memory));
    }
    CHECK_OK(clmem_pool_free_held(pool_));
    EXPECT_EQ(memory_.live_bytes(), 0U);
    CHECK_OK(clmem_pool_free_held(pool_)); // nothing to do
    const buffer_owner again = make_buffer(pool_, mib);
}

TEST_F(holding, free_held_reaches_what_caches_hold) {
    for (const std::size_t bytes : {std::size_t{1}, 4 * kib, 64 * kib, mib}) {
        std::vector<buffer_owner> buffers;
        for (int i = 0; i < 20; ++i) {
            buffers.push_back(make_buffer(pool_, bytes));
        }
    }
    CHECK_OK(clmem_pool_free_held(pool_));
    EXPECT_EQ(memory_.live_bytes(), 0U);
    EXPECT_EQ(statistics(pool_).held_bytes, 0U);
    EXPECT_EQ(statistics(pool_).cached_bytes, 0U);
}

// A thread keeps the block that it released last, if that has up to 1 MiB, or up to 4 MiB if that is at most a 64th of
// the pool.
TEST_F(holding, caches_keep_large_blocks_in_large_pools_only) {
    make_buffer(pool_, mib);
    EXPECT_EQ(statistics(pool_).cached_bytes, mib);
    make_buffer(pool_, 2 * mib); // the pool grows for it, with empty caches
    EXPECT_EQ(statistics(pool_).cached_bytes, 0U);

    const buffer_owner most = make_buffer(pool_, 256 * mib);
    make_buffer(pool_, 4 * mib);
    EXPECT_EQ(statistics(pool_).cached_bytes, 4 * mib);
    const clmem_statistics before = statistics(pool_);
    make_buffer(pool_, 4 * mib);
    const clmem_statistics after = statistics(pool_);
    EXPECT_EQ(after.hits, before.hits + 1);
    EXPECT_EQ(after.cached_bytes, 4 * mib);
    make_buffer(pool_, 5 * mib);
    EXPECT_EQ(statistics(pool_).cached_bytes, 4 * mib);
}

TEST_F(holding, free_held_leaves_slabs_with_active_blocks) {
    std::vector<buffer_owner> buffers;
    for (int i = 0; i < 200; ++i) {
        buffers.push_back(make_buffer(pool_, 16 * kib));
    }
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        if (i % 50 != 0) { buffers[i].reset(); }
    }
    CHECK_OK(clmem_pool_free_held(pool_));
    std::map<std::uint64_t, std::size_t> needed;
    for (std::size_t i = 0; i < buffers.size(); i += 50) {
        needed[describe(buffers[i]).slab] = describe(buffers[i]).slab_bytes;
        EXPECT_TRUE(memory_.holds(describe(buffers[i]).slab_memory));
    }
    std::size_t bytes = 0;
    for (const auto &[slab, size] : needed) {
        bytes += size;
    }
    EXPECT_EQ(memory_.live_bytes(), bytes);
}

TEST_F(holding, trim_stops_at_its_target) {
    const buffer_owner active = fill();
    const std::size_t held = statistics(pool_).managed_bytes;
    std::size_t released = 1;
    CHECK_OK(clmem_pool_trim(pool_, held, &released));
    EXPECT_EQ(released, 0U);
    CHECK_OK(clmem_pool_trim(pool_, held - 1, &released));
    EXPECT_GT(released, 0U);
    EXPECT_EQ(statistics(pool_).managed_bytes, held - released);
    EXPECT_EQ(memory_.live_bytes(), held - released);
    EXPECT_GT(statistics(pool_).idle_bytes, 0U) << "the trim returned more than requested";
    const std::size_t target = describe(active).slab_bytes + 12 * mib;
    CHECK_OK(clmem_pool_trim(pool_, target, nullptr));
    EXPECT_LE(statistics(pool_).managed_bytes, target);
    const std::size_t before = statistics(pool_).managed_bytes;
    CHECK_OK(clmem_pool_trim(pool_, 0, &released));
    EXPECT_EQ(statistics(pool_).managed_bytes, before - released);
    EXPECT_EQ(statistics(pool_).managed_bytes, describe(active).slab_bytes);
}

TEST_F(holding, stop_holding_returns_slabs_now_and_later) {
    {
        const buffer_owner active = fill();
        CHECK_OK(clmem_pool_stop_holding(pool_));
        EXPECT_EQ(memory_.live_bytes(), describe(active).slab_bytes);
    }
    EXPECT_EQ(memory_.live_bytes(), 0U);
    for (const std::size_t bytes : {std::size_t{100}, 4 * kib, mib, 20 * mib}) { // the pool still allocates
        {
            const buffer_owner buffer = make_buffer(pool_, bytes);
            const buffer_owner other = make_buffer(pool_, bytes);
            EXPECT_TRUE(memory_.holds(describe(buffer).slab_memory));
        }
        EXPECT_EQ(memory_.live_bytes(), 0U) << "after blocks of " << bytes;
        EXPECT_EQ(statistics(pool_).held_bytes, 0U);
    }
    CHECK_OK(clmem_pool_stop_holding(pool_));
}

TEST_F(holding, stop_holding_reaches_blocks_of_other_threads) {
    buffer_owner buffer = make_buffer(pool_, 4 * kib);
    make_buffer(pool_, 4 * kib);
    std::thread{[&] {
        CHECK_OK(clmem_pool_stop_holding(pool_));
        buffer.reset();
    }}.join();
    EXPECT_EQ(memory_.live_bytes(), 0U);
    make_buffer(pool_, 4 * kib);
    EXPECT_EQ(memory_.live_bytes(), 0U);
}

TEST_F(holding, limit_is_kept_at_every_moment) {
    CHECK_OK(clmem_pool_set_limit(pool_, 32 * mib));
    EXPECT_EQ(statistics(pool_).limit_bytes, 32 * mib);
    std::mt19937_64 random{5};
    std::vector<buffer_owner> buffers(50);
    int refused = 0;
    for (int step = 0; step < 1000; ++step) {
        buffer_owner &buffer = buffers[random() % buffers.size()];
        const std::size_t bytes = 1 + random() % (std::size_t{1} << (9 + random() % 15));
        const clmem_status status = clmem_pool_allocate(pool_, nullptr, bytes, buffer.out());
        refused += status == CLMEM_ERROR_OUT_OF_MEMORY;
        ASSERT_TRUE(status == CLMEM_SUCCESS || status == CLMEM_ERROR_OUT_OF_MEMORY);
        ASSERT_LE(memory_.live_bytes_peak(), 32 * mib);
    }
    EXPECT_GT(refused, 0);
    buffers.clear();
    const buffer_owner all_of_it = make_buffer(pool_, 32 * mib);
    clmem_buffer more = nullptr;
    CHECK_STATUS(CLMEM_ERROR_OUT_OF_MEMORY, clmem_pool_allocate(pool_, nullptr, 1, &more));
    CHECK_OK(clmem_pool_set_limit(pool_, 0));
    const buffer_owner beyond = make_buffer(pool_, 64 * mib);
}

TEST_F(holding, limit_counts_dedicated_blocks) {
    CHECK_OK(clmem_pool_set_limit(pool_, 4 * mib));
    clmem_allocation_options options = CLMEM_ALLOCATION_OPTIONS_INIT;
    options.flags = CLMEM_ALLOCATION_DEDICATED;
    buffer_owner first;
    REQUIRE_OK(clmem_pool_allocate_with(pool_, &options, 3 * mib, first.out()));
    clmem_buffer second = nullptr;
    CHECK_STATUS(CLMEM_ERROR_OUT_OF_MEMORY, clmem_pool_allocate_with(pool_, &options, 2 * mib, &second));
    first.reset();
    CHECK_OK(clmem_pool_allocate_with(pool_, &options, 2 * mib, first.out()));
}

TEST_F(holding, new_limits_return_idle_slabs_at_once) {
    const buffer_owner active = fill();
    const std::size_t held = statistics(pool_).managed_bytes;
    CHECK_OK(clmem_pool_set_limit(pool_, held - 1));
    EXPECT_LT(memory_.live_bytes(), held);
    CHECK_OK(clmem_pool_set_limit(pool_, mib)); // below the active bytes, which stay
    EXPECT_EQ(memory_.live_bytes(), describe(active).slab_bytes);
    EXPECT_EQ(describe(active).bytes, 4 * mib);
    clmem_buffer more = nullptr;
    CHECK_STATUS(CLMEM_ERROR_OUT_OF_MEMORY, clmem_pool_allocate(pool_, nullptr, 4 * mib, &more));
}

TEST_F(holding, a_pool_above_its_limit_returns_below_it) {
    std::vector<buffer_owner> buffers;
    for (int i = 0; i < 4; ++i) {
        buffers.push_back(make_buffer(pool_, 8 * mib));
    }
    CHECK_OK(clmem_pool_set_limit(pool_, 16 * mib));
    buffers.clear();
    const buffer_owner buffer = make_buffer(pool_, 10 * mib);
    EXPECT_LE(memory_.live_bytes(), 16 * mib);
}

// Adjacent freed ranges coalesce: only a whole slab satisfies the last request.
TEST_F(holding, adjacent_freed_ranges_coalesce) {
    const std::size_t slab = [&] { return describe(make_buffer(pool_, 2 * mib)).slab_bytes; }();
    for (const std::size_t step : {std::size_t{1}, std::size_t{3}, std::size_t{7}}) { // orders of release
        std::vector<buffer_owner> buffers;
        for (std::size_t i = 0; i < 32; ++i) {
            buffers.push_back(make_buffer(pool_, slab / 32));
        }
        for (std::size_t i = 0; i < 32; ++i) {
            buffers[i * step % 32].reset();
        }
    }
    CHECK_OK(clmem_pool_set_limit(pool_, statistics(pool_).managed_bytes));
    const buffer_owner whole = make_buffer(pool_, slab);
    EXPECT_EQ(describe(whole).offset_bytes, 0U);
    EXPECT_EQ(statistics(pool_).failures, 0U);
}

} // namespace
} // namespace clmem::test
