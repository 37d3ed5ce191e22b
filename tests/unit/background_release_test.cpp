#include "base/fork.hpp"
#include "queue/background_release.hpp"

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

using namespace clmem_core;

// Work that blocks until the gate is opened.
struct gate {
    std::atomic<bool> is_usable{false};
    std::atomic<int> passed{0};

    background_release::free_memory work() {
        return [this](const background_release::load &) {
            is_usable.wait(false);
            ++passed;
        };
    }
    void open() {
        is_usable = true;
        is_usable.notify_all();
    }
};

// Unlike background_release::wait(), this never does the work itself.
void wait_for_thread(const std::atomic<int> &given, int count) {
    for (int seen = given; seen < count; seen = given) {
        given.wait(seen);
    }
}

TEST(background_release, releases_in_order_on_another_thread) {
    std::vector<std::size_t> given;
    std::thread::id where;
    std::atomic<int> count{0};
    background_release background{background_release::at_end::wait, [&](const background_release::load &l) {
                                      EXPECT_EQ(l.memory, &given);
                                      given.push_back(l.bytes);
                                      where = std::this_thread::get_id();
                                      ++count;
                                      count.notify_all();
                                  }};
    for (std::size_t bytes = 1; bytes <= 5; ++bytes) {
        background.release({&given, bytes, {}, nullptr});
    }
    wait_for_thread(count, 5);
    EXPECT_EQ(given, (std::vector<std::size_t>{1, 2, 3, 4, 5}));
    EXPECT_NE(where, std::this_thread::get_id());
    background.release({&given, 6, {}, nullptr}); // the thread may have ended by now
    background.wait();
    EXPECT_EQ(given.size(), 6U);
}

TEST(background_release, does_not_delay_the_releasing_thread) {
    gate memory;
    background_release background{background_release::at_end::wait, memory.work()};
    background.release({nullptr, 1, {}, nullptr}); // would never return
    background.release({nullptr, 1, {}, nullptr});
    EXPECT_EQ(memory.passed, 0);
    memory.open();
    background.wait();
    EXPECT_EQ(memory.passed, 2);
}

TEST(background_release, waits_until_all_is_gone) {
    gate memory;
    background_release background{background_release::at_end::wait, memory.work()};
    background.release({nullptr, 1, {}, nullptr});
    std::atomic<bool> waited{false};
    std::thread waiting{[&] {
        background.wait();
        EXPECT_EQ(memory.passed, 1);
        waited = true;
    }};
    std::this_thread::sleep_for(std::chrono::milliseconds{10});
    EXPECT_FALSE(waited);
    memory.open();
    waiting.join();
    EXPECT_TRUE(waited);
}

TEST(background_release, leaks_nothing_at_its_end) {
    std::atomic<int> given{0};
    {
        background_release background{background_release::at_end::wait, [&](const background_release::load &) {
                                          std::this_thread::sleep_for(std::chrono::milliseconds{5});
                                          ++given;
                                      }};
        for (int i = 0; i < 4; ++i) {
            background.release({nullptr, 1, {}, nullptr});
        }
    }
    EXPECT_EQ(given, 4);
}

// Data that a driver keeps for each thread and destroys when the thread ends.
struct thread_data {
    std::function<void()> at_end;
    ~thread_data() {
        if (!at_end) { return; }
        std::this_thread::sleep_for(std::chrono::milliseconds{50});
        at_end();
    }
};
thread_local thread_data of_this_thread;

TEST(background_release, has_no_thread_left_at_its_end) {
    std::atomic<bool> is_gone{false};
    std::atomic<int> given{0};
    {
        background_release background{background_release::at_end::wait, [&](const background_release::load &) {
                                          of_this_thread.at_end = [&] { is_gone = true; };
                                          ++given;
                                          given.notify_all();
                                      }};
        background.release({nullptr, 1, {}, nullptr});
        wait_for_thread(given, 1);
    }
    EXPECT_TRUE(is_gone);
}

TEST(background_release, takes_from_many_threads) {
    std::atomic<int> given{0};
    background_release background{background_release::at_end::wait, [&](const background_release::load &) { ++given; }};
    std::vector<std::thread> threads;
    threads.reserve(4);
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&] {
            for (int i = 0; i < 300; ++i) {
                background.release({nullptr, 1, {}, nullptr});
                if (i % 50 == 0) { background.wait(); }
            }
        });
    }
    for (std::thread &thread : threads) {
        thread.join();
    }
    background.wait();
    EXPECT_EQ(given, 1200);
}

