// Maps of buffers, shared virtual memory and images.
#include "all_memories.hpp"
#include "options.hpp"

#include <span>
#include <thread>

namespace clmem::test {
namespace {

class map_api : public on_all_memories {
  protected:
    static constexpr std::size_t size = 4096;

    static clmem_map_info describe(clmem_map map) {
        clmem_map_info info = CLMEM_MAP_INFO_INIT;
        CHECK_OK(clmem_map_describe(map, &info));
        return info;
    }
    static unsigned char *pointer_of(clmem_map map) { return static_cast<unsigned char *>(describe(map).pointer); }
    map_owner map(clmem_buffer buffer, std::uint64_t flags, std::size_t offset = 0, std::size_t count = SIZE_MAX) {
        map_owner made;
        CHECK_OK(clmem_map_buffer(buffer, queue_, flags, map_part(offset, count), made.out(), nullptr));
        return made;
    }
    static clmem_image as_image(clmem_memory memory) { return reinterpret_cast<clmem_image>(memory); }
};

class map_of : public map_api, public testing::WithParamInterface<place_kind> {
  protected:
    void SetUp() override {
        map_api::SetUp();
        if (!HasFatalFailure() && !has(GetParam())) { GTEST_SKIP() << "the device has no " << name_of(GetParam()); }
    }
};

INSTANTIATE_TEST_SUITE_P(, map_of,
                         testing::Values(place_kind::buffer, place_kind::block, place_kind::svm, place_kind::svm_fine),
                         [](const auto &kind) { return std::string{name_of(kind.param)}; });

TEST_P(map_of, shows_what_the_memory_holds) {
    const bytes content = random_bytes(size, 1);
    memory_of_kind memory = make(GetParam(), content);
    const map_owner all = map(memory.buffer, CL_MAP_READ);
    EXPECT_EQ(describe(all).bytes, size);
    EXPECT_EQ(describe(all).queue, queue_);
    EXPECT_EQ(describe(all).is_mapped, 1U);
    EXPECT_EQ(describe(all).row_pitch_bytes, 0U);
    EXPECT_TRUE(std::ranges::equal(content, std::span{pointer_of(all), size}));
    const map_owner part = map(memory.buffer, CL_MAP_READ, 100, 200);
    EXPECT_EQ(describe(part).bytes, 200U);
    EXPECT_TRUE(std::equal(content.begin() + 100, content.begin() + 300, pointer_of(part)));
    const map_owner end = map(memory.buffer, CL_MAP_READ, 4000);
    EXPECT_EQ(describe(end).bytes, 96U);
    EXPECT_TRUE(std::equal(content.begin() + 4000, content.end(), pointer_of(end)));
}

TEST_P(map_of, keeps_what_the_host_has_written) {
    bytes content = random_bytes(size, 2);
    memory_of_kind memory = make(GetParam(), content);
    for (const std::uint64_t flags : {std::uint64_t{CL_MAP_WRITE}, std::uint64_t{CL_MAP_READ | CL_MAP_WRITE},
                                      std::uint64_t{CL_MAP_WRITE_INVALIDATE_REGION}}) {
        map_owner mapped = map(memory.buffer, flags, 10, 1000);
        const bytes written = random_bytes(1000, static_cast<std::uint32_t>(flags));
        std::ranges::copy(written, pointer_of(mapped));
        std::ranges::copy(written, content.begin() + 10);
        cl_event event = nullptr;
        CHECK_OK(clmem_map_unmap(mapped, nullptr, nullptr, &event));
        wait_for(event);
        EXPECT_EQ(content_of(memory, size), content) << flags;
    }
}

TEST_P(map_of, several_at_a_time) {
    bytes content = random_bytes(size, 3);
    memory_of_kind memory = make(GetParam(), content);
    std::vector<map_owner> maps;
    for (std::size_t i = 0; i < 8; ++i) {
        maps.push_back(map(memory.buffer, CL_MAP_READ | CL_MAP_WRITE, i * 512, 512));
    }
    for (std::size_t i = 0; i < 8; ++i) {
        std::fill_n(pointer_of(maps[i]), 512, static_cast<unsigned char>(i));
        std::fill_n(content.begin() + static_cast<std::ptrdiff_t>(i * 512), 512, static_cast<unsigned char>(i));
    }
    for (const std::size_t i : {3, 0, 7, 1, 2, 6, 5, 4}) {
        maps[i].reset();
    }
    CHECK_OK(clmem_queue_finish(queue_));
    EXPECT_EQ(content_of(memory, size), content);
}

TEST_P(map_of, unmapping_again_does_nothing) {
    const char *const command = GetParam() == place_kind::buffer || GetParam() == place_kind::block
                                    ? "clEnqueueUnmapMemObject"
                                    : "clEnqueueSVMUnmap";
    memory_of_kind memory = make(GetParam(), random_bytes(size, 4));
    map_owner mapped = map(memory.buffer, CL_MAP_READ);
    counting().reset();
    CHECK_OK(clmem_map_unmap(mapped, nullptr, nullptr, nullptr));
    EXPECT_EQ(counting().calls(command), 1U);
    EXPECT_EQ(describe(mapped).is_mapped, 0U);
    EXPECT_EQ(describe(mapped).pointer, nullptr);
    EXPECT_EQ(describe(mapped).bytes, size);
    CHECK_OK(clmem_map_unmap(mapped, nullptr, nullptr, nullptr));
    cl_event event = nullptr;
    CHECK_OK(clmem_map_unmap(mapped, queue_, nullptr, &event));
    ASSERT_NE(event, nullptr);
    wait_for(event);
    mapped.reset();
    EXPECT_EQ(counting().calls(command), 1U);
}

TEST_P(map_of, release_unmaps) {
    bytes content = random_bytes(size, 5);
    memory_of_kind memory = make(GetParam(), content);
    map_owner mapped = map(memory.buffer, CL_MAP_WRITE);
    *pointer_of(mapped) = content[0] = static_cast<unsigned char>(~content[0]);
    const clmem_map stale = mapped.get();
    mapped.reset();
    CHECK_OK(clmem_queue_finish(queue_));
    EXPECT_EQ(content_of(memory, size), content);
    clmem_map_info info = CLMEM_MAP_INFO_INIT;
    CHECK_STATUS(CLMEM_ERROR_INVALID_HANDLE, clmem_map_describe(stale, &info));
    CHECK_STATUS(CLMEM_ERROR_INVALID_HANDLE, clmem_map_unmap(stale, nullptr, nullptr, nullptr));
    CHECK_STATUS(CLMEM_ERROR_INVALID_HANDLE, clmem_map_release(stale));
}

TEST_P(map_of, outlives_the_handle_of_its_memory) {
    const bytes content = random_bytes(size, 6);
    memory_of_kind memory = make(GetParam(), content);
    map_owner mapped = map(memory.buffer, CL_MAP_READ);
    memory.buffer.reset();
    EXPECT_TRUE(std::ranges::equal(content, std::span{pointer_of(mapped), size}));
}

TEST_P(map_of, waits_for_its_wait_list) {
    memory_of_kind memory = make(GetParam(), random_bytes(size, 7));
    gate held{context_};
    map_owner mapped;
    cl_event event = nullptr;
    CHECK_OK(clmem_map_buffer(memory.buffer, queue_, CL_MAP_READ, map_part(0, SIZE_MAX, 1, 1, &held.event()),
                              mapped.out(), &event));
    flush(queue_);
    std::this_thread::sleep_for(std::chrono::milliseconds{20});
    EXPECT_FALSE(is_complete(event));
    held.open();
    wait_for(event);

    gate again{context_};
    CHECK_OK(clmem_map_unmap(mapped, queue_, after(1, &again.event()), &event));
    flush(queue_);
    std::this_thread::sleep_for(std::chrono::milliseconds{20});
    EXPECT_FALSE(is_complete(event));
    again.open();
    wait_for(event);

    gate third{context_}; // a repeated event waits too
    CHECK_OK(clmem_map_unmap(mapped, queue_, after(1, &third.event()), &event));
    flush(queue_);
    EXPECT_FALSE(is_complete(event));
    third.open();
    wait_for(event);
}

TEST_P(map_of, nothing_is_no_object) {
    memory_of_kind memory = make(GetParam(), size);
    auto map = reinterpret_cast<clmem_map>(1);
    cl_event event = nullptr;
    counting().reset();
    CHECK_OK(clmem_map_buffer(memory.buffer, queue_, CL_MAP_READ, map_part(5, 0), &map, &event));
    EXPECT_EQ(map, nullptr);
    wait_for(event);
    CHECK_OK(clmem_map_buffer(memory.buffer, queue_, CL_MAP_READ, map_part(size, SIZE_MAX), &map, nullptr));
    EXPECT_EQ(map, nullptr);
    EXPECT_EQ(commands(), 0U);
}

TEST_P(map_of, refuses_what_makes_no_sense) {
    memory_of_kind memory = make(GetParam(), size);
    map_owner map;
    const auto refused = [&](std::uint64_t flags, std::size_t offset, std::size_t count, std::uint32_t non_blocking) {
        cl_event event = nullptr;
        CHECK_STATUS(
            CLMEM_ERROR_INVALID_ARGUMENT,
            clmem_map_buffer(memory.buffer, queue_, flags, map_part(offset, count, non_blocking), map.out(), &event));
        EXPECT_EQ(map, nullptr);
    };
    counting().reset();
    refused(0, 0, 1, 0);
    refused(8, 0, 1, 0);
    refused(CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION, 0, 1, 0);
    refused(CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION, 0, 1, 0);
    refused(CL_MAP_READ, 0, 1, 2);
    refused(CL_MAP_READ, size + 1, SIZE_MAX, 0);
    refused(CL_MAP_READ, 1, size, 0);
    refused(CL_MAP_READ, 0, size + 1, 0);
    refused(CL_MAP_READ, size, SIZE_MAX - 1, 0);
    EXPECT_EQ(commands(), 0U);
}

// A mapped block is not reused, even after the program has released it.
TEST_P(map_of, a_mapped_block_is_not_used_again) {
    if (GetParam() == place_kind::buffer) { GTEST_SKIP() << "no block"; }
    const pool_owner pool = make_pool_of(GetParam(), slab);
    buffer_owner block;
    REQUIRE_OK(clmem_pool_allocate(pool, queue_, slab, block.out()));
    map_owner first = map(block, CL_MAP_WRITE);
    map_owner second = map(block, CL_MAP_READ, 0, 10);
    block.reset();
    clmem_buffer other = nullptr;
    CHECK_STATUS(CLMEM_ERROR_OUT_OF_MEMORY, clmem_pool_allocate(pool, queue_, slab, &other));
    first.reset();
    CHECK_STATUS(CLMEM_ERROR_OUT_OF_MEMORY, clmem_pool_allocate(pool, queue_, slab, &other));
    CHECK_OK(clmem_map_unmap(second, nullptr, nullptr, nullptr)); // the map's handle may stay
    CHECK_OK(clmem_pool_allocate(pool, queue_, slab, block.out()));
}

// After an unmap on another queue, the block waits for that queue.
TEST_P(map_of, a_block_waits_for_the_queue_that_unmaps_it) {
    if (GetParam() != place_kind::block && GetParam() != place_kind::svm) { GTEST_SKIP() << "no barrier orders it"; }
    const pool_owner pool = make_pool_of(GetParam(), slab);
    buffer_owner block;
    REQUIRE_OK(clmem_pool_allocate(pool, queue_, slab, block.out()));
    queue_owner other;
    REQUIRE_OK(clmem_queue_create(context_, device_, 0, other.out()));
    map_owner mapped = map(block, CL_MAP_WRITE);
    gate held{context_};
    CHECK_OK(clmem_map_unmap(mapped, other, after(1, &held.event()), nullptr));
    block.reset();
    CHECK_OK(clmem_pool_allocate(pool, queue_, slab, block.out()));
    cl_event behind = nullptr;
    ASSERT_EQ(REAL(clEnqueueMarkerWithWaitList)(queue_, 0, nullptr, &behind), CL_SUCCESS);
    flush(queue_);
    std::this_thread::sleep_for(std::chrono::milliseconds{20});
    EXPECT_FALSE(is_complete(behind)) << "the block can be used while it is being unmapped";
    held.open();
    finish(queue_);
    finish(other);
    REAL(clReleaseEvent)(behind);
}

TEST_P(map_of, one_of_many_threads_unmaps) {
    memory_of_kind memory = make(GetParam(), random_bytes(size, 8));
    for (int round = 0; round < 20; ++round) {
        map_owner mapped = map(memory.buffer, CL_MAP_READ);
        counting().reset();
        std::vector<std::thread> threads;
        for (int i = 0; i < 4; ++i) {
            threads.emplace_back([&] { CHECK_OK(clmem_map_unmap(mapped, nullptr, nullptr, nullptr)); });
        }
        for (std::thread &thread : threads) {
            thread.join();
        }
        EXPECT_EQ(counting().calls("clEnqueueUnmapMemObject") + counting().calls("clEnqueueSVMUnmap"), 1U);
    }
}

TEST_P(map_of, failures_of_the_driver_are_reported) {
    memory_of_kind memory = make(GetParam(), size);
    const bool is_object = GetParam() == place_kind::buffer || GetParam() == place_kind::block;
    const char *const command = is_object ? "clEnqueueMapBuffer" : "clEnqueueSVMMap";
    clmem_map map = nullptr;
    cl_event event = nullptr;
    const auto fails = [&](cl_int code, clmem_status expected) {
        map = reinterpret_cast<clmem_map>(1);
        counting().fail(command, 1, code, false);
        CHECK_STATUS(expected, clmem_map_buffer(memory.buffer, queue_, CL_MAP_READ, nullptr, &map, &event));
        EXPECT_EQ(map, nullptr);
        EXPECT_EQ(event, nullptr);
        EXPECT_EQ(last_error().opencl_code, code);
    };
    fails(CL_OUT_OF_RESOURCES, CL_OUT_OF_RESOURCES);
    fails(CL_MEM_OBJECT_ALLOCATION_FAILURE, CLMEM_ERROR_OUT_OF_MEMORY);
    counting().fail("clRetainCommandQueue", 1, CL_INVALID_COMMAND_QUEUE, false);
    CHECK_STATUS(CL_INVALID_COMMAND_QUEUE, clmem_map_buffer(memory.buffer, queue_, CL_MAP_READ, nullptr, &map, &event));
    EXPECT_EQ(map, nullptr);
}

// Some drivers know only one map per address, and refuse to unmap the second one.
TEST_P(map_of, a_driver_may_forget_the_second_map_of_an_address) {
    if (GetParam() == place_kind::buffer || GetParam() == place_kind::block) { GTEST_SKIP() << "not by address"; }
    memory_of_kind memory = make(GetParam(), size);
    map_owner first = map(memory.buffer, CL_MAP_READ);
    map_owner second = map(memory.buffer, CL_MAP_READ, 0, 10);
    first.reset();
    counting().fail("clEnqueueSVMUnmap", 1, CL_INVALID_VALUE, false);
    cl_event event = nullptr;
    CHECK_OK(clmem_map_unmap(second, nullptr, nullptr, &event));
    wait_for(event);
    EXPECT_TRUE(counting().failed());
    counting().reset();
    map_owner alone = map(memory.buffer, CL_MAP_READ);
    counting().fail("clEnqueueSVMUnmap", 1, CL_INVALID_VALUE, false);
    CHECK_STATUS(CL_INVALID_VALUE, clmem_map_unmap(alone, nullptr, nullptr, nullptr));
}

// After a failed unmap the memory is still mapped and the handle still valid.
TEST_P(map_of, a_failed_unmap_loses_nothing) {
    if (GetParam() == place_kind::buffer || GetParam() == place_kind::block) {
        GTEST_SKIP() << "the counting library does not let these fail";
    }
    memory_of_kind memory = make(GetParam(), size);
    map_owner mapped = map(memory.buffer, CL_MAP_READ);
    void *const pointer = pointer_of(mapped);
    counting().fail("clEnqueueSVMUnmap", 1, CL_OUT_OF_RESOURCES, true);
    CHECK_STATUS(CL_OUT_OF_RESOURCES, clmem_map_unmap(mapped, nullptr, nullptr, nullptr));
    CHECK_STATUS(CL_OUT_OF_RESOURCES, clmem_map_release(mapped));
    EXPECT_EQ(pointer_of(mapped), pointer);
    EXPECT_EQ(describe(mapped).is_mapped, 1U);
    counting().reset();
    mapped.reset();
    EXPECT_EQ(counting().calls("clEnqueueSVMUnmap"), 1U);
}

TEST_F(map_api, takes_no_memory_that_the_host_has_already) {
    memory_of_kind pinned = make(place_kind::pinned, size);
    map_owner map;
    CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED,
                 clmem_map_buffer(pinned.buffer, queue_, CL_MAP_READ, map_part(0, 1), map.out(), nullptr));
    const provider_owner provider = make_provider();
    const pool_owner pool = make_pool(provider);
    const buffer_owner nowhere = make_buffer(pool, size);
    CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED,
                 clmem_map_buffer(nowhere, queue_, CL_MAP_READ, map_part(0, 1), map.out(), nullptr));
}

