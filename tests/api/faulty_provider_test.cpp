// Faulty providers: what their pools and blocks make of it.
#include "figures.hpp"
#include "opencl.hpp"
#include "options.hpp"

#include <string>
#include <vector>

namespace clmem::test {
namespace {

// On a virtual provider, without a device.
class faulty : public testing::Test {
  protected:
    void make(const char *spec) {
        const provider_owner from = make_provider();
        REQUIRE_OK(clmem_provider_create_faulty(from, spec, provider_.out()));
    }
    void make_pool(const char *spec) {
        make(spec);
        REQUIRE_OK(clmem_pool_create(provider_, nullptr, pool_.out()));
    }
    [[nodiscard]] clmem_fault_counts counts() const {
        clmem_fault_counts known = CLMEM_FAULT_COUNTS_INIT;
        CHECK_OK(clmem_provider_faults(provider_, &known));
        return known;
    }

    provider_owner provider_;
    pool_owner pool_;
};

TEST_F(faulty, has_the_properties_of_the_other_one) {
    clmem_virtual_options options = CLMEM_VIRTUAL_OPTIONS_INIT;
    options.alignment_bytes = 256;
    options.memory_bytes = 3 << 20;
    const provider_owner from = make_provider(&options);
    CHECK_OK(clmem_provider_create_faulty(from, "allocate:nth=7", provider_.out()));
    clmem_provider_info info = CLMEM_PROVIDER_INFO_INIT;
    CHECK_OK(clmem_provider_describe(provider_, &info));
    EXPECT_EQ(info.kind, CLMEM_PROVIDER_VIRTUAL);
    EXPECT_EQ(info.alignment_bytes, 256U);
    EXPECT_EQ(info.memory_bytes, std::size_t{3} << 20);
    CHECK_OK(clmem_provider_set_time(provider_, 5));
}

TEST_F(faulty, an_allocation_fails_once) {
    make("allocate:nth=2");
    buffer_owner first, second;
    CHECK_OK(clmem_provider_allocate(provider_, 4096, first.out()));
    CHECK_STATUS(CLMEM_ERROR_OUT_OF_MEMORY, clmem_provider_allocate(provider_, 4096, second.out()));
    EXPECT_EQ(last_error().opencl_code, CL_MEM_OBJECT_ALLOCATION_FAILURE);
    EXPECT_NE(last_error().message.find("expected allocate of 4096 bytes to succeed, got an injected fault, at call 2 "
                                        "of the provider: CL_MEM_OBJECT_ALLOCATION_FAILURE"),
              std::string::npos)
        << last_error().message;
    CHECK_OK(clmem_provider_allocate(provider_, 4096, second.out()));
    EXPECT_EQ(counts().calls, 3U);
    EXPECT_EQ(counts().failures, 1U);
    EXPECT_EQ(counts().delays, 0U);
}

TEST_F(faulty, other_codes_are_the_status) {
    make("allocate:code=CL_INVALID_CONTEXT");
    buffer_owner block;
    CHECK_STATUS(CL_INVALID_CONTEXT, clmem_provider_allocate(provider_, 4096, block.out()));
}

TEST_F(faulty, a_pool_fails_once_and_has_memory_again) {
    make_pool("allocate:nth=2");
    std::vector<buffer_owner> blocks(3);
    CHECK_OK(clmem_pool_allocate(pool_, nullptr, 8 << 20, blocks[0].out()));
    CHECK_STATUS(CLMEM_ERROR_OUT_OF_MEMORY, clmem_pool_allocate(pool_, nullptr, 8 << 20, blocks[1].out()));
    CHECK_OK(clmem_pool_allocate(pool_, nullptr, 8 << 20, blocks[1].out()));
    EXPECT_EQ(counts().failures, 1U);
}

TEST_F(faulty, a_pool_keeps_what_it_has_when_memory_is_short_for_good) {
    make_pool("allocate:from=2");
    buffer_owner first, second;
    CHECK_OK(clmem_pool_allocate(pool_, nullptr, 8 << 20, first.out()));
    CHECK_STATUS(CLMEM_ERROR_OUT_OF_MEMORY, clmem_pool_allocate(pool_, nullptr, 64 << 20, second.out()));
    first.reset();
    CHECK_OK(clmem_pool_allocate(pool_, nullptr, 8 << 20, first.out()));
}

TEST_F(faulty, memory_is_denied_beyond_a_total) {
    make("memory:beyond=1MiB");
    buffer_owner first, second;
    CHECK_OK(clmem_provider_allocate(provider_, 768 << 10, first.out()));
    CHECK_STATUS(CLMEM_ERROR_OUT_OF_MEMORY, clmem_provider_allocate(provider_, 512 << 10, second.out()));
    first.reset();
    CHECK_OK(clmem_provider_allocate(provider_, 512 << 10, second.out()));
}

TEST_F(faulty, what_a_free_loses_is_freed_with_the_provider) {
    clmem_virtual_options options = CLMEM_VIRTUAL_OPTIONS_INIT;
    options.memory_bytes = 1 << 20;
    const provider_owner from = make_provider(&options);
    CHECK_OK(clmem_provider_create_faulty(from, "free:nth=1", provider_.out()));
    buffer_owner block;
    CHECK_OK(clmem_provider_allocate(provider_, 1 << 20, block.out()));
    block.reset();
    EXPECT_EQ(counts().failures, 1U);
    CHECK_STATUS(CLMEM_ERROR_OUT_OF_MEMORY, clmem_provider_allocate(from, 1 << 20, block.out())) << "it is lost";
    provider_.reset();
    CHECK_OK(clmem_provider_allocate(from, 1 << 20, block.out()));
}

TEST_F(faulty, a_lost_device_gives_no_memory_but_takes_it_back) {
    make_pool("allocate:nth=2:lose");
    buffer_owner first, second;
    CHECK_OK(clmem_pool_allocate(pool_, nullptr, 8 << 20, first.out()));
    CHECK_STATUS(CL_DEVICE_NOT_AVAILABLE, clmem_pool_allocate(pool_, nullptr, 64 << 20, second.out()));
    CHECK_STATUS(CL_DEVICE_NOT_AVAILABLE, clmem_pool_allocate(pool_, nullptr, 64 << 20, second.out()));
    first.reset();
    CHECK_OK(clmem_pool_trim(pool_, 0, nullptr));
    EXPECT_EQ(statistics(pool_).managed_bytes, 0U);
}

TEST_F(faulty, delays_are_counted) {
    make("all:delay=1us");
    buffer_owner block;
    CHECK_OK(clmem_provider_allocate(provider_, 4096, block.out()));
    block.reset();
    EXPECT_EQ(counts().delays, 2U);
    EXPECT_EQ(counts().failures, 0U);
}

TEST_F(faulty, one_may_lie_over_another) {
    make("allocate:nth=1");
    provider_owner outer;
    CHECK_OK(clmem_provider_create_faulty(provider_, "allocate:nth=2", outer.out()));
    buffer_owner block;
    CHECK_STATUS(CLMEM_ERROR_OUT_OF_MEMORY, clmem_provider_allocate(outer, 4096, block.out()));
    CHECK_STATUS(CLMEM_ERROR_OUT_OF_MEMORY, clmem_provider_allocate(outer, 4096, block.out()));
    CHECK_OK(clmem_provider_allocate(outer, 4096, block.out()));
}

TEST_F(faulty, wrong_specs_are_refused) {
    const provider_owner from = make_provider();
    const auto refused = [&](const char *spec) {
        CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_provider_create_faulty(from, spec, provider_.out()));
        return last_error().message;
    };
    EXPECT_EQ(refused("allocate:nth=0"), "spec: nth: expected a number from 1 on, got 0");
    EXPECT_EQ(refused("clCreateBuffer"), "spec: expected allocate, free, sub_buffer, map, memory or all, got "
                                         "clCreateBuffer; functions of OpenCL fail under clmem run --fault");
    EXPECT_EQ(refused("below:allocate"),
              "spec: expected rules without below: and late=, which only clmem run --fault has, got below:");
    EXPECT_EQ(refused("allocate:late=-5"),
              "spec: expected rules without below: and late=, which only clmem run --fault has, got late=");
    EXPECT_EQ(refused(""), "spec: expected rules like clCreateBuffer:nth=3, got nothing");
}

TEST_F(faulty, others_have_no_counts) {
    const provider_owner plain = make_provider();
    clmem_fault_counts known = CLMEM_FAULT_COUNTS_INIT;
    CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED, clmem_provider_faults(plain, &known));
    CHECK_STATUS(CLMEM_ERROR_INVALID_HANDLE, clmem_provider_faults(nullptr, &known));
}

