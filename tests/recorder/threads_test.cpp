// Recorders under threads, and of processes that are killed or forked.
#include "recorded.hpp"

#include <algorithm>
#include <atomic>
#include <random>
#include <set>
#include <sys/wait.h>
#include <thread>

namespace clmem::test {
namespace {

// Blocks pass from thread to thread, which end and begin, while the recorder is turned on and off.
TEST_F(recorder, has_each_event_of_eight_threads) {
    start();
    std::atomic<std::uint64_t> allocations{0};
    const auto work = [&](unsigned seed) {
        std::mt19937 random{seed};
        std::vector<clmem_buffer> live;
        for (int step = 0; step < 4'000; ++step) {
            if (live.size() < 4 || (live.size() < 100 && random() % 2 == 0)) {
                live.push_back(allocate(1 + random() % 20'000));
                ++allocations;
            } else {
                CLMEM_EXPECT_OK(clmem_buffer_release(live.back()));
                live.pop_back();
            }
        }
        for (const clmem_buffer block : live) {
            CLMEM_EXPECT_OK(clmem_buffer_release(block));
        }
    };
    for (unsigned round = 0; round < 3; ++round) {
        std::vector<std::thread> threads;
        for (unsigned i = 0; i < 8; ++i) {
            threads.emplace_back(work, round * 8 + i);
        }
        for (std::thread &each : threads) {
            each.join();
        }
    }
    const recording read = finish();
    EXPECT_EQ(count(read, event_kind::allocate), allocations);
    EXPECT_EQ(count(read, event_kind::free), allocations);
    std::set<std::uint64_t> live;
    for (const auto &each : read.events) {
        if (each.kind == event_kind::allocate) { ASSERT_TRUE(live.insert(each.block).second); }
        if (each.kind == event_kind::free) { ASSERT_EQ(live.erase(each.block), 1U); }
    }
    EXPECT_EQ(command::history_of(read).unmatched, 0U);
    EXPECT_LE(std::filesystem::file_size(path()), 40U * (64 << 10)) << "threads that end leave their chunks to others";
}

TEST_F(recorder, events_are_of_the_thread_that_continues_a_chunk) {
    start();
    const auto mark = [this](const char *text) { CLMEM_EXPECT_OK(clmem_recorder_mark(recorder_, text)); };
    mark("main");
    for (int i = 0; i < 3; ++i) {
        std::thread{mark, "other"}.join();
    }
    mark("main");
    const recording read = finish();
    ASSERT_EQ(read.events.size(), 5U);
    std::set<std::uint32_t> threads;
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_TRUE(threads.insert(read.events[i].thread).second) << i;
    }
    EXPECT_EQ(read.events[4].thread, read.events[0].thread);
    const std::uint64_t chunks = (std::filesystem::file_size(path()) + (64 << 10) - 1 - 4096) / (64 << 10);
    EXPECT_EQ(chunks, 4U) << "one of definitions, one of the snapshot, and two of events";
    ASSERT_EQ(read.threads.size(), 4U);
    for (const auto &each : read.threads) {
        EXPECT_EQ(threads.count(each.number), 1U);
    }
}

TEST_F(recorder, is_turned_on_and_off_under_load) {
    std::atomic<bool> is_over{false};
    std::vector<std::thread> threads;
    for (unsigned i = 0; i < 4; ++i) {
        threads.emplace_back([&, i] {
            std::mt19937 random{i};
            while (!is_over) {
                const clmem_buffer block = allocate(1 + random() % 5'000);
                CLMEM_EXPECT_OK(clmem_buffer_release(block));
            }
        });
    }
    for (int round = 0; round < 30; ++round) {
        clmem_recorder_options options = CLMEM_RECORDER_OPTIONS_INIT;
        options.stack_frames = round % 3 == 0 ? 4 : 0;
        options.ring_bytes = 256 << 10;
        start(options, round % 2 == 0);
        std::this_thread::sleep_for(std::chrono::milliseconds{2});
        CLMEM_EXPECT_OK(clmem_recorder_stop(recorder_, pool_));
        if (round % 2 == 1) { CLMEM_EXPECT_OK(clmem_recorder_save(recorder_, path().c_str())); }
        CLMEM_EXPECT_OK(clmem_recorder_release(std::exchange(recorder_, nullptr)));
        const recording read = command::read_recording(path());
        EXPECT_TRUE(read.is_complete);
        if (read.lost == 0) { EXPECT_EQ(command::history_of(read).unmatched, 0U) << round; }
    }
    is_over = true;
    for (std::thread &each : threads) {
        each.join();
    }
}

TEST_F(recorder, a_killed_process_leaves_a_readable_file) {
    const std::string file = path();
    const auto has_bytes = [&file] {
        std::error_code code;
        const auto bytes = std::filesystem::file_size(file, code);
        return !code && bytes != 0;
    };
    for (int round = 0; round < 40; ++round) {
        std::filesystem::remove(file);
        setenv("CLMEM_TEST_RECORDING", file.c_str(), 1);
        const pid_t child = fork();
        ASSERT_GE(child, 0);
        if (child == 0) {
            execl("/proc/self/exe", "recording", "--gtest_also_run_disabled_tests",
                  "--gtest_filter=recorder_child.DISABLED_records_for_ever", nullptr);
            _exit(127);
        }
        // As soon as there is something, and later.
        for (int wait = 0; wait < 200'000'000 && !has_bytes(); ++wait) {}
        if (round % 5 == 0) { std::this_thread::sleep_for(std::chrono::milliseconds{7 * round}); }
        kill(child, SIGKILL);
        int status = 0;
        ASSERT_EQ(waitpid(child, &status, 0), child);
        ASSERT_TRUE(has_bytes());
        const recording read = command::read_recording(file);
        EXPECT_FALSE(read.is_complete);
        EXPECT_EQ(command::history_of(read).unmatched, 0U);
    }
}

TEST_F(recorder, a_forked_child_cannot_use_it) {
    start();
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) { _exit(clmem_recorder_mark(recorder_, "child") == CLMEM_ERROR_FORKED ? 0 : 1); }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
    EXPECT_TRUE(finish().events.empty());
}

// Run by a_killed_process_leaves_a_readable_file.
TEST(recorder_child, DISABLED_records_for_ever) {
    const char *const path = getenv("CLMEM_TEST_RECORDING");
    ASSERT_NE(path, nullptr);
    clmem_virtual_options options = CLMEM_VIRTUAL_OPTIONS_INIT;
    clmem_recorder_options how = CLMEM_RECORDER_OPTIONS_INIT;
    how.path = path;
    clmem_provider provider = nullptr;
    clmem_pool pool = nullptr;
    clmem_recorder to = nullptr;
    CLMEM_ASSERT_OK(clmem_provider_create_virtual(&options, &provider));
    CLMEM_ASSERT_OK(clmem_pool_create(provider, nullptr, &pool));
    CLMEM_ASSERT_OK(clmem_recorder_create(&how, &to));
    CLMEM_ASSERT_OK(clmem_recorder_start(to, pool));
    const auto work = [pool] {
        for (std::size_t bytes = 1;; bytes = bytes % 10'000 + 1) {
            clmem_buffer block = nullptr;
            if (clmem_pool_allocate(pool, nullptr, bytes, &block) != CLMEM_SUCCESS) { return; }
            if (clmem_buffer_release(block) != CLMEM_SUCCESS) { return; }
        }
    };
    std::thread other{work};
    work();
    other.join();
}

} // namespace
} // namespace clmem::test