TEST_F(map_api, a_queue_of_another_context_is_refused_for_a_block) {
    memory_of_kind memory = make(place_kind::block, size);
    context_owner context;
    queue_owner queue;
    REQUIRE_OK(clmem_context_create(device_, context.out()));
    REQUIRE_OK(clmem_queue_create(context, device_, 0, queue.out()));
    map_owner mapped;
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT,
                 clmem_map_buffer(memory.buffer, queue, CL_MAP_READ, map_part(0, 1), mapped.out(), nullptr));
    mapped = map(memory.buffer, CL_MAP_READ);
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_map_unmap(mapped, queue, nullptr, nullptr));
    EXPECT_EQ(describe(mapped).is_mapped, 1U);
}

class map_image : public map_api, public testing::WithParamInterface<image_case> {
  protected:
    void SetUp() override {
        map_api::SetUp();
        if (!HasFatalFailure() && (info_.features & CLMEM_DEVICE_IMAGE) == 0) { GTEST_SKIP() << "no images"; }
    }
};

INSTANTIATE_TEST_SUITE_P(, map_image, testing::ValuesIn(image_cases),
                         [](const auto &image) { return std::string{image.param.name}; });

TEST_P(map_image, a_box_for_reading_and_writing) {
    const auto &[name, type, extent] = GetParam();
    const memory_owner image = make_image(type, extent);
    bytes content = random_bytes(extent[0] * extent[1] * extent[2] * 4, 9);
    fill_image(image, extent, content);
    std::mt19937 random{10};
    for (int round = 0; round < 20; ++round) {
        box origin{};
        box region{};
        for (std::size_t i = 0; i < 3; ++i) {
            origin[i] = random() % extent[i];
            region[i] = 1 + random() % (extent[i] - origin[i]);
        }
        map_owner mapped;
        REQUIRE_OK(clmem_map_image(as_image(image), queue_, CL_MAP_READ | CL_MAP_WRITE,
                                   map_box(origin.data(), region.data()), mapped.out(), nullptr));
        const clmem_map_info info = describe(mapped);
        const std::size_t row = type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? info.slice_pitch_bytes : info.row_pitch_bytes;
        const auto at = [&](std::size_t x, std::size_t y, std::size_t z) {
            return x + y * row + z * info.slice_pitch_bytes;
        };
        EXPECT_EQ(info.bytes, at(region[0] * 4 - 1, region[1] - 1, region[2] - 1) + 1);
        for (std::size_t z = 0; z < region[2]; ++z) {
            for (std::size_t y = 0; y < region[1]; ++y) {
                for (std::size_t x = 0; x < region[0] * 4; ++x) {
                    unsigned char &mapped_byte = static_cast<unsigned char *>(info.pointer)[at(x, y, z)];
                    unsigned char &byte =
                        content[((origin[2] + z) * extent[1] + origin[1] + y) * extent[0] * 4 + origin[0] * 4 + x];
                    ASSERT_EQ(mapped_byte, byte) << x << ' ' << y << ' ' << z;
                    mapped_byte = byte = static_cast<unsigned char>(random());
                }
            }
        }
        mapped.reset();
        CHECK_OK(clmem_queue_finish(queue_));
        ASSERT_EQ(content_of_image(image, extent), content);
    }
}

