#include "recorded.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <fstream>
#include <random>
#include <set>
#include <sys/wait.h>
#include <thread>
#include <tuple>
#include <unordered_map>

namespace clmem::test {
namespace {

TEST_F(recorder, has_every_event_once_and_in_order) {
    start();
    CLMEM_ASSERT_OK(clmem_recorder_mark(recorder_, "begun"));
    CLMEM_ASSERT_OK(clmem_recorder_begin_range(recorder_, "part"));
    for (int i = 0; i < 3; ++i) {
        CLMEM_ASSERT_OK(clmem_buffer_release(allocate(1000)));
    }
    CLMEM_ASSERT_OK(clmem_recorder_end_range(recorder_));
    size_t released = 0;
    CLMEM_ASSERT_OK(clmem_pool_trim(pool_, 0, &released));
    const recording read = finish();
    std::vector<event_kind> kinds;
    for (const auto &each : read.events) {
        kinds.push_back(each.kind);
    }
    using enum event_kind;
    EXPECT_EQ(kinds, (std::vector{mark, range_begin, slab_taken, allocate, free, allocate, free, allocate, free,
                                  range_end, slab_returned, trim}));
    EXPECT_EQ(read.text(read.events[0].text), "begun");
    EXPECT_EQ(read.text(read.events[1].text), "part");
    EXPECT_FALSE(read.events[3].hit);
    EXPECT_EQ(read.events[3].reason, 0) << "empty";
    EXPECT_TRUE(read.events[5].hit);
    EXPECT_EQ(read.events[3].requested, 1000U);
    EXPECT_EQ(read.events[3].given, 1024U);
    EXPECT_EQ(read.events[3].slab, read.events[2].slab);
    EXPECT_EQ(read.events.back().given, released);
    EXPECT_EQ(read.events[2].requested, released);
    EXPECT_TRUE(read.is_complete);
    EXPECT_EQ(read.lost, 0U);
    EXPECT_EQ(read.pid, static_cast<std::uint32_t>(getpid()));
    for (std::size_t i = 1; i < read.events.size(); ++i) {
        EXPECT_LE(read.events[i - 1].time_ns, read.events[i].time_ns);
    }
}

TEST_F(recorder, is_for_its_owner_alone_and_replaces_a_file) {
    { std::ofstream{path()} << std::string(100'000, 'x'); }
    start();
    EXPECT_TRUE(finish().events.empty());
    struct stat file {};
    ASSERT_EQ(stat(path().c_str(), &file), 0);
    EXPECT_EQ(file.st_mode & 0777, 0600U);
}

TEST_F(recorder, times_events_by_a_calibrated_counter) {
    start();
    CLMEM_ASSERT_OK(clmem_recorder_mark(recorder_, "a"));
    const auto begin = std::chrono::steady_clock::now();
    std::this_thread::sleep_for(std::chrono::milliseconds{50});
    const auto slept = std::chrono::nanoseconds{std::chrono::steady_clock::now() - begin}.count();
    CLMEM_ASSERT_OK(clmem_recorder_mark(recorder_, "b"));
    const recording read = finish();
    const auto recorded = static_cast<double>(read.events.at(1).time_ns - read.events.at(0).time_ns);
    EXPECT_GE(recorded, static_cast<double>(slept) * 0.99);
    EXPECT_LE(recorded, static_cast<double>(slept) * 1.5 + 5e6) << "the machine may be busy";
}

TEST_F(recorder, knows_blocks_that_were_live_before) {
    const clmem_buffer before = allocate(5000);
    start();
    CLMEM_ASSERT_OK(clmem_buffer_release(before));
    const clmem_buffer after = allocate(7000);
    const recording read = finish();
    ASSERT_EQ(read.snapshots.size(), 1U);
    const auto live = [](const auto &range) { return range.state == command::range_state::live; };
    ASSERT_EQ(std::count_if(read.snapshots[0].ranges.begin(), read.snapshots[0].ranges.end(), live), 1);
    const command::history past = command::history_of(read);
    EXPECT_EQ(past.total.live.now, 7000U);
    EXPECT_EQ(past.unmatched, 0U);
    CLMEM_ASSERT_OK(clmem_buffer_release(after));
}

TEST_F(recorder, records_tags_and_shortages) {
    clmem_pool_options limited = CLMEM_POOL_OPTIONS_INIT;
    limited.limit_bytes = 4 << 20;
    const clmem_pool small = make_pool(&limited);
    start();
    CLMEM_ASSERT_OK(clmem_recorder_start(recorder_, small));
    clmem_allocation_options options = CLMEM_ALLOCATION_OPTIONS_INIT;
    clmem_buffer block = nullptr;
    CLMEM_ASSERT_OK(clmem_pool_tag(small, "weights", &options.tag));
    CLMEM_ASSERT_OK(clmem_pool_allocate_with(small, &options, 1 << 20, &block));
    clmem_buffer none = nullptr;
    EXPECT_EQ(clmem_pool_allocate(small, nullptr, 64 << 20, &none), CLMEM_ERROR_OUT_OF_MEMORY);
    EXPECT_EQ(clmem_pool_allocate_with(small, &options, 32 << 20, &none), CLMEM_ERROR_OUT_OF_MEMORY);
    CLMEM_ASSERT_OK(clmem_buffer_release(block));
    CLMEM_ASSERT_OK(clmem_tag_begin("scratch"));
    CLMEM_ASSERT_OK(clmem_pool_allocate(small, nullptr, 1000, &block));
    CLMEM_ASSERT_OK(clmem_tag_end());
    CLMEM_ASSERT_OK(clmem_buffer_release(block));
    CLMEM_ASSERT_OK(clmem_pool_release(small));
    const recording read = finish();
    ASSERT_EQ(read.tags.size(), 2U);
    EXPECT_EQ(read.text(read.tags[0].name), "weights");
    EXPECT_EQ(read.text(read.tags[1].name), "scratch");
    const auto last = std::ranges::find_if(
        read.events, [](const auto &e) { return e.kind == event_kind::allocate && e.requested == 1000; });
    ASSERT_NE(last, read.events.end());
    EXPECT_EQ(last->tag, options.tag + 1);
    const auto is = [](event_kind kind) { return [kind](const auto &e) { return e.kind == kind; }; };
    const auto allocated = std::ranges::find_if(read.events, is(event_kind::allocate));
    ASSERT_NE(allocated, read.events.end());
    EXPECT_EQ(allocated->tag, options.tag);
    EXPECT_EQ(allocated->reason, 4) << "tagged";
    const auto shortage = std::ranges::find_if(read.events, is(event_kind::shortage));
    ASSERT_NE(shortage, read.events.end());
    EXPECT_EQ(shortage->requested, std::uint64_t{64} << 20);
    EXPECT_EQ(shortage->live, 1U << 20);
    EXPECT_EQ(shortage->tag, 0U);
    EXPECT_EQ(shortage->stack, 0U) << "the recorder has no stacks";
    const auto second = std::find_if(std::next(shortage), read.events.end(), is(event_kind::shortage));
    ASSERT_NE(second, read.events.end());
    EXPECT_EQ(second->tag, options.tag);
    EXPECT_EQ(read.pools.size(), 2U);
    EXPECT_EQ(count(read, event_kind::slab_returned), 1U) << "the pool ended";
}

TEST_F(recorder, counts_memory_outside_pools) {
    start();
    uint64_t number = 0;
    CLMEM_ASSERT_OK(clmem_recorder_add_outside(recorder_, "image", 123456, &number));
    CLMEM_ASSERT_OK(clmem_recorder_remove_outside(recorder_, number));
    CLMEM_ASSERT_OK(clmem_recorder_remove_outside(recorder_, 0));
    EXPECT_EQ(clmem_recorder_remove_outside(recorder_, number + 1), CLMEM_ERROR_INVALID_ARGUMENT);
    const recording read = finish();
    ASSERT_EQ(read.events.size(), 2U);
    EXPECT_EQ(read.events[0].requested, 123456U);
    EXPECT_EQ(read.text(read.events[0].text), "image");
    EXPECT_EQ(read.events[1].block, number);
}

TEST_F(recorder, long_texts_end_between_two_characters) {
    start();
    const std::string ascii(4095, 'x');
    CLMEM_ASSERT_OK(clmem_recorder_mark(recorder_, (ascii + "\u00e9").c_str())); // two bytes: one too many
    CLMEM_ASSERT_OK(clmem_recorder_mark(recorder_, (ascii.substr(1) + "\u00e9").c_str()));
    const recording read = finish();
    ASSERT_EQ(read.events.size(), 2U);
    EXPECT_EQ(read.text(read.events[0].text), ascii);
    EXPECT_EQ(read.text(read.events[1].text), ascii.substr(1) + "\u00e9");
}

TEST_F(recorder, records_pools_of_the_whole_process) {
    clmem_recorder_options options = CLMEM_RECORDER_OPTIONS_INIT;
    const std::string file = path();
    options.path = file.c_str();
    CLMEM_ASSERT_OK(clmem_recorder_create(&options, &recorder_));
    CLMEM_ASSERT_OK(clmem_recorder_start(recorder_, nullptr));
    const clmem_pool later = make_pool();
    clmem_buffer block = nullptr;
    clmem_buffer alone = nullptr;
    CLMEM_ASSERT_OK(clmem_pool_allocate(later, nullptr, 100, &block));
    CLMEM_ASSERT_OK(clmem_buffer_release(block));
    CLMEM_ASSERT_OK(clmem_provider_allocate(provider_, 4096, &alone));
    CLMEM_ASSERT_OK(clmem_buffer_release(alone));
    CLMEM_ASSERT_OK(clmem_buffer_release(allocate(100)));
    CLMEM_ASSERT_OK(clmem_recorder_stop(recorder_, nullptr));
    CLMEM_ASSERT_OK(clmem_buffer_release(allocate(100)));
    CLMEM_ASSERT_OK(clmem_pool_release(later));
    const recording read = finish();
    EXPECT_EQ(count(read, event_kind::allocate), 3U);
    EXPECT_EQ(count(read, event_kind::free), 3U);
    EXPECT_EQ(read.pools.size(), 3U);
}

TEST_F(recorder, a_pool_has_one_recorder) {
    start();
    clmem_recorder other = nullptr;
    CLMEM_ASSERT_OK(clmem_recorder_create(nullptr, &other));
    EXPECT_EQ(clmem_recorder_start(other, pool_), CLMEM_ERROR_INVALID_ARGUMENT);
    EXPECT_NE(last_message().find("another recorder"), std::string::npos);
    EXPECT_EQ(clmem_recorder_start(other, nullptr), CLMEM_ERROR_INVALID_ARGUMENT);
    CLMEM_EXPECT_OK(clmem_recorder_start(recorder_, pool_));
    CLMEM_EXPECT_OK(clmem_recorder_stop(other, pool_)) << "it records none";
    CLMEM_ASSERT_OK(clmem_recorder_stop(recorder_, pool_));
    CLMEM_ASSERT_OK(clmem_recorder_start(other, pool_));
    CLMEM_ASSERT_OK(clmem_recorder_release(other));
    CLMEM_ASSERT_OK(clmem_recorder_start(recorder_, pool_)) << "the other has let the pool go";
}

TEST_F(recorder, refuses_what_it_cannot_do) {
    clmem_recorder made = nullptr;
    const auto refused = [&](const clmem_recorder_options &options, const char *why) {
        EXPECT_EQ(clmem_recorder_create(&options, &made), CLMEM_ERROR_INVALID_ARGUMENT);
        EXPECT_NE(last_message().find(why), std::string::npos) << last_message();
        EXPECT_EQ(made, nullptr);
    };
    clmem_recorder_options options = CLMEM_RECORDER_OPTIONS_INIT;
    options.stack_frames = 33;
    refused(options, "stack_frames: expected 0 to 32, got 33");
    options = CLMEM_RECORDER_OPTIONS_INIT;
    options.ring_bytes = 1000;
    refused(options, "ring_bytes: expected 0 or at least");
    options = CLMEM_RECORDER_OPTIONS_INIT;
    options.unwinder = 9;
    refused(options, "unwinder: expected a clmem_unwinder, got 9");
    options = CLMEM_RECORDER_OPTIONS_INIT;
    options.path = "";
    refused(options, "path: expected the path of a file");
    options.path = "/nonexistent/folder/file";
    refused(options, "cannot create the file");
    options.path = "/dev/full";
    refused(options, "path: cannot");
    options = CLMEM_RECORDER_OPTIONS_INIT;
    options.reserved = 1;
    refused(options, "reserved");
    start();
    EXPECT_EQ(clmem_recorder_save(recorder_, path("other.clmem").c_str()), CLMEM_ERROR_UNSUPPORTED);
    for (const char *file : {"/nonexistent/folder/file", "/dev/null", "/tmp"}) {
        EXPECT_EQ(clmem_pool_snapshot(pool_, file), CLMEM_ERROR_INVALID_ARGUMENT);
    }
    struct stat device {};
    ASSERT_EQ(stat("/dev/null", &device), 0);
    EXPECT_EQ(device.st_mode & 0777, 0666U);
}

TEST_F(recorder, a_ring_says_how_much_it_has_lost) {
    clmem_recorder_options options = CLMEM_RECORDER_OPTIONS_INIT;
    options.ring_bytes = 256 << 10;
    start(options, false);
    constexpr int pairs = 100'000;
    for (int i = 0; i < pairs; ++i) {
        CLMEM_ASSERT_OK(clmem_buffer_release(allocate(1000)));
    }
    clmem_recorder_info info = CLMEM_RECORDER_INFO_INIT;
    CLMEM_ASSERT_OK(clmem_recorder_describe(recorder_, &info));
    const clmem_buffer kept = allocate(3000);
    CLMEM_ASSERT_OK(clmem_recorder_save(recorder_, path().c_str()));
    const recording read = command::read_recording(path());
    EXPECT_EQ(read.lost, info.lost);
    EXPECT_GT(info.lost, 0U);
    EXPECT_EQ(info.events, 2U * pairs + 1);
    EXPECT_EQ(read.events.size() + info.lost, info.events + 1);
    EXPECT_TRUE(read.is_ring);
    EXPECT_LE(info.bytes, options.ring_bytes + (128U << 10));
    const command::history past = command::history_of(read);
    EXPECT_EQ(past.total.live.now, 3000U);
    CLMEM_ASSERT_OK(clmem_buffer_release(kept));
}

TEST_F(recorder, a_ring_keeps_the_newest_events) {
    clmem_recorder_options options = CLMEM_RECORDER_OPTIONS_INIT;
    options.ring_bytes = 256 << 10;
    start(options, false);
    constexpr std::size_t pairs = 50'000;
    for (std::size_t i = 1; i <= pairs; ++i) {
        CLMEM_ASSERT_OK(clmem_buffer_release(allocate(i)));
    }
    CLMEM_ASSERT_OK(clmem_recorder_save(recorder_, path().c_str()));
    std::vector<std::uint64_t> sizes;
    for (const auto &each : command::read_recording(path()).events) {
        if (each.kind == event_kind::allocate) { sizes.push_back(each.requested); }
    }
    ASSERT_GT(sizes.size(), 1000U);
    EXPECT_EQ(sizes.back(), pairs);
    EXPECT_EQ(sizes.front(), pairs - sizes.size() + 1);
}

TEST_F(recorder, a_snapshot_has_every_range) {
    std::vector<clmem_buffer> blocks;
    for (std::size_t i = 1; i <= 20; ++i) {
        blocks.push_back(allocate(i * 1000));
    }
    for (std::size_t i = 0; i < blocks.size(); i += 2) {
        CLMEM_ASSERT_OK(clmem_buffer_release(std::exchange(blocks[i], nullptr)));
    }
    CLMEM_ASSERT_OK(clmem_pool_snapshot(pool_, path().c_str()));
    clmem_statistics now = CLMEM_STATISTICS_INIT;
    CLMEM_ASSERT_OK(clmem_pool_statistics(pool_, &now));
    const recording read = command::read_recording(path());
    ASSERT_EQ(read.snapshots.size(), 1U);
    std::uint64_t requested = 0;
    std::uint64_t all = 0;
    for (const auto &range : read.snapshots[0].ranges) {
        all += range.bytes;
        requested += range.requested;
    }
    EXPECT_EQ(all, now.managed_bytes);
    EXPECT_EQ(requested, now.active_bytes);
    for (const clmem_buffer block : blocks) {
        CLMEM_ASSERT_OK(clmem_buffer_release(block));
    }
}

TEST_F(recorder, a_snapshot_has_the_state_alone) {
    start(CLMEM_RECORDER_OPTIONS_INIT, false);
    CLMEM_ASSERT_OK(clmem_buffer_release(allocate(1000)));
    CLMEM_ASSERT_OK(clmem_pool_snapshot(pool_, path().c_str()));
    const recording read = command::read_recording(path());
    EXPECT_EQ(read.snapshots.size(), 1U) << "not that with which the recorder began";
    EXPECT_TRUE(read.events.empty());
}

// What the recording says at any moment is what the pool's statistics said.
TEST_F(recorder, agrees_with_the_statistics) {
    start();
    std::mt19937 random{7};
    std::vector<clmem_buffer> live;
    std::vector<std::pair<std::string, std::size_t>> figures;
    for (int step = 0; step < 20'000; ++step) {
        if (live.size() < 10 || random() % 2 == 0) {
            live.push_back(allocate(1 + random() % (random() % 50 == 0 ? 3'000'000 : 30'000)));
        } else {
            std::swap(live[random() % live.size()], live.back());
            CLMEM_ASSERT_OK(clmem_buffer_release(live.back()));
            live.pop_back();
        }
        if (step % 1000 != 999) { continue; }
        clmem_statistics now = CLMEM_STATISTICS_INIT;
        CLMEM_ASSERT_OK(clmem_pool_statistics(pool_, &now));
        figures.emplace_back("step " + std::to_string(step), now.active_bytes);
        CLMEM_ASSERT_OK(clmem_recorder_mark(recorder_, figures.back().first.c_str()));
    }
    clmem_statistics end = CLMEM_STATISTICS_INIT;
    CLMEM_ASSERT_OK(clmem_pool_statistics(pool_, &end));
    recording read = finish();
    const command::history past = command::history_of(read);
    EXPECT_EQ(past.unmatched, 0U);
    EXPECT_EQ(past.total.reserved.now, end.managed_bytes);
    EXPECT_EQ(past.total.hits, end.hits);
    std::unordered_map<std::uint64_t, std::uint64_t> blocks;
    std::uint64_t bytes = 0;
    std::size_t next = 0;
    for (const auto &each : read.events) {
        if (each.kind == event_kind::allocate) {
            EXPECT_TRUE(blocks.emplace(each.block, each.requested).second);
            bytes += each.requested;
        } else if (each.kind == event_kind::free) {
            bytes -= blocks.at(each.block);
            blocks.erase(each.block);
        } else if (each.kind == event_kind::mark) {
            ASSERT_EQ(read.text(each.text), figures.at(next).first);
            EXPECT_EQ(bytes, figures[next++].second);
        }
    }
    EXPECT_EQ(next, figures.size());
    for (const clmem_buffer block : live) {
        CLMEM_ASSERT_OK(clmem_buffer_release(block));
    }
}

// The state at the end is that to which the events lead.
TEST_F(recorder, a_snapshot_is_what_the_events_lead_to) {
    start(CLMEM_RECORDER_OPTIONS_INIT, false);
    std::mt19937 random{11};
    std::vector<clmem_buffer> live;
    for (int step = 0; step < 20'000; ++step) {
        if (live.size() < 50 || random() % 2 == 0) {
            live.push_back(allocate(1 + random() % (random() % 50 == 0 ? 3'000'000 : 30'000)));
        } else {
            std::swap(live[random() % live.size()], live.back());
            CLMEM_ASSERT_OK(clmem_buffer_release(live.back()));
            live.pop_back();
        }
    }
    CLMEM_ASSERT_OK(clmem_recorder_save(recorder_, path().c_str()));
    const recording read = command::read_recording(path());
    ASSERT_EQ(read.lost, 0U);
    ASSERT_EQ(read.snapshots.size(), 2U);
    using place = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t>; // slab, offset, bytes
    std::unordered_map<std::uint64_t, place> blocks;
    std::set<std::uint64_t> slabs;
    for (const auto &each : read.events) {
        if (each.kind == event_kind::allocate) {
            blocks[each.block] = {each.slab, each.offset, each.given, each.requested};
        } else if (each.kind == event_kind::free) {
            blocks.erase(each.block);
        } else if (each.kind == event_kind::slab_taken) {
            slabs.insert(each.slab);
        } else if (each.kind == event_kind::slab_returned) {
            slabs.erase(each.slab);
        }
    }
    std::unordered_map<std::uint64_t, place> at_end;
    for (const auto &range : read.snapshots.back().ranges) {
        if (range.state != command::range_state::live) { continue; }
        at_end[range.block] = {range.slab, range.offset, range.bytes, range.requested};
    }
    EXPECT_EQ(blocks, at_end);
    EXPECT_EQ(blocks.size(), live.size());
    EXPECT_EQ(slabs.size(), read.snapshots.back().slabs.size());
    for (const clmem_buffer block : live) {
        CLMEM_ASSERT_OK(clmem_buffer_release(block));
    }
}

} // namespace
} // namespace clmem::test
