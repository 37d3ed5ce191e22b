// Contiguous transfers between every pair of memories.
#include "options.hpp"
#include "transfers.hpp"

#include <algorithm>
#include <array>
#include <thread>

namespace clmem::test {
namespace {

class transfer_api : public transfers {
  protected:
    static constexpr std::size_t size = 10'000;

    static clmem_transfer_options options(std::size_t count = SIZE_MAX, std::uint32_t blocking = 1) {
        clmem_transfer_options made = CLMEM_TRANSFER_OPTIONS_INIT;
        made.bytes = count;
        made.non_blocking = blocking != 0 ? 0 : 1;
        return made;
    }
};

using transfer_between = between_kinds<transfer_api>;
INSTANTIATE_TEST_SUITE_P(, transfer_between, testing::ValuesIn(all_pairs()), name_of_pair);

TEST_P(transfer_between, copies_exactly_what_is_requested) {
    std::mt19937 random{1};
    const bytes content = random_bytes(size, 2);
    bytes expected = random_bytes(size, 3);
    memory_of_kind from = make(GetParam().from, content);
    memory_of_kind to = make(GetParam().to, expected);
    for (int round = 0; round < 12; ++round) {
        const std::size_t count = 1 + random() % size;
        clmem_transfer_place source = from.place();
        clmem_transfer_place destination = to.place();
        source.offset_bytes = random() % (size - count + 1);
        destination.offset_bytes = random() % (size - count + 1);
        const std::uint32_t blocking = round % 2;
        const clmem_transfer_options how = options(count, blocking);
        cl_event event = nullptr;
        CHECK_OK(clmem_transfer_copy(queue_, &source, &destination, &how, &event));
        ASSERT_NE(event, nullptr);
        if (blocking != 0) { EXPECT_TRUE(is_complete(event)); }
        wait_for(event);
        std::copy_n(content.begin() + static_cast<std::ptrdiff_t>(source.offset_bytes), count,
                    expected.begin() + static_cast<std::ptrdiff_t>(destination.offset_bytes));
        ASSERT_EQ(content_of(to, size), expected);
    }
    EXPECT_EQ(content_of(from, size), content);
}

TEST_P(transfer_between, copies_as_much_as_fits_both_by_default) {
    for (const std::size_t larger : {0, 1}) {
        const bytes content = random_bytes(larger != 0 ? size : 1000, 4);
        bytes expected = random_bytes(larger != 0 ? 1000 : size, 5);
        memory_of_kind from = make(GetParam().from, content);
        memory_of_kind to = make(GetParam().to, expected);
        clmem_transfer_place source = from.place();
        clmem_transfer_place destination = to.place();
        source.offset_bytes = 10;
        destination.offset_bytes = 300;
        CHECK_OK(clmem_transfer_copy(queue_, &source, &destination, nullptr, nullptr));
        const auto count = static_cast<std::ptrdiff_t>(larger != 0 ? 700 : 990);
        std::copy_n(content.begin() + 10, count, expected.begin() + 300);
        EXPECT_EQ(content_of(to, expected.size()), expected);
    }
}

TEST_P(transfer_between, waits_for_its_wait_list) {
    const bytes content = random_bytes(size, 6);
    const bytes before = random_bytes(size, 7);
    memory_of_kind from = make(GetParam().from, before);
    memory_of_kind to = make(GetParam().to, before);
    fill(from, content);
    gate first{context_};
    gate second{context_};
    const cl_event both[] = {first.event(), second.event()};
    const clmem_transfer_place source = from.place();
    const clmem_transfer_place destination = to.place();
    const clmem_transfer_options how = options(SIZE_MAX, 0);
    cl_event event = nullptr;
    CHECK_OK(clmem_transfer_copy(queue_, &source, &destination, copy_after(how, 2, both), &event));
    flush(queue_);
    first.open();
    std::this_thread::sleep_for(std::chrono::milliseconds{5});
    EXPECT_FALSE(is_complete(event));
    second.open();
    wait_for(event);
    EXPECT_EQ(content_of(to, size), content);
}

TEST_P(transfer_between, a_failed_wait_list_fails_it) {
    const auto is_object = [](place_kind kind) { return kind == place_kind::buffer || kind == place_kind::block; };
    const auto is_shared = [](place_kind kind) { return kind == place_kind::svm; };
    if ((is_object(GetParam().from) && is_shared(GetParam().to)) ||
        (is_shared(GetParam().from) && is_object(GetParam().to))) {
        GTEST_SKIP() << "PoCL 3.1 never ends the third of three commands when the first fails";
    }
    memory_of_kind from = make(GetParam().from, size);
    memory_of_kind to = make(GetParam().to, size);
    gate failing{context_};
    const clmem_transfer_place source = from.place();
    const clmem_transfer_place destination = to.place();
    const clmem_transfer_options how = options(SIZE_MAX, 0);
    cl_event event = nullptr;
    CHECK_OK(clmem_transfer_copy(queue_, &source, &destination, copy_after(how, 1, &failing.event()), &event));
    flush(queue_);
    failing.fail();
    EXPECT_LT(clmem_event_wait(1, &event), 0);
    CHECK_OK(clmem_event_release(event));
    EXPECT_EQ(CLMEM_SUCCESS, copy(source, destination, options()));
}

TEST_P(transfer_between, nothing_is_a_marker) {
    memory_of_kind from = make(GetParam().from, size);
    memory_of_kind to = make(GetParam().to, size);
    clmem_transfer_place source = from.place();
    const clmem_transfer_place destination = to.place();
    gate held{context_};
    counting().reset();
    cl_event event = nullptr;
    clmem_transfer_options how = options(0, 0);
    CHECK_OK(clmem_transfer_copy(queue_, &source, &destination, copy_after(how, 1, &held.event()), &event));
    flush(queue_);
    EXPECT_FALSE(is_complete(event));
    held.open();
    wait_for(event);
    source.offset_bytes = size; // no bytes remain
    how.bytes = SIZE_MAX;
    how.non_blocking = 0;
    CHECK_OK(clmem_transfer_copy(queue_, &source, &destination, &how, &event));
    EXPECT_TRUE(is_complete(event));
    wait_for(event);
    how.bytes = 0;
    how.region[0] = 0;
    how.region[1] = how.region[2] = 5;
    EXPECT_EQ(CLMEM_SUCCESS, copy(source, destination, how));
    EXPECT_EQ(commands(), 0U);
}

TEST_P(transfer_between, what_passes_an_end_is_refused) {
    memory_of_kind from = make(GetParam().from, size);
    memory_of_kind to = make(GetParam().to, size / 2);
    clmem_transfer_place source = from.place();
    clmem_transfer_place destination = to.place();
    expect_refused(source, destination, options(size / 2 + 1));
    expect_refused(source, destination, options(SIZE_MAX - 1));
    source.offset_bytes = size - 10;
    expect_refused(source, destination, options(11));
    source.offset_bytes = size + 1;
    expect_refused(source, destination, options());
    source.offset_bytes = 0;
    destination.offset_bytes = size / 2 - 10;
    expect_refused(source, destination, options(11));
    destination.offset_bytes = size / 2 + 1;
    expect_refused(source, destination, options());
    destination.offset_bytes = SIZE_MAX;
    expect_refused(source, destination, options(1));
}

TEST_P(transfer_between, every_failure_of_opencl_leaves_nothing_behind) {
    memory_of_kind from = make(GetParam().from, random_bytes(size, 8));
    memory_of_kind to = make(GetParam().to, size);
    const clmem_transfer_place source = from.place();
    const clmem_transfer_place destination = to.place();
    const clmem_transfer_options how = options(SIZE_MAX, 0);
    EXPECT_EQ(CLMEM_SUCCESS, copy(source, destination, options())); // the pools now know the queue
    for (std::uint64_t nth = 1; nth < 50; ++nth) {
        const std::int64_t references = counting().references();
        cl_event event = nullptr;
        counting().fail(nullptr, nth, CL_OUT_OF_RESOURCES, false);
        const clmem_status status = clmem_transfer_copy(queue_, &source, &destination, &how, &event);
        const bool came = counting().failed();
        counting().reset();
        if (!came) {
            wait_for(event);
            ASSERT_GT(nth, 1U);
            break;
        }
        if (status == CLMEM_SUCCESS) { // for example if an event could not be waited for
            wait_for(event);
        } else {
            EXPECT_EQ(event, nullptr);
            EXPECT_EQ(counting().references(), references) << "the " << nth << "th call failed";
        }
        CHECK_OK(clmem_queue_finish(queue_));
    }
    EXPECT_EQ(content_of(to, size), content_of(from, size));
}

// A released block is not reused before the transfer is complete, on whatever queue that runs.
TEST_P(transfer_between, blocks_wait_for_the_transfer) {
    for (const bool is_source : {true, false}) {
        const place_kind kind = is_source ? GetParam().from : GetParam().to;
        if (kind != place_kind::block && kind != place_kind::svm) { continue; }
        memory_of_kind other = make(is_source ? GetParam().to : GetParam().from, size);
        const pool_owner pool = make_pool_of(kind, slab);
        memory_of_kind block;
        block.kind = kind;
        REQUIRE_OK(clmem_pool_allocate(pool, queue_, slab, block.buffer.out()));
        queue_owner queue;
        REQUIRE_OK(clmem_queue_create(context_, device_, 0, queue.out()));
        gate held{context_};
        const clmem_transfer_place source = (is_source ? block : other).place();
        const clmem_transfer_place destination = (is_source ? other : block).place();
        const clmem_transfer_options how = options(SIZE_MAX, 0);
        cl_event copied = nullptr;
        CHECK_OK(clmem_transfer_copy(queue, &source, &destination, copy_after(how, 1, &held.event()), &copied));
        block.buffer.reset();
        REQUIRE_OK(clmem_pool_allocate(pool, queue_, slab, block.buffer.out()));
        cl_event behind = nullptr;
        ASSERT_EQ(REAL(clEnqueueMarkerWithWaitList)(queue_, 0, nullptr, &behind), CL_SUCCESS);
        flush(queue_);
        std::this_thread::sleep_for(std::chrono::milliseconds{5});
        EXPECT_FALSE(is_complete(behind)) << "the block can be used while it is being copied";
        held.open();
        finish(queue_);
        wait_for(copied); // Mesa 22.3's clFinish returns too early: the copy would write to freed memory
        REAL(clReleaseEvent)(behind);
    }
}

// The same for memory that the host can access: a barrier would not help, so the block is reused when the transfer is
// complete.
TEST_P(transfer_between, blocks_of_the_host_wait_until_the_transfer_is_complete) {
    for (const bool is_source : {true, false}) {
        const place_kind kind = is_source ? GetParam().from : GetParam().to;
        if (kind != place_kind::pinned && kind != place_kind::svm_fine) { continue; }
        memory_of_kind other = make(is_source ? GetParam().to : GetParam().from, size);
        const pool_owner pool = make_pool_of(kind, slab);
        memory_of_kind block;
        block.kind = kind;
        REQUIRE_OK(clmem_pool_allocate(pool, queue_, slab, block.buffer.out()));
        gate held{context_};
        const clmem_transfer_place source = (is_source ? block : other).place();
        const clmem_transfer_place destination = (is_source ? other : block).place();
        const clmem_transfer_options how = options(SIZE_MAX, 0);
        cl_event event = nullptr;
        CHECK_OK(clmem_transfer_copy(queue_, &source, &destination, copy_after(how, 1, &held.event()), &event));
        flush(queue_);
        block.buffer.reset();
        std::thread opener{[&] {
            std::this_thread::sleep_for(std::chrono::milliseconds{20});
            held.open();
        }};
        CHECK_OK(clmem_pool_allocate(pool, queue_, slab, block.buffer.out()));
        EXPECT_TRUE(is_complete(event)) << "the block has a new owner while it is being copied";
        opener.join();
        wait_for(event);
    }
}

TEST_P(transfer_between, works_on_an_out_of_order_queue) {
    if ((info_.features & CLMEM_DEVICE_OUT_OF_ORDER_QUEUE) == 0) { GTEST_SKIP() << "no such queues"; }
    queue_owner queue;
    REQUIRE_OK(clmem_queue_create(context_, device_, CLMEM_QUEUE_OUT_OF_ORDER, queue.out()));
    memory_of_kind from = make(GetParam().from, random_bytes(size, 9));
    memory_of_kind to = make(GetParam().to, size);
    const clmem_transfer_place source = from.place();
    const clmem_transfer_place destination = to.place();
    for (const std::uint32_t blocking : {1U, 0U}) {
        const clmem_transfer_options how = options(SIZE_MAX, blocking);
        fill(to, random_bytes(size, blocking + 50));
        cl_event event = nullptr;
        CHECK_OK(clmem_transfer_copy(queue, &source, &destination, &how, &event));
        wait_for(event);
        EXPECT_EQ(content_of(to, size), content_of(from, size));
    }
}

TEST_F(transfer_api, from_the_host_to_the_host_is_refused) {
    memory_of_kind one = make(place_kind::host, size);
    memory_of_kind other = make(place_kind::host, size);
    memory_of_kind pinned = make(place_kind::pinned, size);
    expect_refused(one.place(), other.place(), options());
    expect_refused(one.place(), pinned.place(), options());
    expect_refused(pinned.place(), one.place(), options());
}

TEST_F(transfer_api, places_name_one_memory) {
    memory_of_kind host = make(place_kind::host, size);
    memory_of_kind buffer = make(place_kind::buffer, size);
    clmem_transfer_place wrong = CLMEM_TRANSFER_PLACE_INIT;
    expect_refused(wrong, buffer.place(), options());
    expect_refused(buffer.place(), wrong, options());
    wrong = buffer.place();
    wrong.pointer = host.host.data();
    expect_refused(wrong, buffer.place(), options());
    wrong = buffer.place();
    wrong.bytes = size; // clmem knows the size
    expect_refused(host.place(), wrong, options());
    wrong = host.place();
    wrong.memory = reinterpret_cast<clmem_memory>(std::uintptr_t{1});
    wrong.pointer = nullptr;
    expect_refused(wrong, buffer.place(), options(), CLMEM_ERROR_INVALID_HANDLE);
    expect_refused(buffer.place(), wrong, options(), CLMEM_ERROR_INVALID_HANDLE);
}

TEST_F(transfer_api, host_memory_of_unknown_size_is_trusted) {
    const bytes content = random_bytes(size, 10);
    memory_of_kind buffer = make(place_kind::buffer, content);
    bytes room(size);
    clmem_transfer_place host = CLMEM_TRANSFER_PLACE_INIT;
    host.pointer = room.data();
    host.bytes = SIZE_MAX;
    EXPECT_EQ(CLMEM_SUCCESS, copy(buffer.place(), host, options()));
    EXPECT_EQ(room, content);
}

TEST_F(transfer_api, what_is_left_out_is_empty) {
    const bytes content = random_bytes(size, 10);
    memory_of_kind buffer = make(place_kind::buffer, size);
    memory_of_kind filled = make(place_kind::buffer, content);
    bytes room(size);
    clmem_transfer_place host = CLMEM_TRANSFER_PLACE_INIT;
    host.pointer = room.data();
    counting().reset();
    EXPECT_EQ(CLMEM_SUCCESS, copy(filled.place(), host, options())); // no bytes of host memory
    expect_refused(filled.place(), host, options(1));
    clmem_transfer_options nothing = CLMEM_TRANSFER_OPTIONS_INIT;
    nothing.bytes = 0;
    host.bytes = size;
    EXPECT_EQ(CLMEM_SUCCESS, copy(filled.place(), host, nothing));
    EXPECT_EQ(CLMEM_SUCCESS, copy(filled.place(), buffer.place(), nothing));
    clmem_transfer_place beyond = filled.place();
    beyond.offset_bytes = size + 1;
    expect_refused(beyond, host, nothing);
    EXPECT_EQ(commands(), 0U);
    EXPECT_EQ(room, bytes(size));
}

TEST_F(transfer_api, options_left_as_initialised_copy_all) {
    const bytes content = random_bytes(size, 10);
    memory_of_kind filled = make(place_kind::buffer, content);
    bytes room(size);
    clmem_transfer_place host = CLMEM_TRANSFER_PLACE_INIT;
    host.pointer = room.data();
    host.bytes = size;
    clmem_transfer_options fresh = CLMEM_TRANSFER_OPTIONS_INIT;
    fresh.non_blocking = 1;
    EXPECT_EQ(CLMEM_SUCCESS, copy(filled.place(), host, fresh));
    REQUIRE_OK(clmem_queue_finish(queue_.get()));
    EXPECT_EQ(room, content);
}

// n elements with n = 0, as bytes and as a region; and a struct that was zeroed by hand.
TEST_F(transfer_api, amounts_of_zero_copy_nothing) {
    const bytes content = random_bytes(size, 10);
    memory_of_kind filled = make(place_kind::buffer, content);
    bytes room(size);
    clmem_transfer_place host = CLMEM_TRANSFER_PLACE_INIT;
    host.pointer = room.data();
    host.bytes = size;
    clmem_transfer_options no_bytes = CLMEM_TRANSFER_OPTIONS_INIT;
    no_bytes.bytes = 0;
    clmem_transfer_options no_region = CLMEM_TRANSFER_OPTIONS_INIT;
    std::ranges::fill(no_region.region, 0U);
    clmem_transfer_options no_rows = CLMEM_TRANSFER_OPTIONS_INIT;
    std::ranges::copy(std::to_array<std::size_t>({4, 0, 1}), no_rows.region);
    clmem_transfer_options zeroed{};
    zeroed.struct_size = sizeof zeroed;
    for (const clmem_transfer_options &nothing : {no_bytes, no_region, no_rows, zeroed}) {
        EXPECT_EQ(CLMEM_SUCCESS, copy(filled.place(), host, nothing));
        EXPECT_EQ(room, bytes(size));
    }
    zeroed.bytes = 8; // a number of bytes needs no region
    EXPECT_EQ(CLMEM_SUCCESS, copy(filled.place(), host, zeroed));
    EXPECT_EQ(bytes(room.begin(), room.begin() + 8), bytes(content.begin(), content.begin() + 8));
    EXPECT_EQ(bytes(room.begin() + 8, room.end()), bytes(size - 8));
}

TEST_F(transfer_api, options_are_checked) {
    memory_of_kind host = make(place_kind::host, size);
    memory_of_kind buffer = make(place_kind::buffer, size);
    clmem_transfer_options how = options();
    how.non_blocking = 2;
    expect_refused(host.place(), buffer.place(), how);
    how = options();
    how.flags = 4;
    expect_refused(host.place(), buffer.place(), how);
    how.flags = CLMEM_TRANSFER_STAGED | CLMEM_TRANSFER_DIRECT;
    expect_refused(host.place(), buffer.place(), how);
    how = options(10);
    how.region[0] = how.region[1] = how.region[2] = 1;
    expect_refused(host.place(), buffer.place(), how);
    how = options(0);
    how.region[0] = how.region[2] = SIZE_MAX;
    how.region[1] = 1;
    expect_refused(host.place(), buffer.place(), how);
    for (std::size_t i = 0; i < 3; ++i) {
        clmem_transfer_place place = buffer.place();
        (i == 0 ? place.origin[2] : i == 1 ? place.row_pitch_bytes : place.slice_pitch_bytes) = 1;
        expect_refused(host.place(), place, options());
        expect_refused(place, host.place(), options());
    }
}

TEST_F(transfer_api, overlaps_in_one_buffer_are_refused) {
    memory_of_kind buffer = make(place_kind::buffer, random_bytes(8192, 11));
    clmem_transfer_place from = buffer.place();
    clmem_transfer_place to = buffer.place();
    to.offset_bytes = 100;
    expect_refused(from, to, options(101));
    EXPECT_EQ(last_error().opencl_code, CL_MEM_COPY_OVERLAP);
    expect_refused(to, from, options(101));
    expect_refused(from, from, options());
    bytes expected = content_of(buffer, 8192);
    EXPECT_EQ(CLMEM_SUCCESS, copy(from, to, options(100)));
    std::copy_n(expected.begin(), 100, expected.begin() + 100);
    EXPECT_EQ(content_of(buffer, 8192), expected);

    buffer_owner part; // of the same buffer
    REQUIRE_OK(clmem_buffer_sub_region(buffer.buffer, 4096, 4096, 0, part.out()));
    clmem_transfer_place inside = CLMEM_TRANSFER_PLACE_INIT;
    inside.memory = reinterpret_cast<clmem_memory>(part.get());
    from.offset_bytes = 4095;
    expect_refused(from, inside, options(2));
    from.offset_bytes = 4000;
    EXPECT_EQ(CLMEM_SUCCESS, copy(from, inside, options(96)));
    std::copy_n(expected.begin() + 4000, 96, expected.begin() + 4096);
    EXPECT_EQ(content_of(buffer, 8192), expected);
}

TEST_F(transfer_api, overlaps_in_shared_memory_are_refused) {
    for (const place_kind kind : {place_kind::svm, place_kind::svm_fine}) {
        if (!has(kind)) { continue; }
        memory_of_kind shared = make(kind, random_bytes(size, 12));
        const clmem_transfer_place from = shared.place();
        clmem_transfer_place to = shared.place();
        to.offset_bytes = 100;
        expect_refused(from, to, options(101));
        expect_refused(to, from, options(101));
        EXPECT_EQ(CLMEM_SUCCESS, copy(from, to, options(100)));
        void *pointer = nullptr;
        CHECK_OK(clmem_svm_pointer(shared.buffer, &pointer));
        clmem_transfer_place by_address = CLMEM_TRANSFER_PLACE_INIT;
        by_address.pointer = static_cast<unsigned char *>(pointer) + 50;
        expect_refused(from, by_address, options(51));
    }
}

TEST_F(transfer_api, memory_without_commands_is_refused) {
    const provider_owner provider = make_provider();
    const pool_owner pool = make_pool(provider);
    const buffer_owner nowhere = make_buffer(pool, size);
    clmem_transfer_place place = CLMEM_TRANSFER_PLACE_INIT;
    place.memory = reinterpret_cast<clmem_memory>(nowhere.get());
    memory_of_kind buffer = make(place_kind::buffer, size);
    expect_refused(place, buffer.place(), options(), CLMEM_ERROR_UNSUPPORTED);
    expect_refused(buffer.place(), place, options(), CLMEM_ERROR_UNSUPPORTED);
}

TEST_F(transfer_api, a_queue_of_another_context_is_refused_for_a_block) {
    memory_of_kind block = make(place_kind::block, size);
    memory_of_kind host = make(place_kind::host, size);
    context_owner context;
    queue_owner queue;
    REQUIRE_OK(clmem_context_create(device_, context.out()));
    REQUIRE_OK(clmem_queue_create(context, device_, 0, queue.out()));
    const clmem_transfer_place from = block.place();
    const clmem_transfer_place to = host.place();
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_transfer_copy(queue, &from, &to, nullptr, nullptr));
}

TEST_F(transfer_api, no_memory_at_the_driver_is_said_so) {
    memory_of_kind buffer = make(place_kind::buffer, size);
    memory_of_kind host = make(place_kind::host, size);
    const clmem_transfer_place outside = host.place();
    const clmem_transfer_place inside = buffer.place();
    counting().fail("clEnqueueWriteBuffer", 1, CL_MEM_OBJECT_ALLOCATION_FAILURE, false);
    CHECK_STATUS(CLMEM_ERROR_OUT_OF_MEMORY, clmem_transfer_copy(queue_, &outside, &inside, nullptr, nullptr));
    EXPECT_EQ(last_error().opencl_code, CL_MEM_OBJECT_ALLOCATION_FAILURE);
    counting().fail("clEnqueueReadBuffer", 1, CL_INVALID_COMMAND_QUEUE, false);
    CHECK_STATUS(CL_INVALID_COMMAND_QUEUE, clmem_transfer_copy(queue_, &inside, &outside, nullptr, nullptr));
}

} // namespace
} // namespace clmem::test