TEST_P(map_image, extends_to_the_end_and_no_further) {
    const auto &[name, type, extent] = GetParam();
    const memory_owner image = make_image(type, extent);
    fill_image(image, extent, random_bytes(extent[0] * extent[1] * extent[2] * 4, 11));
    const box origin{1, 0, 0};
    box region{SIZE_MAX, SIZE_MAX, SIZE_MAX};
    map_owner mapped;
    REQUIRE_OK(clmem_map_image(as_image(image), queue_, CL_MAP_READ, map_box(origin.data(), region.data()),
                               mapped.out(), nullptr));
    EXPECT_GE(describe(mapped).bytes, ((extent[0] - 1) * extent[1] * extent[2]) * 4);
    for (std::size_t i = 0; i < 3; ++i) {
        region = {1, 1, 1};
        region[i] = extent[i] - origin[i] + 1;
        CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT,
                     clmem_map_image(as_image(image), queue_, CL_MAP_READ, map_box(origin.data(), region.data()),
                                     mapped.out(), nullptr));
        box outside = origin;
        outside[i] = extent[i] + 1;
        region = {1, 1, 1};
        CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT,
                     clmem_map_image(as_image(image), queue_, CL_MAP_READ, map_box(outside.data(), region.data()),
                                     mapped.out(), nullptr));
        region[i] = 0;
        clmem_map none = nullptr;
        CHECK_OK(clmem_map_image(as_image(image), queue_, CL_MAP_READ, map_box(origin.data(), region.data()), &none,
                                 nullptr));
        EXPECT_EQ(none, nullptr);
    }
    EXPECT_EQ(mapped, nullptr);
}

