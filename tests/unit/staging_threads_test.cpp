#include "racing.hpp"
#include "transfer/staging_threads.hpp"

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <gtest/gtest.h>
#include <thread>

namespace {

using clmem_core::staging::together;

TEST(staging_threads, do_all_of_the_work_before_the_call_returns) {
    for (unsigned others = 0; others < 8; ++others) {
        std::atomic<int> next{0};
        std::atomic<int> done{0};
        together(others, [&] {
            while (next++ < 100) {
                std::this_thread::sleep_for(std::chrono::microseconds{10});
                ++done;
            }
        });
        EXPECT_EQ(done, 100) << others;
    }
}

TEST(staging_threads, are_at_most_as_many_as_requested) {
    for (const unsigned others : {0U, 1U, 7U}) {
        std::atomic<unsigned> came{0};
        together(others, [&] {
            ++came;
            std::this_thread::sleep_for(std::chrono::milliseconds{1});
        });
        EXPECT_GE(came, 1U);
        EXPECT_LE(came, others + 1);
    }
}

TEST(staging_threads, come_while_the_caller_is_at_work) {
    std::atomic<unsigned> came{0};
    together(3, [&] {
        ++came;
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds{10};
        while (came < 4 && std::chrono::steady_clock::now() < end) {
            std::this_thread::yield();
        }
    });
    EXPECT_EQ(came, 4U);
}

// No caller waits for another's work, and no work is left undone.
TEST(staging_threads, serve_many_callers_at_once) {
    clmem::test::race(6, [](int) {
        for (int turn = 0; turn < clmem::test::rounds(200); ++turn) {
            std::atomic<int> next{0};
            std::atomic<int> done{0};
            together(5, [&] {
                while (next++ < 20) {
                    ++done;
                }
            });
            EXPECT_EQ(done, 20);
        }
    });
}

TEST(staging_threads, go_when_nothing_comes_and_come_again) {
    for (int turn = 0; turn < 2; ++turn) {
        std::atomic<unsigned> came{0};
        together(1, [&] {
            ++came;
            const auto end = std::chrono::steady_clock::now() + std::chrono::seconds{10};
            while (came < 2 && std::chrono::steady_clock::now() < end) {
                std::this_thread::yield();
            }
        });
        EXPECT_EQ(came, 2U);
        std::this_thread::sleep_for(std::chrono::milliseconds{300}); // longer than the threads stay idle
    }
}

// A driver destroys its thread data when the thread ends, and itself when the process ends.
struct helper_data {
    bool is_helper = false;
    ~helper_data() {
        if (!is_helper) { return; }
        std::this_thread::sleep_for(std::chrono::milliseconds{20});
        std::fputs("thread gone\n", stderr);
    }
};
thread_local helper_data of_this_helper;

TEST(staging_threads_at_exit, are_gone_before_the_process_is) {
    GTEST_FLAG_SET(death_test_style, "threadsafe"); // a new process, not a forked child
    const auto run = [] {
        const auto caller = std::this_thread::get_id();
        std::atomic<int> came{0};
        together(2, [&] {
            of_this_helper.is_helper = std::this_thread::get_id() != caller;
            ++came;
            while (came < 3) {
                std::this_thread::yield();
            }
        });
        std::exit(7); // NOLINT(concurrency-mt-unsafe)
    };
    EXPECT_EXIT(run(), testing::ExitedWithCode(7), "thread gone\nthread gone");
}

} // namespace
