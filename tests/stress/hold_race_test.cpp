// Calls use a block while another thread releases it: the block is freed once, when the last of them ends.
#include "c_api.hpp"
#include "figures.hpp"
#include "racing.hpp"

#include <atomic>
#include <thread>
#include <vector>

namespace clmem::test {
namespace {

TEST(hold_race, a_block_in_use_by_calls_is_freed_once) {
    const provider_owner provider = make_provider();
    const pool_owner pool = make_pool(provider);
    constexpr int rounds = 1000;
    constexpr int lookers = 2;
    std::atomic<clmem_buffer> shown{nullptr};
    std::atomic<bool> over{false};
    std::atomic<std::uint64_t> seen{0};
    std::vector<std::jthread> threads;
    for (int i = 0; i < lookers; ++i) {
        threads.emplace_back([&] {
            while (!over) {
                const clmem_buffer handle = shown;
                if (handle == nullptr) { continue; }
                clmem_memory_info info = CLMEM_MEMORY_INFO_INIT;
                const clmem_status status = clmem_memory_describe(reinterpret_cast<clmem_memory>(handle), &info);
                if (status == CLMEM_SUCCESS) {
                    EXPECT_EQ(info.is_pooled, 1U);
                    EXPECT_GE(info.bytes, 64U);
                    ++seen;
                } else {
                    EXPECT_EQ(status, CLMEM_ERROR_INVALID_HANDLE);
                }
            }
        });
    }
    for (int round = 0; round < rounds; ++round) {
        clmem_buffer block = nullptr;
        ASSERT_EQ(clmem_pool_allocate(pool, nullptr, 64 + static_cast<std::size_t>(round % 100) * 64, &block),
                  CLMEM_SUCCESS);
        shown = block;
        for (int spins = round % 50; spins > 0; --spins) {
            std::this_thread::yield();
        }
        ASSERT_EQ(clmem_buffer_release(block), CLMEM_SUCCESS);
    }
    over = true;
    threads.clear();
    EXPECT_GT(seen.load(), 0U);
    clmem_statistics now = CLMEM_STATISTICS_INIT;
    CHECK_OK(clmem_pool_statistics(pool, &now));
    EXPECT_EQ(now.active_blocks, 0U);
    EXPECT_EQ(now.active_bytes, 0U);
    CHECK_OK(clmem_pool_free_held(pool));
    CHECK_OK(clmem_pool_statistics(pool, &now));
    EXPECT_EQ(now.managed_bytes, 0U) << "a block is still live";
}

} // namespace
} // namespace clmem::test
