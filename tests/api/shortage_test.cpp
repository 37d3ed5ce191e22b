// Shortage of memory: limits, provider failures at any point of a run, the out-of-memory callback, messages.
#include "figures.hpp"
#include "recorder.hpp"

#include <functional>

namespace clmem::test {
namespace {

bool is_a_shortage(clmem_status code) {
    return code == CLMEM_ERROR_OUT_OF_MEMORY || code == CL_MEM_OBJECT_ALLOCATION_FAILURE ||
           code == CL_OUT_OF_RESOURCES || code == CL_OUT_OF_HOST_MEMORY;
}

// A run that grows, hits, splits, trims and grows again. Returns the statuses of the failed allocations.
std::vector<clmem_status> scripted_run(clmem_pool pool) {
    std::vector<clmem_status> failures;
    std::vector<buffer_owner> buffers;
    const auto allocate = [&](std::size_t bytes, std::uint32_t flags = 0) {
        clmem_allocation_options options = CLMEM_ALLOCATION_OPTIONS_INIT;
        options.flags = flags;
        clmem_buffer buffer = reinterpret_cast<clmem_buffer>(1);
        const clmem_status status = clmem_pool_allocate_with(pool, &options, bytes, &buffer);
        EXPECT_EQ(status == CLMEM_SUCCESS, buffer != nullptr);
        if (status != CLMEM_SUCCESS) { failures.push_back(status); }
        buffers.emplace_back(buffer);
        if (buffer != nullptr) { EXPECT_GE(describe(buffer).capacity_bytes, bytes); }
    };
    const auto release = [&](std::size_t index) { buffers[index].reset(); };
    for (const std::size_t bytes : {std::size_t{100}, 4 * kib, 64 * kib, mib, 3 * mib, 16 * mib}) {
        allocate(bytes);
    }
    allocate(10 * kib, CLMEM_ALLOCATION_DEDICATED);
    release(5);
    release(4);
    allocate(17 * mib);
    allocate(2 * mib);
    CHECK_OK(clmem_pool_trim(pool, 0, nullptr));
    release(7);
    allocate(40 * mib);
    for (int i = 0; i < 20; ++i) {
        allocate(600 * kib);
    }
    release(6);
    release(1);
    CHECK_OK(clmem_pool_free_held(pool));
    allocate(5 * mib, CLMEM_ALLOCATION_DEDICATED);
    allocate(4 * kib);
    check_figures(pool);
    return failures;
}

// Afterwards the pool must work like a new one.
void check_that_it_works(clmem_pool pool, const recorder &memory) {
    EXPECT_EQ(statistics(pool).active_blocks, 0U);
    EXPECT_TRUE(scripted_run(pool).empty()) << "the pool does not work after a failure";
    CHECK_OK(clmem_pool_free_held(pool));
    EXPECT_EQ(statistics(pool).managed_bytes, 0U);
    EXPECT_EQ(memory.live_bytes(), 0U);
    check_figures(pool);
}

void fail_each_call_in_turn(clmem_status code, bool lasting) {
    for (std::uint64_t n = 1;; ++n) {
        SCOPED_TRACE("call " + std::to_string(n) + " gives " + status_text(code));
        recorder memory;
        bool reached = false;
        {
            const provider_owner provider = memory.make_provider();
            const pool_owner pool = make_pool(provider);
            memory.fail(n, code, lasting);
            const auto failures = scripted_run(pool);
            reached = memory.calls() >= n;
            for (const clmem_status status : failures) {
                EXPECT_EQ(status, is_a_shortage(code) ? CLMEM_ERROR_OUT_OF_MEMORY : code);
            }
            if (reached && (lasting || !is_a_shortage(code))) { EXPECT_FALSE(failures.empty()); }
            if (!lasting) { EXPECT_LE(failures.size(), 1U); }
            EXPECT_EQ(statistics(pool).failures, failures.size());
            memory.stop_failing();
            check_that_it_works(pool, memory);
        }
        EXPECT_TRUE(memory.is_done());
        if (!reached || testing::Test::HasFailure()) { break; }
        ASSERT_LT(n, 1000U);
    }
}

TEST(shortage, each_call_of_the_provider_may_be_refused_once) {
    fail_each_call_in_turn(CLMEM_ERROR_OUT_OF_MEMORY, false);
    fail_each_call_in_turn(CL_MEM_OBJECT_ALLOCATION_FAILURE, false);
}

TEST(shortage, the_provider_may_refuse_from_any_call_on) {
    fail_each_call_in_turn(CLMEM_ERROR_OUT_OF_MEMORY, true);
    fail_each_call_in_turn(CL_OUT_OF_RESOURCES, true);
}

TEST(shortage, each_call_of_the_provider_may_fail_otherwise) {
    fail_each_call_in_turn(CL_INVALID_VALUE, false);
    fail_each_call_in_turn(4711, false);
    fail_each_call_in_turn(CLMEM_ERROR_NO_DEVICE, true);
}

TEST(shortage, opencl_code_is_reported) {
    recorder memory;
    const provider_owner provider = memory.make_provider();
    const pool_owner pool = make_pool(provider);
    clmem_buffer buffer = nullptr;
    memory.fail(1, CL_OUT_OF_RESOURCES, true);
    CHECK_STATUS(CLMEM_ERROR_OUT_OF_MEMORY, clmem_pool_allocate(pool, nullptr, mib, &buffer));
    EXPECT_EQ(last_error().opencl_code, CL_OUT_OF_RESOURCES);
    memory.fail(1, CLMEM_ERROR_OUT_OF_MEMORY, true);
    CHECK_STATUS(CLMEM_ERROR_OUT_OF_MEMORY, clmem_pool_allocate(pool, nullptr, mib, &buffer));
    EXPECT_EQ(last_error().opencl_code, 0);
    memory.stop_failing();
    CHECK_OK(clmem_pool_set_limit(pool, mib / 2));
    CHECK_STATUS(CLMEM_ERROR_OUT_OF_MEMORY, clmem_pool_allocate(pool, nullptr, mib, &buffer));
    EXPECT_EQ(last_error().opencl_code, 0) << "OpenCL does not cause a limit";
}

TEST(shortage, a_failure_explains_why_free_memory_does_not_fit) {
    clmem_pool_options pool_options = CLMEM_POOL_OPTIONS_INIT;
    pool_options.limit_bytes = 2 * mib;
    const pool_owner pool = make_pool(make_provider(), &pool_options);
    const buffer_owner first = make_buffer(pool, 512);
    const auto says = [&](std::size_t bytes, std::size_t alignment, std::uint32_t flags, const char *text) {
        clmem_allocation_options options = CLMEM_ALLOCATION_OPTIONS_INIT;
        options.alignment_bytes = alignment;
        options.flags = flags;
        clmem_buffer buffer = nullptr;
        CHECK_STATUS(CLMEM_ERROR_OUT_OF_MEMORY, clmem_pool_allocate_with(pool, &options, bytes, &buffer));
        const std::string message = last_error().message;
        return message.find(text) != std::string::npos;
    };
    EXPECT_TRUE(says(mib, 0, CLMEM_ALLOCATION_DEDICATED, "no slab is free as a whole"));
    EXPECT_TRUE(says(mib + mib / 2, mib, 0, "none has the required alignment"));
    const buffer_owner middle = make_buffer(pool, mib);
    EXPECT_TRUE(says(mib, 0, 0, "raise the limit"));
    EXPECT_FALSE(says(mib, 0, 0, ", but"));
}

TEST(shortage, idle_slabs_are_returned_before_an_allocation_fails) {
    recorder memory;
    memory.set_capacity(100 * mib);
    const provider_owner provider = memory.make_provider();
    const pool_owner pool = make_pool(provider);
    for (std::size_t size = 60; size <= 100; size += 10) { // none fits next to the previous one, which is idle
        make_buffer(pool, size * mib);
        make_buffer(pool, 512);
    }
    std::vector<buffer_owner> small;
    for (int i = 0; i < 40; ++i) {
        small.push_back(make_buffer(pool, mib));
    }
    small.clear();
    const buffer_owner all_of_it = make_buffer(pool, 100 * mib);
    EXPECT_EQ(memory.live_bytes(), 100 * mib);
    EXPECT_EQ(statistics(pool).failures, 0U);
    check_figures(pool);
}

TEST(shortage, small_blocks_fit_where_a_whole_slab_does_not) {
    recorder memory;
    memory.set_capacity(64 * kib);
    const provider_owner provider = memory.make_provider();
    const pool_owner pool = make_pool(provider);
    const buffer_owner buffer = make_buffer(pool, 4 * kib);
    EXPECT_LE(memory.live_bytes(), 64 * kib);
}

TEST(shortage, messages_say_how_much_is_active_idle_and_wanted) {
    recorder memory;
    const provider_owner provider = memory.make_provider();
    const pool_owner pool = make_pool(provider);
    const buffer_owner active = make_buffer(pool, 30 * mib);
    CHECK_OK(clmem_pool_set_limit(pool, 50 * mib));
    clmem_buffer buffer = nullptr;
    CHECK_STATUS(CLMEM_ERROR_OUT_OF_MEMORY, clmem_pool_allocate(pool, nullptr, 25 * mib, &buffer));
    const std::string by_limit = last_error().message;
    const auto names = [](const std::string &message, const std::vector<std::string> &words) {
        for (const std::string &word : words) {
            EXPECT_NE(message.find(word), std::string::npos) << word << " is not in: " << message;
        }
    };
    const std::string wanted = std::to_string(25 * mib);
    const std::string in_use = std::to_string(30 * mib);
    names(by_limit, {"active", "idle", "limit", wanted, in_use, std::to_string(50 * mib)});
    CHECK_OK(clmem_pool_set_limit(pool, 0));
    memory.fail(1, CL_MEM_OBJECT_ALLOCATION_FAILURE, true);
    CHECK_STATUS(CLMEM_ERROR_OUT_OF_MEMORY, clmem_pool_allocate(pool, nullptr, 25 * mib, &buffer));
    const std::string by_driver = last_error().message;
    names(by_driver, {"active", "idle", wanted, in_use});
    EXPECT_LT(by_limit.size(), 511U) << "cut off";
    EXPECT_NE(by_driver, by_limit);
}

// The out-of-memory callback: its arguments, and what it does.
struct helper {
    std::vector<std::pair<std::size_t, std::uint32_t>> asked;
    std::function<bool()> help;

