// Buffers without a pool, parts of buffers, and fills.
#include "kernels.hpp"
#include "opencl.hpp"
#include "options.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <random>

namespace clmem::test {
namespace {

class buffer : public on_device {
  protected:
    std::size_t alignment_ = 0;

    void SetUp() override {
        on_device::SetUp();
        if (HasFatalFailure()) { return; }
        clmem_device_info device = CLMEM_DEVICE_INFO_INIT;
        REQUIRE_OK(clmem_device_describe(device_, &device));
        alignment_ = device.alignment_bytes;
    }
    buffer_owner make(std::size_t bytes, std::uint64_t flags = CL_MEM_READ_WRITE, void *host = nullptr) {
        buffer_owner made;
        CHECK_OK(clmem_buffer_create(context_, flags, bytes, host, made.out()));
        return made;
    }
    pool_owner make_device_pool() {
        provider_owner provider;
        CHECK_OK(clmem_provider_create_buffer(context_, nullptr, provider.out()));
        return make_pool(provider);
    }
    static cl_mem mem_of(clmem_buffer handle) {
        cl_mem mem = nullptr;
        CHECK_OK(clmem_buffer_mem(handle, &mem));
        return mem;
    }
    std::vector<unsigned char> read(clmem_buffer handle, std::size_t bytes, std::size_t offset = 0) {
        std::vector<unsigned char> content(bytes);
        EXPECT_EQ(REAL(clEnqueueReadBuffer)(queue_, mem_of(handle), CL_TRUE, offset, bytes, content.data(), 0, nullptr,
                                            nullptr),
                  CL_SUCCESS);
        return content;
    }
    void write(clmem_buffer handle, const std::vector<unsigned char> &content) {
        EXPECT_EQ(REAL(clEnqueueWriteBuffer)(queue_, mem_of(handle), CL_TRUE, 0, content.size(), content.data(), 0,
                                             nullptr, nullptr),
                  CL_SUCCESS);
    }
    static std::vector<unsigned char> counted(std::size_t bytes) {
        std::vector<unsigned char> content(bytes);
        for (std::size_t i = 0; i < bytes; ++i) {
            content[i] = static_cast<unsigned char>(i * 7 + i / 256);
        }
        return content;
    }
    static clmem_buffer_info describe(clmem_buffer handle) {
        clmem_buffer_info info = CLMEM_BUFFER_INFO_INIT;
        CHECK_OK(clmem_buffer_describe(handle, &info));
        return info;
    }
    static std::uint64_t active_blocks(clmem_pool pool) {
        clmem_statistics now = CLMEM_STATISTICS_INIT;
        CHECK_OK(clmem_pool_statistics(pool, &now));
        return now.active_blocks;
    }
};

TEST_F(buffer, created_from_host_memory_has_its_content) {
    std::vector<unsigned char> host = counted(3000);
    const buffer_owner made = make(host.size(), CL_MEM_COPY_HOST_PTR, host.data());
    EXPECT_EQ(read(made, host.size()), host);
    std::size_t bytes = 0;
    CHECK_OK(clmem_buffer_size(made, &bytes));
    EXPECT_EQ(bytes, host.size());
    const clmem_buffer_info info = describe(made);
    EXPECT_EQ(info.slab_memory, mem_of(made));
    EXPECT_EQ(info.slab_bytes, host.size());
    EXPECT_EQ(info.slab, 0U);
}

TEST_F(buffer, of_no_bytes_is_no_object) {
    clmem_buffer none = reinterpret_cast<clmem_buffer>(&none);
    CHECK_OK(clmem_buffer_create(context_, 0, 0, nullptr, &none));
    EXPECT_EQ(none, nullptr);
}

TEST_F(buffer, contradicting_flags_are_refused_before_the_driver_sees_them) {
    unsigned char host[64] = {};
    struct contradiction {
        std::uint64_t flags;
        void *host;
    };
    const contradiction all[] = {
        {CL_MEM_READ_WRITE | CL_MEM_READ_ONLY, nullptr},
        {CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, nullptr},
        {CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS, nullptr},
        {CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY, nullptr},
        {CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR, host},
        {CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR, host},
        {CL_MEM_USE_HOST_PTR, nullptr},
        {CL_MEM_COPY_HOST_PTR, nullptr},
        {CL_MEM_READ_WRITE, host},
        {CL_MEM_ALLOC_HOST_PTR, host},
        {std::uint64_t{1} << 40U, nullptr},
    };
    const std::uint64_t before = counting().calls("clCreateBuffer");
    for (const contradiction &c : all) {
        clmem_buffer out = nullptr;
        CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_buffer_create(context_, c.flags, sizeof host, c.host, &out));
    }
    EXPECT_EQ(counting().calls("clCreateBuffer"), before);
    const std::uint64_t fine[] = {CL_MEM_USE_HOST_PTR, CL_MEM_COPY_HOST_PTR,
                                  CL_MEM_COPY_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_READ_ONLY};
    for (const std::uint64_t flags : fine) {
        buffer_owner made;
        CHECK_OK(clmem_buffer_create(context_, flags, sizeof host, host, made.out()));
    }
}

TEST_F(buffer, creation_distinguishes_shortage_from_other_failures) {
    clmem_buffer out = nullptr;
    counting().fail("clCreateBuffer", 1, CL_MEM_OBJECT_ALLOCATION_FAILURE, false);
    CHECK_STATUS(CLMEM_ERROR_OUT_OF_MEMORY, clmem_buffer_create(context_, 0, 64, nullptr, &out));
    counting().fail("clCreateBuffer", 1, CL_INVALID_CONTEXT, false);
    CHECK_STATUS(CL_INVALID_CONTEXT, clmem_buffer_create(context_, 0, 64, nullptr, &out));
    CHECK_STATUS(CLMEM_ERROR_OUT_OF_MEMORY, clmem_buffer_create(context_, 0, std::size_t{1} << 50U, nullptr, &out));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_buffer_create(context_, 0, std::size_t{1} << 62U, nullptr, &out));
    EXPECT_EQ(out, nullptr);
}

