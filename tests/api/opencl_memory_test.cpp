// Memory of an OpenCL device: data in blocks, sub-buffers, flags, queues.
#include "figures.hpp"
#include "opencl.hpp"
#include "options.hpp"
#include "recorder.hpp"

#include <map>

namespace clmem::test {
namespace {

cl_mem mem_of(clmem_buffer buffer) {
    cl_mem mem = nullptr;
    CHECK_OK(clmem_buffer_mem(buffer, &mem));
    return mem;
}

template <class T>
T mem_info(cl_mem mem, cl_mem_info name) {
    T value{};
    EXPECT_EQ(REAL(clGetMemObjectInfo)(mem, name, sizeof value, &value, nullptr), CL_SUCCESS);
    return value;
}

class opencl_memory : public on_device, public testing::WithParamInterface<clmem_provider_kind> {
  protected:
    provider_owner provider_;

    void SetUp() override {
        on_device::SetUp();
        if (HasFatalFailure()) { return; }
        if (GetParam() == CLMEM_PROVIDER_BUFFER) {
            REQUIRE_OK(clmem_provider_create_buffer(context_, nullptr, provider_.out()));
        } else {
            REQUIRE_OK(clmem_provider_create_immediate(queue_, nullptr, provider_.out()));
        }
    }
    void TearDown() override {
        provider_.reset();
        on_device::TearDown();
    }

    // Fills the block's whole object with a command in the queue.
    void fill(clmem_buffer buffer, std::uint32_t seed) {
        const cl_mem mem = mem_of(buffer);
        const std::size_t bytes = mem_info<std::size_t>(mem, CL_MEM_SIZE);
        ASSERT_LE(bytes, describe(buffer).capacity_bytes) << "the object extends into its neighbour";
        std::vector<unsigned char> data(bytes);
        for (std::size_t i = 0; i < bytes; ++i) {
            data[i] = pattern(seed, i);
        }
        ASSERT_EQ(REAL(clEnqueueWriteBuffer)(queue_, mem, CL_TRUE, 0, bytes, data.data(), 0, nullptr, nullptr),
                  CL_SUCCESS);
    }
    void check(clmem_buffer buffer, std::uint32_t seed) {
        const cl_mem mem = mem_of(buffer);
        std::vector<unsigned char> data(mem_info<std::size_t>(mem, CL_MEM_SIZE));
        ASSERT_EQ(REAL(clEnqueueReadBuffer)(queue_, mem, CL_TRUE, 0, data.size(), data.data(), 0, nullptr, nullptr),
                  CL_SUCCESS);
        for (std::size_t i = 0; i < data.size(); ++i) {
            ASSERT_EQ(data[i], pattern(seed, i)) << "byte " << i;
        }
    }

