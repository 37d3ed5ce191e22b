// Creating pools and allocating from them: errors, sizes, alignment, dedicated blocks.
#include "figures.hpp"
#include "recorder.hpp"

#include <set>

namespace clmem::test {
namespace {

TEST(pool, refuses_options_that_are_out_of_range) {
    const provider_owner provider = make_provider();
    const auto refused = [&](auto change) {
        clmem_pool_options options = CLMEM_POOL_OPTIONS_INIT;
        change(options);
        clmem_pool pool = reinterpret_cast<clmem_pool>(1);
        CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_pool_create(provider, &options, &pool));
        EXPECT_EQ(pool, nullptr);
    };
    refused([](clmem_pool_options &o) { o.flags = 2; });
    refused([](clmem_pool_options &o) { o.flags = 0x80000000U; });
    refused([](clmem_pool_options &o) { o.leading_bits_in_bin_id = 17; });
    refused([](clmem_pool_options &o) { o.driver_time_permille = 1001; });
    refused([](clmem_pool_options &o) { o.struct_size = 0; });
}

TEST(pool, takes_every_option_in_its_range) {
    const provider_owner provider = make_provider();
    for (std::uint32_t bits = 0; bits <= 16; ++bits) {
        clmem_pool_options options = CLMEM_POOL_OPTIONS_INIT;
        options.leading_bits_in_bin_id = bits;
        options.driver_time_permille = bits == 0 ? CLMEM_DRIVER_TIME_NEVER : CLMEM_DRIVER_TIME_UNLIMITED;
        options.flags = bits % 2 * CLMEM_POOL_DEDICATED;
        options.limit_bytes = bits * 100 * mib;
        const pool_owner pool = make_pool(provider, &options);
        const buffer_owner buffer = make_buffer(pool, 3000);
        EXPECT_EQ(statistics(pool).limit_bytes, options.limit_bytes);
    }
}

TEST(pool, takes_no_queue_on_a_provider_without_queues) {
    recorder memory; // opaque to clmem
    const provider_owner provider = memory.make_provider();
    int nothing = 0;
    const auto queue = reinterpret_cast<cl_command_queue>(&nothing); // refused before it is dereferenced
    clmem_pool_options options = CLMEM_POOL_OPTIONS_INIT;
    options.queue = queue;
    clmem_pool refused = nullptr;
    CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED, clmem_pool_create(provider, &options, &refused));

    const pool_owner pool = make_pool(provider);
    clmem_buffer buffer = reinterpret_cast<clmem_buffer>(1);
    CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED, clmem_pool_allocate(pool, queue, 1000, &buffer));
    EXPECT_EQ(buffer, nullptr);
    clmem_allocation_options how = CLMEM_ALLOCATION_OPTIONS_INIT;
    how.queue = queue;
    CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED, clmem_pool_allocate_with(pool, &how, 1000, &buffer));
    const buffer_owner own = make_buffer(pool, 1000);
    CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED, clmem_pool_record_use(pool, own, queue));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_pool_forget_queue(pool, queue));
    EXPECT_EQ(statistics(pool).queues, 0U);
}

// A virtual provider's queues are simulated: the address identifies a queue and is never dereferenced.
TEST(pool, takes_any_pointer_as_a_queue_of_a_virtual_provider) {
    const provider_owner provider = make_provider();
    const auto queue = [](std::uintptr_t number) { return reinterpret_cast<cl_command_queue>(number); };
    clmem_pool_options options = CLMEM_POOL_OPTIONS_INIT;
    options.queue = queue(1);
    const pool_owner of_queue = make_pool(provider, &options);
    EXPECT_EQ(describe(make_buffer(of_queue, 1000)).queue, queue(1));

    const pool_owner pool = make_pool(provider);
    EXPECT_EQ(describe(make_buffer(pool, 1000)).queue, nullptr);
    for (const std::uintptr_t number : {7U, 8U, 7U}) {
        buffer_owner buffer;
        CHECK_OK(clmem_pool_allocate(pool, queue(number), 1000, buffer.out()));
        EXPECT_EQ(describe(buffer).queue, queue(number));
    }
    EXPECT_EQ(describe(make_buffer(pool, 1000)).queue, queue(7)) << "the first queue used is the pool's default";
    EXPECT_EQ(statistics(pool).queues, 2U);
}

TEST(pool, takes_no_memory_before_the_first_allocation) {
    recorder memory;
    {
        const provider_owner provider = memory.make_provider();
        const pool_owner pool = make_pool(provider);
        EXPECT_EQ(memory.calls(), 0U);
        check_figures(pool);
        EXPECT_EQ(statistics(pool).managed_bytes, 0U);
    }
    EXPECT_TRUE(memory.is_done());
}

