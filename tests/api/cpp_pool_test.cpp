// clmem.hpp: every provider, and the options, calls and queries of pools.
#include "cpp_api.hpp"

#include <cstdlib>
#include <vector>

namespace clmem::test {
namespace {

using cpp_pool = cpp_api;

// The bytes that the callbacks of a program's provider have allocated.
struct own_memory {
    std::size_t bytes = 0;
    bool is_gone = false;

    clmem_provider_callbacks callbacks() {
        clmem_provider_callbacks made = CLMEM_PROVIDER_CALLBACKS_INIT;
        made.user = this;
        made.allocate = [](void *user, std::size_t size, void **out) -> clmem_status {
            static_cast<own_memory *>(user)->bytes += size;
            *out = std::malloc(size); // NOLINT(cppcoreguidelines-no-malloc): any memory will do
            return *out != nullptr ? CLMEM_SUCCESS : CLMEM_ERROR_OUT_OF_MEMORY;
        };
        made.release = [](void *user, void *memory, std::size_t size) {
            static_cast<own_memory *>(user)->bytes -= size;
            std::free(memory); // NOLINT(cppcoreguidelines-no-malloc)
        };
        made.user_release = [](void *user) { static_cast<own_memory *>(user)->is_gone = true; };
        return made;
    }
};

TEST_F(cpp_pool, providers_of_every_kind_are_described) {
    const auto kind_of = [](const provider &made) { return made.describe().kind; };
    EXPECT_EQ(kind_of(provider::simulated()), static_cast<std::uint32_t>(CLMEM_PROVIDER_VIRTUAL));
    EXPECT_EQ(kind_of(provider::buffers(context_.get())), static_cast<std::uint32_t>(CLMEM_PROVIDER_BUFFER));
    EXPECT_EQ(kind_of(provider::immediate(queue_.get())), static_cast<std::uint32_t>(CLMEM_PROVIDER_IMMEDIATE));
    EXPECT_EQ(kind_of(provider::pinned(queue_.get())), static_cast<std::uint32_t>(CLMEM_PROVIDER_PINNED));
    if (has(CLMEM_DEVICE_SVM_COARSE)) {
        EXPECT_EQ(kind_of(provider::svm(context_.get())), static_cast<std::uint32_t>(CLMEM_PROVIDER_SVM));
    }
    if (has(CLMEM_DEVICE_USM)) {
        const provider host = provider::usm(context_.get(), nullptr, CLMEM_USM_HOST);
        EXPECT_EQ(kind_of(host), static_cast<std::uint32_t>(CLMEM_PROVIDER_USM));
    } else {
        expect_failure(CLMEM_ERROR_UNSUPPORTED, [this](auto &failure) {
            EXPECT_FALSE(provider::usm(context_.get(), nullptr, CLMEM_USM_HOST, failure));
        });
    }
}

TEST_F(cpp_pool, a_provider_of_the_programs_own_serves_a_pool) {
    own_memory memory;
    {
        const pool blocks{provider::user(memory.callbacks())};
        const buffer block = blocks.allocate(1000);
        EXPECT_GE(memory.bytes, 1000U);
        EXPECT_FALSE(memory.is_gone);
    }
    EXPECT_EQ(memory.bytes, 0U);
    EXPECT_TRUE(memory.is_gone);
}

TEST_F(cpp_pool, a_provider_makes_driver_allocations) {
    const provider from = provider::buffers(context_.get());
    const buffer whole = from.allocate(4096);
    EXPECT_EQ(whole.size(), 4096U);
    EXPECT_EQ(whole.describe().offset_bytes, 0U);
    expect_failure(CLMEM_ERROR_OUT_OF_MEMORY,
                   [&](auto &failure) { EXPECT_FALSE(from.allocate(std::size_t{1} << 55U, failure)); });
}

TEST_F(cpp_pool, uses_are_recorded_and_queues_forgotten) {
    const pool blocks{provider::buffers(context_.get())};
    const queue other{context_.get(), device_};
    {
        const buffer block = blocks.allocate(4096, queue_.get());
        block.fill(queue_.get(), 1).wait();
        blocks.record_use(block, other);
        block.fill(other, 2).wait();
    }
    EXPECT_EQ(blocks.statistics().queues, 2U);
    blocks.forget(other);
    blocks.forget(queue_.get());
    EXPECT_EQ(blocks.statistics().queues, 0U);
}

TEST_F(cpp_pool, a_block_that_is_at_hand_needs_no_call_of_opencl) {
    const pool blocks{provider::buffers(context_.get())};
    EXPECT_FALSE(blocks.try_allocate(4096, queue_.get())) << "the pool is still empty";
    blocks.allocate(4096, queue_.get()).release();
    const buffer block = blocks.try_allocate(4096, queue_.get());
    EXPECT_TRUE(block);
    std::error_code failure;
    EXPECT_FALSE(blocks.try_allocate(~std::size_t{0}, queue_.get(), failure));
    EXPECT_TRUE(failure);
}

TEST_F(cpp_pool, a_block_is_released_after_events) {
    const pool blocks{provider::buffers(context_.get())};
    buffer block = blocks.allocate(4096, queue_.get());
    const event filled = block.fill(queue_.get(), 1);
    filled.wait();
    block.release_after(filled);
    EXPECT_FALSE(block);
    EXPECT_EQ(blocks.statistics().active_blocks, 0U);
    buffer{}.release_after({}); // there is nothing to release
    buffer kept = blocks.allocate(64);
    const cl_event none = nullptr;
    std::error_code failure;
    kept.release_after(none, failure);
    EXPECT_TRUE(failure) << "a NULL event must be refused";
    EXPECT_TRUE(kept) << "after a failure the caller still owns it";
}

TEST_F(cpp_pool, the_virtual_providers_clock_lets_slabs_grow_old) {
    const provider from = provider::simulated();
    clmem_pool_options aging = CLMEM_POOL_OPTIONS_INIT;
    aging.idle_release_ms = 10;
    const pool blocks{from, &aging};
    const buffer active = blocks.allocate(std::size_t{3} << 20U);
    blocks.allocate(std::size_t{64} << 20U).release();
    EXPECT_GE(blocks.statistics().idle_bytes, std::size_t{64} << 20U);
    from.set_time(20'000'000);
    blocks.allocate(std::size_t{2} << 20U).release(); // a call that notices it
    EXPECT_LT(blocks.statistics().idle_bytes, std::size_t{64} << 20U);
    expect_failure(CLMEM_ERROR_UNSUPPORTED,
                   [this](auto &failure) { provider::buffers(context_.get()).set_time(1, failure); });
}

TEST_F(cpp_pool, failures_are_reported) {
    constexpr clmem_status wrong = CLMEM_ERROR_INVALID_ARGUMENT;
    constexpr clmem_status stale = CLMEM_ERROR_INVALID_HANDLE;
    expect_failure(wrong, [](auto &f) { EXPECT_FALSE(provider::buffers(nullptr, CL_MEM_READ_WRITE, f)); });
    expect_failure(wrong, [](auto &f) { EXPECT_FALSE(provider::immediate(nullptr, CL_MEM_READ_WRITE, f)); });
    expect_failure(wrong, [](auto &f) { EXPECT_FALSE(provider::pinned(nullptr, CL_MEM_READ_WRITE, f)); });
    expect_failure(wrong, [](auto &f) { EXPECT_FALSE(provider::svm(nullptr, CL_MEM_READ_WRITE, f)); });
    expect_failure(wrong, [](auto &f) { EXPECT_FALSE(provider::user(CLMEM_PROVIDER_CALLBACKS_INIT, f)); });
    expect_failure(stale, [](auto &f) { EXPECT_EQ(provider{}.describe(f).kind, 0U); });
    expect_failure(stale, [](auto &f) { EXPECT_FALSE((pool{provider{}, nullptr, f})); });
    const pool none;
    const buffer block = pool{provider::simulated()}.allocate(64);
    expect_failure(stale, [&](auto &f) { EXPECT_FALSE(none.allocate(64, nullptr, f)); });
    expect_failure(stale, [&](auto &f) { EXPECT_FALSE(none.allocate(64, CLMEM_ALLOCATION_OPTIONS_INIT, f)); });
    expect_failure(stale, [&](auto &f) { none.record_use(block, nullptr, f); });
    expect_failure(stale, [&](auto &f) { none.forget(queue_.get(), f); });
    expect_failure(stale, [&](auto &f) { none.free_held(f); });
    expect_failure(stale, [&](auto &f) { none.stop_holding(f); });
    expect_failure(stale, [&](auto &f) { EXPECT_EQ(none.trim(0, f), 0U); });
    expect_failure(stale, [&](auto &f) { none.set_limit(1, f); });
    expect_failure(stale, [&](auto &f) { EXPECT_EQ(experimental::bin_number(none, 1, f), 0U); });
    expect_failure(stale, [&](auto &f) { EXPECT_EQ(experimental::alloc_size(none, 1, f), 0U); });
    expect_failure(stale, [&](auto &f) { EXPECT_EQ(experimental::dump(none, f), ""); });
    expect_failure(stale, [&](auto &f) { EXPECT_EQ(none.statistics(f).slabs, 0U); });
    expect_failure(stale, [&](auto &f) { none.reset_peaks(f); });
    expect_failure(stale, [&](auto &f) { EXPECT_TRUE(none.bin_statistics(f).empty()); });
    expect_failure(stale, [&](auto &f) { EXPECT_TRUE(none.tag_statistics(f).empty()); });
    expect_failure(stale, [&](auto &f) { EXPECT_EQ(none.tag("name", f), 0U); });
    expect_failure(stale, [&](auto &f) { EXPECT_EQ(none.find(&none, f).block, nullptr); });
    expect_failure(stale, [](auto &f) { EXPECT_EQ(buffer{}.mem(f), nullptr); });
    expect_failure(stale, [](auto &f) { EXPECT_EQ(buffer{}.describe(f).bytes, 0U); });
    expect_failure(stale, [](auto &f) { EXPECT_EQ(buffer{}.describe_memory(f).bytes, 0U); });
    expect_failure(stale, [](auto &f) { EXPECT_FALSE(buffer{}.sub_region(0, 1, 0, f)); });
    expect_failure(stale, [](auto &f) { EXPECT_FALSE(buffer{}.slice(0, 1, f)); });
    expect_failure(stale, [&](auto &f) { EXPECT_FALSE(buffer{}.fill(queue_.get(), 1, 0, 4, {}, f)); });
    expect_failure(stale, [&](auto &f) { EXPECT_FALSE(buffer{}.is_same(block, f)); });
    expect_failure(stale, [&](auto &f) { EXPECT_FALSE(migrate(queue_.get(), {nullptr}, 0, {}, f)); });
    expect_failure(wrong, [&](auto &f) {
        EXPECT_FALSE((buffer{context_.get(), CL_MEM_USE_HOST_PTR, 64, nullptr, f}));
    });
}

} // namespace
} // namespace clmem::test