    void install(clmem_pool_options &options) {
        options.out_of_memory_user = this;
        options.out_of_memory = [](void *user, std::size_t bytes, std::uint32_t attempt) -> std::int32_t {
            auto *self = static_cast<helper *>(user);
            self->asked.emplace_back(bytes, attempt);
            return self->help() ? 1 : 0;
        };
    }
};

TEST(shortage, callback_releases_what_it_can_spare) {
    recorder memory;
    memory.set_capacity(32 * mib);
    helper spare;
    clmem_pool_options options = CLMEM_POOL_OPTIONS_INIT;
    spare.install(options);
    {
        const provider_owner provider = memory.make_provider();
        const pool_owner pool = make_pool(provider, &options);
        std::vector<buffer_owner> buffers;
        for (int i = 0; i < 4; ++i) {
            buffers.push_back(make_buffer(pool, 8 * mib));
        }
        EXPECT_TRUE(spare.asked.empty());
        spare.help = [&] {
            buffers.pop_back();
            return true;
        };
        const buffer_owner larger = make_buffer(pool, 16 * mib);
        ASSERT_EQ(spare.asked.size(), 2U) << "one release was not enough, two were";
        EXPECT_EQ(spare.asked[0], std::pair(16 * mib, 0U));
        EXPECT_EQ(spare.asked[1], std::pair(16 * mib, 1U));
        EXPECT_EQ(statistics(pool).failures, 0U);
        check_figures(pool);

        spare.asked.clear();
        make_buffer(pool, 8 * mib);
        make_buffer(pool, 8 * mib);
        const buffer_owner small = make_buffer(pool, 100);
        EXPECT_EQ(spare.asked.size(), 1U) << "each allocation begins at attempt 0";
        EXPECT_EQ(spare.asked[0].second, 0U);
    }
    EXPECT_TRUE(memory.is_done());
}

TEST(shortage, callback_releases_blocks_of_other_pools) {
    recorder memory;
    memory.set_capacity(32 * mib);
    helper spare;
    clmem_pool_options options = CLMEM_POOL_OPTIONS_INIT;
    spare.install(options);
    {
        const provider_owner provider = memory.make_provider();
        const pool_owner other = make_pool(provider);
        const pool_owner pool = make_pool(provider, &options);
        buffer_owner foreign = make_buffer(other, 20 * mib);
        spare.help = [&] {
            foreign.reset();
            return clmem_pool_free_held(other) == CLMEM_SUCCESS;
        };
        const buffer_owner buffer = make_buffer(pool, 20 * mib);
        EXPECT_EQ(spare.asked.size(), 1U);
    }
    EXPECT_TRUE(memory.is_done());
}

TEST(shortage, callback_may_give_up) {
    recorder memory;
    memory.set_capacity(8 * mib);
    helper spare;
    clmem_pool_options options = CLMEM_POOL_OPTIONS_INIT;
    spare.install(options);
    const provider_owner provider = memory.make_provider();
    const pool_owner pool = make_pool(provider, &options);
    int patience = 3;
    spare.help = [&] { return patience-- > 0; };
    clmem_buffer buffer = reinterpret_cast<clmem_buffer>(1);
    CHECK_STATUS(CLMEM_ERROR_OUT_OF_MEMORY, clmem_pool_allocate(pool, nullptr, 9 * mib, &buffer));
    EXPECT_EQ(buffer, nullptr);
    ASSERT_EQ(spare.asked.size(), 4U);
    for (std::uint32_t i = 0; i < 4; ++i) {
        EXPECT_EQ(spare.asked[i], std::pair(9 * mib, i));
    }
    EXPECT_EQ(statistics(pool).failures, 1U);
}

TEST(shortage, callback_is_called_for_limits_too) {
    helper spare;
    clmem_pool_options options = CLMEM_POOL_OPTIONS_INIT;
    options.limit_bytes = 16 * mib;
    spare.install(options);
    const provider_owner provider = make_provider();
    const pool_owner pool = make_pool(provider, &options);
    buffer_owner first = make_buffer(pool, 10 * mib);
    spare.help = [&] {
        first.reset();
        return true;
    };
    const buffer_owner second = make_buffer(pool, 10 * mib);
    EXPECT_EQ(spare.asked.size(), 1U);
    EXPECT_LE(statistics(pool).managed_bytes_peak, 16 * mib);
}

// The only range that fits follows many that are slightly too small, where the usual search stops.
TEST(shortage, a_range_that_fits_is_found_before_the_pool_fails) {
    recorder memory;
    clmem_pool_options options = CLMEM_POOL_OPTIONS_INIT;
    options.limit_bytes = 2 * mib;
    const provider_owner provider = memory.make_provider();
    const pool_owner pool = make_pool(provider, &options);
    constexpr std::size_t wanted = 40 * kib + 512;
    std::vector<buffer_owner> fragments;
    std::vector<buffer_owner> between;
    fragments.push_back(make_buffer(pool, wanted));
    while (fragments.size() < 20) {
        between.push_back(make_buffer(pool, 512));
        fragments.push_back(make_buffer(pool, 40 * kib));
    }
    clmem_buffer buffer = nullptr;
    for (std::size_t bytes = mib; bytes >= 512; bytes /= 2) {
        while (clmem_pool_allocate(pool, nullptr, bytes, &buffer) == CLMEM_SUCCESS) {
            between.emplace_back(buffer);
        }
    }
    CHECK_OK(clmem_pool_free_held(pool));
    for (buffer_owner &fragment : fragments) {
        fragment.reset();
    }
    CHECK_OK(clmem_pool_free_held(pool)); // drains the thread's cache
    const buffer_owner last = make_buffer(pool, wanted);
    EXPECT_EQ(describe(last).capacity_bytes, wanted);
    CHECK_STATUS(CLMEM_ERROR_OUT_OF_MEMORY, clmem_pool_allocate(pool, nullptr, wanted, &buffer));
    EXPECT_EQ(memory.allocations(), 1U);
}

TEST(shortage, callback_is_not_called_for_other_failures) {
    recorder memory;
    helper spare;
    spare.help = [] { return true; };
    clmem_pool_options options = CLMEM_POOL_OPTIONS_INIT;
    spare.install(options);
    const provider_owner provider = memory.make_provider();
    const pool_owner pool = make_pool(provider, &options);
    clmem_buffer buffer = nullptr;
    memory.fail(1, CL_INVALID_VALUE, true);
    CHECK_STATUS(CL_INVALID_VALUE, clmem_pool_allocate(pool, nullptr, mib, &buffer));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_pool_allocate(pool, nullptr, ~std::size_t{0}, &buffer));
    EXPECT_TRUE(spare.asked.empty());
}

} // namespace
} // namespace clmem::test
