// Device memory does not survive a fork: calls in the child fail, and the parent continues.
#include "figures.hpp"
#include "recorder.hpp"

#include <atomic>
#include <csignal>
#include <pthread.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace clmem::test {
namespace {

// Runs a check in a forked child; returns its exit code, or -1.
template <class Check>
int in_child(Check &&check, pid_t (*make_child)() = fork) {
    const pid_t child = make_child();
    // By the system's call alone: ThreadSanitizer's _exit() looks for threads that were not joined, and may find one of the
    // parent that had just ended, if it did not notice the fork.
    if (child == 0) { syscall(SYS_exit_group, check()); }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status)) { return -1; }
    return WEXITSTATUS(status);
}

TEST(fork, children_get_an_error) {
    const provider_owner provider = make_provider();
    const pool_owner pool = make_pool(provider);
    const buffer_owner buffer = make_buffer(pool, 1000);
    make_buffer(pool, 1000); // a thread's cache holds a block
    const int code = in_child([&] {
        clmem_provider new_provider = reinterpret_cast<clmem_provider>(1);
        clmem_pool new_pool = reinterpret_cast<clmem_pool>(1);
        clmem_buffer new_buffer = reinterpret_cast<clmem_buffer>(1);
        clmem_statistics figures = CLMEM_STATISTICS_INIT;
        std::size_t bytes = 1;
        if (clmem_pool_allocate(pool, nullptr, 1000, &new_buffer) != CLMEM_ERROR_FORKED) { return 1; }
        if (clmem_buffer_release(buffer) != CLMEM_ERROR_FORKED) { return 2; }
        if (clmem_buffer_size(buffer, &bytes) != CLMEM_ERROR_FORKED) { return 3; }
        if (clmem_pool_statistics(pool, &figures) != CLMEM_ERROR_FORKED) { return 4; }
        if (clmem_pool_create(provider, nullptr, &new_pool) != CLMEM_ERROR_FORKED) { return 5; }
        if (clmem_provider_create_virtual(nullptr, &new_provider) != CLMEM_ERROR_FORKED) { return 6; }
        if (clmem_provider_allocate(provider, 1, &new_buffer) != CLMEM_ERROR_FORKED) { return 7; }
        if (clmem_pool_free_held(pool) != CLMEM_ERROR_FORKED) { return 8; }
        if (clmem_pool_release(pool) != CLMEM_ERROR_FORKED) { return 9; }
        if (clmem_provider_release(provider) != CLMEM_ERROR_FORKED) { return 10; }
        clmem_error record = CLMEM_ERROR_INIT;
        if (clmem_error_last(&record) != CLMEM_SUCCESS) { return 11; }
        if (record.status != CLMEM_ERROR_FORKED || std::string_view{record.function} != "clmem_provider_release") {
            return 12;
        }
        if (std::string_view{record.message}.find("fork") == std::string_view::npos) { return 13; }
        return 100;
    });
    EXPECT_EQ(code, 100);
    EXPECT_EQ(describe(buffer).bytes, 1000U);
    make_buffer(pool, 1000);
    EXPECT_EQ(statistics(pool).active_blocks, 1U);
    check_figures(pool);
}

TEST(fork, outputs_are_zero_in_children) {
    const provider_owner provider = make_provider();
    const pool_owner pool = make_pool(provider);
    const int code = in_child([&] {
        clmem_buffer buffer = reinterpret_cast<clmem_buffer>(1);
        clmem_pool_allocate(pool, nullptr, 1000, &buffer);
        return buffer == nullptr ? 100 : 1;
    });
    EXPECT_EQ(code, 100);
}

TEST(fork, grandchildren_get_an_error_too) {
    const provider_owner provider = make_provider();
    const int code = in_child([&] {
        return in_child([&] {
            clmem_provider_info info = CLMEM_PROVIDER_INFO_INIT;
            return clmem_provider_describe(provider, &info) == CLMEM_ERROR_FORKED ? 100 : 1;
        });
    });
    EXPECT_EQ(code, 100);
}

// Neither way of forking runs the handlers of pthread_atfork().
TEST(fork, children_without_fork_handlers_get_an_error) {
    const provider_owner provider = make_provider();
    const pool_owner pool = make_pool(provider);
    const buffer_owner buffer = make_buffer(pool, 1000);
    make_buffer(pool, 1000); // a thread's cache holds a block
    const auto check = [&] {
        clmem_buffer made = nullptr;
        if (clmem_pool_allocate(pool, nullptr, 1000, &made) != CLMEM_ERROR_FORKED) { return 1; }
        return clmem_buffer_release(buffer) == CLMEM_ERROR_FORKED ? 100 : 2;
    };
    const auto by_clone = [] { return static_cast<pid_t>(syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0)); };
    EXPECT_EQ(in_child(check, by_clone), 100);
#if __GLIBC_PREREQ(2, 34)
    EXPECT_EQ(in_child(check, [] { return _Fork(); }), 100);
#endif
    make_buffer(pool, 1000);
}

#ifndef __SANITIZE_THREAD__ // it allows no threads in children
// Other threads may hold any lock of clmem at the moment of a fork; in the child those are never unlocked.
TEST(fork, a_child_whose_thread_ends_does_not_hang) {
#if defined(__SANITIZE_ADDRESS__)
    GTEST_SKIP()
        << "the other thread may hold a lock of AddressSanitizer during the fork, which stays locked in the child";
#endif
    const provider_owner provider = make_provider();
    const pool_owner pool = make_pool(provider);
    std::atomic<bool> stop{false};
    std::thread busy{[&] {
        while (!stop) { // takes the lock that a thread's end needs
            const pool_owner other = make_pool(provider);
            make_buffer(other, 100);
            CHECK_OK(clmem_pool_free_held(pool));
        }
    }};
    std::thread forks{[&] {
        make_buffer(pool, 1000); // it now has a cache
        for (int round = 0; round < 40; ++round) {
            const pid_t child = fork();
            if (child == 0) {
                alarm(20); // ends a child that hangs
                pthread_exit(nullptr);
            }
            int status = 0;
            ASSERT_EQ(waitpid(child, &status, 0), child);
            ASSERT_TRUE(WIFEXITED(status)) << "signal " << WTERMSIG(status);
        }
    }};
    forks.join();
    stop = true;
    busy.join();
}

TEST(fork, threads_of_children_end_without_harm) {
    recorder memory;
    const provider_owner provider = memory.make_provider();
    const pool_owner pool = make_pool(provider);
    make_buffer(pool, 1000);
    const int code = in_child([&] {
        std::thread{[&] { clmem_pool_free_held(pool); }}.join();
        return memory.releases() == 0 ? 100 : 1; // callbacks are not called for the parent's memory
    });
    EXPECT_EQ(code, 100);
}
#endif

} // namespace
} // namespace clmem::test