TEST_F(buffer, a_slice_of_a_slice_of_a_block_works) {
    const pool_owner pool = make_device_pool();
    const buffer_owner guard =
        make_buffer(pool, alignment_); // so that the block does not begin at the slab's first byte
    const buffer_owner block = make_buffer(pool, 16 * alignment_);
    const std::vector<unsigned char> content = counted(16 * alignment_);
    write(block, content);
    buffer_owner slice;
    REQUIRE_OK(clmem_buffer_slice(block, static_cast<std::int64_t>(4 * alignment_), -1, slice.out()));
    buffer_owner inner;
    REQUIRE_OK(clmem_buffer_sub_region(slice, 2 * alignment_, 3 * alignment_, 0, inner.out()));
    const auto begin = content.begin() + static_cast<std::ptrdiff_t>(6 * alignment_);
    EXPECT_EQ(read(inner, 3 * alignment_),
              std::vector<unsigned char>(begin, begin + static_cast<std::ptrdiff_t>(3 * alignment_)));
    std::size_t bytes = 0;
    CHECK_OK(clmem_buffer_size(slice, &bytes));
    EXPECT_EQ(bytes, 12 * alignment_ - 1);
    EXPECT_EQ(describe(inner).offset_bytes, describe(block).offset_bytes + 6 * alignment_);
}

