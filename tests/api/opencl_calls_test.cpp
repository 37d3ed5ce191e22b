// What clmem calls in OpenCL: nothing on a hit, nothing that leaks, and nothing whose failure does damage.
#include "figures.hpp"
#include "opencl.hpp"

namespace clmem::test {
namespace {

class opencl_calls : public on_device {
  protected:
    provider_owner make_buffer_provider() {
        provider_owner provider;
        CHECK_OK(clmem_provider_create_buffer(context_, nullptr, provider.out()));
        return provider;
    }

    // Providers of both kinds, pools, growth, hits, objects, trimming. Returns the statuses of the failed calls, and
    // checks that none of them leaves anything behind.
    std::vector<clmem_status> scripted_run() {
        std::vector<clmem_status> failures;
        const auto note = [&](clmem_status status, const auto &result) { // by reference, since the call sets it
            EXPECT_EQ(status == CLMEM_SUCCESS, result != nullptr)
                << "outputs are zero exactly on failure: " << last_error().message;
            if (status != CLMEM_SUCCESS) {
                EXPECT_EQ(last_error().status, status);
                failures.push_back(status);
            }
            return status == CLMEM_SUCCESS;
        };
        for (const bool immediate : {false, true}) {
            clmem_provider made = nullptr;
            const clmem_status status = immediate ? clmem_provider_create_immediate(queue_, nullptr, &made)
                                                  : clmem_provider_create_buffer(context_, nullptr, &made);
            const provider_owner provider{made};
            if (!note(status, made)) { continue; }
            clmem_pool_options options = CLMEM_POOL_OPTIONS_INIT;
            options.queue = queue_;
            clmem_pool made_pool = nullptr;
            const bool has_pool = note(clmem_pool_create(provider, &options, &made_pool), made_pool);
            const pool_owner pool{made_pool};
            if (!has_pool) { continue; }
            std::vector<buffer_owner> buffers;
            const auto allocate = [&](std::size_t bytes) {
                clmem_buffer buffer = nullptr;
                cl_mem mem = nullptr;
                const bool allocated = note(clmem_pool_allocate(pool, nullptr, bytes, &buffer), buffer);
                buffers.emplace_back(buffer);
                if (!allocated) { return; }
                // If creating the object fails, the block is unchanged: the next attempt may succeed.
                if (!note(clmem_buffer_mem(buffer, &mem), mem)) {
                    EXPECT_EQ(clmem_buffer_mem(buffer, &mem), CLMEM_SUCCESS);
                    EXPECT_NE(mem, nullptr);
                }
            };
            for (const std::size_t bytes : {std::size_t{100}, 4 * kib, mib, 3 * mib}) {
                allocate(bytes);
            }
            buffers[1].reset();
            allocate(4 * kib);
            buffers[3].reset();
            CHECK_OK(clmem_pool_trim(pool, 0, nullptr));
            allocate(5 * mib);
            clmem_buffer whole = nullptr;
            note(clmem_provider_allocate(provider, 10 * kib, &whole), whole);
            buffers.emplace_back(whole);
            check_figures(pool);
        }
        return failures;
    }

