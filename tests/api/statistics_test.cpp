// A pool's statistics: identities at every step, peaks, bins and tags.
#include "figures.hpp"
#include "recorder.hpp"

#include <barrier>
#include <random>
#include <thread>

namespace clmem::test {
namespace {

TEST(statistics, add_up_at_every_step) {
    recorder memory;
    {
        const provider_owner provider = memory.make_provider();
        const pool_owner pool = make_pool(provider);
        std::uint32_t names[3] = {};
        REQUIRE_OK(clmem_pool_tag(pool, "a", &names[1]));
        REQUIRE_OK(clmem_pool_tag(pool, "b", &names[2]));
        std::mt19937_64 random{7};
        std::vector<buffer_owner> buffers(40);
        std::vector<std::size_t> sizes(40);
        std::size_t live = 0;
        std::uint64_t allocations = 0;
        std::uint64_t releases = 0;
        for (int step = 0; step < 600; ++step) {
            const std::size_t i = random() % buffers.size();
            if (buffers[i] != nullptr) {
                buffers[i].reset();
                live -= sizes[i];
                ++releases;
            } else {
                sizes[i] = 1 + random() % (std::size_t{1} << (4 + random() % 20));
                clmem_allocation_options options = CLMEM_ALLOCATION_OPTIONS_INIT;
                options.tag = names[random() % 3];
                options.flags = (random() % 16 == 0) * CLMEM_ALLOCATION_DEDICATED;
                REQUIRE_OK(clmem_pool_allocate_with(pool, &options, sizes[i], buffers[i].out()));
                live += sizes[i];
                ++allocations;
            }
            if (step % 100 == 99) { CHECK_OK(clmem_pool_trim(pool, 0, nullptr)); }
            const clmem_statistics all = statistics(pool);
            ASSERT_EQ(all.active_bytes, live);
            ASSERT_EQ(all.allocations, allocations);
            ASSERT_EQ(all.releases, releases);
            ASSERT_EQ(all.managed_bytes, memory.live_bytes());
            ASSERT_EQ(all.managed_bytes_peak, memory.live_bytes_peak());
            ASSERT_EQ(all.driver_allocations, memory.allocations());
            ASSERT_EQ(all.driver_releases, memory.releases());
            check_figures(pool);
            if (testing::Test::HasFailure()) { FAIL() << "at step " << step; }
        }
        EXPECT_EQ(statistics(pool).failures, 0U);
        buffers.clear();
        EXPECT_EQ(statistics(pool).active_bytes, 0U);
        EXPECT_EQ(statistics(pool).active_blocks, 0U);
        CHECK_OK(clmem_pool_free_held(pool));
        EXPECT_EQ(statistics(pool).managed_bytes, 0U);
        EXPECT_EQ(statistics(pool).held_bytes, 0U);
        check_figures(pool);
    }
    EXPECT_TRUE(memory.is_done());
}

TEST(statistics, hits_are_counted_where_they_happen) {
    const provider_owner provider = make_provider();
    const pool_owner pool = make_pool(provider);
    make_buffer(pool, 4 * kib);
    const clmem_statistics before = statistics(pool);
    EXPECT_EQ(before.hits, 0U);
    EXPECT_EQ(before.misses, 1U);
    for (int i = 0; i < 100; ++i) {
        make_buffer(pool, 4 * kib);
    }
    const clmem_statistics after = statistics(pool);
    EXPECT_EQ(after.hits, 100U);
    EXPECT_EQ(after.misses, 1U);
    EXPECT_EQ(after.driver_allocations, before.driver_allocations);
    for (const clmem_bin_statistics &bin : bins(pool)) {
        const bool ours = bin.smallest_bytes <= 4 * kib && 4 * kib <= bin.largest_bytes;
        EXPECT_EQ(bin.hits, ours ? 100U : 0U);
        EXPECT_EQ(bin.misses, ours ? 1U : 0U);
        EXPECT_EQ(bin.held_blocks, ours ? 1U : 0U);
    }
    check_figures(pool);
}

TEST(statistics, peaks_are_those_of_large_blocks_exactly) {
    recorder memory;
    const provider_owner provider = memory.make_provider();
    const pool_owner pool = make_pool(provider);
    buffer_owner first = make_buffer(pool, 10 * mib + 1);
    buffer_owner second = make_buffer(pool, 20 * mib + 2);
    first.reset();
    second.reset();
    EXPECT_EQ(statistics(pool).active_bytes, 0U);
    EXPECT_EQ(statistics(pool).active_bytes_peak, 30 * mib + 3);
    const buffer_owner third = make_buffer(pool, 5 * mib);
    EXPECT_EQ(statistics(pool).active_bytes_peak, 30 * mib + 3);
    EXPECT_EQ(statistics(pool).managed_bytes_peak, memory.live_bytes_peak());

    CHECK_OK(clmem_pool_free_held(pool));
    CHECK_OK(clmem_pool_reset_peaks(pool));
    EXPECT_EQ(statistics(pool).active_bytes_peak, 5 * mib);
    EXPECT_EQ(statistics(pool).managed_bytes_peak, memory.live_bytes());
    const buffer_owner fourth = make_buffer(pool, 7 * mib);
    EXPECT_EQ(statistics(pool).active_bytes_peak, 12 * mib);
    check_figures(pool);
}

TEST(statistics, peaks_of_small_blocks_are_late_by_the_cache_at_most) {
    const provider_owner provider = make_provider();
    const pool_owner pool = make_pool(provider);
    const buffer_owner base = make_buffer(pool, 64 * mib);
    constexpr std::size_t blocks = 3000;
    for (int round = 0; round < 3; ++round) { // the first round misses, the others hit as far as the cache goes
        CHECK_OK(clmem_pool_reset_peaks(pool));
        std::vector<buffer_owner> buffers;
        for (std::size_t i = 0; i < blocks; ++i) {
            buffers.push_back(make_buffer(pool, 4 * kib));
        }
        buffers.clear();
        const clmem_statistics all = statistics(pool);
        EXPECT_LE(all.active_bytes_peak, 64 * mib + blocks * 4 * kib);
        EXPECT_GE(all.active_bytes_peak + all.cache_bound_bytes + last_freed_bytes, 64 * mib + blocks * 4 * kib);
        EXPECT_EQ(all.active_bytes, 64 * mib);
    }
    check_figures(pool);
}

// Releases into another thread's cache that the pool has not counted yet must not change the peak.
TEST(statistics, peaks_keep_when_other_threads_release) {
    const provider_owner provider = make_provider();
    const pool_owner pool = make_pool(provider);
    const buffer_owner base = make_buffer(pool, 64 * mib); // so that the other thread's cache accepts them all
    std::vector<buffer_owner> buffers;
    for (int i = 0; i < 20; ++i) {
        buffers.push_back(make_buffer(pool, 4 * kib));
    }
    constexpr std::size_t peak = 64 * mib + 20 * 4 * kib;
    std::barrier barrier{2};
    std::thread other{[&] {
        buffers.resize(5);
        barrier.arrive_and_wait(); // its cache stays unchanged until the statistics are read
        barrier.arrive_and_wait();
    }};
    barrier.arrive_and_wait();
    for (int i = 0; i < 5; ++i) { // less in total than the other thread released
        buffers.push_back(make_buffer(pool, 8 * kib));
    }
    EXPECT_EQ(statistics(pool).active_bytes, 64 * mib + 5 * 4 * kib + 5 * 8 * kib);
    EXPECT_EQ(statistics(pool).active_bytes_peak, peak);
    barrier.arrive_and_wait();
    other.join();
    check_figures(pool);
}

TEST(statistics, failures_are_counted) {
    recorder memory;
    memory.set_capacity(10 * mib);
    const provider_owner provider = memory.make_provider();
    const pool_owner pool = make_pool(provider);
    clmem_buffer buffer = nullptr;
    CHECK_STATUS(CLMEM_ERROR_OUT_OF_MEMORY, clmem_pool_allocate(pool, nullptr, 11 * mib, &buffer));
    memory.fail(1, CL_INVALID_VALUE);
    CHECK_STATUS(CL_INVALID_VALUE, clmem_pool_allocate(pool, nullptr, mib, &buffer));
    const clmem_statistics all = statistics(pool);
    EXPECT_EQ(all.failures, 2U);
    EXPECT_EQ(all.allocations, 0U);
    EXPECT_EQ(all.misses, 0U);
    EXPECT_EQ(all.active_blocks, 0U);
    EXPECT_EQ(all.managed_bytes, 0U);
    check_figures(pool);
}

TEST(statistics, driver_time_is_measured) {
    recorder memory;
    memory.delay = std::chrono::milliseconds{20};
    const provider_owner provider = memory.make_provider();
    const pool_owner pool = make_pool(provider);
    const buffer_owner buffer = make_buffer(pool, mib);
    EXPECT_GE(statistics(pool).driver_time_ns, 20'000'000U);
    EXPECT_LT(statistics(pool).driver_time_ns, 20'000'000'000U);
}

TEST(statistics, bins_cover_all_sizes) {
    const provider_owner provider = make_provider();
    const pool_owner pool = make_pool(provider);
    const auto classes = bins(pool);
    ASSERT_GT(classes.size(), 2U);
    EXPECT_LE(classes.front().smallest_bytes, 1U);
    for (std::size_t i = 1; i < classes.size(); ++i) {
        EXPECT_EQ(classes[i].smallest_bytes, classes[i - 1].largest_bytes + 1);
        EXPECT_GE(classes[i].largest_bytes, classes[i].smallest_bytes);
        EXPECT_EQ(classes[i].reserved, 0U);
    }
    EXPECT_EQ(classes.back().largest_bytes, ~std::size_t{0});
}

TEST(statistics, bins_count_the_sizes_that_belong_to_them) {
    const provider_owner provider = make_provider();
    const pool_owner pool = make_pool(provider);
    const auto before = bins(pool);
    for (const std::size_t bytes :
         {std::size_t{1}, std::size_t{512}, std::size_t{513}, 3 * kib, 64 * kib, mib, 100 * mib}) {
        const auto earlier = bins(pool);
        const buffer_owner buffer = make_buffer(pool, bytes);
        const auto later = bins(pool);
        for (std::size_t i = 0; i < later.size(); ++i) {
            const bool ours = later[i].smallest_bytes <= bytes && bytes <= later[i].largest_bytes;
            EXPECT_EQ(later[i].hits + later[i].misses, earlier[i].hits + earlier[i].misses + (ours ? 1 : 0))
                << bytes << " in bin " << i;
        }
    }
}

TEST(statistics, tags_count_their_blocks) {
    const provider_owner provider = make_provider();
    const pool_owner pool = make_pool(provider);
    std::uint32_t weights = 0;
    std::uint32_t again = 0;
    std::uint32_t scratch = 0;
    REQUIRE_OK(clmem_pool_tag(pool, "weights", &weights));
    REQUIRE_OK(clmem_pool_tag(pool, "scratch", &scratch));
    REQUIRE_OK(clmem_pool_tag(pool, "weights", &again));
    EXPECT_EQ(weights, again);
    EXPECT_NE(weights, scratch);
    EXPECT_NE(weights, 0U);
    const auto allocate = [&](std::uint32_t tag, std::size_t bytes) {
        clmem_allocation_options options = CLMEM_ALLOCATION_OPTIONS_INIT;
        options.tag = tag;
        buffer_owner buffer;
        CHECK_OK(clmem_pool_allocate_with(pool, &options, bytes, buffer.out()));
        EXPECT_EQ(describe(buffer).tag, tag);
        return buffer;
    };
    const buffer_owner a = allocate(weights, 3 * mib);
    buffer_owner b = allocate(weights, 4 * mib);
    const buffer_owner c = allocate(scratch, 100);
    const buffer_owner d = allocate(0, 200);
    b.reset();
    auto all = tags(pool);
    ASSERT_EQ(all.size(), 3U);
    EXPECT_EQ(all[0].tag, 0U);
    EXPECT_STREQ(all[0].name, "");
    EXPECT_EQ(all[0].active_bytes, 200U);
    EXPECT_EQ(all[0].active_blocks, 1U);
    EXPECT_EQ(all[1].tag, weights);
    EXPECT_STREQ(all[1].name, "weights");
    EXPECT_EQ(all[1].active_bytes, 3 * mib);
    EXPECT_EQ(all[1].active_bytes_peak, 7 * mib);
    EXPECT_EQ(all[1].active_blocks, 1U);
    EXPECT_EQ(all[1].allocations, 2U);
    EXPECT_EQ(all[2].tag, scratch);
    EXPECT_STREQ(all[2].name, "scratch");
    EXPECT_EQ(all[2].active_bytes, 100U);
    EXPECT_EQ(all[2].active_bytes_peak, 100U);
    check_figures(pool);
    CHECK_OK(clmem_pool_reset_peaks(pool));
    all = tags(pool);
    EXPECT_EQ(all[1].active_bytes_peak, 3 * mib);
}

TEST(statistics, tags_follow_blocks_through_the_cache) {
    const provider_owner provider = make_provider();
    const pool_owner pool = make_pool(provider);
    std::uint32_t tag = 0;
    REQUIRE_OK(clmem_pool_tag(pool, "one", &tag));
    for (int i = 0; i < 50; ++i) {
        clmem_allocation_options options = CLMEM_ALLOCATION_OPTIONS_INIT;
        options.tag = tag;
        buffer_owner tagged;
        REQUIRE_OK(clmem_pool_allocate_with(pool, &options, 1000, tagged.out()));
        tagged.reset();
        const buffer_owner plain = make_buffer(pool, 1000); // the same memory without a tag
        EXPECT_EQ(describe(plain).tag, 0U);
    }
    const auto all = tags(pool);
    EXPECT_EQ(all[1].active_bytes, 0U);
    EXPECT_EQ(all[1].active_blocks, 0U);
    EXPECT_EQ(all[1].allocations, 50U);
    EXPECT_EQ(all[0].allocations, 50U);
    check_figures(pool);
}

TEST(statistics, tags_have_bounds) {
    const provider_owner provider = make_provider();
    const pool_owner pool = make_pool(provider);
    std::uint32_t tag = 1;
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_pool_tag(pool, "", &tag));
    EXPECT_EQ(tag, 0U);
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_pool_tag(pool, std::string(64, 'x').c_str(), &tag));
    CHECK_OK(clmem_pool_tag(pool, std::string(63, 'x').c_str(), &tag));
    for (int i = 1; i < 255; ++i) {
        CHECK_OK(clmem_pool_tag(pool, ("tag " + std::to_string(i)).c_str(), &tag));
    }
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_pool_tag(pool, "one too many", &tag));
    std::uint32_t known = 0;
    CHECK_OK(clmem_pool_tag(pool, "tag 254", &known));
    clmem_allocation_options options = CLMEM_ALLOCATION_OPTIONS_INIT;
    options.tag = known;
    buffer_owner buffer;
    CHECK_OK(clmem_pool_allocate_with(pool, &options, 10, buffer.out()));
    EXPECT_EQ(tags(pool).size(), 256U);
    EXPECT_EQ(tags(pool)[1].name, std::string(63, 'x'));
    check_figures(pool);
    const pool_owner other = make_pool(provider);
    buffer.reset();
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_pool_allocate_with(other, &options, 10, buffer.out()));
}

} // namespace
} // namespace clmem::test
