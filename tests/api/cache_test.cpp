// The cache section of the header: values by object and key, threads that race for them, and contexts that are
// destroyed.
#include "opencl.hpp"
#include "racing.hpp"

#include <CL/cl.h>
#include <atomic>
#include <cstring>
#include <string>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace {

using namespace clmem::test;

// A value that counts its references, as those of language bindings do.
struct counted {
    std::atomic<int> references{1};
    std::atomic<int> retains{0};
    std::atomic<int> releases{0};
};

clmem_cache_value value_of(counted &object, bool with_retain = false) {
    clmem_cache_value value = CLMEM_CACHE_VALUE_INIT;
    value.value = &object;
    value.user = &object;
    value.release = [](void *user, void *what) {
        EXPECT_EQ(user, what);
        --static_cast<counted *>(what)->references;
        ++static_cast<counted *>(what)->releases;
    };
    if (with_retain) {
        value.retain = [](void *user, void *what) {
            EXPECT_EQ(user, what);
            EXPECT_GT(static_cast<counted *>(what)->references++, 0) << "a dead value was returned";
            ++static_cast<counted *>(what)->retains;
        };
    }
    return value;
}

class cache_api : public testing::Test {
  protected:
    void SetUp() override { REQUIRE_OK(clmem_cache_create(cache.out())); }

    void *get(std::uint64_t object, std::string_view key) const {
        void *value = &value;
        std::uint32_t found = 7;
        CHECK_OK(clmem_cache_get(cache, object, key.data(), key.size(), &value, &found));
        EXPECT_EQ(found, value != nullptr ? 1U : 0U);
        return value;
    }
    void *put(std::uint64_t object, std::string_view key, const clmem_cache_value &value, bool added = true) const {
        void *now = nullptr;
        std::uint32_t is_added = 7;
        CHECK_OK(clmem_cache_put(cache, object, key.data(), key.size(), &value, &now, &is_added));
        EXPECT_EQ(is_added, added ? 1U : 0U);
        return now;
    }
    [[nodiscard]] std::size_t count() const {
        std::size_t entries = 99;
        CHECK_OK(clmem_cache_count(cache, &entries));
        return entries;
    }

    cache_owner cache;
};

TEST_F(cache_api, finds_what_was_put_in) {
    counted one;
    counted two;
    EXPECT_EQ(get(1, "key"), nullptr);
    EXPECT_EQ(put(1, "key", value_of(one)), &one);
    EXPECT_EQ(get(1, "key"), &one);
    EXPECT_EQ(get(1, "ke"), nullptr);
    EXPECT_EQ(get(2, "key"), nullptr);
    EXPECT_EQ(put(2, "key", value_of(two)), &two); // the same key for another object
    EXPECT_EQ(get(2, "key"), &two);
    EXPECT_EQ(get(1, "key"), &one);
    EXPECT_EQ(count(), 2U);
    cache.reset();
    EXPECT_EQ(one.releases, 1);
    EXPECT_EQ(two.releases, 1);
}

TEST_F(cache_api, takes_any_bytes_as_key) {
    counted all[4];
    const std::string_view keys[] = {"", std::string_view{"\0", 1}, std::string_view{"a\0b", 3}, "a"};
    for (int i = 0; i < 4; ++i) {
        put(0, keys[i], value_of(all[i]));
    }
    for (int i = 0; i < 4; ++i) {
        EXPECT_EQ(get(0, keys[i]), &all[i]) << i;
    }
    void *value = nullptr;
    CHECK_OK(clmem_cache_get(cache, 0, nullptr, 0, &value, nullptr)); // the empty key
    EXPECT_EQ(value, &all[0]);
    cache.reset();
}

TEST_F(cache_api, keeps_the_first_value_and_gives_up_the_second) {
    counted first;
    counted second;
    put(1, "key", value_of(first));
    EXPECT_EQ(put(1, "key", value_of(second), false), &first);
    EXPECT_EQ(second.releases, 1); // before the call returned
    EXPECT_EQ(first.releases, 0);
    EXPECT_EQ(count(), 1U);
    cache.reset();
    EXPECT_EQ(first.releases, 1);
    EXPECT_EQ(second.releases, 1);
}