TEST_F(buffer, slices_follow_pythons_rules) {
    const auto size = static_cast<std::int64_t>(8 * alignment_);
    const auto unit = static_cast<std::int64_t>(alignment_);
    const buffer_owner whole = make(static_cast<std::size_t>(size));
    struct rule {
        std::int64_t start;
        std::int64_t stop;
        std::int64_t offset;
        std::int64_t bytes;
    };
    const rule rules[] = {
        {0, INT64_MAX, 0, size},
        {INT64_MIN, INT64_MAX, 0, size},
        {unit, 3 * unit, unit, 2 * unit},
        {-2 * unit, INT64_MAX, size - 2 * unit, 2 * unit},
        {-size - 5, -unit, 0, size - unit},
        {2 * unit, 100 * size, 2 * unit, size - 2 * unit},
        {0, 1, 0, 1},
    };
    for (const rule &r : rules) {
        buffer_owner part;
        CHECK_OK(clmem_buffer_slice(whole, r.start, r.stop, part.out()));
        const clmem_buffer_info info = describe(part);
        EXPECT_EQ(info.offset_bytes, r.offset);
        EXPECT_EQ(info.bytes, r.bytes);
    }
    clmem_buffer none = nullptr;
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_buffer_slice(whole, unit, unit, &none));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_buffer_slice(whole, 2 * unit, unit, &none));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_buffer_slice(whole, size, INT64_MAX, &none));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_buffer_slice(whole, 1, unit, &none));
}

TEST_F(buffer, sub_regions_are_checked_before_the_driver_sees_them) {
    const buffer_owner whole = make(4 * alignment_, CL_MEM_READ_ONLY | CL_MEM_HOST_NO_ACCESS);
    clmem_buffer none = nullptr;
    const std::uint64_t before = counting().calls("clCreateSubBuffer");
    const auto refused = [&](std::size_t offset, std::size_t bytes, std::uint64_t flags) {
        CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_buffer_sub_region(whole, offset, bytes, flags, &none));
    };
    refused(0, 4 * alignment_ + 1, 0);
    refused(5 * alignment_, 0, 0);
    refused(2 * alignment_, SIZE_MAX, 0);
    if (alignment_ > 1) { refused(1, 1, 0); }
    refused(0, 1, CL_MEM_WRITE_ONLY);
    refused(0, 1, CL_MEM_READ_WRITE);
    refused(0, 1, CL_MEM_HOST_READ_ONLY);
    refused(0, 1, CL_MEM_COPY_HOST_PTR);
    refused(0, 1, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY);
    EXPECT_EQ(counting().calls("clCreateSubBuffer"), before);
    clmem_buffer nothing = reinterpret_cast<clmem_buffer>(&none);
    CHECK_OK(clmem_buffer_sub_region(whole, alignment_, 0, 0, &nothing));
    EXPECT_EQ(nothing, nullptr);
    counting().fail("clCreateSubBuffer", 1, CL_OUT_OF_RESOURCES, false);
    CHECK_STATUS(CLMEM_ERROR_OUT_OF_MEMORY, clmem_buffer_sub_region(whole, 0, 1, 0, &none));
    counting().fail("clCreateSubBuffer", 1, CL_INVALID_VALUE, false);
    CHECK_STATUS(CL_INVALID_VALUE, clmem_buffer_sub_region(whole, 0, 1, 0, &none));
    CHECK_OK(clmem_buffer_sub_region(whole, 0, 1, CL_MEM_READ_ONLY, &none));
    CHECK_OK(clmem_buffer_release(none));
}

TEST_F(buffer, a_block_is_freed_with_its_last_part) {
    const pool_owner pool = make_device_pool();
    buffer_owner block = make_buffer(pool, 4 * alignment_);
    const std::size_t place = describe(block).offset_bytes;
    buffer_owner first;
    REQUIRE_OK(clmem_buffer_sub_region(block, 0, alignment_, 0, first.out()));
    buffer_owner second;
    REQUIRE_OK(clmem_buffer_sub_region(first, 0, alignment_, 0, second.out()));
    clmem_buffer stale = block.get();
    block.reset();
    std::size_t bytes = 0;
    CHECK_STATUS(CLMEM_ERROR_INVALID_HANDLE, clmem_buffer_size(stale, &bytes));
    EXPECT_EQ(active_blocks(pool), 1U);
    first.reset();
    EXPECT_EQ(active_blocks(pool), 1U);
    {
        const buffer_owner other = make_buffer(pool, 4 * alignment_);
        EXPECT_NE(describe(other).offset_bytes, place) << "reused while a part of it is live";
    }
    second.reset();
    EXPECT_EQ(active_blocks(pool), 0U);
    CHECK_STATUS(CLMEM_ERROR_INVALID_HANDLE, clmem_buffer_release(stale));
}