  private:
    static unsigned char pattern(std::uint32_t seed, std::size_t i) {
        return static_cast<unsigned char>((i * 2654435761U + seed * 40503U) >> 7);
    }
};

INSTANTIATE_TEST_SUITE_P(, opencl_memory, testing::Values(CLMEM_PROVIDER_BUFFER, CLMEM_PROVIDER_IMMEDIATE),
                         [](const auto &kind) { return kind.param == CLMEM_PROVIDER_BUFFER ? "buffer" : "immediate"; });

TEST_P(opencl_memory, neighbours_do_not_disturb_each_other) {
    const pool_owner pool = make_pool(provider_);
    std::map<std::uint32_t, buffer_owner> blocks;
    std::uint32_t seed = 0;
    const auto add = [&](std::size_t bytes) {
        blocks.emplace(++seed, make_buffer(pool, bytes));
        fill(blocks[seed], seed);
    };
    for (const std::size_t bytes :
         {std::size_t{1}, std::size_t{2}, std::size_t{127}, std::size_t{128}, std::size_t{511}, std::size_t{512},
          std::size_t{513}, 4 * kib, 64 * kib - 1, 300 * kib, mib + 1, 3 * mib}) {
        for (int i = 0; i < 3; ++i) {
            add(bytes);
        }
    }
    for (const auto &[number, buffer] : blocks) {
        check(buffer, number);
    }
    std::erase_if(blocks, [](const auto &block) { return block.first % 2 == 0; });
    for (const std::size_t bytes : {std::size_t{600}, std::size_t{1}, 4 * kib, 100 * kib, 2 * mib, 5 * mib}) {
        add(bytes);
    }
    for (const auto &[number, buffer] : blocks) {
        check(buffer, number);
    }
    blocks.clear();
    check_figures(pool);
}

TEST_P(opencl_memory, blocks_are_sub_buffers_in_their_place) {
    const pool_owner pool = make_pool(provider_);
    clmem_provider_info about = CLMEM_PROVIDER_INFO_INIT;
    CHECK_OK(clmem_provider_describe(provider_, &about));
    cl_uint bits = 0;
    ASSERT_EQ(REAL(clGetDeviceInfo)(device_, CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof bits, &bits, nullptr), CL_SUCCESS);
    EXPECT_EQ(about.alignment_bytes, bits / 8) << "OpenCL gives it in bits";
    EXPECT_EQ(about.context, context_);
    EXPECT_EQ(about.memory_flags, std::uint64_t{CL_MEM_READ_WRITE});
    EXPECT_EQ(about.kind, static_cast<std::uint32_t>(GetParam()));
    std::vector<buffer_owner> buffers;
    for (const std::size_t bytes : {std::size_t{1}, std::size_t{100}, 3 * kib, 70 * kib, mib, 3 * mib}) {
        buffers.push_back(make_buffer(pool, bytes));
        const clmem_buffer_info info = describe(buffers.back());
        const cl_mem mem = mem_of(buffers.back());
        EXPECT_EQ(mem_of(buffers.back()), mem) << "made at the first request, found by later ones";
        EXPECT_GE(mem_info<std::size_t>(mem, CL_MEM_SIZE), bytes);
        EXPECT_LE(mem_info<std::size_t>(mem, CL_MEM_SIZE), info.capacity_bytes);
        EXPECT_EQ(mem_info<std::size_t>(mem, CL_MEM_OFFSET), info.offset_bytes);
        EXPECT_EQ(info.offset_bytes % about.alignment_bytes, 0U);
        EXPECT_EQ(mem_info<cl_mem>(mem, CL_MEM_ASSOCIATED_MEMOBJECT), info.slab_memory);
        EXPECT_EQ(mem_info<cl_context>(mem, CL_MEM_CONTEXT), context_);
        EXPECT_EQ(mem_info<cl_mem_flags>(mem, CL_MEM_FLAGS) & CL_MEM_READ_WRITE, cl_mem_flags{CL_MEM_READ_WRITE});
        EXPECT_EQ(mem_info<std::size_t>(static_cast<cl_mem>(info.slab_memory), CL_MEM_SIZE), info.slab_bytes);
    }
}

TEST_P(opencl_memory, freed_blocks_keep_their_object) {
    const pool_owner pool = make_pool(provider_);
    buffer_owner buffer = make_buffer(pool, 10 * kib);
    const cl_mem mem = mem_of(buffer);
    const std::uint64_t made = statistics(pool).objects_created;
    for (int i = 0; i < 10; ++i) {
        buffer.reset();
        buffer = make_buffer(pool, 10 * kib);
        EXPECT_EQ(mem_of(buffer), mem);
    }
    EXPECT_EQ(statistics(pool).objects_created, made);
    EXPECT_EQ(statistics(pool).hits, 10U);
}

// Splitting or coalescing changes a range's size, so its object cannot be used any more.
TEST_P(opencl_memory, objects_follow_the_sizes_of_their_ranges) {
    const pool_owner pool = make_pool(provider_);
    for (const std::size_t bytes : {4 * mib, 3 * mib, 5 * mib / 2, 4 * mib, std::size_t{2560} * kib, 4 * mib}) {
        const buffer_owner buffer = make_buffer(pool, bytes);
        const cl_mem mem = mem_of(buffer);
        EXPECT_GE(mem_info<std::size_t>(mem, CL_MEM_SIZE), bytes);
        EXPECT_LE(mem_info<std::size_t>(mem, CL_MEM_SIZE), describe(buffer).capacity_bytes);
        EXPECT_EQ(mem_info<std::size_t>(mem, CL_MEM_OFFSET), describe(buffer).offset_bytes);
    }
    EXPECT_EQ(statistics(pool).slabs, 1U) << "the ranges are not parts of one slab";
}

TEST_P(opencl_memory, stale_handles_give_no_object) {
    const pool_owner pool = make_pool(provider_);
    buffer_owner buffer = make_buffer(pool, 10 * kib);
    const cl_mem mem = mem_of(buffer);
    const clmem_buffer old = buffer;
    buffer.reset();
    cl_mem of_old = mem;
    CHECK_STATUS(CLMEM_ERROR_INVALID_HANDLE, clmem_buffer_mem(old, &of_old));
    EXPECT_EQ(of_old, nullptr);
    buffer = make_buffer(pool, 10 * kib); // the same range and object with a new handle
    EXPECT_EQ(mem_of(buffer), mem);
    of_old = mem;
    CHECK_STATUS(CLMEM_ERROR_INVALID_HANDLE, clmem_buffer_mem(old, &of_old));
    EXPECT_EQ(of_old, nullptr);
}

TEST_P(opencl_memory, the_program_may_divide_dedicated_blocks) {
    const pool_owner pool = make_pool(provider_);
    clmem_allocation_options options = CLMEM_ALLOCATION_OPTIONS_INIT;
    options.flags = CLMEM_ALLOCATION_DEDICATED;
    buffer_owner from_pool;
    buffer_owner from_provider;
    REQUIRE_OK(clmem_pool_allocate_with(pool, &options, 64 * kib, from_pool.out()));
    REQUIRE_OK(clmem_provider_allocate(provider_, 64 * kib, from_provider.out()));
    for (const buffer_owner *buffer : {&from_pool, &from_provider}) {
        const cl_mem mem = mem_of(*buffer);
        EXPECT_EQ(mem, describe(*buffer).slab_memory);
        EXPECT_EQ(mem_info<cl_mem>(mem, CL_MEM_ASSOCIATED_MEMOBJECT), nullptr);
        const cl_buffer_region region = {0, 1000};
        cl_int error = CL_SUCCESS;
        const cl_mem part = REAL(clCreateSubBuffer)(mem, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
        ASSERT_EQ(error, CL_SUCCESS);
        EXPECT_EQ(REAL(clReleaseMemObject)(part), CL_SUCCESS);
        fill(*buffer, 5);
        check(*buffer, 5);
    }
}

TEST_P(opencl_memory, blocks_outlive_all_that_they_came_from) {
    buffer_owner buffer;
    {
        const pool_owner pool = make_pool(provider_);
        buffer = make_buffer(pool, 100 * kib);
    }
    provider_.reset();
    fill(buffer, 1);
    check(buffer, 1);
}

TEST_P(opencl_memory, flags_are_checked) {
    const auto create = [&](std::uint64_t flags, clmem_provider *out) {
        return GetParam() == CLMEM_PROVIDER_BUFFER ? clmem_provider_create_buffer(context_, memory_flags(flags), out)
                                                   : clmem_provider_create_immediate(queue_, memory_flags(flags), out);
    };
    for (const std::uint64_t flags :
         {std::uint64_t{CL_MEM_USE_HOST_PTR}, std::uint64_t{CL_MEM_COPY_HOST_PTR},
          std::uint64_t{CL_MEM_READ_WRITE | CL_MEM_READ_ONLY}, std::uint64_t{CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY},
          std::uint64_t{CL_MEM_HOST_NO_ACCESS | CL_MEM_HOST_READ_ONLY}, std::uint64_t{1} << 40,
          std::uint64_t{1} << 63}) {
        clmem_provider refused = reinterpret_cast<clmem_provider>(1);
        EXPECT_EQ(create(flags, &refused), CLMEM_ERROR_INVALID_ARGUMENT) << flags;
        EXPECT_EQ(refused, nullptr);
    }
    for (const std::uint64_t flags : {std::uint64_t{CL_MEM_READ_ONLY}, std::uint64_t{CL_MEM_ALLOC_HOST_PTR},
                                      std::uint64_t{CL_MEM_READ_WRITE | CL_MEM_HOST_READ_ONLY}}) {
        provider_owner provider;
        ASSERT_EQ(create(flags, provider.out()), CLMEM_SUCCESS) << flags << ": " << last_error().message;
        const pool_owner pool = make_pool(provider);
        const buffer_owner buffer = make_buffer(pool, 1000);
        EXPECT_EQ(mem_info<cl_mem_flags>(static_cast<cl_mem>(describe(buffer).slab_memory), CL_MEM_FLAGS) & flags,
                  flags);
        EXPECT_NE(mem_of(buffer), nullptr);
    }
}

TEST_P(opencl_memory, any_number_of_queues_share_a_pool) {
    queue_owner second;
    REQUIRE_OK(clmem_queue_create(context_, device_, 0, second.out()));
    clmem_pool_options options = CLMEM_POOL_OPTIONS_INIT;
    options.queue = queue_;
    const pool_owner of_queue = make_pool(provider_, &options);
    const pool_owner of_none = make_pool(provider_);
    buffer_owner buffer = make_buffer(of_queue, 1000);
    EXPECT_EQ(describe(buffer).queue, queue_);
    for (cl_command_queue named : {queue_.get(), second.get()}) {
        CHECK_OK(clmem_pool_allocate(of_queue, named, 1000, buffer.out()));
        EXPECT_EQ(describe(buffer).queue, named);
    }
    EXPECT_EQ(statistics(of_queue).queues, 2U);

    CHECK_OK(clmem_pool_allocate(of_none, second, 1000, buffer.out())); // the first queue becomes the pool's default
    CHECK_OK(clmem_pool_allocate(of_none, queue_, 1000, buffer.out()));
    EXPECT_EQ(describe(buffer).queue, queue_);
    buffer = make_buffer(of_none, 1000);
    EXPECT_EQ(describe(buffer).queue, second);
    clmem_allocation_options how = CLMEM_ALLOCATION_OPTIONS_INIT;
    how.queue = queue_;
    CHECK_OK(clmem_pool_allocate_with(of_none, &how, 1000, buffer.out()));
    EXPECT_EQ(describe(buffer).queue, queue_);
    EXPECT_EQ(statistics(of_none).queues, 2U);
}

TEST_P(opencl_memory, queues_of_another_context_are_refused) {
    context_owner other;
    queue_owner foreign;
    REQUIRE_OK(clmem_context_create(device_, other.out()));
    REQUIRE_OK(clmem_queue_create(other, device_, 0, foreign.out()));
    clmem_pool_options options = CLMEM_POOL_OPTIONS_INIT;
    options.queue = foreign;
    clmem_pool refused = nullptr;
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_pool_create(provider_, &options, &refused));
    const pool_owner pool = make_pool(provider_);
    clmem_buffer buffer = nullptr;
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_pool_allocate(pool, foreign, 1000, &buffer));
    const buffer_owner own = make_buffer(pool, 1000);
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_pool_record_use(pool, own, foreign));
    EXPECT_EQ(statistics(pool).queues, 0U);
}

