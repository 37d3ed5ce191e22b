// clmem.hpp: maps and transfers.
#include "cpp_api.hpp"
#include "images.hpp"
#include "kernels.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace clmem::test {
namespace {

using namespace experimental;

using numbers = std::vector<int>;

class cpp_transfer : public cpp_api {
  protected:
    static constexpr std::size_t count = 256;
    static constexpr std::size_t size = count * sizeof(int);

    buffer make() {
        buffer made{context_.get(), CL_MEM_READ_WRITE, size};
        made.fill(queue_.get(), 0).wait();
        return made;
    }
    static numbers counted() {
        numbers made(count);
        std::iota(made.begin(), made.end(), 1);
        return made;
    }
};

TEST_F(cpp_transfer, a_map_shows_elements_and_takes_what_is_written) {
    const buffer memory = make();
    {
        const map all{memory, queue_.get()};
        span<int> elements = all.elements<int>();
        ASSERT_EQ(elements.size(), count);
        std::iota(elements.begin(), elements.end(), 1);
        EXPECT_EQ(elements[9], 10);
        EXPECT_EQ(all.describe().queue, queue_.get());
    } // unmapped here
    map part{memory, queue_.get(), CL_MAP_READ, 40, 40};
    EXPECT_TRUE(std::ranges::equal(part.elements<int>(), numbers{11, 12, 13, 14, 15, 16, 17, 18, 19, 20}));
    part.unmap().wait();
    EXPECT_EQ(part.elements<int>().size(), 0U);
    part.unmap().wait(); // has no effect
    part.release();
}

TEST_F(cpp_transfer, an_image_is_mapped_by_origin_and_region) {
    if (!has(CLMEM_DEVICE_IMAGE)) { GTEST_SKIP() << "the device has no images"; }
    const image memory{context_.get(), CL_MEM_READ_WRITE, image_2d(4, 3, CL_RGBA, CL_UNSIGNED_INT8)};
    memory.fill(queue_.get(), color{1, 2, 3, 4}).wait();
    const map row{memory, queue_.get(), CL_MAP_READ, {0, 1, 0}, {4, 1, 1}};
    EXPECT_TRUE(std::ranges::equal(row.elements<unsigned char>(),
                                   std::vector<unsigned char>{1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4}));
    expect_failure(CLMEM_ERROR_INVALID_ARGUMENT, [&](auto &failure) {
        EXPECT_FALSE((map{memory, queue_.get(), CL_MAP_READ, position{0, 3, 0}, position{4, 1, 1}, {}, failure}));
    });
}

TEST_F(cpp_transfer, a_map_is_enqueued_and_waited_for_later) {
    const buffer memory = make();
    gate held{context_.get()};
    const event filled = memory.fill(queue_.get(), 7, 0, SIZE_MAX, held.event());
    pending_map pending = map::start(memory, queue_.get(), CL_MAP_READ | CL_MAP_WRITE);
    EXPECT_TRUE(pending);
    EXPECT_FALSE(is_complete(pending.ready().get()));
    held.open();
    {
        const map shown = pending.wait();
        EXPECT_FALSE(pending);
        EXPECT_EQ(shown.elements<int>()[count - 1], 7);
    }
    // These maps are dropped without waiting: they are unmapped after they complete.
    (void)map::start(memory, queue_.get(), CL_MAP_READ, 4, 8, {filled, held.event()});
    pending = map::start(memory, queue_.get(), CL_MAP_READ);
    pending = {};
}

TEST_F(cpp_transfer, an_image_is_mapped_without_waiting) {
    if (!has(CLMEM_DEVICE_IMAGE)) { GTEST_SKIP() << "the device has no images"; }
    const image memory{context_.get(), CL_MEM_READ_WRITE, image_2d(4, 3, CL_RGBA, CL_UNSIGNED_INT8)};
    const event filled = memory.fill(queue_.get(), color{1, 2, 3, 4});
    pending_map pending = map::start(memory, queue_.get(), CL_MAP_READ, {0, 1, 0}, {4, 1, 1}, filled);
    pending.ready().wait();
    const map row = pending.wait();
    EXPECT_EQ(row.elements<unsigned char>()[15], 4);
}

TEST_F(cpp_transfer, a_pending_map_that_fails_gives_none) {
    const leaks_of_the_driver of_pocl; // PoCL leaks part of a map whose wait list has failed
    const buffer memory = make();
    for (const bool throwing : {true, false}) {
        gate held{context_.get()};
        pending_map pending = map::start(memory, queue_.get(), CL_MAP_READ, 0, SIZE_MAX, held.event());
        held.fail();
        std::error_code failure;
        if (throwing) {
            EXPECT_THROW(static_cast<void>(pending.wait()), error);
        } else {
            EXPECT_FALSE(pending.wait(failure));
            EXPECT_TRUE(failure);
        }
    }
}

TEST_F(cpp_transfer, failures_of_maps_are_reported) {
    const buffer memory = make();
    expect_failure(CLMEM_ERROR_INVALID_ARGUMENT, [&](auto &failure) {
        EXPECT_FALSE((map{memory, queue_.get(), CL_MAP_READ, size, 1, {}, failure}));
    });
    expect_failure(CLMEM_ERROR_INVALID_HANDLE, [&](auto &failure) {
        EXPECT_FALSE((map{buffer{}, queue_.get(), CL_MAP_READ, 0, SIZE_MAX, {}, failure}));
    });
    expect_failure(CLMEM_ERROR_INVALID_HANDLE, [](auto &failure) { EXPECT_EQ(map{}.describe(failure).bytes, 0U); });
    expect_failure(CLMEM_ERROR_INVALID_HANDLE, [&](auto &failure) {
        EXPECT_FALSE((map::start(buffer{}, queue_.get(), CL_MAP_READ, 0, SIZE_MAX, {}, failure)));
    });
    expect_failure(CLMEM_ERROR_INVALID_HANDLE, [&](auto &failure) {
        EXPECT_FALSE((map::start(image{}, queue_.get(), CL_MAP_READ, {}, {1, 1, 1}, {}, failure)));
    });
    const map none;
    EXPECT_EQ(none.elements<int>().size(), 0U);
    expect_failure(CLMEM_ERROR_INVALID_HANDLE,
                   [](auto &failure) { EXPECT_FALSE((map{}.unmap(nullptr, {}, failure))); });
}

TEST_F(cpp_transfer, copies_between_the_host_and_buffers) {
    const numbers there = counted();
    numbers back(count);
    const buffer first = make();
    const buffer second = make();
    copy(queue_.get(), there, first); // from the host
    clmem_transfer_options later = CLMEM_TRANSFER_OPTIONS_INIT;
    later.non_blocking = 1;
    const event moved = copy(queue_.get(), first, second, &later);
    copy(queue_.get(), second, back, nullptr, moved);
    EXPECT_EQ(back, there);
    numbers few(2);
    copy(queue_.get(), place{second, 4 * sizeof(int)}, place{few.data(), sizeof(int)});
    EXPECT_EQ(few, (numbers{5, 0}));
}

TEST_F(cpp_transfer, nothing_is_copied_without_elements) {
    const numbers there = counted();
    const buffer memory = make();
    copy(queue_.get(), there, memory);
    numbers none;
    EXPECT_EQ(none.data(), nullptr);
    copy(queue_.get(), none, memory);
    copy(queue_.get(), memory, none);
    numbers back(count);
    clmem_transfer_options nothing = CLMEM_TRANSFER_OPTIONS_INIT;
    nothing.bytes = 0;
    copy(queue_.get(), memory, back, &nothing);
    EXPECT_EQ(back, numbers(count));
    expect_failure(CLMEM_ERROR_INVALID_ARGUMENT, [&](auto &failure) {
        copy(queue_.get(), place{static_cast<void *>(nullptr), sizeof(int)}, memory, nullptr, {}, failure);
    });
    copy(queue_.get(), memory, back);
    EXPECT_EQ(back, there);
}

TEST_F(cpp_transfer, copies_rectangles) {
    const numbers there = counted(); // 16 rows of 16
    const buffer memory = make();
    clmem_transfer_options two_by_two = CLMEM_TRANSFER_OPTIONS_INIT;
    two_by_two.region[0] = 2 * sizeof(int);
    two_by_two.region[1] = 2;
    two_by_two.region[2] = 1;
    copy(queue_.get(), const_place{there}.origin({sizeof(int), 1, 0}).pitches(16 * sizeof(int)), memory, &two_by_two);
    numbers back(4);
    copy(queue_.get(), memory, back);
    EXPECT_EQ(back, (numbers{18, 19, 34, 35}));
}

TEST_F(cpp_transfer, copies_images) {
    if (!has(CLMEM_DEVICE_IMAGE)) { GTEST_SKIP() << "the device has no images"; }
    const image memory{context_.get(), CL_MEM_READ_WRITE, image_2d(4, 2, CL_RGBA, CL_UNSIGNED_INT8)};
    const numbers there{1, 2, 3, 4, 5, 6, 7, 8};
    numbers back(8);
    clmem_transfer_options all = CLMEM_TRANSFER_OPTIONS_INIT;
    all.bytes = SIZE_MAX;
    copy(queue_.get(), there, memory, &all);
    copy(queue_.get(), memory, back, &all);
    EXPECT_EQ(back, there);
}

TEST_F(cpp_transfer, failures_are_reported) {
    const buffer memory = make();
    const buffer none;
    numbers host(count);
    expect_failure(CLMEM_ERROR_INVALID_ARGUMENT,
                   [&](auto &failure) { EXPECT_FALSE(copy(queue_.get(), host, host, nullptr, {}, failure)); });
    expect_failure(CLMEM_ERROR_INVALID_ARGUMENT, [&](auto &failure) {
        EXPECT_FALSE(copy(queue_.get(), memory, memory, nullptr, {}, failure)); // source and destination overlap
    });
    expect_failure(CLMEM_ERROR_INVALID_ARGUMENT,
                   [&](auto &failure) { EXPECT_FALSE(copy(queue_.get(), host, none, nullptr, {}, failure)); });
    expect_failure(CLMEM_ERROR_INVALID_ARGUMENT, [](auto &failure) { trim_transfers(nullptr, failure); });
    trim_transfers(context_.get());
}

TEST_F(cpp_transfer, a_peer_copy_is_refused_without_the_extension) {
    counting().offer_peer_copy(false);
    const buffer first = make();
    const buffer second = make();
    expect_failure(CLMEM_ERROR_UNSUPPORTED,
                   [&](auto &failure) { EXPECT_FALSE(copy_peer_amd(first, second, queue_.get(), 16, {}, failure)); });
    expect_failure(CLMEM_ERROR_INVALID_HANDLE, [&](auto &failure) {
        EXPECT_FALSE(copy_peer_amd(buffer{}, second, queue_.get(), 16, {}, failure));
    });
}

} // namespace
} // namespace clmem::test