TEST_F(buffer, parts_outlive_their_pool) {
    buffer_owner part;
    {
        const pool_owner pool = make_device_pool();
        const buffer_owner block = make_buffer(pool, 4 * alignment_);
        REQUIRE_OK(clmem_buffer_sub_region(block, alignment_, alignment_, 0, part.out()));
    }
    const unsigned char pattern = 0x77;
    CHECK_OK(clmem_buffer_fill(part, queue_, &pattern, 1, nullptr, nullptr));
    EXPECT_EQ(read(part, alignment_), std::vector<unsigned char>(alignment_, pattern));
}

TEST_F(buffer, a_block_is_cached_again_when_its_parts_are_gone) {
    const pool_owner pool = make_device_pool();
    const buffer_owner keep = make_buffer(pool, std::size_t{64} << 20U); // so that caches may hold blocks
    clmem_buffer block = make_buffer(pool, 4096).give_up();
    { const buffer_owner once{block}; }
    buffer_owner again = make_buffer(pool, 4096);
    const std::size_t place = describe(again).offset_bytes;
    {
        buffer_owner part;
        REQUIRE_OK(clmem_buffer_sub_region(again, 0, 64, 0, part.out()));
    }
    again.reset();
    const std::uint64_t before = counting().calls(nullptr);
    const buffer_owner reused = make_buffer(pool, 4096);
    EXPECT_EQ(describe(reused).offset_bytes, place);
    EXPECT_EQ(counting().calls(nullptr), before);
}

class filling : public buffer {
  protected:
    // The expected result of a fill.
    static void apply(std::vector<unsigned char> &model, const std::vector<unsigned char> &pattern, std::size_t offset,
                      std::size_t bytes) {
        for (std::size_t i = 0; i < bytes; ++i) {
            model[offset + i] = pattern[i % pattern.size()];
        }
    }
};

TEST_F(filling, every_legal_pattern_fills_exactly_its_range) {
    constexpr std::size_t size = 4096;
    const pool_owner pool = make_device_pool();
    std::mt19937 random{5};
    for (std::size_t pattern_bytes = 1; pattern_bytes <= 128; pattern_bytes *= 2) {
        const buffer_owner block = make_buffer(pool, size);
        std::vector<unsigned char> model = counted(size);
        write(block, model);
        std::vector<unsigned char> pattern(pattern_bytes);
        std::generate(pattern.begin(), pattern.end(), [&] { return static_cast<unsigned char>(random()); });
        const std::size_t count = size / pattern_bytes;
        const std::size_t first = random() % count;
        const std::size_t bytes = (random() % (count - first) + 1) * pattern_bytes;
        std::vector<unsigned char> lent = pattern;
        CHECK_OK(clmem_buffer_fill(block, queue_, lent.data(), pattern_bytes, fill_part(first * pattern_bytes, bytes),
                                   nullptr));
        std::fill(lent.begin(), lent.end(), 0); // released again
        apply(model, pattern, first * pattern_bytes, bytes);
        EXPECT_EQ(read(block, size), model) << pattern_bytes;
    }
}

TEST_F(filling, to_the_end_means_as_many_whole_patterns_as_fit) {
    const buffer_owner made = make(1000);
    std::vector<unsigned char> model = counted(1000);
    write(made, model);
    const std::vector<unsigned char> pattern = counted(16);
    CHECK_OK(clmem_buffer_fill(made, queue_, pattern.data(), 16, fill_part(32, SIZE_MAX), nullptr));
    apply(model, pattern, 32, 960);
    EXPECT_EQ(read(made, 1000), model);
}

