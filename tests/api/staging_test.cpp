// Transfers of pageable memory through page-locked chunks.
#include "all_memories.hpp"
#include "options.hpp"

#include <thread>

namespace clmem::test {
namespace {

class staging : public on_all_memories {
  protected:
    static clmem_transfer_options options(std::uint64_t flags, std::uint32_t blocking = 1) {
        clmem_transfer_options made = CLMEM_TRANSFER_OPTIONS_INIT;
        made.flags = flags;
        made.bytes = SIZE_MAX;
        made.non_blocking = blocking != 0 ? 0 : 1;
        return made;
    }
    static bytes quick_bytes(std::size_t count, std::uint64_t seed) {
        bytes made(count);
        for (std::size_t i = 0; i + 8 <= count; i += 8) {
            const std::uint64_t number = (i + seed) * 0x9E3779B97F4A7C15U;
            std::copy_n(reinterpret_cast<const unsigned char *>(&number), 8,
                        made.begin() + static_cast<std::ptrdiff_t>(i));
        }
        return made;
    }
    // Counts of calls that create or keep something, or that copy.
    static std::uint64_t chunks_made() { return counting().calls("clCreateBuffer"); }
};

TEST_F(staging, copies_every_size_at_every_offset) {
    std::mt19937 random{1};
    const std::size_t size = 21 * mib + 5;
    const bytes content = quick_bytes(size, 1);
    bytes expected = quick_bytes(size, 2);
    memory_of_kind buffer = make(place_kind::buffer, expected);
    memory_of_kind host = make(place_kind::host, content);
    for (const std::size_t count :
         {std::size_t{1}, std::size_t{1000}, 2 * mib - 1, 2 * mib, 2 * mib + 1, 9 * mib + 7, size}) {
        for (const std::uint32_t blocking : {1U, 0U}) {
            clmem_transfer_place from = host.place();
            clmem_transfer_place to = buffer.place();
            from.offset_bytes = random() % (size - count + 1);
            to.offset_bytes = random() % (size - count + 1);
            clmem_transfer_options how = options(CLMEM_TRANSFER_STAGED, blocking);
            how.bytes = count;
            cl_event event = nullptr;
            CHECK_OK(clmem_transfer_copy(queue_, &from, &to, &how, &event));
            ASSERT_NE(event, nullptr);
            wait_for(event);
            std::copy_n(content.begin() + static_cast<std::ptrdiff_t>(from.offset_bytes), count,
                        expected.begin() + static_cast<std::ptrdiff_t>(to.offset_bytes));
            ASSERT_TRUE(content_of(buffer, size) == expected) << count;

            bytes back(count + 2, 77);
            clmem_transfer_place there = CLMEM_TRANSFER_PLACE_INIT;
            there.pointer = back.data() + 1;
            there.bytes = count;
            CHECK_OK(clmem_transfer_copy(queue_, &to, &there, &how, &event));
            wait_for(event);
            ASSERT_TRUE(std::equal(back.begin() + 1, back.end() - 1,
                                   expected.begin() + static_cast<std::ptrdiff_t>(to.offset_bytes)));
            EXPECT_EQ(back.front(), 77);
            EXPECT_EQ(back.back(), 77);
        }
    }
}

TEST_F(staging, goes_in_chunks_that_are_kept_for_the_next_one) {
    memory_of_kind buffer = make(place_kind::block, 16 * mib);
    memory_of_kind host = make(place_kind::host, 16 * mib);
    const clmem_transfer_place from = host.place();
    const clmem_transfer_place to = buffer.place();
    const clmem_transfer_options how = options(CLMEM_TRANSFER_STAGED);
    counting().reset();
    CHECK_OK(clmem_transfer_copy(queue_, &from, &to, &how, nullptr));
    EXPECT_EQ(counting().calls("clEnqueueWriteBuffer"), 16U);
    EXPECT_EQ(chunks_made(), 1U);
    CHECK_OK(clmem_transfer_copy(queue_, &to, &from, &how, nullptr));
    CHECK_OK(clmem_transfer_copy(queue_, &from, &to, &how, nullptr));
    EXPECT_EQ(counting().calls("clEnqueueReadBuffer"), 16U);
    EXPECT_EQ(chunks_made(), 1U) << "the chunks were not kept";
    CHECK_OK(clmem_transfer_trim(context_));
    CHECK_OK(clmem_transfer_trim(context_));
    CHECK_OK(clmem_transfer_copy(queue_, &from, &to, &how, nullptr));
    EXPECT_EQ(chunks_made(), 2U) << "the chunks were not released";
}

TEST_F(staging, trim_gives_the_context_back) {
    memory_of_kind buffer = make(place_kind::buffer, mib);
    memory_of_kind host = make(place_kind::host, mib);
    const std::int64_t before = counting().references();
    const clmem_transfer_place from = host.place();
    const clmem_transfer_place to = buffer.place();
    const clmem_transfer_options how = options(CLMEM_TRANSFER_STAGED);
    CHECK_OK(clmem_transfer_copy(queue_, &from, &to, &how, nullptr));
    EXPECT_GT(counting().references(), before);
    CHECK_OK(clmem_transfer_trim(context_));
    EXPECT_EQ(settled_references(before), before);
}

TEST_F(staging, is_not_for_devices_that_share_the_hosts_memory) {
    if ((info_.type & CL_DEVICE_TYPE_CPU) == 0 && info_.unified_memory == 0) { GTEST_SKIP() << "this one does not"; }
    memory_of_kind buffer = make(place_kind::buffer, 40 * mib);
    memory_of_kind host = make(place_kind::host, 40 * mib);
    const clmem_transfer_place from = host.place();
    const clmem_transfer_place to = buffer.place();
    counting().reset();
    CHECK_OK(clmem_transfer_copy(queue_, &from, &to, nullptr, nullptr));
    CHECK_OK(clmem_transfer_copy(queue_, &to, &from, nullptr, nullptr));
    EXPECT_EQ(counting().calls("clEnqueueWriteBuffer"), 1U);
    EXPECT_EQ(counting().calls("clEnqueueReadBuffer"), 1U);
    EXPECT_EQ(chunks_made(), 0U);
}

TEST_F(staging, is_forbidden_by_a_flag_and_not_for_other_memory) {
    memory_of_kind buffer = make(place_kind::buffer, 4 * mib);
    memory_of_kind other = make(place_kind::buffer, 4 * mib);
    memory_of_kind host = make(place_kind::host, 4 * mib);
    memory_of_kind pinned = make(place_kind::pinned, 4 * mib);
    const clmem_transfer_place to = buffer.place();
    counting().reset();
    const clmem_transfer_place from = host.place();
    clmem_transfer_options how = options(CLMEM_TRANSFER_DIRECT);
    CHECK_OK(clmem_transfer_copy(queue_, &from, &to, &how, nullptr));
    EXPECT_EQ(counting().calls("clEnqueueWriteBuffer"), 1U);
    how.flags = CLMEM_TRANSFER_STAGED;
    const clmem_transfer_place locked = pinned.place();
    CHECK_OK(clmem_transfer_copy(queue_, &locked, &to, &how, nullptr));
    EXPECT_EQ(counting().calls("clEnqueueWriteBuffer"), 2U) << "page-locked memory needs no chunks";
    const clmem_transfer_place second = other.place();
    CHECK_OK(clmem_transfer_copy(queue_, &second, &to, &how, nullptr));
    how.bytes = 0;
    how.region[0] = 100;
    how.region[1] = how.region[2] = 3;
    CHECK_OK(clmem_transfer_copy(queue_, &from, &to, &how, nullptr));
    EXPECT_EQ(counting().calls("clEnqueueWriteBufferRect"), 1U);
    EXPECT_EQ(chunks_made(), 0U);
}

TEST_F(staging, waits_for_its_wait_list) {
    const bytes content = quick_bytes(8 * mib, 3);
    memory_of_kind buffer = make(place_kind::buffer, content);
    for (const bool is_write : {true, false}) {
        memory_of_kind host = make(place_kind::host, bytes(8 * mib, 5));
        const clmem_transfer_place from = is_write ? host.place() : buffer.place();
        const clmem_transfer_place to = is_write ? buffer.place() : host.place();
        const clmem_transfer_options how = options(CLMEM_TRANSFER_STAGED, 0);
        gate held{context_};
        std::atomic<bool> is_open{false};
        std::thread opener{[&] {
            std::this_thread::sleep_for(std::chrono::milliseconds{30});
            EXPECT_TRUE(is_write || host.host[0] == 5) << "it was copied too early";
            is_open = true;
            held.open();
        }};
        cl_event event = nullptr;
        CHECK_OK(clmem_transfer_copy(queue_, &from, &to, copy_after(how, 1, &held.event()), &event));
        EXPECT_TRUE(is_open) << "it did not wait";
        opener.join();
        wait_for(event);
        EXPECT_TRUE(is_write || host.host == bytes(8 * mib, 5));
        EXPECT_TRUE(content_of(buffer, 8 * mib) == bytes(8 * mib, 5));
    }
}

TEST_F(staging, every_failure_of_opencl_leaves_nothing_behind) {
    memory_of_kind buffer = make(place_kind::buffer, 5 * mib);
    memory_of_kind host = make(place_kind::host, quick_bytes(5 * mib, 6));
    const clmem_transfer_options how = options(CLMEM_TRANSFER_STAGED);
    const std::int64_t references = counting().references();
    for (const bool is_write : {true, false}) {
        const clmem_transfer_place from = is_write ? host.place() : buffer.place();
        const clmem_transfer_place to = is_write ? buffer.place() : host.place();
        std::uint64_t failures = 0;
        for (std::uint64_t nth = 1; nth < 60; ++nth) {
            counting().fail(nullptr, nth, CL_OUT_OF_RESOURCES, false);
            cl_event event = nullptr;
            const clmem_status status = clmem_transfer_copy(queue_, &from, &to, &how, &event);
            const bool came = counting().failed();
            counting().reset();
            failures += status != CLMEM_SUCCESS;
            if (status == CLMEM_SUCCESS) {
                wait_for(event);
            } else {
                EXPECT_EQ(event, nullptr);
            }
            CHECK_OK(clmem_transfer_trim(context_));
            EXPECT_EQ(settled_references(references), references) << "the " << nth << "th call failed";
            if (!came) { break; }
        }
        EXPECT_GT(failures, 6U);
        CHECK_OK(clmem_transfer_copy(queue_, &from, &to, &how, nullptr));
        EXPECT_TRUE(content_of(buffer, 5 * mib) == host.host);
        CHECK_OK(clmem_transfer_trim(context_));
    }
}

TEST_F(staging, many_threads_at_once) {
    std::vector<std::thread> threads;
    for (std::uint64_t number = 0; number < 4; ++number) {
        threads.emplace_back([&, number] {
            for (std::uint64_t round = 0; round < 5; ++round) {
                memory_of_kind host;
                host.host = quick_bytes(5 * mib + number, number * 10 + round);
                buffer_owner buffer;
                CHECK_OK(clmem_buffer_create(context_, CL_MEM_READ_WRITE, host.host.size(), nullptr, buffer.out()));
                bytes back(host.host.size());
                clmem_transfer_place device = CLMEM_TRANSFER_PLACE_INIT;
                device.memory = reinterpret_cast<clmem_memory>(buffer.get());
                clmem_transfer_place there = CLMEM_TRANSFER_PLACE_INIT;
                there.pointer = back.data();
                there.bytes = back.size();
                const clmem_transfer_place here = host.place();
                const clmem_transfer_options how = options(CLMEM_TRANSFER_STAGED);
                CHECK_OK(clmem_transfer_copy(queue_, &here, &device, &how, nullptr));
                if (round == 2) { CHECK_OK(clmem_transfer_trim(context_)); }
                CHECK_OK(clmem_transfer_copy(queue_, &device, &there, &how, nullptr));
                EXPECT_TRUE(back == host.host);
            }
        });
    }
    for (std::thread &thread : threads) {
        thread.join();
    }
}

TEST_F(staging, works_on_an_out_of_order_queue) {
    if ((info_.features & CLMEM_DEVICE_OUT_OF_ORDER_QUEUE) == 0) { GTEST_SKIP() << "no such queues"; }
    queue_owner queue;
    REQUIRE_OK(clmem_queue_create(context_, device_, CLMEM_QUEUE_OUT_OF_ORDER, queue.out()));
    memory_of_kind host = make(place_kind::host, quick_bytes(9 * mib, 7));
    memory_of_kind buffer = make(place_kind::buffer, 9 * mib);
    const clmem_transfer_place from = host.place();
    const clmem_transfer_place to = buffer.place();
    const clmem_transfer_options how = options(CLMEM_TRANSFER_STAGED);
    CHECK_OK(clmem_transfer_copy(queue, &from, &to, &how, nullptr));
    EXPECT_TRUE(content_of(buffer, 9 * mib) == host.host);
}

} // namespace
} // namespace clmem::test
