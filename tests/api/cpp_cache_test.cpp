// clmem.hpp: the cache of values by object and key.
#include "cpp_api.hpp"

#include <thread>

namespace clmem::test {
namespace {

using namespace experimental;

using cpp_cache = cpp_api;

// A value that counts its live instances.
struct counted {
    counted(int value, std::atomic<int> &living) : number{value}, alive{&living} { ++*alive; }
    counted(counted &&other) noexcept : number{other.number}, alive{other.alive} { ++*alive; }
    counted &operator=(counted &&) = delete;
    ~counted() { --*alive; }
    int number;
    std::atomic<int> *alive;
};

TEST_F(cpp_cache, gives_what_was_put_in) {
    std::atomic<int> alive = 0;
    {
        const cache<counted> values;
        EXPECT_EQ(values.get(context_.get(), "one"), nullptr);
        const auto put = values.put(context_.get(), "one", {1, alive});
        EXPECT_EQ(put->number, 1);
        EXPECT_EQ(values.put(context_.get(), "one", {2, alive}), put) << "the first value stays";
        EXPECT_EQ(alive, 1);
        EXPECT_EQ(values.get(context_.get(), "one"), put);
        EXPECT_EQ(values.get(nullptr, "one"), nullptr) << "the key belongs to another object";
        EXPECT_EQ(values.put(nullptr, "", {3, alive})->number, 3);
        EXPECT_EQ(values.count(), 2U);
        EXPECT_EQ(values.drop(context_.get()), 1U);
        EXPECT_EQ(values.get(context_.get(), "one"), nullptr);
        EXPECT_EQ(put->number, 1) << "a caller keeps the value that it holds";
        EXPECT_EQ(values.clear(), 1U);
        EXPECT_EQ(alive, 1);
        EXPECT_NE(values.put(nullptr, "last", {4, alive}), nullptr);
        EXPECT_EQ(alive, 2);
    }
    EXPECT_EQ(alive, 0);
}

TEST_F(cpp_cache, makes_a_value_once) {
    const cache<std::string> values;
    int made = 0;
    const auto make = [&] {
        ++made;
        return std::string{"a value"};
    };
    EXPECT_EQ(*values.get_or_make(queue_.get(), "key", make), "a value");
    EXPECT_EQ(*values.get_or_make(queue_.get(), "key", make), "a value");
    EXPECT_EQ(made, 1);
    const std::string with_zero{"key\0", 4};
    EXPECT_EQ(values.get(queue_.get(), with_zero), nullptr) << "keys are bytes";
}

TEST_F(cpp_cache, one_wins_when_threads_race) {
    constexpr int threads = 4;
    std::atomic<int> alive = 0;
    const cache<counted> values;
    std::vector<cache<counted>::pointer> got(threads);
    std::vector<std::thread> racing;
    for (int i = 0; i < threads; ++i) {
        racing.emplace_back([&, i] {
            got[static_cast<std::size_t>(i)] = values.get_or_make(nullptr, "one for all", [&] {
                return counted{i, alive};
            });
        });
    }
    for (std::thread &thread : racing) {
        thread.join();
    }
    for (const auto &value : got) {
        EXPECT_EQ(value, got[0]);
    }
    EXPECT_EQ(alive, 1);
}

TEST_F(cpp_cache, entries_go_with_their_context) {
    const cache<int> values;
    std::error_code failure;
    {
        const context own{device{device_}};
        values.watch(own, failure);
        if (failure == unsupported) { GTEST_SKIP() << last_error().message; }
        EXPECT_FALSE(failure) << last_error().message;
        values.put(own.get(), "of the context", 1);
        EXPECT_EQ(values.count(), 1U);
    }
    EXPECT_EQ(values.count(), 0U);
}

TEST_F(cpp_cache, failures_are_reported) {
    cache<int> gone;
    gone.release();
    constexpr clmem_status stale = CLMEM_ERROR_INVALID_HANDLE;
    expect_failure(stale, [&](auto &f) { EXPECT_EQ(gone.get(nullptr, "key", f), nullptr); });
    expect_failure(stale, [&](auto &f) { EXPECT_EQ(gone.put(nullptr, "key", 1, f), nullptr); });
    expect_failure(stale, [&](auto &f) {
        EXPECT_EQ(gone.get_or_make(
                      nullptr, "key", [] { return 1; }, f),
                  nullptr);
    });
    expect_failure(stale, [&](auto &f) { EXPECT_EQ(gone.drop(nullptr, f), 0U); });
    expect_failure(stale, [&](auto &f) { EXPECT_EQ(gone.clear(f), 0U); });
    expect_failure(stale, [&](auto &f) { EXPECT_EQ(gone.count(f), 0U); });
    const cache<int> values;
    expect_failure(CLMEM_ERROR_INVALID_ARGUMENT, [&](auto &f) { values.watch(nullptr, f); });
}

} // namespace
} // namespace clmem::test