TEST_F(filling, what_is_no_range_or_pattern_is_refused) {
    const buffer_owner made = make(1024);
    const std::array<unsigned char, 256> pattern{};
    cl_event event = nullptr;
    const auto refused = [&](std::size_t pattern_bytes, std::size_t offset, std::size_t bytes) {
        CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT,
                     clmem_buffer_fill(made, queue_, pattern.data(), pattern_bytes, fill_part(offset, bytes), &event));
    };
    refused(0, 0, 16);
    refused(3, 0, 3);
    refused(256, 0, 256);
    refused(4, 2, 4);
    refused(4, 0, 6);
    refused(4, 0, 1028);
    refused(4, 1028, 0);
    refused(4, 1028, SIZE_MAX);
    refused(4, 1020, 8);
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT,
                 clmem_buffer_fill(made, queue_, pattern.data(), 1, fill_part(0, 1, 1, nullptr), &event));
    counting().fail("clEnqueueFillBuffer", 1, CL_INVALID_COMMAND_QUEUE, false);
    CHECK_STATUS(CL_INVALID_COMMAND_QUEUE, clmem_buffer_fill(made, queue_, pattern.data(), 1, fill_part(0, 1), &event));
    counting().fail("clEnqueueFillBuffer", 1, CL_MEM_OBJECT_ALLOCATION_FAILURE, false);
    CHECK_STATUS(CLMEM_ERROR_OUT_OF_MEMORY,
                 clmem_buffer_fill(made, queue_, pattern.data(), 1, fill_part(0, 1), &event));
    EXPECT_EQ(event, nullptr);
}