TEST(pool, refuses_allocation_options_that_are_out_of_range) {
    const provider_owner provider = make_provider();
    const pool_owner pool = make_pool(provider);
    const auto refused = [&](auto change) {
        clmem_allocation_options options = CLMEM_ALLOCATION_OPTIONS_INIT;
        change(options);
        clmem_buffer buffer = reinterpret_cast<clmem_buffer>(1);
        CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_pool_allocate_with(pool, &options, 1000, &buffer));
        EXPECT_EQ(buffer, nullptr);
    };
    refused([](clmem_allocation_options &o) { o.flags = 2; });
    refused([](clmem_allocation_options &o) { o.flags = 0x80000001U; });
    refused([](clmem_allocation_options &o) { o.alignment_bytes = 3; });
    refused([](clmem_allocation_options &o) { o.alignment_bytes = 511; });
    refused([](clmem_allocation_options &o) { o.alignment_bytes = std::size_t{1} << 31; });
    refused([](clmem_allocation_options &o) { o.alignment_bytes = std::size_t{1} << 63; });
    refused([](clmem_allocation_options &o) { o.tag = 1; });
    refused([](clmem_allocation_options &o) { o.tag = 256; });
    refused([](clmem_allocation_options &o) { o.tag = ~0U; });
    refused([](clmem_allocation_options &o) { o.reserved = 1; });
    refused([](clmem_allocation_options &o) { o.struct_size = 4; });
    EXPECT_EQ(statistics(pool).allocations, 0U);
}

TEST(pool, no_bytes_are_no_object) {
    recorder memory;
    const provider_owner provider = memory.make_provider();
    const pool_owner pool = make_pool(provider);
    clmem_buffer buffer = reinterpret_cast<clmem_buffer>(1);
    CHECK_OK(clmem_pool_allocate(pool, nullptr, 0, &buffer));
    EXPECT_EQ(buffer, nullptr);
    buffer = reinterpret_cast<clmem_buffer>(1);
    clmem_allocation_options options = CLMEM_ALLOCATION_OPTIONS_INIT;
    options.flags = CLMEM_ALLOCATION_DEDICATED;
    CHECK_OK(clmem_pool_allocate_with(pool, &options, 0, &buffer));
    EXPECT_EQ(buffer, nullptr);
    CHECK_OK(clmem_buffer_release(buffer));
    EXPECT_EQ(memory.calls(), 0U);
    EXPECT_EQ(statistics(pool).allocations, 0U);
    EXPECT_EQ(statistics(pool).releases, 0U);
}

TEST(pool, no_bytes_do_not_excuse_other_mistakes) {
    const provider_owner provider = make_provider();
    const pool_owner pool = make_pool(provider);
    clmem_buffer buffer = nullptr;
    clmem_allocation_options options = CLMEM_ALLOCATION_OPTIONS_INIT;
    options.tag = 7;
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_pool_allocate_with(pool, &options, 0, &buffer));
    CHECK_STATUS(CLMEM_ERROR_INVALID_HANDLE, clmem_pool_allocate(nullptr, nullptr, 0, &buffer));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_pool_allocate(pool, nullptr, 0, nullptr));
}

TEST(pool, sizes_have_an_end) {
    recorder memory;
    const provider_owner provider = memory.make_provider();
    for (const std::uint32_t bits : {0U, 1U, 4U, 16U}) {
        clmem_pool_options how = CLMEM_POOL_OPTIONS_INIT;
        how.leading_bits_in_bin_id = bits;
        const pool_owner pool = make_pool(provider, &how);
        for (const std::size_t bytes : {too_large, too_large + 1, ~std::size_t{0} - 4096, ~std::size_t{0}}) {
            clmem_buffer buffer = reinterpret_cast<clmem_buffer>(1);
            CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_pool_allocate(pool, nullptr, bytes, &buffer)) << bytes;
            EXPECT_EQ(buffer, nullptr);
            clmem_allocation_options options = CLMEM_ALLOCATION_OPTIONS_INIT;
            options.alignment_bytes = std::size_t{1} << 30;
            CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_pool_allocate_with(pool, &options, bytes, &buffer));
        }
        EXPECT_EQ(memory.calls(), 0U);
    }
    memory.set_capacity(100 * mib);
    const pool_owner pool = make_pool(provider);
    clmem_buffer buffer = nullptr;
    CHECK_STATUS(CLMEM_ERROR_OUT_OF_MEMORY, clmem_pool_allocate(pool, nullptr, too_large - 1, &buffer));
    clmem_allocation_options options = CLMEM_ALLOCATION_OPTIONS_INIT;
    options.alignment_bytes = std::size_t{1} << 30;
    CHECK_STATUS(CLMEM_ERROR_OUT_OF_MEMORY, clmem_pool_allocate_with(pool, &options, too_large - 1, &buffer));
    check_figures(pool);
    EXPECT_EQ(statistics(pool).failures, 2U);
    const buffer_owner small = make_buffer(pool, 1);
}

