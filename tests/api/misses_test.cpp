// Why an allocation is a miss: counted by reason in the statistics, and told in the log.
#include "figures.hpp"
#include "kernels.hpp"
#include "opencl.hpp"

#include <algorithm>
#include <vector>

namespace clmem::test {
namespace {

class misses : public testing::Test {
  protected:
    misses() { CHECK_OK(clmem_log_set_callback(CLMEM_LOG_DEBUG, hear, &lines_)); }
    ~misses() override { CHECK_OK(clmem_log_set_callback(CLMEM_LOG_NONE, nullptr, nullptr)); }

    // Allocates and releases a block.
    void use(std::size_t bytes, const clmem_allocation_options *options = nullptr) {
        buffer_owner made;
        CHECK_OK(clmem_pool_allocate_with(pool_, options, bytes, made.out()));
    }
    std::size_t lines(std::string_view part) {
        return static_cast<std::size_t>(std::count_if(lines_.begin(), lines_.end(), [part](const std::string &line) {
            return line.find("has a miss of ") != line.npos && line.find(part) != line.npos;
        }));
    }

    std::vector<std::string> lines_;
    pool_owner pool_ = make_pool(make_provider());

  private:
    static void CLMEM_CALL hear(void *lines, std::uint32_t, const char *line) {
        static_cast<std::vector<std::string> *>(lines)->emplace_back(line);
    }
};

TEST_F(misses, of_a_size_class_without_a_block) {
    for (std::size_t kibibytes = 1; kibibytes <= 64; kibibytes *= 2) {
        use(kibibytes * kib);
        use(kibibytes * kib); // a hit
    }
    EXPECT_EQ(statistics(pool_).misses_empty, 7U);
    EXPECT_EQ(statistics(pool_).misses, 7U);
    EXPECT_EQ(lines("no freed block of its size class"), 3U) << "the first, second and fourth";
    EXPECT_EQ(lines("misses for this reason: 4"), 1U);
    check_figures(pool_);
}

TEST_F(misses, of_sizes_that_are_not_cached) {
    const buffer_owner keeps = make_buffer(pool_, 64 * kib); // so that the slab is split
    use(5 * mib);
    EXPECT_EQ(statistics(pool_).misses_large, 1U);
    EXPECT_EQ(lines("more than 4 MiB"), 1U);
}

TEST_F(misses, of_an_alignment_a_tag_and_a_slab_of_its_own) {
    clmem_allocation_options options = CLMEM_ALLOCATION_OPTIONS_INIT;
    options.alignment_bytes = 4096;
    use(64 * kib, &options);
    options = CLMEM_ALLOCATION_OPTIONS_INIT;
    REQUIRE_OK(clmem_pool_tag(pool_, "a", &options.tag));
    use(64 * kib, &options);
    options = CLMEM_ALLOCATION_OPTIONS_INIT;
    options.flags = CLMEM_ALLOCATION_DEDICATED;
    use(64 * kib, &options);
    use(5 * mib, &options); // one reason only
    const clmem_statistics all = statistics(pool_);
    EXPECT_EQ(all.misses_aligned, 1U);
    EXPECT_EQ(all.misses_tagged, 1U);
    EXPECT_EQ(all.misses_dedicated, 2U);
    EXPECT_EQ(all.misses_large, 0U);
    EXPECT_EQ(lines("an alignment above the pool's") + lines("it has a tag") + lines("a separate slab"), 4U);
    check_figures(pool_);
}

TEST_F(misses, of_a_pool_that_keeps_nothing) {
    use(4 * kib);
    use(5 * mib);
    CHECK_OK(clmem_pool_stop_holding(pool_));
    CHECK_OK(clmem_pool_stop_holding(pool_)); // changes nothing
    use(4 * kib);
    use(4 * kib);
    use(5 * mib);
    EXPECT_EQ(statistics(pool_).misses_unheld, 3U);
    EXPECT_EQ(lines("keeps no freed memory"), 2U) << "the first and the second";
    EXPECT_EQ(statistics(pool_).misses_empty, 1U);
    EXPECT_EQ(statistics(pool_).misses_large, 1U);
    check_figures(pool_);
}

class misses_on_device : public on_device {};

TEST_F(misses_on_device, of_queues_without_caches_and_of_memory_in_use) {
    provider_owner provider;
    REQUIRE_OK(clmem_provider_create_pinned(queue_, nullptr, provider.out()));
    const pool_owner pool = make_pool(provider);
    const gate held{context_};
    ASSERT_EQ(REAL(clEnqueueMarkerWithWaitList)(queue_, 1, &held.event(), nullptr), CL_SUCCESS);
    for (int i = 0; i < 5; ++i) {
        buffer_owner block;
        REQUIRE_OK(clmem_pool_allocate(pool, queue_, 4 * kib, block.out()));
    }
    EXPECT_EQ(statistics(pool).misses_empty, 1U);
    EXPECT_EQ(statistics(pool).misses_waiting, 4U);
    queue_owner unordered;
    if (clmem_queue_create(context_, device_, CLMEM_QUEUE_OUT_OF_ORDER, unordered.out()) == CLMEM_SUCCESS) {
        buffer_owner block;
        REQUIRE_OK(clmem_pool_allocate(pool, unordered, 4 * kib, block.out()));
        EXPECT_EQ(statistics(pool).misses_out_of_order, 1U);
    }
    check_figures(pool);
}

} // namespace
} // namespace clmem::test