TEST_P(opencl_memory, out_of_order_queues_have_blocks_as_others_do) {
    clmem_device_info info = CLMEM_DEVICE_INFO_INIT;
    REQUIRE_OK(clmem_device_describe(device_, &info));
    if ((info.features & CLMEM_DEVICE_OUT_OF_ORDER_QUEUE) == 0) { GTEST_SKIP() << "the device has no such queues"; }
    queue_owner out_of_order;
    REQUIRE_OK(clmem_queue_create(context_, device_, CLMEM_QUEUE_OUT_OF_ORDER, out_of_order.out()));
    clmem_pool_options options = CLMEM_POOL_OPTIONS_INIT;
    options.queue = out_of_order;
    const pool_owner of_queue = make_pool(provider_, &options);
    EXPECT_EQ(describe(make_buffer(of_queue, 1000)).queue, out_of_order);
    const pool_owner pool = make_pool(provider_);
    for (int i = 0; i < 3; ++i) {
        buffer_owner buffer;
        CHECK_OK(clmem_pool_allocate(pool, out_of_order, 1000, buffer.out()));
        EXPECT_EQ(describe(buffer).queue, out_of_order);
    }
    check_figures(pool);
}

class opencl_user_memory : public on_device {};

// A program's provider may return OpenCL buffers; blocks are then sub-buffers of them.
TEST_F(opencl_user_memory, is_cut_into_sub_buffers) {
    clmem_provider_callbacks callbacks = CLMEM_PROVIDER_CALLBACKS_INIT;
    callbacks.memory_is_buffer = 1;
    callbacks.context = context_;
    callbacks.user = static_cast<cl_context>(context_);
    callbacks.allocate = [](void *user, std::size_t bytes, void **out_memory) -> clmem_status {
        cl_int error = CL_SUCCESS;
        *out_memory = REAL(clCreateBuffer)(static_cast<cl_context>(user), CL_MEM_READ_WRITE, bytes, nullptr, &error);
        return error;
    };
    callbacks.release = [](void *, void *memory, std::size_t) {
        EXPECT_EQ(REAL(clReleaseMemObject)(static_cast<cl_mem>(memory)), CL_SUCCESS);
    };
    provider_owner provider;
    REQUIRE_OK(clmem_provider_create_user(&callbacks, provider.out()));
    const pool_owner pool = make_pool(provider);
    const buffer_owner first = make_buffer(pool, 1000);
    const buffer_owner second = make_buffer(pool, 1000);
    EXPECT_EQ(mem_info<cl_mem>(mem_of(first), CL_MEM_ASSOCIATED_MEMOBJECT), describe(first).slab_memory);
    EXPECT_NE(mem_of(first), mem_of(second));
    EXPECT_EQ(describe(first).slab_memory, describe(second).slab_memory);
}

} // namespace
} // namespace clmem::test
