// Releases that race with each other and with other uses of the same handle.
#include "figures.hpp"
#include "racing.hpp"
#include "recorder.hpp"

#include <array>
#include <atomic>

namespace clmem::test {
namespace {

bool is_success_or_invalid(clmem_status status) {
    return status == CLMEM_SUCCESS || status == CLMEM_ERROR_INVALID_HANDLE;
}

// Two threads meet again and again: make(round) prepares, use(round, thread) runs in both at once, check(round)
// follows.
template <class Make, class Use, class Check>
void meet(int count, Make &&make, Use &&use, Check &&check) {
    int round = 0;
    make(round);
    const auto next = [&]() noexcept {
        check(round);
        make(++round);
    };
    std::atomic<int> arrived{0};
    std::barrier end{2, next};
    race(2, [&](int thread) {
        for (int i = 0; i < count; ++i) {
            // Both threads leave this loop almost at the same instant, which a barrier alone would not achieve.
            for (arrived.fetch_add(1); arrived.load() < 2 * (i + 1);) {
                std::this_thread::yield();
            }
            use(i, thread);
            end.arrive_and_wait();
        }
    });
}

TEST(release_race, of_two_releases_exactly_one_succeeds) {
    recorder memory;
    {
        const provider_owner provider = memory.make_provider();
        const pool_owner pool = make_pool(provider);
        clmem_buffer buffer = nullptr;
        std::array<clmem_status, 2> statuses{};
        std::atomic<int> wrong{0};
        const int count = rounds(40000);
        meet(
            count,
            [&](int round) { // small blocks, which go through a cache, large ones, and dedicated ones
                const std::size_t bytes = round % 3 == 0 ? 4096 : 3 << 20;
                wrong += (round % 7 == 0 ? clmem_provider_allocate(provider, bytes, &buffer)
                                         : clmem_pool_allocate(pool, nullptr, bytes, &buffer)) != CLMEM_SUCCESS;
            },
            [&](int, int thread) { statuses[static_cast<std::size_t>(thread)] = clmem_buffer_release(buffer); },
            [&](int) {
                const bool first = statuses[0] == CLMEM_SUCCESS && statuses[1] == CLMEM_ERROR_INVALID_HANDLE;
                const bool second = statuses[1] == CLMEM_SUCCESS && statuses[0] == CLMEM_ERROR_INVALID_HANDLE;
                wrong += !first && !second;
            });
        EXPECT_EQ(wrong.load(), 0);
        CHECK_OK(clmem_buffer_release(buffer));
        EXPECT_EQ(statistics(pool).active_blocks, 0U);
        check_figures(pool);
    }
    EXPECT_TRUE(memory.is_done());
}

TEST(release_race, of_two_releases_of_pools_and_providers_exactly_one_succeeds) {
    std::atomic<std::uint64_t> gone{0};
    clmem_provider_callbacks callbacks = CLMEM_PROVIDER_CALLBACKS_INIT;
    callbacks.user = &gone;
    callbacks.allocate = [](void *, std::size_t, void **) -> clmem_status { return CLMEM_SUCCESS; };
    callbacks.release = [](void *, void *, std::size_t) {};
    callbacks.user_release = [](void *user) { ++*static_cast<std::atomic<std::uint64_t> *>(user); };
    clmem_provider provider = nullptr;
    clmem_pool pool = nullptr;
    std::array<clmem_status, 2> pools{};
    std::array<clmem_status, 2> providers{};
    std::atomic<int> wrong{0};
    const int count = rounds(4000);
    meet(
        count,
        [&](int) {
            wrong += clmem_provider_create_user(&callbacks, &provider) != CLMEM_SUCCESS;
            wrong += clmem_pool_create(provider, nullptr, &pool) != CLMEM_SUCCESS;
            clmem_buffer buffer = nullptr;
            wrong += clmem_pool_allocate(pool, nullptr, 100, &buffer) != CLMEM_SUCCESS;
            wrong += clmem_buffer_release(buffer) != CLMEM_SUCCESS;
        },
        [&](int, int thread) {
            pools[static_cast<std::size_t>(thread)] = clmem_pool_release(pool);
            providers[static_cast<std::size_t>(thread)] = clmem_provider_release(provider);
        },
        [&](int) {
            for (const auto &statuses : {pools, providers}) {
                wrong += statuses[0] + statuses[1] != CLMEM_ERROR_INVALID_HANDLE || statuses[0] * statuses[1] != 0;
            }
        });
    EXPECT_EQ(wrong.load(), 0);
    CHECK_OK(clmem_pool_release(pool));
    CHECK_OK(clmem_provider_release(provider));
    EXPECT_EQ(gone.load(), static_cast<std::uint64_t>(count) + 1) << "user_release is called once for each provider";
}

// A use of a handle that another thread releases either comes first or fails because the handle is stale.
TEST(release_race, other_uses_come_before_or_are_refused) {
    recorder memory;
    {
        const provider_owner provider = memory.make_provider();
        const pool_owner pool = make_pool(provider);
        clmem_buffer buffer = nullptr;
        std::atomic<int> wrong{0};
        std::atomic<int> before{0};
        meet(
            rounds(40000), [&](int) { wrong += clmem_pool_allocate(pool, nullptr, 5000, &buffer) != CLMEM_SUCCESS; },
            [&](int round, int thread) {
                if (thread == round % 2) {
                    wrong += clmem_buffer_release(buffer) != CLMEM_SUCCESS;
                    return;
                }
                clmem_buffer_info info = CLMEM_BUFFER_INFO_INIT;
                const clmem_status status = clmem_buffer_describe(buffer, &info);
                wrong += !is_success_or_invalid(status);
                wrong += info.bytes != (status == CLMEM_SUCCESS ? 5000U : 0U);
                before += status == CLMEM_SUCCESS;
            },
            [](int) {});
        EXPECT_EQ(wrong.load(), 0);
        RecordProperty("came_before", before.load());
        CHECK_OK(clmem_buffer_release(buffer));
        check_figures(pool);
    }
    EXPECT_TRUE(memory.is_done());
}

TEST(release_race, pools_are_released_while_they_are_used) {
    recorder memory;
    {
        const provider_owner provider = memory.make_provider();
        clmem_pool pool = nullptr;
        clmem_buffer kept = nullptr; // outlives the pool
        std::atomic<int> wrong{0};
        meet(
            rounds(10000),
            [&](int) {
                wrong += clmem_buffer_release(kept) != CLMEM_SUCCESS;
                wrong += clmem_pool_create(provider, nullptr, &pool) != CLMEM_SUCCESS;
                wrong += clmem_pool_allocate(pool, nullptr, 4096, &kept) != CLMEM_SUCCESS;
            },
            [&](int round, int thread) {
                if (thread == round % 2) {
                    wrong += clmem_pool_release(pool) != CLMEM_SUCCESS;
                    return;
                }
                for (int i = 0; i < 4; ++i) {
                    clmem_buffer buffer = nullptr;
                    clmem_statistics figures = CLMEM_STATISTICS_INIT;
                    wrong += !is_success_or_invalid(clmem_pool_allocate(pool, nullptr, 4096, &buffer));
                    wrong += !is_success_or_invalid(clmem_pool_statistics(pool, &figures));
                    wrong += clmem_buffer_release(buffer) != CLMEM_SUCCESS;
                    wrong += !is_success_or_invalid(clmem_pool_free_held(pool));
                }
            },
            [](int) {});
        EXPECT_EQ(wrong.load(), 0);
        CHECK_OK(clmem_buffer_release(kept));
        CHECK_OK(clmem_pool_release(pool));
    }
    EXPECT_TRUE(memory.is_done());
}

// A stale handle must never release memory that has a new owner.
TEST(release_race, stale_handles_release_nothing_of_others) {
    const provider_owner provider = make_provider();
    const pool_owner pool = make_pool(provider);
    std::atomic<bool> stop{false};
    std::atomic<int> wrong{0};
    std::jthread other{[&] { // holds blocks for a moment; no other thread may release them
        while (!stop.load()) {
            clmem_buffer buffer = nullptr;
            wrong += clmem_pool_allocate(pool, nullptr, 4096, &buffer) != CLMEM_SUCCESS;
            std::size_t bytes = 0;
            wrong += clmem_buffer_size(buffer, &bytes) != CLMEM_SUCCESS || bytes != 4096;
            wrong += clmem_buffer_release(buffer) != CLMEM_SUCCESS;
        }
    }};
    for (int i = 0; i < rounds(100000); ++i) {
        clmem_buffer buffer = nullptr;
        wrong += clmem_pool_allocate(pool, nullptr, 4096, &buffer) != CLMEM_SUCCESS;
        wrong += clmem_buffer_release(buffer) != CLMEM_SUCCESS;
        wrong += clmem_buffer_release(buffer) != CLMEM_ERROR_INVALID_HANDLE;
        if (i % 16 == 0) { wrong += clmem_pool_free_held(pool) != CLMEM_SUCCESS; } // splits memory again
    }
    stop = true;
    other.join();
    EXPECT_EQ(wrong.load(), 0);
    EXPECT_EQ(statistics(pool).active_blocks, 0U);
    check_figures(pool);
}

} // namespace
} // namespace clmem::test
