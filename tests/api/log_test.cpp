// The log: its lines about a pool, their receivers, and the calls that a callback may make.
#include "figures.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

namespace clmem::test {
namespace {

// Keeps the lines, and does something else while it receives one.
struct listener {
    std::mutex mutex;
    std::vector<std::string> lines;
    void (*meanwhile)(listener &) = nullptr;
    clmem_buffer to_release = nullptr;
    clmem_status status = CLMEM_SUCCESS;

    static void CLMEM_CALL hear(void *user, std::uint32_t level, const char *line) {
        auto *const self = static_cast<listener *>(user);
        EXPECT_GE(level, static_cast<std::uint32_t>(CLMEM_LOG_ERROR));
        EXPECT_LE(level, static_cast<std::uint32_t>(CLMEM_LOG_DEBUG));
        {
            const std::lock_guard lock{self->mutex};
            self->lines.emplace_back(line);
        }
        if (self->meanwhile != nullptr) { self->meanwhile(*self); }
    }
    [[nodiscard]] std::size_t count(std::string_view part) {
        const std::lock_guard lock{mutex};
        return static_cast<std::size_t>(std::count_if(
            lines.begin(), lines.end(), [part](const std::string &line) { return line.find(part) != line.npos; }));
    }
};

class the_log : public testing::Test {
  protected:
    the_log() { CHECK_OK(clmem_provider_create_virtual(nullptr, provider_.out())); }
    ~the_log() override { CHECK_OK(clmem_log_set_callback(CLMEM_LOG_NONE, nullptr, nullptr)); }

    void listen(std::uint32_t level) { CHECK_OK(clmem_log_set_callback(level, listener::hear, &heard_)); }
    pool_owner make_pool(std::size_t limit = 0) {
        clmem_pool_options options = CLMEM_POOL_OPTIONS_INIT;
        options.limit_bytes = limit;
        pool_owner made;
        CHECK_OK(clmem_pool_create(provider_.get(), &options, made.out()));
        return made;
    }

