// Many threads run out of free ranges at once: one grows the pool, the others wait for it and search again.
#include "figures.hpp"
#include "racing.hpp"
#include "recorder.hpp"

namespace clmem::test {
namespace {

TEST(growth_race, does_not_grow_twice) {
    for (int round = 0; round < 10; ++round) {
        recorder memory;
        memory.delay = std::chrono::milliseconds{50};
        {
            const provider_owner provider = memory.make_provider();
            const pool_owner pool = make_pool(provider);
            constexpr int threads = 8;
            std::vector<buffer_owner> buffers(threads);
            race(threads, [&](int i) { buffers[static_cast<std::size_t>(i)] = make_buffer(pool, 4096); });
            EXPECT_EQ(memory.allocations(), 1U) << "blocks of 4 KiB fit in one slab";
            EXPECT_EQ(statistics(pool).slabs, 1U);
            EXPECT_EQ(statistics(pool).active_blocks, static_cast<std::uint64_t>(threads));
            check_figures(pool);
        }
        EXPECT_TRUE(memory.is_done());
    }
}

TEST(growth_race, large_blocks_get_a_slab_each) {
    recorder memory;
    memory.delay = std::chrono::milliseconds{20};
    {
        const provider_owner provider = memory.make_provider();
        const pool_owner pool = make_pool(provider);
        std::vector<buffer_owner> buffers(8);
        race(8, [&](int i) { buffers[static_cast<std::size_t>(i)] = make_buffer(pool, 40 << 20); });
        EXPECT_EQ(memory.live_bytes(), std::size_t{8 * 40} << 20);
        check_figures(pool);
    }
    EXPECT_TRUE(memory.is_done());
}

// If the growing thread fails, the waiting threads must not wait forever, but try themselves.
TEST(growth_race, waiting_threads_survive_a_failure) {
    for (int round = 0; round < 10; ++round) {
        recorder memory;
        memory.delay = std::chrono::milliseconds{10};
        {
            const provider_owner provider = memory.make_provider();
            const pool_owner pool = make_pool(provider);
            memory.fail(1, CL_INVALID_VALUE);
            std::atomic<int> failures{0};
            std::vector<buffer_owner> buffers(6);
            race(6, [&](int i) {
                buffer_owner &buffer = buffers[static_cast<std::size_t>(i)];
                failures += clmem_pool_allocate(pool, nullptr, 4096, buffer.out()) != CLMEM_SUCCESS;
            });
            EXPECT_EQ(failures.load(), 1) << "only one call fails";
            EXPECT_LE(memory.allocations(), 1U);
            check_figures(pool);
        }
        EXPECT_TRUE(memory.is_done());
    }
}

// The limit must hold while many threads grow the pool: slabs that are being allocated count.
TEST(growth_race, does_not_pass_the_limit) {
    constexpr std::size_t limit = std::size_t{64} << 20;
    recorder memory;
    memory.delay = std::chrono::milliseconds{1};
    {
        clmem_pool_options options = CLMEM_POOL_OPTIONS_INIT;
        options.limit_bytes = limit;
        const provider_owner provider = memory.make_provider();
        const pool_owner pool = make_pool(provider, &options);
        std::atomic<int> wrong{0};
        race(6, [&](int thread) {
            std::vector<buffer_owner> buffers(4);
            for (int i = 0; i < rounds(300); ++i) {
                buffer_owner &buffer = buffers[static_cast<std::size_t>(i % 4)];
                const std::size_t bytes = std::size_t{1} << (12 + (i * 7 + thread * 5) % 13);
                const clmem_status status = clmem_pool_allocate(pool, nullptr, bytes, buffer.out());
                wrong += status != CLMEM_SUCCESS && status != CLMEM_ERROR_OUT_OF_MEMORY;
            }
        });
        EXPECT_EQ(wrong.load(), 0);
        EXPECT_LE(memory.live_bytes_peak(), limit);
        EXPECT_LE(statistics(pool).managed_bytes_peak, limit);
        EXPECT_EQ(statistics(pool).active_blocks, 0U);
        check_figures(pool);
        const buffer_owner all_of_it = make_buffer(pool, limit);
    }
    EXPECT_TRUE(memory.is_done());
}

} // namespace
} // namespace clmem::test