TEST_P(map_image, waits_and_fails_as_the_driver_does) {
    const auto &[name, type, extent] = GetParam();
    const memory_owner image = make_image(type, extent);
    const box origin{};
    gate held{context_};
    map_owner mapped;
    cl_event event = nullptr;
    REQUIRE_OK(clmem_map_image(as_image(image), queue_, CL_MAP_READ,
                               map_box(origin.data(), extent.data(), 1, 1, &held.event()), mapped.out(), &event));
    flush(queue_);
    std::this_thread::sleep_for(std::chrono::milliseconds{10});
    EXPECT_FALSE(is_complete(event));
    held.open();
    wait_for(event);
    counting().fail("clEnqueueMapImage", 1, CL_MEM_OBJECT_ALLOCATION_FAILURE, false);
    CHECK_STATUS(CLMEM_ERROR_OUT_OF_MEMORY,
                 clmem_map_image(as_image(image), queue_, CL_MAP_READ, map_box(origin.data(), extent.data()),
                                 mapped.out(), nullptr));
    counting().fail("clEnqueueMapImage", 1, CL_INVALID_COMMAND_QUEUE, false);
    CHECK_STATUS(CL_INVALID_COMMAND_QUEUE,
                 clmem_map_image(as_image(image), queue_, CL_MAP_READ, map_box(origin.data(), extent.data()),
                                 mapped.out(), nullptr));
    CHECK_STATUS(
        CLMEM_ERROR_INVALID_ARGUMENT,
        clmem_map_image(as_image(image), queue_, 0, map_box(origin.data(), extent.data()), mapped.out(), nullptr));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT,
                 clmem_map_image(as_image(image), queue_, CL_MAP_READ, map_box(origin.data(), extent.data(), 2),
                                 mapped.out(), nullptr));
}