    listener heard_;
    provider_owner provider_;
};

TEST_F(the_log, tells_how_a_pool_grows_and_trims) {
    listen(CLMEM_LOG_INFO);
    pool_owner pool = make_pool(16 * mib);
    EXPECT_EQ(heard_.count("is created over virtual memory; its limit is 16.0 MiB"), 1U);
    buffer_owner block;
    CHECK_OK(clmem_pool_allocate(pool.get(), nullptr, 3 * mib, block.out()));
    EXPECT_EQ(heard_.count("grows by a slab of 3.0 MiB to 3.0 MiB in 1 slab; 0 bytes are allocated or cached"), 1U);
    block.reset();
    CHECK_OK(clmem_pool_trim(pool.get(), 0, nullptr));
    EXPECT_EQ(heard_.count("returns a slab of 3.0 MiB as the program asked; 0 bytes in 0 slabs remain"), 1U);
    CHECK_OK(clmem_pool_set_limit(pool.get(), 0));
    EXPECT_EQ(heard_.count("has a new limit: what the device has"), 1U);
    pool.reset();
    EXPECT_EQ(heard_.count("is released by the program, with no block left"), 1U);
    EXPECT_EQ(heard_.count("ends: of 1 allocations 0 were hits"), 1U);
    EXPECT_EQ(heard_.count("clmem info ["), heard_.lines.size());
}

TEST_F(the_log, tells_of_blocks_that_outlive_their_pool) {
    listen(CLMEM_LOG_INFO);
    pool_owner pool = make_pool();
    buffer_owner block;
    CHECK_OK(clmem_pool_allocate(pool.get(), nullptr, 1000, block.out()));
    pool.reset();
    EXPECT_EQ(heard_.count("while 1000 bytes of blocks are still allocated: it lives until they are released"), 1U);
    EXPECT_EQ(heard_.count(" ends: "), 0U);
    block.reset();
    EXPECT_EQ(heard_.count(" ends: "), 1U);
}

TEST_F(the_log, tells_of_calls_that_fail_at_the_level_of_errors) {
    listen(CLMEM_LOG_ERROR);
    const pool_owner pool = make_pool(2 * mib);
    clmem_buffer block = nullptr;
    CHECK_STATUS(CLMEM_ERROR_OUT_OF_MEMORY, clmem_pool_allocate(pool.get(), nullptr, 4 * mib, &block));
    ASSERT_EQ(heard_.lines.size(), 1U);
    EXPECT_EQ(heard_.count("clmem error ["), 1U);
    EXPECT_EQ(heard_.count("clmem_pool_allocate() fails with CLMEM_ERROR_OUT_OF_MEMORY: "), 1U);
}

TEST_F(the_log, tells_of_a_provider_that_refuses_memory) {
    clmem_virtual_options small = CLMEM_VIRTUAL_OPTIONS_INIT;
    small.memory_bytes = 3 * mib;
    provider_owner provider;
    CHECK_OK(clmem_provider_create_virtual(&small, provider.out()));
    pool_owner pool;
    CHECK_OK(clmem_pool_create(provider.get(), nullptr, pool.out()));
    listen(CLMEM_LOG_WARNING);
    clmem_buffer block = nullptr;
    CHECK_STATUS(CLMEM_ERROR_OUT_OF_MEMORY, clmem_pool_allocate(pool.get(), nullptr, 4 * mib, &block));
    EXPECT_GE(heard_.count("gets no slab of 4.0 MiB from the driver: "), 1U);
    EXPECT_EQ(heard_.count("clmem info ["), 0U);
}

TEST_F(the_log, tells_at_the_level_of_debug_why_a_pool_grows) {
    const pool_owner pool = make_pool();
    listen(CLMEM_LOG_DEBUG);
    buffer_owner block;
    CHECK_OK(clmem_pool_allocate(pool.get(), nullptr, 1000, block.out()));
    EXPECT_EQ(heard_.count("has no free range for 1.0 KiB that its policy allows"), 1U);
}

TEST_F(the_log, has_a_callback_that_may_release_but_not_allocate) {
    const pool_owner pool = make_pool();
    CHECK_OK(clmem_pool_allocate(pool.get(), nullptr, 1000, &heard_.to_release));
    heard_.meanwhile = [](listener &self) {
        CHECK_STATUS(CLMEM_ERROR_CALLBACK, clmem_log_set_callback(CLMEM_LOG_NONE, nullptr, nullptr));
        CHECK_OK(clmem_buffer_release(std::exchange(self.to_release, nullptr)));
    };
    listen(CLMEM_LOG_ERROR);
    CHECK_STATUS(CLMEM_ERROR_INVALID_HANDLE, clmem_pool_trim(nullptr, 0, nullptr));
    EXPECT_EQ(heard_.lines.size(), 1U) << "a line that a callback causes is dropped";
    EXPECT_EQ(statistics(pool.get()).active_blocks, 0U);
}

TEST_F(the_log, is_received_from_several_threads_while_the_callback_changes) {
    listener second;
    std::atomic<bool> stop{false};
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; ++i) {
        threads.emplace_back([&] {
            while (!stop) {
                (void)clmem_pool_trim(nullptr, 0, nullptr);
            }
        });
    }
    for (int i = 0; i < 100; ++i) {
        listen(CLMEM_LOG_ERROR);
        CHECK_OK(clmem_log_set_callback(CLMEM_LOG_ERROR, listener::hear, &second));
    }
    CHECK_OK(clmem_log_set_callback(CLMEM_LOG_NONE, nullptr, nullptr));
    const std::size_t heard = heard_.count("") + second.count("");
    stop = true;
    for (std::thread &t : threads) {
        t.join();
    }
    EXPECT_EQ(heard_.count("") + second.count(""), heard) << "a callback was called after it was taken away";
}

TEST_F(the_log, writes_whole_lines_to_standard_error) {
    testing::internal::CaptureStderr();
    CHECK_OK(clmem_log_set_callback(CLMEM_LOG_ERROR, nullptr, nullptr));
    CHECK_STATUS(CLMEM_ERROR_INVALID_HANDLE, clmem_pool_trim(nullptr, 0, nullptr));
    CHECK_OK(clmem_log_set_callback(CLMEM_LOG_NONE, nullptr, nullptr));
    CHECK_STATUS(CLMEM_ERROR_INVALID_HANDLE, clmem_pool_trim(nullptr, 0, nullptr));
    const std::string text = testing::internal::GetCapturedStderr();
    EXPECT_EQ(text.rfind("clmem error [", 0), 0U) << text;
    EXPECT_NE(text.find("]: clmem_pool_trim() fails with CLMEM_ERROR_INVALID_HANDLE: "), text.npos) << text;
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1) << text;
}

TEST_F(the_log, refuses_a_level_that_is_none) {
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_log_set_callback(5, nullptr, nullptr));
    EXPECT_NE(last_error().message.find("expected a level"), std::string::npos);
}

} // namespace
} // namespace clmem::test