    void fail_each_call_in_turn(const char *function, cl_int code) {
        for (std::uint64_t n = 1; n < 1000; ++n) {
            const std::int64_t before = counting().references();
            counting().fail(function, n, code, false);
            const auto failures = scripted_run();
            const bool reached = counting().failed();
            counting().reset();
            EXPECT_EQ(counting().references(), before) << "leaked, or released too often";
            EXPECT_LE(failures.size(), 1U) << "one failed driver call fails at most one call";
            if (!reached) { return; }
            if (HasFailure()) {
                FAIL() << "when call " << n << " of " << (function != nullptr ? function : "any function") << " gives "
                       << code;
            }
        }
        FAIL() << "the run does not end";
    }
};

TEST_F(opencl_calls, none_on_a_hit) {
    const provider_owner provider = make_buffer_provider();
    clmem_pool_options options = CLMEM_POOL_OPTIONS_INIT;
    options.queue = queue_;
    const pool_owner pool = make_pool(provider, &options);
    const std::size_t sizes[] = {1, 64, 4 * kib, 64 * kib};
    const auto pass = [&] {
        for (const std::size_t bytes : sizes) {
            clmem_buffer buffer = nullptr;
            cl_mem mem = nullptr;
            ASSERT_EQ(clmem_pool_allocate(pool, queue_, bytes, &buffer), CLMEM_SUCCESS);
            ASSERT_EQ(clmem_buffer_mem(buffer, &mem), CLMEM_SUCCESS);
            ASSERT_EQ(clmem_buffer_release(buffer), CLMEM_SUCCESS);
        }
    };
    const buffer_owner base = make_buffer(pool, 64 * mib); // the caches' bound depends on what the pool holds
    pass();
    counting().reset();
    const std::uint64_t hits = statistics(pool).hits;
    for (int i = 0; i < 1000; ++i) {
        pass();
    }
    EXPECT_EQ(counting().calls(nullptr), 0U);
    EXPECT_EQ(statistics(pool).hits - hits, 4000U);
}

TEST_F(opencl_calls, none_for_the_virtual_provider) {
    counting().reset();
    const provider_owner provider = make_provider();
    const pool_owner pool = make_pool(provider);
    for (const std::size_t bytes : {std::size_t{1}, mib, 100 * mib}) {
        make_buffer(pool, bytes);
    }
    CHECK_OK(clmem_pool_free_held(pool));
    EXPECT_EQ(counting().calls(nullptr), 0U);
}

TEST_F(opencl_calls, objects_are_created_on_request) {
    const provider_owner provider = make_buffer_provider();
    const pool_owner pool = make_pool(provider);
    counting().reset();
    const buffer_owner buffer = make_buffer(pool, 1000);
    EXPECT_EQ(counting().calls("clCreateBuffer"), 1U);
    EXPECT_EQ(counting().calls("clCreateSubBuffer"), 0U);
    cl_mem mem = nullptr;
    for (int i = 0; i < 3; ++i) {
        CHECK_OK(clmem_buffer_mem(buffer, &mem));
    }
    EXPECT_EQ(counting().calls("clCreateSubBuffer"), 1U);
    EXPECT_EQ(statistics(pool).objects_created, 1U);
}

TEST_F(opencl_calls, figures_count_what_the_driver_sees) {
    const provider_owner provider = make_buffer_provider();
    counting().reset();
    const pool_owner pool = make_pool(provider);
    for (int round = 0; round < 5; ++round) {
        std::vector<buffer_owner> buffers;
        for (std::size_t i = 1; i < 30; ++i) {
            buffers.push_back(make_buffer(pool, i * 300 * kib));
        }
        for (const buffer_owner &buffer : buffers) {
            cl_mem mem = nullptr;
            CHECK_OK(clmem_buffer_mem(buffer, &mem));
        }
        buffers.clear();
        CHECK_OK(clmem_pool_trim(pool, 10 * mib, nullptr));
        const clmem_statistics all = statistics(pool);
        EXPECT_EQ(all.driver_allocations, counting().calls("clCreateBuffer"));
        EXPECT_EQ(all.objects_created, counting().calls("clCreateSubBuffer"));
        EXPECT_LE(counting().calls("clReleaseMemObject"), all.driver_releases + all.objects_created);
    }
    CHECK_OK(clmem_pool_free_held(pool));
    const clmem_statistics all = statistics(pool);
    EXPECT_EQ(counting().calls("clReleaseMemObject"), all.driver_releases + all.objects_created);
}

TEST_F(opencl_calls, any_may_fail_for_lack_of_memory) {
    fail_each_call_in_turn(nullptr, CL_OUT_OF_RESOURCES);
}

TEST_F(opencl_calls, any_may_fail_for_another_reason) {
    fail_each_call_in_turn(nullptr, CL_INVALID_OPERATION);
}

TEST_F(opencl_calls, buffers_may_be_refused) {
    fail_each_call_in_turn("clCreateBuffer", CL_MEM_OBJECT_ALLOCATION_FAILURE);
    fail_each_call_in_turn("clCreateBuffer", CL_INVALID_BUFFER_SIZE);
}

TEST_F(opencl_calls, migrations_may_be_refused) {
    fail_each_call_in_turn("clEnqueueMigrateMemObjects", CL_MEM_OBJECT_ALLOCATION_FAILURE);
}

TEST_F(opencl_calls, sub_buffers_may_be_refused) {
    fail_each_call_in_turn("clCreateSubBuffer", CL_OUT_OF_RESOURCES);
    const provider_owner provider = make_buffer_provider();
    const pool_owner pool = make_pool(provider);
    const buffer_owner buffer = make_buffer(pool, 1000);
    cl_mem mem = reinterpret_cast<cl_mem>(1);
    counting().fail("clCreateSubBuffer", 1, CL_OUT_OF_RESOURCES, false);
    CHECK_STATUS(CL_OUT_OF_RESOURCES, clmem_buffer_mem(buffer, &mem));
    EXPECT_EQ(mem, nullptr);
    EXPECT_EQ(last_error().opencl_code, CL_OUT_OF_RESOURCES);
    CHECK_OK(clmem_buffer_mem(buffer, &mem));
    EXPECT_NE(mem, nullptr);
}

TEST_F(opencl_calls, a_refusal_returns_idle_slabs) {
    const provider_owner provider = make_buffer_provider();
    const pool_owner pool = make_pool(provider);
    std::vector<buffer_owner> buffers;
    for (int i = 0; i < 10; ++i) {
        buffers.push_back(make_buffer(pool, 4 * mib));
    }
    buffers.clear();
    counting().reset();
    counting().fail("clCreateBuffer", 1, CL_MEM_OBJECT_ALLOCATION_FAILURE, false);
    const buffer_owner buffer = make_buffer(pool, 9 * mib); // fits into no idle slab
    EXPECT_TRUE(counting().failed());
    EXPECT_EQ(counting().calls("clCreateBuffer"), 2U);
    EXPECT_EQ(statistics(pool).idle_bytes, 0U);
    EXPECT_EQ(statistics(pool).failures, 0U);
}

TEST_F(opencl_calls, lasting_refusals_fail_with_the_code) {
    provider_owner immediate;
    REQUIRE_OK(clmem_provider_create_immediate(queue_, nullptr, immediate.out()));
    const pool_owner pool = make_pool(immediate);
    clmem_buffer buffer = reinterpret_cast<clmem_buffer>(1);
    for (const char *function : {"clCreateBuffer", "clEnqueueMigrateMemObjects"}) {
        counting().fail(function, 1, CL_MEM_OBJECT_ALLOCATION_FAILURE, true);
        CHECK_STATUS(CLMEM_ERROR_OUT_OF_MEMORY, clmem_pool_allocate(pool, nullptr, mib, &buffer));
        EXPECT_TRUE(counting().failed()) << function;
        EXPECT_EQ(last_error().opencl_code, CL_MEM_OBJECT_ALLOCATION_FAILURE);
        EXPECT_EQ(buffer, nullptr);
        EXPECT_EQ(statistics(pool).managed_bytes, 0U);
    }
    counting().reset();
    const buffer_owner works = make_buffer(pool, mib);
}

TEST_F(opencl_calls, immediate_memory_is_refused_beyond_the_devices) {
    clmem_device_info device = CLMEM_DEVICE_INFO_INIT;
    REQUIRE_OK(clmem_device_describe(device_, &device));
    provider_owner immediate;
    REQUIRE_OK(clmem_provider_create_immediate(queue_, nullptr, immediate.out()));
    std::vector<buffer_owner> buffers;
    std::size_t sum = 0;
    clmem_status status = CLMEM_SUCCESS;
    while (status == CLMEM_SUCCESS && sum <= device.memory_bytes) {
        counting().reset();
        buffer_owner buffer;
        status = clmem_provider_allocate(immediate, device.max_allocation_bytes, buffer.out());
        if (status == CLMEM_SUCCESS) { sum += device.max_allocation_bytes; }
        buffers.push_back(std::move(buffer));
    }
    EXPECT_EQ(status, CLMEM_ERROR_OUT_OF_MEMORY);
    EXPECT_LE(sum, device.memory_bytes);
    // Refused either before the driver is called, or by a driver that offers less than the device's memory.
    if (last_error().opencl_code == CL_SUCCESS) {
        EXPECT_EQ(counting().calls("clCreateBuffer"), 0U);
    } else {
        EXPECT_EQ(last_error().opencl_code, CL_MEM_OBJECT_ALLOCATION_FAILURE);
    }
    buffers.pop_back();
    if (!buffers.empty()) { buffers.pop_back(); }
    buffer_owner again;
    CHECK_OK(clmem_provider_allocate(immediate, mib, again.out()));
}

} // namespace
} // namespace clmem::test
