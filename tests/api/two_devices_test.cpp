// Two devices in one context: blocks move between their queues. And two commands in one slab at the same time: the host
// maps one block while a kernel writes the adjacent one. POCL_DEVICES="pthread pthread" gives PoCL two devices.
#include "queue_memory.hpp"

#include <array>
#include <random>

namespace clmem::test {
namespace {

class two_devices : public testing::Test {
  protected:
    std::vector<cl_device_id> devices_;
    cl_context context_ = nullptr;
    std::array<queue_owner, 4> queues_; // two for each device

    void SetUp() override {
        std::array<cl_platform_id, 8> platforms{};
        cl_uint count = 0;
        ASSERT_EQ(REAL(clGetPlatformIDs)(8, platforms.data(), &count), CL_SUCCESS);
        for (cl_uint i = 0; i < std::min(count, 8U) && devices_.size() < 2; ++i) {
            devices_.resize(2);
            cl_uint found = 0;
            REAL(clGetDeviceIDs)(platforms[i], CL_DEVICE_TYPE_ALL, 2, devices_.data(), &found);
            devices_.resize(std::min(found, 2U));
        }
        if (devices_.size() < 2) { GTEST_SKIP() << "no platform has two devices"; }
        cl_int code = CL_SUCCESS;
        context_ = REAL(clCreateContext)(nullptr, 2, devices_.data(), nullptr, nullptr, &code);
        ASSERT_EQ(code, CL_SUCCESS);
        for (std::size_t i = 0; i < queues_.size(); ++i) {
            REQUIRE_OK(clmem_queue_create(context_, devices_[i % 2], 0, queues_[i].out()));
        }
    }
    void TearDown() override {
        for (queue_owner &queue : queues_) {
            queue.reset();
        }
        if (context_ != nullptr) { EXPECT_EQ(REAL(clReleaseContext)(context_), CL_SUCCESS); }
    }
};

TEST_F(two_devices, blocks_move_between_the_queues_of_both) {
    provider_owner provider;
    REQUIRE_OK(clmem_provider_create_buffer(context_, nullptr, provider.out()));
    clmem_pool_options options = CLMEM_POOL_OPTIONS_INIT;
    options.limit_bytes = std::size_t{4} << 20;
    const pool_owner pool = make_pool(provider, &options);
    pattern_kernels kernels{context_, devices_};
    std::mt19937 random{5};
    for (std::uint32_t step = 0; step < 2000; ++step) {
        cl_command_queue writer = queues_[random() % 4];
        cl_command_queue reader = queues_[random() % 4];
        buffer_owner block;
        REQUIRE_OK(clmem_pool_allocate(pool, writer, std::size_t{4096} << random() % 9, block.out()));
        cl_event written = nullptr;
        kernels.write(writer, block, step, nullptr, &written);
        flush(writer);
        REQUIRE_OK(clmem_pool_record_use(pool, block, reader));
        kernels.check(reader, block, step, written);
        flush(reader);
        REAL(clReleaseEvent)(written);
        if (step % 64 == 0) { finish(reader); }
    }
    for (const queue_owner &queue : queues_) {
        finish(queue);
    }
    EXPECT_EQ(kernels.wrong(), 0U);
    EXPECT_GT(statistics(pool).barriers, 0U);
    check_figures(pool);
}

TEST_F(two_devices, a_block_that_the_other_device_still_writes_is_waited_for) {
    provider_owner provider;
    REQUIRE_OK(clmem_provider_create_buffer(context_, nullptr, provider.out()));
    constexpr std::size_t slab = std::size_t{2} << 20;
    clmem_pool_options options = CLMEM_POOL_OPTIONS_INIT;
    options.limit_bytes = slab;
    const pool_owner pool = make_pool(provider, &options);
    pattern_kernels kernels{context_, devices_};
    gate held{context_};
    buffer_owner block;
    REQUIRE_OK(clmem_pool_allocate(pool, queues_[0], slab, block.out()));
    kernels.write(queues_[0], block, 1, held.event());
    flush(queues_[0]);
    REQUIRE_OK(clmem_pool_allocate(pool, queues_[1], slab, block.out()));
    kernels.write(queues_[1], block, 2);
    flush(queues_[1]);
    held.open();
    finish(queues_[0]);
    kernels.check(queues_[1], block, 2);
    finish(queues_[1]);
    EXPECT_EQ(kernels.wrong(), 0U);
}

class mapped_neighbour : public queue_memory {
  protected:
    void SetUp() override {
        on_device::SetUp();
        if (!HasFatalFailure()) { use(memory::buffer); }
    }
};

TEST_F(mapped_neighbour, keeps_writes_of_the_host_and_of_the_kernel) {
    const pool_owner pool = make_tight_pool();
    const queue_owner other = make_queue();
    constexpr std::size_t bytes = slab / 4;
    const buffer_owner mapped = allocate(pool, queue_, bytes);
    const buffer_owner written = allocate(pool, other, bytes);
    ASSERT_EQ(describe(mapped).slab, describe(written).slab);
    cl_mem mem = nullptr;
    REQUIRE_OK(clmem_buffer_mem(mapped, &mem));
    for (std::uint32_t round = 1; round <= 20; ++round) {
        cl_int code = CL_SUCCESS;
        auto *const numbers = static_cast<cl_uint *>(
            REAL(clEnqueueMapBuffer)(queue_, mem, CL_TRUE, CL_MAP_WRITE, 0, bytes, 0, nullptr, nullptr, &code));
        ASSERT_EQ(code, CL_SUCCESS);
        kernels_->write(other, written, round);
        flush(other);
        for (std::uint32_t i = 0; i < bytes / sizeof(cl_uint); ++i) {
            numbers[i] = i * 2654435761U + round;
        }
        ASSERT_EQ(REAL(clEnqueueUnmapMemObject)(queue_, mem, numbers, 0, nullptr, nullptr), CL_SUCCESS);
        kernels_->check(queue_, mapped, round);
        kernels_->check(other, written, round);
        finish(queue_);
        finish(other);
        EXPECT_EQ(kernels_->wrong(), 0U) << "in round " << round;
    }
}

} // namespace
} // namespace clmem::test
