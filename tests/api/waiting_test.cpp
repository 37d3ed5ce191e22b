// Memory that the host accesses is reused when its commands are complete: no sooner, whatever enqueued them, and without
// a marker for each block.
#include "queue_memory.hpp"

#include <set>
#include <vector>

namespace clmem::test {
namespace {

class waiting : public queue_memory, public testing::WithParamInterface<memory> {
  protected:
    static constexpr std::size_t bytes = 4 * kib;

    pool_owner pool_;

    void SetUp() override {
        on_device::SetUp();
        if (HasFatalFailure()) { return; }
        use(GetParam());
        if (HasFatalFailure() || IsSkipped()) { return; }
        pool_ = make_pool(provider_);
    }
    void TearDown() override {
        pool_.reset();
        queue_memory::TearDown();
    }
    static void *pointer(clmem_buffer block) {
        void *found = nullptr;
        CHECK_OK(clmem_svm_pointer(block, &found));
        return found;
    }
    // Allocates blocks and releases them in the end; returns their addresses.
    std::set<void *> take(std::size_t count) {
        std::vector<buffer_owner> blocks(count);
        std::set<void *> found;
        for (buffer_owner &b : blocks) {
            b = allocate(pool_, queue_, bytes);
            found.insert(pointer(b));
        }
        return found;
    }
};

INSTANTIATE_TEST_SUITE_P(, waiting,
                         testing::Values(memory::svm_fine, memory::usm_host, memory::usm_shared, memory::pinned),
                         [](const auto &kind) { return name_of(kind.param); });

TEST_P(waiting, a_released_block_is_not_reused_under_a_command_that_the_pool_never_saw) {
    gate held{context_};
    buffer_owner block = allocate(pool_, queue_, bytes);
    void *const used = pointer(block);
    kernels_->write(queue_, block, old_seed, held.event());
    flush(queue_);
    block.reset();
    for (int round = 0; round < 4; ++round) {
        EXPECT_FALSE(take(50).contains(used));
    }
    const clmem_statistics before = statistics(pool_);
    EXPECT_LE(before.markers, 8U);
    EXPECT_EQ(before.host_waits, 0U) << "there is memory enough";
    held.open();
    CHECK_OK(clmem_queue_finish(queue_));
    EXPECT_TRUE(take(200).contains(used));
    EXPECT_GE(statistics(pool_).hits, before.hits + 200);
}

TEST_P(waiting, behind_a_finish_each_allocation_is_a_hit) {
    (void)take(10);
    for (std::uint64_t round = 1; round <= 5; ++round) {
        CHECK_OK(clmem_queue_finish(queue_));
        (void)take(10);
        EXPECT_EQ(statistics(pool_).hits, 10 * round);
    }
    EXPECT_EQ(statistics(pool_).markers, 0U);
    queue_owner other = make_queue();
    CHECK_OK(clmem_queue_finish(other));
    (void)take(10);
    EXPECT_EQ(statistics(pool_).hits, 50U) << "another queue has finished";
    EXPECT_EQ(statistics(pool_).misses_waiting, 10U);
}

TEST_P(waiting, behind_a_blocking_read_or_map_each_allocation_is_a_hit) {
    buffer_owner device;
    REQUIRE_OK(clmem_buffer_create(context_, CL_MEM_READ_WRITE, bytes, nullptr, device.out()));
    std::vector<char> host(bytes);
    clmem_transfer_place from = CLMEM_TRANSFER_PLACE_INIT;
    clmem_transfer_place to = CLMEM_TRANSFER_PLACE_INIT;
    from.memory = reinterpret_cast<clmem_memory>(device.get());
    to.pointer = host.data();
    to.bytes = bytes;
    (void)take(10);
    for (std::uint64_t round = 1; round <= 4; ++round) {
        if (round % 2 == 0) {
            CHECK_OK(clmem_transfer_copy(queue_, &from, &to, nullptr, nullptr));
        } else {
            map_owner map;
            CHECK_OK(clmem_map_buffer(device, queue_, CL_MAP_READ, nullptr, map.out(), nullptr));
        }
        (void)take(10);
        EXPECT_EQ(statistics(pool_).hits, 10 * round);
    }
    EXPECT_EQ(statistics(pool_).markers, 0U);
}

TEST_P(waiting, a_read_that_does_not_wait_leaves_the_blocks_alone) {
    buffer_owner device;
    REQUIRE_OK(clmem_buffer_create(context_, CL_MEM_READ_WRITE, bytes, nullptr, device.out()));
    std::vector<char> host(bytes);
    clmem_transfer_place from = CLMEM_TRANSFER_PLACE_INIT;
    clmem_transfer_place to = CLMEM_TRANSFER_PLACE_INIT;
    clmem_transfer_options options = CLMEM_TRANSFER_OPTIONS_INIT;
    from.memory = reinterpret_cast<clmem_memory>(device.get());
    to.pointer = host.data();
    to.bytes = bytes;
    options.non_blocking = 1;
    options.flags = CLMEM_TRANSFER_DIRECT;
    gate held{context_};
    buffer_owner block = allocate(pool_, queue_, bytes);
    void *const used = pointer(block);
    kernels_->write(queue_, block, old_seed, held.event());
    block.reset();
    event_owner done;
    CHECK_OK(clmem_transfer_copy(queue_, &from, &to, &options, done.out()));
    flush(queue_);
    EXPECT_FALSE(take(50).contains(used));
    held.open();
    const cl_event event = done;
    CHECK_OK(clmem_event_wait(1, &event));
}

TEST_P(waiting, one_marker_serves_many_blocks) {
    for (int i = 0; i < 20'000; ++i) {
        (void)allocate(pool_, queue_, bytes);
    }
    const clmem_statistics all = statistics(pool_);
    EXPECT_LE(all.markers, all.allocations / 16);
    EXPECT_LE(all.managed_bytes_peak, 64 * mib);
    (void)take(100); // there may have been fewer blocks, if the queue has kept up
    CHECK_OK(clmem_queue_finish(queue_));
    const std::uint64_t before = statistics(pool_).hits;
    (void)take(100);
    EXPECT_EQ(statistics(pool_).hits, before + 100);
}

TEST_P(waiting, a_finish_in_one_thread_leaves_the_blocks_of_others_alone) {
    gate held{context_};
    buffer_owner block = allocate(pool_, queue_, bytes);
    void *const used = pointer(block);
    std::jthread other{[&] {
        CHECK_OK(clmem_queue_finish(queue_)); // with nothing to wait for
        kernels_->write(queue_, block, old_seed, held.event());
        flush(queue_);
        block.reset();
        EXPECT_FALSE(take(50).contains(used));
        held.open();
        CHECK_OK(clmem_queue_finish(queue_));
        EXPECT_TRUE(take(60).contains(used));
    }};
    other.join();
    CHECK_OK(clmem_queue_finish(queue_)); // in a thread that has a cache for the queue
    EXPECT_TRUE(take(200).contains(used)) << "what a thread leaves behind waits for the same queue";
}

} // namespace
} // namespace clmem::test
