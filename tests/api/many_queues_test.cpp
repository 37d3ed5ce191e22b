// A pool handles up to 63 queues. Every call that would let another one use a block fails, and nothing is lost.
#include "figures.hpp"
#include "opencl.hpp"

#include <vector>

namespace clmem::test {
namespace {

class many_queues : public on_device {
  protected:
    static constexpr std::size_t size = 4096;

    provider_owner provider_;
    pool_owner pool_;
    buffer_owner block_;
    std::vector<queue_owner> known_{63};

    void SetUp() override {
        on_device::SetUp();
        REQUIRE_OK(clmem_provider_create_buffer(context_, nullptr, provider_.out()));
        pool_ = make_pool(provider_);
        block_ = make_buffer(pool_, size);
        for (queue_owner &queue : known_) {
            REQUIRE_OK(clmem_queue_create(context_, device_, 0, queue.out()));
            CHECK_OK(clmem_pool_record_use(pool_, block_, queue));
        }
        EXPECT_EQ(statistics(pool_).queues, 63U);
    }
    void TearDown() override {
        EXPECT_EQ(statistics(pool_).queues, 63U);
        check_figures(pool_);
        block_.reset();
        pool_.reset();
        provider_.reset();
        known_.clear();
        on_device::TearDown();
    }
};

TEST_F(many_queues, are_too_many_for_maps) {
    map_owner map;
    CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED, clmem_map_buffer(block_, queue_, CL_MAP_READ, nullptr, map.out(), nullptr));
    REQUIRE_OK(clmem_map_buffer(block_, known_[62], CL_MAP_READ, nullptr, map.out(), nullptr));
    CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED, clmem_map_unmap(map, queue_, nullptr, nullptr));
    clmem_map_info info = CLMEM_MAP_INFO_INIT;
    CHECK_OK(clmem_map_describe(map, &info));
    EXPECT_EQ(info.is_mapped, 1U);
    // The same with an invalid queue.
    counting().fail("clRetainCommandQueue", 1, CL_INVALID_COMMAND_QUEUE, false);
    CHECK_STATUS(CL_INVALID_COMMAND_QUEUE, clmem_map_unmap(map, queue_, nullptr, nullptr));
    CHECK_OK(clmem_map_describe(map, &info));
    EXPECT_EQ(info.is_mapped, 1U);
    CHECK_OK(clmem_map_unmap(map, known_[0], nullptr, nullptr));
}

TEST_F(many_queues, are_too_many_for_fills_and_transfers) {
    const std::uint32_t pattern = 0xC0FFEE01;
    CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED, clmem_buffer_fill(block_, queue_, &pattern, 4, nullptr, nullptr));
    CHECK_OK(clmem_buffer_fill(block_, known_[62], &pattern, 4, nullptr, nullptr));
    CHECK_OK(clmem_queue_finish(known_[62]));
    std::vector<std::uint32_t> numbers(size / 4);
    clmem_transfer_place from = CLMEM_TRANSFER_PLACE_INIT;
    from.memory = reinterpret_cast<clmem_memory>(block_.get());
    clmem_transfer_place to = CLMEM_TRANSFER_PLACE_INIT;
    to.pointer = numbers.data();
    to.bytes = size;
    CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED, clmem_transfer_copy(queue_, &from, &to, nullptr, nullptr));
    CHECK_OK(clmem_transfer_copy(known_[0], &from, &to, nullptr, nullptr));
    EXPECT_EQ(numbers, std::vector<std::uint32_t>(size / 4, pattern));
}

TEST_F(many_queues, are_too_many_for_kernels) {
    program_owner program;
    REQUIRE_OK(clmem_program_create(context_, "kernel void none(global int *out) {}", program.out()));
    REQUIRE_OK(clmem_program_build(program, nullptr, 0, nullptr));
    kernel_owner kernel;
    REQUIRE_OK(clmem_kernel_create(program, "none", kernel.out()));
    CHECK_OK(clmem_kernel_set_memory(kernel, 0, reinterpret_cast<clmem_memory>(block_.get())));
    CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED, clmem_kernel_launch(kernel, queue_, nullptr, nullptr));
    CHECK_OK(clmem_kernel_launch(kernel, known_[62], nullptr, nullptr));
}

} // namespace
} // namespace clmem::test