TEST(pool, larger_than_one_allocation_of_the_provider) {
    recorder memory;
    memory.max_allocation = 3 * mib;
    const provider_owner provider = memory.make_provider();
    const pool_owner pool = make_pool(provider);
    clmem_buffer buffer = nullptr;
    CHECK_STATUS(CLMEM_ERROR_OUT_OF_MEMORY, clmem_pool_allocate(pool, nullptr, 3 * mib + 1, &buffer));
    const buffer_owner largest = make_buffer(pool, 3 * mib);
    std::vector<buffer_owner> buffers; // slabs grow with the pool, up to the provider's limit
    for (int i = 0; i < 100; ++i) {
        buffers.push_back(make_buffer(pool, mib));
    }
    EXPECT_GE(statistics(pool).slabs, 34U);
    check_figures(pool);
}

TEST(pool, blocks_are_described) {
    recorder memory;
    const provider_owner provider = memory.make_provider();
    const pool_owner pool = make_pool(provider);
    std::uint32_t tag = 0;
    REQUIRE_OK(clmem_pool_tag(pool, "weights", &tag));
    clmem_allocation_options options = CLMEM_ALLOCATION_OPTIONS_INIT;
    options.tag = tag;
    for (const std::size_t bytes : {std::size_t{1}, std::size_t{511}, std::size_t{512}, std::size_t{513}, 64 * kib, mib,
                                    5 * mib + 3, 100 * mib}) {
        buffer_owner buffer;
        REQUIRE_OK(clmem_pool_allocate_with(pool, &options, bytes, buffer.out()));
        const clmem_buffer_info info = describe(buffer);
        EXPECT_EQ(info.struct_size, sizeof info);
        EXPECT_EQ(info.bytes, bytes);
        EXPECT_GE(info.capacity_bytes, bytes);
        EXPECT_LE(info.offset_bytes + info.capacity_bytes, info.slab_bytes);
        EXPECT_EQ(info.offset_bytes % memory.alignment, 0U);
        EXPECT_EQ(info.tag, tag);
        EXPECT_EQ(info.queue, nullptr);
        EXPECT_TRUE(memory.holds(info.slab_memory));
        std::size_t size = 0;
        CHECK_OK(clmem_buffer_size(buffer, &size));
        EXPECT_EQ(size, bytes);
    }
}

TEST(pool, has_no_opencl_buffers_without_opencl) {
    const provider_owner provider = make_provider();
    const pool_owner pool = make_pool(provider);
    const buffer_owner buffer = make_buffer(pool, 1000);
    cl_mem mem = reinterpret_cast<cl_mem>(1);
    CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED, clmem_buffer_mem(buffer, &mem));
    EXPECT_EQ(mem, nullptr);
    buffer_owner whole;
    REQUIRE_OK(clmem_provider_allocate(provider, 1000, whole.out()));
    CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED, clmem_buffer_mem(whole, &mem));
}

// Blocks of many sizes and alignments with releases in between, so that hits, splits and new slabs all must respect the
// alignment.
TEST(pool, keeps_to_alignments) {
    for (const std::size_t least : {std::size_t{1}, std::size_t{128}, std::size_t{4096}}) {
        recorder memory;
        memory.alignment = least;
        const provider_owner provider = memory.make_provider();
        const pool_owner pool = make_pool(provider);
        std::vector<buffer_owner> buffers(64);
        std::size_t next = 0;
        for (int round = 0; round < 40; ++round) {
            for (unsigned shift = 0; shift <= 22; ++shift) {
                clmem_allocation_options options = CLMEM_ALLOCATION_OPTIONS_INIT;
                options.alignment_bytes = std::size_t{1} << shift;
                next = (next * 5 + 7) % 1024;
                buffer_owner &buffer = buffers[next % buffers.size()];
                REQUIRE_OK(clmem_pool_allocate_with(pool, &options, 1 + next * 37 % 5000, buffer.out()));
                const clmem_buffer_info info = describe(buffer);
                ASSERT_EQ(info.offset_bytes % options.alignment_bytes, 0U) << "alignment " << options.alignment_bytes;
                ASSERT_EQ(info.offset_bytes % least, 0U);
                ASSERT_LE(info.offset_bytes + info.capacity_bytes, info.slab_bytes);
                REQUIRE_OK(clmem_pool_allocate(pool, nullptr, 1 + next * 53 % 5000, buffers[(next + 1) % 64].out()));
                ASSERT_EQ(describe(buffers[(next + 1) % 64]).offset_bytes % least, 0U);
            }
        }
        check_figures(pool);
    }
}