TEST_F(map_api, buffers_are_no_images_and_images_no_buffers) {
    memory_of_kind memory = make(place_kind::buffer, size);
    const box one{1, 1, 1};
    const box origin{};
    map_owner mapped;
    CHECK_STATUS(CLMEM_ERROR_INVALID_HANDLE,
                 clmem_map_image(reinterpret_cast<clmem_image>(memory.buffer.get()), queue_, CL_MAP_READ,
                                 map_box(origin.data(), one.data()), mapped.out(), nullptr));
    if ((info_.features & CLMEM_DEVICE_IMAGE) == 0) { return; }
    const memory_owner image = make_image(CL_MEM_OBJECT_IMAGE2D, {4, 4, 1});
    CHECK_STATUS(CLMEM_ERROR_INVALID_HANDLE, clmem_map_buffer(reinterpret_cast<clmem_buffer>(image.get()), queue_,
                                                              CL_MAP_READ, map_part(0, 1), mapped.out(), nullptr));
    map_owner made = map(memory.buffer, CL_MAP_READ);
    CHECK_STATUS(CLMEM_ERROR_INVALID_HANDLE, clmem_buffer_release(reinterpret_cast<clmem_buffer>(made.get())));
    CHECK_STATUS(CLMEM_ERROR_INVALID_HANDLE, clmem_map_release(reinterpret_cast<clmem_map>(memory.buffer.get())));
}

} // namespace
} // namespace clmem::test
