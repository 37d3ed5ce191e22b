// A thread that ends drains its caches, whatever happened to the pool meanwhile.
#include "figures.hpp"
#include "racing.hpp"
#include "recorder.hpp"

namespace clmem::test {
namespace {

TEST(thread_exit, caches_are_drained_into_the_pool) {
    recorder memory;
    {
        const provider_owner provider = memory.make_provider();
        const pool_owner pool = make_pool(provider);
        const buffer_owner base = make_buffer(pool, 64 << 20); // the caches' bound depends on what the pool holds
        for (int round = 0; round < 20; ++round) {
            std::size_t cached = 0;
            std::thread{[&] {
                std::vector<buffer_owner> buffers;
                for (int i = 0; i < 50; ++i) {
                    buffers.push_back(make_buffer(pool, 4096));
                }
                buffers.clear();
                cached = statistics(pool).cached_bytes;
            }}.join();
            EXPECT_GT(cached, 0U) << "expected blocks in the caches; otherwise the test has no effect";
            EXPECT_EQ(statistics(pool).cached_bytes, 0U) << "a thread ended with blocks in its cache";
            EXPECT_EQ(statistics(pool).active_blocks, 1U);
            EXPECT_EQ(statistics(pool).releases, 50U * (static_cast<unsigned>(round) + 1));
            check_figures(pool);
        }
        EXPECT_LE(memory.live_bytes(), std::size_t{72} << 20) << "each thread made the pool grow";
    }
    EXPECT_TRUE(memory.is_done());
}

TEST(thread_exit, after_the_pool) {
    for (int round = 0; round < 20; ++round) {
        recorder memory;
        std::barrier barrier{2};
        provider_owner provider = memory.make_provider();
        pool_owner pool = make_pool(provider);
        std::thread other{[&] {
            for (const std::size_t bytes : {100, 5000, 60000}) {
                make_buffer(pool, bytes);
            }
            barrier.arrive_and_wait();
            barrier.arrive_and_wait();
        }};
        barrier.arrive_and_wait();
        pool.reset();
        provider.reset();
        EXPECT_TRUE(memory.is_done()) << "blocks in caches of other threads do not keep a pool alive";
        barrier.arrive_and_wait();
        other.join();
        EXPECT_TRUE(memory.is_done());
    }
}

TEST(thread_exit, while_the_pool_is_released) {
    for (int round = 0; round < rounds(300); ++round) {
        recorder memory;
        {
            provider_owner provider = memory.make_provider();
            pool_owner pool = make_pool(provider);
            make_buffer(pool, 5000);
            const clmem_pool used = pool;
            race(3, [&](int thread) {
                if (thread == 0) {
                    pool.reset();
                    return;
                }
                clmem_buffer buffer = nullptr;
                const clmem_status status = clmem_pool_allocate(used, nullptr, 5000, &buffer);
                EXPECT_TRUE(status == CLMEM_SUCCESS || status == CLMEM_ERROR_INVALID_HANDLE);
                CHECK_OK(clmem_buffer_release(buffer));
            });
        }
        ASSERT_TRUE(memory.is_done());
    }
}

TEST(thread_exit, of_many_threads_with_many_pools) {
    recorder memory;
    {
        const provider_owner provider = memory.make_provider();
        std::vector<pool_owner> pools;
        for (int i = 0; i < 40; ++i) {
            pools.push_back(make_pool(provider));
        }
        for (int round = 0; round < rounds(100); ++round) {
            race(3, [&](int thread) {
                for (int i = 0; i < 40; ++i) {
                    make_buffer(pools[static_cast<std::size_t>(i + thread) % pools.size()], 700);
                }
            });
        }
        for (const pool_owner &pool : pools) {
            EXPECT_EQ(statistics(pool).cached_bytes, 0U);
            EXPECT_EQ(statistics(pool).active_blocks, 0U);
            check_figures(pool);
        }
    }
    EXPECT_TRUE(memory.is_done());
}

// free_held and stop_holding drain the caches of idle threads.
TEST(thread_exit, is_not_needed_to_reach_a_cache) {
    recorder memory;
    const provider_owner provider = memory.make_provider();
    const pool_owner pool = make_pool(provider);
    std::barrier barrier{2};
    std::thread other{[&] {
        make_buffer(pool, 4096);
        barrier.arrive_and_wait();
        barrier.arrive_and_wait();
        make_buffer(pool, 4096); // still works after its cache was drained
    }};
    barrier.arrive_and_wait();
    EXPECT_GT(memory.live_bytes(), 0U);
    CHECK_OK(clmem_pool_free_held(pool));
    EXPECT_EQ(memory.live_bytes(), 0U);
    EXPECT_EQ(statistics(pool).cached_bytes, 0U);
    barrier.arrive_and_wait();
    other.join();
    check_figures(pool);
}

} // namespace
} // namespace clmem::test
