// Releases in every order: children keep their parents alive, and the driver gets everything back exactly once.
#include "figures.hpp"
#include "recorder.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace clmem::test {
namespace {

enum object { the_provider, the_pool, small, another, large, dedicated, direct, objects };

TEST(lifetime, releases_in_every_order) {
    std::array<int, objects> order;
    std::iota(order.begin(), order.end(), 0);
    do {
        recorder memory;
        provider_owner provider = memory.make_provider();
        pool_owner pool = make_pool(provider);
        std::array<buffer_owner, objects> buffers;
        clmem_allocation_options whole = CLMEM_ALLOCATION_OPTIONS_INIT;
        whole.flags = CLMEM_ALLOCATION_DEDICATED;
        buffers[small] = make_buffer(pool, 4096);
        buffers[another] = make_buffer(pool, 4096);
        buffers[large] = make_buffer(pool, 8 << 20);
        ASSERT_EQ(clmem_pool_allocate_with(pool, &whole, 10000, buffers[dedicated].out()), CLMEM_SUCCESS);
        ASSERT_EQ(clmem_provider_allocate(provider, 20000, buffers[direct].out()), CLMEM_SUCCESS);

        for (const int released : order) {
            if (released == the_provider) {
                provider.reset();
            } else if (released == the_pool) {
                pool.reset();
            } else {
                buffers[static_cast<std::size_t>(released)].reset();
            }
            for (const buffer_owner &buffer : buffers) {
                if (buffer == nullptr) { continue; }
                clmem_buffer_info info = CLMEM_BUFFER_INFO_INIT;
                ASSERT_EQ(clmem_buffer_describe(buffer, &info), CLMEM_SUCCESS);
                ASSERT_TRUE(memory.holds(info.slab_memory)) << "memory of a live block returned to the driver";
            }
        }
        ASSERT_TRUE(memory.is_done());
    } while (std::next_permutation(order.begin(), order.end()));
}

TEST(lifetime, blocks_outlive_pool_and_provider) {
    recorder memory;
    buffer_owner buffer;
    {
        const provider_owner provider = memory.make_provider();
        const pool_owner pool = make_pool(provider);
        buffer = make_buffer(pool, 1000);
        const buffer_owner cached = make_buffer(pool, 1000);
    }
    EXPECT_EQ(memory.user_releases(), 0U);
    EXPECT_EQ(describe(buffer).bytes, 1000U);
    buffer.reset();
    EXPECT_TRUE(memory.is_done());
}

TEST(lifetime, slabs_of_a_released_pool_are_freed_one_by_one) {
    recorder memory;
    std::vector<buffer_owner> buffers;
    {
        const provider_owner provider = memory.make_provider();
        const pool_owner pool = make_pool(provider);
        for (int i = 0; i < 4; ++i) {
            buffers.push_back(make_buffer(pool, 64 << 20));
        }
        buffers.push_back(make_buffer(pool, 100));
        make_buffer(pool, 32 << 20); // idle after this
    }
    while (!buffers.empty()) {
        std::size_t needed = 0;
        std::map<std::uint64_t, std::size_t> slabs;
        for (const buffer_owner &buffer : buffers) {
            slabs[describe(buffer).slab] = describe(buffer).slab_bytes;
        }
        for (const auto &[slab, bytes] : slabs) {
            needed += bytes;
        }
        EXPECT_EQ(memory.live_bytes(), needed) << "a released pool only holds the slabs of its blocks";
        buffers.erase(buffers.begin());
    }
    EXPECT_TRUE(memory.is_done());
}

TEST(lifetime, several_pools_share_a_provider) {
    recorder memory;
    {
        provider_owner provider = memory.make_provider();
        const pool_owner first = make_pool(provider);
        pool_owner second = make_pool(provider);
        provider.reset();
        const buffer_owner a = make_buffer(first, 1000);
        const buffer_owner b = make_buffer(second, 1000);
        EXPECT_NE(describe(a).slab, describe(b).slab) << "slab numbers are unique in a provider";
        second.reset();
        EXPECT_EQ(memory.user_releases(), 0U);
        EXPECT_EQ(describe(a).bytes, describe(b).bytes);
    }
    EXPECT_TRUE(memory.is_done());
}

TEST(lifetime, a_pool_of_another_thread_is_released) {
    recorder memory;
    pool_owner pool;
    std::thread{[&] {
        const provider_owner provider = memory.make_provider();
        pool = make_pool(provider);
        make_buffer(pool, 1000);
    }}.join();
    make_buffer(pool, 1000);
    std::thread{[&] { pool.reset(); }}.join();
    EXPECT_TRUE(memory.is_done());
}

TEST(lifetime, second_releases_are_refused) {
    provider_owner provider = make_provider();
    pool_owner pool = make_pool(provider);
    buffer_owner buffer = make_buffer(pool, 1000);
    buffer_owner whole;
    REQUIRE_OK(clmem_provider_allocate(provider, 1000, whole.out()));
    const clmem_provider old_provider = provider.give_up();
    const clmem_pool old_pool = pool.give_up();
    const clmem_buffer old_buffer = buffer.give_up();
    const clmem_buffer old_whole = whole.give_up();
    CHECK_OK(clmem_buffer_release(old_buffer));
    CHECK_STATUS(CLMEM_ERROR_INVALID_HANDLE, clmem_buffer_release(old_buffer));
    CHECK_OK(clmem_buffer_release(old_whole));
    CHECK_STATUS(CLMEM_ERROR_INVALID_HANDLE, clmem_buffer_release(old_whole));
    CHECK_OK(clmem_pool_release(old_pool));
    CHECK_STATUS(CLMEM_ERROR_INVALID_HANDLE, clmem_pool_release(old_pool));
    CHECK_OK(clmem_provider_release(old_provider));
    CHECK_STATUS(CLMEM_ERROR_INVALID_HANDLE, clmem_provider_release(old_provider));
}

} // namespace
} // namespace clmem::test