TEST(background_release, keeps_the_programs_signals_away) {
    std::atomic<int> given{0};
    sigset_t blocked;
    sigemptyset(&blocked);
    background_release background{background_release::at_end::wait, [&](const background_release::load &) {
                                      pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
                                      ++given;
                                      given.notify_all();
                                  }};
    background.release({nullptr, 1, {}, nullptr});
    wait_for_thread(given, 1);
    EXPECT_EQ(sigismember(&blocked, SIGINT), 1);
    EXPECT_EQ(sigismember(&blocked, SIGUSR1), 1);
    EXPECT_EQ(sigismember(&blocked, SIGSEGV), 0); // a crash handler must see faults of a driver on this thread too
    EXPECT_EQ(sigismember(&blocked, SIGABRT), 0);
    pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
    EXPECT_EQ(sigismember(&blocked, SIGUSR1), 0);
}

#if !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__) // they end the process if it gets no thread
TEST(background_release, releases_at_once_without_a_thread) {
    pthread_attr_t normal;
    ASSERT_EQ(pthread_getattr_default_np(&normal), 0);
    pthread_attr_t huge;
    ASSERT_EQ(pthread_attr_init(&huge), 0);
    ASSERT_EQ(pthread_attr_setstacksize(&huge, std::size_t{1} << 47), 0); // larger than the address space
    std::thread::id where;
    std::atomic<int> given{0};
    background_release background{background_release::at_end::wait, [&](const background_release::load &) {
                                      where = std::this_thread::get_id();
                                      ++given;
                                      given.notify_all();
                                  }};
    ASSERT_EQ(pthread_setattr_default_np(&huge), 0);
    background.release({nullptr, 1, {}, nullptr});
    ASSERT_EQ(pthread_setattr_default_np(&normal), 0);
    EXPECT_EQ(where, std::this_thread::get_id());
    background.release({nullptr, 1, {}, nullptr}); // it is released, not lost
    wait_for_thread(given, 2);
    EXPECT_NE(where, std::this_thread::get_id());
    pthread_attr_destroy(&huge);
    pthread_attr_destroy(&normal);
}
#endif

// The parent's objects are neither released in the child nor waited for.
TEST(background_release, does_nothing_in_a_forked_child) {
    gate memory;
    auto background = std::make_unique<background_release>(background_release::at_end::wait, memory.work());
    background->release({nullptr, 1, {}, nullptr}); // the parent's thread is in it now; the child has no such thread
    const pid_t child = fork();
    if (child == 0) {
        alarm(10); // instead of hanging
        memory.is_usable = true;
        background->release({nullptr, 1, {}, nullptr});
        background->wait();
        background.reset();
        _exit(memory.passed == 0 ? 100 : 1);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 100) << status;
    memory.open();
    background->wait();
    EXPECT_EQ(memory.passed, 1);
}

TEST(background_release_at_exit, lets_the_thread_finish) {
    GTEST_FLAG_SET(death_test_style, "threadsafe"); // a new process, not a forked child
    const auto run = [] {
        static background_release *const kept =
            new background_release{background_release::at_end::wait, [](const background_release::load &) {
                                       std::this_thread::sleep_for(std::chrono::milliseconds{50});
                                       std::fputs("gone\n", stderr);
                                   }};
        kept->release({nullptr, 1, {}, nullptr});
        kept->release({nullptr, 1, {}, nullptr});
        std::exit(7); // NOLINT(concurrency-mt-unsafe)
    };
    EXPECT_EXIT(run(), testing::ExitedWithCode(7), "gone\ngone");
}

// The driver is unloaded next.
TEST(background_release_at_exit, waits_for_the_end_of_the_thread) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    const auto run = [](background_release::at_end how) {
        static std::atomic<int> given{0};
        static background_release *const kept =
            new background_release{how, [](const background_release::load &) {
                                       of_this_thread.at_end = [] { std::fputs("thread gone\n", stderr); };
                                       ++given;
                                       given.notify_all();
                                   }};
        kept->release({nullptr, 1, {}, nullptr});
        wait_for_thread(given, 1);
        std::exit(7); // NOLINT(concurrency-mt-unsafe)
    };
    EXPECT_EXIT(run(background_release::at_end::wait), testing::ExitedWithCode(7), "thread gone");
    EXPECT_EXIT(run(background_release::at_end::leave), testing::ExitedWithCode(7), "thread gone");
}

} // namespace