TEST_F(cache_api, takes_null_and_values_without_callbacks) {
    clmem_cache_value nothing = CLMEM_CACHE_VALUE_INIT;
    void *value = &value;
    std::uint32_t flag = 0;
    CHECK_OK(clmem_cache_put(cache, 1, "key", 3, &nothing, &value, &flag));
    EXPECT_EQ(value, nullptr);
    EXPECT_EQ(flag, 1U);
    CHECK_OK(clmem_cache_get(cache, 1, "key", 3, &value, &flag));
    EXPECT_EQ(value, nullptr);
    EXPECT_EQ(flag, 1U);
    CHECK_OK(clmem_cache_put(cache, 1, "key", 3, &nothing, &value, nullptr));
    CHECK_OK(clmem_cache_drop(cache, 1, nullptr));
    CHECK_OK(clmem_cache_clear(cache, nullptr));
    EXPECT_EQ(count(), 0U);
}

TEST_F(cache_api, returns_references_to_counted_values) {
    counted object;
    put(1, "key", value_of(object, true));
    EXPECT_EQ(object.retains, 1); // the caller owns the value that put returns too
    (void)get(1, "key");
    EXPECT_EQ(object.retains, 2);
    EXPECT_EQ(object.references, 3);
    (void)get(1, "another");
    EXPECT_EQ(object.retains, 2);
    CHECK_OK(clmem_cache_clear(cache, nullptr));
    EXPECT_EQ(object.references, 2); // those returned to callers
}

TEST_F(cache_api, drops_the_entries_of_one_object) {
    counted all[3];
    put(1, "a", value_of(all[0]));
    put(1, "b", value_of(all[1]));
    put(2, "a", value_of(all[2]));
    std::size_t dropped = 99;
    CHECK_OK(clmem_cache_drop(cache, 3, &dropped));
    EXPECT_EQ(dropped, 0U);
    CHECK_OK(clmem_cache_drop(cache, 1, &dropped));
    EXPECT_EQ(dropped, 2U);
    EXPECT_EQ(all[0].releases, 1);
    EXPECT_EQ(all[1].releases, 1);
    EXPECT_EQ(all[2].releases, 0);
    EXPECT_EQ(get(1, "a"), nullptr);
    EXPECT_EQ(get(2, "a"), &all[2]);
    EXPECT_EQ(count(), 1U);
    CHECK_OK(clmem_cache_clear(cache, &dropped));
    EXPECT_EQ(dropped, 1U);
    EXPECT_EQ(all[2].releases, 1);
    EXPECT_EQ(count(), 0U);
}

// No lock is held while callbacks run, so they may use the cache.
TEST_F(cache_api, can_be_used_by_its_values_callbacks) {
    struct user {
        clmem_cache cache;
        std::size_t seen = 99;
        clmem_status status = -1;
    } inner{cache};
    clmem_cache_value value = CLMEM_CACHE_VALUE_INIT;
    value.user = &inner;
    value.release = [](void *self, void *) {
        auto &u = *static_cast<user *>(self);
        u.status = clmem_cache_count(u.cache, &u.seen);
        void *out = nullptr;
        const clmem_cache_value other = CLMEM_CACHE_VALUE_INIT;
        EXPECT_EQ(clmem_cache_put(u.cache, 9, "from inside", 11, &other, &out, nullptr), CLMEM_SUCCESS);
    };
    put(1, "key", value);
    std::size_t dropped = 0;
    CHECK_OK(clmem_cache_drop(cache, 1, &dropped));
    EXPECT_EQ(inner.status, CLMEM_SUCCESS);
    EXPECT_EQ(inner.seen, 0U);
    EXPECT_EQ(count(), 1U);
    std::uint32_t found = 0;
    void *out = nullptr;
    CHECK_OK(clmem_cache_get(cache, 9, "from inside", 11, &out, &found));
    EXPECT_EQ(found, 1U);
}

TEST_F(cache_api, callbacks_must_not_allocate) {
    const provider_owner provider = make_provider();
    const pool_owner pool = make_pool(provider);
    struct user {
        clmem_pool pool;
        clmem_status status = -1;
    } inner{pool};
    clmem_cache_value value = CLMEM_CACHE_VALUE_INIT;
    value.user = &inner;
    value.release = [](void *self, void *) {
        auto &u = *static_cast<user *>(self);
        clmem_buffer buffer = nullptr;
        u.status = clmem_pool_allocate(u.pool, nullptr, 64, &buffer);
    };
    put(1, "key", value);
    EXPECT_EQ(clmem_cache_clear(cache, nullptr), CLMEM_SUCCESS); // though the record describes the inner call
    EXPECT_EQ(inner.status, CLMEM_ERROR_CALLBACK);
}

