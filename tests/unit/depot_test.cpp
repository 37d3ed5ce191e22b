// Batches of blocks between the thread caches, by queue slot.
#include "pool/depot.hpp"

#include <array>
#include <gtest/gtest.h>

namespace clmem_core {
namespace {

class depots_of_two_queues : public testing::Test {
  protected:
    void SetUp() override { all_.prepare(2); }

    // A batch of two blocks of a class, which the queue slot's caches had no room for.
    block *put(unsigned queue_slot, std::uint8_t cls, std::size_t bytes) {
        block *const first = &blocks_.at(used_++);
        block *const second = &blocks_.at(used_++);
        for (block *const b : {first, second}) {
            b->state = block_state::used;
            b->queue_slot = static_cast<std::uint8_t>(queue_slot);
            b->bin = cls;
            b->bytes = bytes;
        }
        first->next = second;
        all_.put(first, 2 * bytes, 2);
        return first;
    }

    std::array<block, 8> blocks_;
    std::size_t used_ = 0;
    depots all_;
};

TEST_F(depots_of_two_queues, give_the_last_batch_of_a_queue_and_class) {
    block *const early = put(0, 3, 512);
    block *const late = put(0, 3, 512);
    block *const of_another = put(1, 3, 512);
    EXPECT_EQ(all_.bytes(), 6U * 512);
    EXPECT_EQ(all_.bytes(1), 2U * 512);
    EXPECT_EQ(all_.blocks(3), 6U);
    EXPECT_EQ(all_.take(0, 4, 0), nullptr);
    EXPECT_EQ(all_.take(0, 3, 1024), nullptr) << "its blocks are too small";
    EXPECT_EQ(all_.take(0, 3, 512), late);
    EXPECT_EQ(all_.take(0, 3, 512), early);
    EXPECT_EQ(all_.take(0, 3, 512), nullptr);
    EXPECT_EQ(all_.take(1, 3, 512), of_another);
    EXPECT_EQ(all_.bytes(), 0U);
    EXPECT_EQ(all_.blocks(3), 0U);
}

TEST_F(depots_of_two_queues, drain_one_queue_or_all) {
    put(0, 3, 512);
    put(1, 3, 512);
    put(1, 5, 1024);
    std::size_t batches = 0;
    const auto count = [&](block *) { ++batches; };
    all_.drain(1, count);
    EXPECT_EQ(batches, 2U);
    EXPECT_EQ(all_.bytes(), 2U * 512);
    all_.drain_all(count);
    EXPECT_EQ(batches, 3U);
    EXPECT_EQ(all_.bytes(), 0U);
}

} // namespace
} // namespace clmem_core