// What was injected is logged, with the operation and its size.
TEST_F(faulty, faults_are_logged) {
    std::string lines;
    const clmem_log_fn hear = [](void *user, std::uint32_t, const char *line) {
        static_cast<std::string *>(user)->append(line).append("\n");
    };
    make("allocate:nth=1");
    CHECK_OK(clmem_log_set_callback(CLMEM_LOG_INFO, hear, &lines));
    buffer_owner block;
    CHECK_STATUS(CLMEM_ERROR_OUT_OF_MEMORY, clmem_provider_allocate(provider_, 4096, block.out()));
    CHECK_OK(clmem_log_set_callback(CLMEM_LOG_NONE, nullptr, nullptr));
    EXPECT_NE(lines.find("injected fault: allocate of 4096 bytes, call 1 of the provider: "
                         "CL_MEM_OBJECT_ALLOCATION_FAILURE"),
              std::string::npos)
        << lines;
}

class faulty_buffers : public on_device {
  protected:
    void make_pool(const char *spec) {
        provider_owner from, provider;
        REQUIRE_OK(clmem_provider_create_buffer(context_, nullptr, from.out()));
        REQUIRE_OK(clmem_provider_create_faulty(from, spec, provider.out()));
        REQUIRE_OK(clmem_pool_create(provider, nullptr, pool_.out()));
        REQUIRE_OK(clmem_pool_allocate(pool_, queue_, 4096, block_.out()));
    }
    void TearDown() override {
        block_.reset();
        pool_.reset();
        on_device::TearDown();
    }

    pool_owner pool_;
    buffer_owner block_;
};

TEST_F(faulty_buffers, a_sub_buffer_fails_once) {
    make_pool("sub_buffer:nth=1:code=CL_OUT_OF_HOST_MEMORY");
    cl_mem object = nullptr;
    CHECK_STATUS(CLMEM_ERROR_OUT_OF_MEMORY, clmem_buffer_mem(block_, &object));
    CHECK_OK(clmem_buffer_mem(block_, &object));
    EXPECT_NE(object, nullptr);
}

TEST_F(faulty_buffers, a_map_fails_once_and_changes_nothing) {
    make_pool("map:nth=1:code=CL_MAP_FAILURE");
    map_owner map;
    CHECK_STATUS(CL_MAP_FAILURE,
                 clmem_map_buffer(block_, queue_, CL_MAP_WRITE, map_part(0, SIZE_MAX), map.out(), nullptr));
    CHECK_OK(clmem_map_buffer(block_, queue_, CL_MAP_WRITE, map_part(0, SIZE_MAX), map.out(), nullptr));
}

} // namespace
} // namespace clmem::test