TEST_F(filling, of_nothing_still_waits_and_gives_an_event) {
    const buffer_owner made = make(1024);
    const unsigned char pattern = 1;
    gate held{context_};
    cl_event done = nullptr;
    CHECK_OK(clmem_buffer_fill(made, queue_, &pattern, 1, fill_part(8, 0, 1, &held.event()), &done));
    REAL(clFlush)(queue_);
    cl_int status = CL_COMPLETE;
    REAL(clGetEventInfo)(done, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
    EXPECT_NE(status, CL_COMPLETE);
    held.open();
    CHECK_OK(clmem_event_wait(1, &done));
    CHECK_OK(clmem_event_release(done));
}

TEST_F(filling, goes_in_pieces_that_every_driver_can_do) {
    constexpr std::size_t size = (std::size_t{1} << 30U) + 64;
    clmem_device_info device = CLMEM_DEVICE_INFO_INIT;
    REQUIRE_OK(clmem_device_describe(device_, &device));
    if (device.max_allocation_bytes < size) { GTEST_SKIP() << "the device has no buffers of a gigabyte"; }
    const buffer_owner made = make(size);
    const std::uint64_t before = counting().calls("clEnqueueFillBuffer");
    const std::vector<unsigned char> pattern = counted(32);
    cl_event done = nullptr;
    CHECK_OK(clmem_buffer_fill(made, queue_, pattern.data(), 32, nullptr, &done));
    CHECK_OK(clmem_event_wait(1, &done));
    CHECK_OK(clmem_event_release(done));
    EXPECT_EQ(counting().calls("clEnqueueFillBuffer"), before + 2);
    std::vector<unsigned char> model(128);
    apply(model, pattern, 0, 128);
    EXPECT_EQ(read(made, 128, size - 128), model);
    EXPECT_EQ(read(made, 128), model);
}

TEST_F(filling, waits_for_its_list) {
    const buffer_owner made = make(1024);
    const std::vector<unsigned char> before = counted(1024);
    write(made, before);
    const unsigned char pattern = 0xee;
    gate held{context_};
    cl_event done = nullptr;
    CHECK_OK(clmem_buffer_fill(made, queue_, &pattern, 1, fill_part(0, SIZE_MAX, 1, &held.event()), &done));
    queue_owner other;
    REQUIRE_OK(clmem_queue_create(context_, device_, 0, other.out()));
    std::vector<unsigned char> now(1024);
    EXPECT_EQ(REAL(clEnqueueReadBuffer)(other, mem_of(made), CL_TRUE, 0, 1024, now.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(now, before);
    held.open();
    CHECK_OK(clmem_event_wait(1, &done));
    CHECK_OK(clmem_event_release(done));
    EXPECT_EQ(read(made, 1024), std::vector<unsigned char>(1024, pattern));
}

TEST_F(filling, of_shared_virtual_memory_fills_exactly_its_range) {
    clmem_device_info device = CLMEM_DEVICE_INFO_INIT;
    REQUIRE_OK(clmem_device_describe(device_, &device));
    if ((device.features & CLMEM_DEVICE_SVM_FINE) == 0) { GTEST_SKIP() << "the device has no fine-grain SVM"; }
    provider_owner provider;
    REQUIRE_OK(clmem_provider_create_svm(context_, memory_flags(CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER),
                                         provider.out()));
    const pool_owner pool = make_pool(provider);
    const buffer_owner block = make_buffer(pool, 1024);
    void *pointer = nullptr;
    REQUIRE_OK(clmem_svm_pointer(block, &pointer));
    std::vector<unsigned char> model = counted(1024);
    std::memcpy(pointer, model.data(), model.size());
    const std::uint32_t pattern = 0x01020304;
    CHECK_OK(clmem_buffer_fill(block, queue_, &pattern, sizeof pattern, fill_part(16, 64), nullptr));
    CHECK_OK(clmem_queue_finish(queue_));
    apply(model, {4, 3, 2, 1}, 16, 64);
    EXPECT_EQ(std::memcmp(pointer, model.data(), model.size()), 0);
}

TEST_F(filling, of_host_memory_is_the_hosts) {
    provider_owner provider;
    REQUIRE_OK(clmem_provider_create_pinned(queue_, nullptr, provider.out()));
    const pool_owner pool = make_pool(provider);
    const buffer_owner block = make_buffer(pool, 1024);
    const unsigned char pattern = 1;
    CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED, clmem_buffer_fill(block, queue_, &pattern, 1, fill_part(0, 1), nullptr));
}

TEST_F(filling, on_another_queue_keeps_a_block_from_the_first) {
    const pool_owner pool = make_device_pool();
    queue_owner other;
    REQUIRE_OK(clmem_queue_create(context_, device_, 0, other.out()));
    buffer_owner block;
    REQUIRE_OK(clmem_pool_allocate(pool, queue_, std::size_t{2} << 20U, block.out()));
    gate held{context_};
    const unsigned char pattern = 1;
    CHECK_OK(clmem_buffer_fill(block, other, &pattern, 1, fill_part(0, SIZE_MAX, 1, &held.event()), nullptr));
    REAL(clFlush)(other);
    const std::uint64_t slab = describe(block).slab;
    block.reset();
    clmem_statistics before = CLMEM_STATISTICS_INIT;
    CHECK_OK(clmem_pool_statistics(pool, &before));
    CHECK_OK(clmem_pool_set_limit(pool, before.managed_bytes)); // so that no other range is available
    buffer_owner next;
    REQUIRE_OK(clmem_pool_allocate(pool, queue_, std::size_t{2} << 20U, next.out()));
    EXPECT_EQ(describe(next).slab, slab);
    clmem_statistics after = CLMEM_STATISTICS_INIT;
    CHECK_OK(clmem_pool_statistics(pool, &after));
    EXPECT_EQ(after.barriers, before.barriers + 1) << "the first queue must wait for the fill in the other";
    held.open();
    CHECK_OK(clmem_queue_finish(other));
    CHECK_OK(clmem_queue_finish(queue_));
}

} // namespace
} // namespace clmem::test
