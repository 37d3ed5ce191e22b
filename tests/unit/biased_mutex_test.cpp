#include "base/biased_mutex.hpp"

#include <gtest/gtest.h>
#include <thread>
#include <vector>

namespace clmem_core {
namespace {

TEST(biased_mutex, belongs_to_its_first_thread_until_another_asks) {
    asymmetric::prepare();
    biased_mutex mutex;
    mutex.unlock(mutex.lock()); // the first time it acts as an ordinary lock
    const bool by_bias = mutex.lock();
    EXPECT_TRUE(by_bias);
    mutex.unlock(by_bias);
    std::thread{[&] { mutex.unlock(mutex.lock()); }}.join();
    const bool after = mutex.lock();
    EXPECT_FALSE(after) << "the bias never returns";
    mutex.unlock(after);
}

TEST(biased_mutex, excludes_threads_from_each_other_while_the_bias_is_taken_away) {
    asymmetric::prepare();
    for (int round = 0; round < 300; ++round) {
        biased_mutex mutex;
        long shared = 0; // not atomic: protected by the mutex only
        const auto work = [&] {
            for (int i = 0; i < 500; ++i) {
                const biased_lock lock{mutex};
                ++shared;
            }
        };
        std::vector<std::thread> threads;
        for (int i = 0; i < 3; ++i) {
            threads.emplace_back(work);
        }
        for (auto &t : threads) {
            t.join();
        }
        ASSERT_EQ(shared, 1500);
    }
}

TEST(biased_lock, may_be_opened_on_the_way) {
    biased_mutex mutex;
    biased_lock lock{mutex};
    lock.unlock();
    std::thread{[&] { const biased_lock other{mutex}; }}.join();
    lock.lock();
}

} // namespace
} // namespace clmem_core
