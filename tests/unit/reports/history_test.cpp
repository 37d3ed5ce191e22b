// What the events of a recording add up to, and what is done with those that contradict each other.
#include "reports/history.hpp"

#include <gtest/gtest.h>

namespace {

using namespace clmem::command;

constexpr std::uint64_t kib = 1024;

class history_test : public testing::Test {
  protected:
    recording recorded;
    std::uint64_t now = 0;

    recording::event &add(event_kind kind, std::uint64_t block = 0) {
        recording::event event;
        event.kind = kind;
        event.pool = 1;
        event.thread = 1;
        event.time_ns = now += 100;
        event.block = block;
        return recorded.events.emplace_back(event);
    }
    recording::event &allocate(std::uint64_t block, std::uint64_t bytes, std::uint64_t offset = 0) {
        recording::event &event = add(event_kind::allocate, block);
        event.requested = bytes;
        event.given = (bytes + 255) / 256 * 256;
        event.slab = 7;
        event.offset = offset;
        return event;
    }
    recording::event &take_slab(std::uint64_t slab, std::uint64_t bytes) {
        recording::event &event = add(event_kind::slab_taken);
        event.slab = slab;
        event.requested = bytes;
        event.duration_ns = 30;
        return event;
    }
    void snapshot(std::uint64_t time_ns, std::vector<recording::range> ranges) {
        recording::snapshot &taken = recorded.snapshots.emplace_back();
        taken.pool = 1;
        taken.time_ns = time_ns;
        taken.slabs = {{7, 64 * kib, 0}};
        taken.ranges = std::move(ranges);
    }
    static recording::range range(std::uint64_t block, std::uint64_t offset, std::uint64_t bytes, range_state state) {
        recording::range made;
        made.slab = 7;
        made.block = block;
        made.offset = offset;
        made.bytes = bytes;
        made.requested = bytes - 1;
        made.state = state;
        return made;
    }
};

TEST_F(history_test, an_empty_recording_has_no_figures) {
    const history past = history_of(recorded);
    EXPECT_TRUE(past.blocks.empty());
    EXPECT_TRUE(past.pools.empty());
    EXPECT_EQ(past.total.live.peak, 0u);
    EXPECT_EQ(free_memory_at(past, 0).reserved, 0u);
}

TEST_F(history_test, the_peak_names_its_blocks) {
    take_slab(7, 64 * kib);
    allocate(1, 1000);
    allocate(2, 500, kib).hit = true;
    add(event_kind::free, 1);
    allocate(3, 100, 8 * kib).hit = true;
    const history past = history_of(recorded);
    EXPECT_EQ(past.total.live.peak, 1500u);
    EXPECT_EQ(past.total.live.peak_ns, 300u);
    EXPECT_EQ(past.total.live.now, 600u);
    EXPECT_EQ(past.total.live_blocks, 2u);
    EXPECT_EQ(past.total.given.peak, 1024u + 512u);
    EXPECT_EQ(past.total.reserved.peak, 64 * kib);
    EXPECT_EQ(past.total.allocations, 3u);
    EXPECT_EQ(past.total.hits, 2u);
    EXPECT_EQ(past.total.frees, 1u);
    EXPECT_EQ(past.misses[miss_reasons], 1u);
    EXPECT_EQ(past.slabs_taken.count, 1u);
    EXPECT_EQ(past.slabs_taken.ns, 30u);
    ASSERT_EQ(past.blocks.size(), 3u);
    const std::size_t peak = past.total.live.peak_position;
    EXPECT_TRUE(past.blocks[0].is_live(peak));
    EXPECT_TRUE(past.blocks[1].is_live(peak));
    EXPECT_FALSE(past.blocks[2].is_live(peak));
    EXPECT_EQ(past.blocks[0].freed_ns - past.blocks[0].allocated_ns, 200u);
    EXPECT_EQ(past.unmatched, 0u);
}

TEST_F(history_test, a_free_that_waits_has_its_memory_until_it_is_complete) {
    take_slab(7, 64 * kib);
    allocate(1, kib);
    add(event_kind::free, 1).waits = true;
    add(event_kind::complete, 1);
    allocate(2, kib, kib);
    add(event_kind::free, 2).waits = true;
    const history past = history_of(recorded);
    EXPECT_EQ(free_memory_at(past, 2).free, 63 * kib);
    EXPECT_EQ(free_memory_at(past, 3).free, 63 * kib);
    EXPECT_EQ(free_memory_at(past, 4).free, 64 * kib);
    EXPECT_EQ(free_memory_at(past, past.end).largest, 62 * kib);
    EXPECT_EQ(past.total.waiting.now, kib);
    EXPECT_EQ(past.total.live.now, 0u);
    EXPECT_EQ(past.blocks[1].completed, never);
}

TEST_F(history_test, free_memory_is_split_by_blocks_of_all_slabs) {
    take_slab(7, 10 * kib);
    take_slab(8, 4 * kib);
    allocate(1, kib, 2 * kib);
    allocate(2, kib, 6 * kib);
    const free_memory found = free_memory_at(history_of(recorded), 4);
    EXPECT_EQ(found.reserved, 14 * kib);
    EXPECT_EQ(found.free, 12 * kib);
    EXPECT_EQ(found.largest, 4 * kib);
}

TEST_F(history_test, blocks_outside_their_slab_take_nothing_from_it) {
    take_slab(7, 10 * kib);
    allocate(1, kib, UINT64_MAX - 10);
    allocate(2, UINT64_MAX - 300, 9 * kib);
    const history past = history_of(recorded);
    EXPECT_EQ(free_memory_at(past, 3).free, 9 * kib);
    EXPECT_EQ(past.total.live.peak, UINT64_MAX); // sums do not overflow
}

TEST_F(history_test, a_returned_slab_is_reserved_no_more) {
    take_slab(7, kib);
    recording::event &returned = add(event_kind::slab_returned);
    returned.slab = 7;
    returned.requested = kib;
    take_slab(8, kib);
    const history past = history_of(recorded);
    EXPECT_EQ(past.total.reserved.peak, kib);
    EXPECT_EQ(past.total.reserved.now, kib);
    EXPECT_EQ(free_memory_at(past, 2).reserved, 0u);
}

TEST_F(history_test, events_that_contradict_are_counted) {
    allocate(1, kib);
    allocate(1, kib); // its free is missing
    add(event_kind::free, 5);
    add(event_kind::complete, 5);
    add(event_kind::slab_returned).slab = 5;
    add(event_kind::outside_free, 5);
    add(event_kind::range_end);
    const history past = history_of(recorded);
    EXPECT_EQ(past.unmatched, 6u);
    EXPECT_EQ(past.total.live.now, kib);
    EXPECT_EQ(past.total.live.peak, kib);
    EXPECT_EQ(past.total.live_blocks, 1u);
}

TEST_F(history_test, pools_are_told_apart) {
    allocate(1, kib);
    allocate(1, 4 * kib).pool = 2;
    add(event_kind::free, 1);
    const history all = history_of(recorded);
    ASSERT_EQ(all.pools.size(), 2u);
    EXPECT_EQ(all.pools[0].figures.live.now, 0u);
    EXPECT_EQ(all.pools[1].figures.live.now, 4 * kib);
    EXPECT_EQ(all.total.live.peak, 5 * kib);
    const history second = history_of(recorded, 2);
    EXPECT_EQ(second.total.live.peak, 4 * kib);
    EXPECT_EQ(second.blocks.size(), 1u);
    EXPECT_EQ(second.unmatched, 0u);
}

TEST_F(history_test, ranges_have_their_own_peaks) {
    recorded.strings = {"", "outer", "inner", "here"};
    const auto begin = [&](std::uint32_t name) { add(event_kind::range_begin).text = name; };
    allocate(1, 10 * kib);
    add(event_kind::free, 1);
    begin(1);
    allocate(2, 3 * kib);
    begin(2);
    add(event_kind::free, 2);
    add(event_kind::mark).text = 3;
    allocate(3, 2 * kib);
    add(event_kind::range_end);
    add(event_kind::range_end);
    begin(1);
    allocate(4, kib);
    const history past = history_of(recorded);
    ASSERT_EQ(past.ranges.size(), 4u);
    EXPECT_EQ(past.ranges[0].peak_live, 3 * kib);
    EXPECT_EQ(past.ranges[1].peak_live, 3 * kib); // live when it began
    EXPECT_EQ(past.ranges[1].end_ns - past.ranges[1].begin_ns, 400u);
    EXPECT_TRUE(past.ranges[2].is_mark);
    EXPECT_EQ(past.ranges[2].peak_live, 0u);
    EXPECT_EQ(past.ranges[3].peak_live, 3 * kib);
    EXPECT_TRUE(past.ranges[3].is_open);
}

TEST_F(history_test, ranges_of_threads_are_told_apart) {
    add(event_kind::range_begin).text = 0;
    add(event_kind::range_end).thread = 2;
    const history past = history_of(recorded);
    EXPECT_EQ(past.unmatched, 1u);
    EXPECT_TRUE(past.ranges.at(0).is_open);
}

TEST_F(history_test, outside_memory_is_in_no_pool) {
    recorded.strings = {"", "image"};
    recording::event &event = add(event_kind::outside_allocation, 9);
    event.pool = 0;
    event.requested = 5 * kib;
    event.text = 1;
    add(event_kind::outside_free, 9).pool = 0;
    const history past = history_of(recorded);
    EXPECT_EQ(past.total.outside.peak, 5 * kib);
    EXPECT_EQ(past.total.outside.now, 0u);
    EXPECT_EQ(past.total.live.peak, 0u);
    ASSERT_EQ(past.outside.size(), 1u);
    EXPECT_EQ(past.outside[0].kind, 1u);
    EXPECT_TRUE(history_of(recorded, 1).outside.empty());
}

TEST_F(history_test, a_shortage_says_what_was_free) {
    recording::event &event = add(event_kind::shortage);
    event.requested = 8 * kib;
    event.given = 20 * kib;
    event.live = 10 * kib;
    event.largest = 6 * kib;
    event.tag = 3;
    const history past = history_of(recorded);
    ASSERT_EQ(past.shortages.size(), 1u);
    EXPECT_EQ(past.shortages[0].tag, 3u);
    EXPECT_EQ(past.shortages[0].position, 1u);
    EXPECT_EQ(past.shortages[0].wanted, 8 * kib);
    EXPECT_EQ(past.shortages[0].free(), 10 * kib);
    EXPECT_EQ(past.shortages[0].largest, 6 * kib);
}

TEST_F(history_test, a_shortage_says_what_waits_and_what_is_outside) {
    allocate(1, kib);
    allocate(2, 2 * kib);
    add(event_kind::free, 1).waits = true;
    recording::event &other = add(event_kind::allocate, 3);
    other.pool = 2;
    other.given = other.requested = 5 * kib;
    recording::event &freed = add(event_kind::free, 3);
    freed.pool = 2;
    freed.waits = true;
    recording::event &image = add(event_kind::outside_allocation, 9);
    image.pool = 0;
    image.requested = 3 * kib;
    add(event_kind::shortage);
    add(event_kind::complete, 1);
    add(event_kind::shortage);
    const history past = history_of(recorded);
    ASSERT_EQ(past.shortages.size(), 2u);
    EXPECT_EQ(past.shortages[0].waiting, kib); // of its own pool
    EXPECT_EQ(past.shortages[0].outside, 3 * kib);
    EXPECT_EQ(past.shortages[0].position, 7u);
    EXPECT_EQ(past.shortages[1].waiting, 0u);
}

TEST_F(history_test, a_shortage_makes_no_pool) {
    add(event_kind::shortage).pool = 5;
    EXPECT_TRUE(history_of(recorded).pools.empty());
}

TEST_F(history_test, a_block_has_the_queue_of_its_allocation) {
    snapshot(0, {range(1, 0, kib, range_state::live)});
    recorded.snapshots[0].ranges[0].queue = 4;
    allocate(2, kib, kib).queue = 5;
    add(event_kind::free, 2).queue = 6;
    const history past = history_of(recorded);
    ASSERT_EQ(past.blocks.size(), 2u);
    EXPECT_EQ(past.blocks[0].queue, 4u);
    EXPECT_EQ(past.blocks[1].queue, 5u);
}

TEST_F(history_test, the_first_snapshot_is_the_start) {
    snapshot(0, {range(1, 0, kib, range_state::live), range(2, kib, kib, range_state::waiting),
                 range(3, 2 * kib, kib, range_state::cached), range(0, 3 * kib, 61 * kib, range_state::free)});
    add(event_kind::complete, 2);
    add(event_kind::free, 1);
    const history past = history_of(recorded);
    EXPECT_EQ(past.unmatched, 0u);
    EXPECT_EQ(past.total.live.peak, kib - 1);
    EXPECT_EQ(past.total.live.now, 0u);
    EXPECT_EQ(past.total.waiting.peak, kib);
    EXPECT_EQ(past.total.waiting.now, 0u);
    EXPECT_EQ(past.total.reserved.now, 64 * kib);
    EXPECT_EQ(past.total.allocations, 0u);
    EXPECT_TRUE(past.blocks.at(0).was_there);
    EXPECT_EQ(free_memory_at(past, 0).free, 62 * kib);
    EXPECT_EQ(free_memory_at(past, 2).free, 64 * kib);
}

TEST_F(history_test, a_ring_that_lost_events_starts_from_what_its_end_tells) {
    recorded.is_ring = true;
    recorded.lost = 10;
    snapshot(0, {range(8, 0, 64 * kib, range_state::live)}); // its free is lost
    recording::event &returned = add(event_kind::slab_returned);
    returned.slab = 5;
    returned.requested = kib;
    allocate(2, kib, kib);
    snapshot(now, {range(1, 0, kib, range_state::live), range(2, kib, kib, range_state::live)});
    const history past = history_of(recorded);
    EXPECT_EQ(past.unmatched, 0u);
    EXPECT_EQ(past.total.live.now, 2 * kib - 1);
    EXPECT_EQ(past.total.reserved.peak, 65 * kib);
    EXPECT_EQ(past.total.reserved.now, 64 * kib);
    ASSERT_EQ(past.blocks.size(), 2u);
    EXPECT_TRUE(past.blocks[0].was_there);
    EXPECT_FALSE(past.blocks[1].was_there);
}

TEST_F(history_test, a_block_that_waits_at_the_end_of_a_ring_is_no_leak) {
    recorded.is_ring = true;
    recorded.lost = 1;
    add(event_kind::free, 1).waits = true;
    snapshot(now, {range(1, 0, kib, range_state::waiting), range(2, kib, kib, range_state::pending)});
    const history past = history_of(recorded);
    EXPECT_EQ(past.unmatched, 0u);
    EXPECT_EQ(past.total.live.now, 0u);
    EXPECT_EQ(past.total.live.peak, kib - 1);
    EXPECT_EQ(past.total.waiting.now, 2 * kib);
}

} // namespace