TEST_F(cache_api, has_one_winner_when_threads_race) {
    constexpr int threads = 8;
    for (int round = 0; round < rounds(300); ++round) {
        counted objects[threads];
        void *got[threads] = {};
        std::atomic<int> added{0};
        race(threads, [&](int i) {
            const clmem_cache_value value = value_of(objects[i], true);
            std::uint32_t is_added = 0;
            CHECK_OK(clmem_cache_put(cache, 1, "key", 3, &value, &got[i], &is_added));
            added += static_cast<int>(is_added);
        });
        EXPECT_EQ(added, 1);
        EXPECT_EQ(count(), 1U);
        int winners = 0;
        for (int i = 0; i < threads; ++i) {
            EXPECT_EQ(got[i], got[0]);
            winners += got[0] == &objects[i] ? 1 : 0;
            EXPECT_EQ(objects[i].references, got[0] == &objects[i] ? 1 + threads : 0);
        }
        EXPECT_EQ(winners, 1);
        CHECK_OK(clmem_cache_drop(cache, 1, nullptr));
    }
}

TEST_F(cache_api, never_returns_a_dead_value) {
    constexpr int turns = 2000;
    std::vector<counted> objects(rounds(turns));
    std::atomic<bool> done{false};
    race(4, [&](int i) {
        if (i == 0) {
            for (counted &object : objects) {
                const clmem_cache_value value = value_of(object, true);
                void *now = nullptr;
                CHECK_OK(clmem_cache_put(cache, 1, "key", 3, &value, &now, nullptr));
                --static_cast<counted *>(now)->references;
                CHECK_OK(clmem_cache_clear(cache, nullptr));
            }
            done = true;
            return;
        }
        while (!done) {
            void *now = nullptr;
            CHECK_OK(clmem_cache_get(cache, 1, "key", 3, &now, nullptr));
            if (now != nullptr) { --static_cast<counted *>(now)->references; }
        }
    });
    for (const counted &object : objects) {
        EXPECT_EQ(object.references, 0);
        EXPECT_EQ(object.releases, 1);
    }
}

TEST_F(cache_api, leaves_the_value_to_the_caller_when_it_refuses) {
    counted object;
    clmem_cache_value value = value_of(object);
    void *now = &now;
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_cache_put(cache, 1, nullptr, 3, &value, &now, nullptr));
    EXPECT_EQ(now, nullptr);
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_cache_put(cache, 1, "key", 3, &value, nullptr, nullptr));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_cache_put(cache, 1, "key", 3, nullptr, &now, nullptr));
    value.reserved = 1;
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_cache_put(cache, 1, "key", 3, &value, &now, nullptr));
    value.reserved = 0;
    value.struct_size = 4;
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_cache_put(cache, 1, "key", 3, &value, &now, nullptr));
    value.struct_size = sizeof value;
    CHECK_STATUS(CLMEM_ERROR_INVALID_HANDLE, clmem_cache_put(nullptr, 1, "key", 3, &value, &now, nullptr));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_cache_put(cache, 1, "key", SIZE_MAX, &value, &now, nullptr));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_cache_get(cache, 1, "key", std::size_t{1} << 62, &now, nullptr));
    EXPECT_EQ(object.releases, 0);
    EXPECT_EQ(count(), 0U);
}

// A key larger than any memory is refused before it is read.
TEST_F(cache_api, reports_a_lack_of_host_memory) {
    if (rounds(10) != 10) { GTEST_SKIP() << "sanitizers end the process when it asks for that much"; }
    counted object;
    const clmem_cache_value value = value_of(object);
    void *now = &now;
    static const char key[1] = {};
    CHECK_STATUS(CLMEM_ERROR_OUT_OF_HOST_MEMORY,
                 clmem_cache_put(cache, 1, key, std::size_t{1} << 61, &value, &now, nullptr));
    EXPECT_EQ(now, nullptr);
    EXPECT_EQ(object.releases, 0); // the caller still owns it
    EXPECT_EQ(count(), 0U);
}