TEST(pool, keeps_to_the_largest_alignment) {
    const provider_owner provider = make_provider();
    const pool_owner pool = make_pool(provider);
    const buffer_owner first = make_buffer(pool, 512);
    for (int i = 0; i < 2; ++i) {
        clmem_allocation_options options = CLMEM_ALLOCATION_OPTIONS_INIT;
        options.alignment_bytes = std::size_t{1} << 30;
        buffer_owner buffer;
        REQUIRE_OK(clmem_pool_allocate_with(pool, &options, 100, buffer.out()));
        EXPECT_EQ(describe(buffer).offset_bytes % (std::size_t{1} << 30), 0U);
    }
}

TEST(pool, a_freed_block_that_is_aligned_less_is_no_hit_for_more) {
    const provider_owner provider = make_provider();
    const pool_owner pool = make_pool(provider);
    std::vector<buffer_owner> buffers;
    for (int i = 0; i < 16; ++i) {
        buffers.push_back(make_buffer(pool, 512));
    }
    for (std::size_t i = 1; i < 16; i += 2) {
        buffers[i].reset();
    }
    for (int i = 0; i < 8; ++i) {
        clmem_allocation_options options = CLMEM_ALLOCATION_OPTIONS_INIT;
        options.alignment_bytes = 4096;
        buffer_owner buffer;
        REQUIRE_OK(clmem_pool_allocate_with(pool, &options, 512, buffer.out()));
        EXPECT_EQ(describe(buffer).offset_bytes % 4096, 0U);
        buffers.push_back(std::move(buffer));
    }
    check_figures(pool);
}

TEST(pool, dedicated_blocks_are_whole_driver_objects) {
    recorder memory;
    {
        const provider_owner provider = memory.make_provider();
        const pool_owner pool = make_pool(provider);
        std::vector<buffer_owner> shared;
        std::vector<buffer_owner> whole(8);
        std::set<std::uint64_t> slabs;
        for (std::size_t i = 0; i < whole.size(); ++i) {
            clmem_allocation_options options = CLMEM_ALLOCATION_OPTIONS_INIT;
            options.flags = CLMEM_ALLOCATION_DEDICATED;
            REQUIRE_OK(clmem_pool_allocate_with(pool, &options, 1000 * (i + 1), whole[i].out()));
            const clmem_buffer_info info = describe(whole[i]);
            EXPECT_EQ(info.offset_bytes, 0U);
            EXPECT_EQ(info.bytes, 1000 * (i + 1));
            EXPECT_EQ(info.capacity_bytes, info.slab_bytes);
            EXPECT_LT(info.slab_bytes, info.bytes + 2 * memory.alignment) << "as large as needed, not a pool's slab";
            EXPECT_TRUE(slabs.insert(info.slab).second) << "two dedicated blocks in one slab";
            shared.push_back(make_buffer(pool, 1000));
        }
        for (const buffer_owner &buffer : shared) {
            EXPECT_FALSE(slabs.contains(describe(buffer).slab));
        }
        check_figures(pool);
        whole.clear();
        check_figures(pool);
    }
    EXPECT_TRUE(memory.is_done());
}

TEST(pool, dedicated_pools_split_nothing) {
    recorder memory;
    {
        const provider_owner provider = memory.make_provider();
        clmem_pool_options options = CLMEM_POOL_OPTIONS_INIT;
        options.flags = CLMEM_POOL_DEDICATED;
        const pool_owner pool = make_pool(provider, &options);
        for (int round = 0; round < 3; ++round) {
            std::vector<buffer_owner> buffers;
            std::set<std::uint64_t> slabs;
            for (std::size_t i = 1; i <= 20; ++i) {
                buffers.push_back(make_buffer(pool, i * 700));
                const clmem_buffer_info info = describe(buffers.back());
                EXPECT_EQ(info.offset_bytes, 0U);
                EXPECT_TRUE(slabs.insert(info.slab).second);
                EXPECT_GE(info.slab_bytes, info.bytes);
            }
            EXPECT_GE(statistics(pool).slabs, 20U);
            check_figures(pool);
        }
        CHECK_OK(clmem_pool_free_held(pool));
        EXPECT_EQ(memory.live_bytes(), 0U);
    }
    EXPECT_TRUE(memory.is_done());
}

} // namespace
} // namespace clmem::test