TEST_F(cache_api, is_closed_to_a_forked_child) {
    const pid_t child = fork();
    ASSERT_NE(child, -1);
    if (child == 0) {
        std::size_t entries = 0;
        clmem_cache another = nullptr;
        CHECK_STATUS(CLMEM_ERROR_FORKED, clmem_cache_count(cache, &entries));
        CHECK_STATUS(CLMEM_ERROR_FORKED, clmem_cache_create(&another));
        CHECK_STATUS(CLMEM_ERROR_FORKED, clmem_cache_release(cache));
        std::_Exit(testing::Test::HasFailure() ? 1 : 0);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

// ---- contexts --------------------------------------------------------------------------------------------------------

class cache_of_contexts : public on_device {
  protected:
    void SetUp() override {
        on_device::SetUp();
        clmem_device_info info = CLMEM_DEVICE_INFO_INIT;
        REQUIRE_OK(clmem_device_describe(device_, &info));
        if (info.opencl_version < 300) { GTEST_SKIP() << "the device is below OpenCL 3.0"; }
        REQUIRE_OK(clmem_cache_create(cache.out()));
        REQUIRE_OK(clmem_context_create(device_, watched.out()));
    }

    void TearDown() override {
        watched.reset();
        on_device::TearDown();
    }

    void put(cl_context context, const char *key, counted &object) const {
        const clmem_cache_value value = value_of(object);
        void *now = nullptr;
        CHECK_OK(clmem_cache_put(cache, reinterpret_cast<std::uintptr_t>(context), key, 3, &value, &now, nullptr));
    }
    static bool comes_to(const std::atomic<int> &number, int wanted) {
        for (int waits = 0; waits < 500 && number != wanted; ++waits) {
            std::this_thread::sleep_for(std::chrono::milliseconds{10});
        }
        return number == wanted;
    }

    cache_owner cache;
    context_owner watched;
};

TEST_F(cache_of_contexts, drops_entries_with_their_context) {
    counted gone[2];
    counted kept;
    put(watched, "one", gone[0]);
    CHECK_OK(clmem_cache_watch(cache, watched));
    CHECK_OK(clmem_cache_watch(cache, watched)); // watching it again has no effect
    EXPECT_EQ(counting().calls("clSetContextDestructorCallback"), 1U);
    put(watched, "two", gone[1]); // added after the context is watched
    put(context_, "one", kept);
    EXPECT_EQ(gone[0].releases, 0);
    watched.reset();
    EXPECT_TRUE(comes_to(gone[0].releases, 1));
    EXPECT_TRUE(comes_to(gone[1].releases, 1));
    EXPECT_EQ(kept.releases, 0);
    std::size_t entries = 0;
    CHECK_OK(clmem_cache_count(cache, &entries));
    EXPECT_EQ(entries, 1U);
    cache.reset();
    EXPECT_EQ(kept.releases, 1);
    EXPECT_EQ(gone[0].releases, 1);
}

TEST_F(cache_of_contexts, watches_the_next_context_too) {
    // Consecutive contexts often have the same address.
    for (int i = 0; i < 8; ++i) {
        counted object;
        context_owner context;
        CHECK_OK(clmem_context_create(device_, context.out()));
        CHECK_OK(clmem_cache_watch(cache, context));
        put(context, "key", object);
        context.reset();
        EXPECT_TRUE(comes_to(object.releases, 1)) << i;
    }
}

TEST_F(cache_of_contexts, may_go_before_its_contexts) {
    counted object;
    CHECK_OK(clmem_cache_watch(cache, watched));
    put(watched, "key", object);
    cache.reset();
    EXPECT_EQ(object.releases, 1);
    watched.reset(); // the context is gone
    EXPECT_EQ(object.releases, 1);
}

TEST_F(cache_of_contexts, reports_why_a_context_cannot_be_watched) {
    counting().fail("clGetContextInfo", 1, CL_INVALID_CONTEXT, false);
    CHECK_STATUS(CL_INVALID_CONTEXT, clmem_cache_watch(cache, watched));
    counting().fail("clSetContextDestructorCallback", 1, CL_OUT_OF_HOST_MEMORY, false);
    CHECK_STATUS(CL_OUT_OF_HOST_MEMORY, clmem_cache_watch(cache, watched));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_cache_watch(cache, nullptr));
    counted object;
    put(watched, "key", object);
    CHECK_OK(clmem_cache_watch(cache, watched)); // the failures had no lasting effect
    watched.reset();
    EXPECT_TRUE(comes_to(object.releases, 1));
}

// Runs in a child that has not loaded anything yet and finds no OpenCL.
[[noreturn]] void watch_without_opencl() {
    setenv("CLMEM_OPENCL_LIBRARY", "/nonexistent/libOpenCL.so", 1); // NOLINT(concurrency-mt-unsafe): a single thread
    int number = 0;
    cache_owner cache;
    CHECK_OK(clmem_cache_create(cache.out()));
    CHECK_STATUS(CLMEM_ERROR_NO_OPENCL, clmem_cache_watch(cache, reinterpret_cast<cl_context>(&number)));
    cache.reset();
    std::_Exit(testing::Test::HasFailure() ? 1 : 0);
}

TEST(cache_without_opencl, works_but_cannot_watch) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(watch_without_opencl(), testing::ExitedWithCode(0), "");
}

} // namespace
