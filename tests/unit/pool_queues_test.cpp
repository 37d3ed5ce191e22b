// How a pool keeps apart what its queues do, on queues that the test plays: which queue a block belongs to, what is waited for.
#include "pool/block_hold.hpp"
#include "pretended_queues.hpp"

namespace clmem::test {
namespace {

class pool_queues : public pool_of_pretended_queues {};

// ---- holds and binds -------------------------------------------------------------------------------------------------

TEST_F(pool_queues, a_held_block_that_is_bound_does_not_go_to_a_cache) {
    set_up(0);
    cl_command_queue other = driver_->make_queue();
    block *const base = allocate(own_, std::size_t{64} << 20); // the caches' bound follows it
    block *const held = allocate(own_, 65536);
    const auto where = place(held);
    {
        const block_hold hold{held->token.load()};
        pool_->bind(*held, other);
        release(held);
        block *const next = allocate(other, 65536);
        EXPECT_NE(place(next), where) << "it was handed out while it is held";
        release(next);
        EXPECT_EQ(statistics().active_blocks, 2U);
    }
    release(base);
    EXPECT_EQ(statistics().active_blocks, 0U);
}

TEST_F(pool_queues, a_block_that_is_bound_while_it_is_held_goes_to_its_new_queues_cache_afterwards) {
    set_up(0);
    cl_command_queue other = driver_->make_queue();
    block *const base = allocate(own_, std::size_t{64} << 20);
    block *const held = allocate(own_, 65536);
    {
        const block_hold hold{held->token.load()};
        pool_->bind(*held, other);
        EXPECT_EQ(held->bin, block::not_cached);
    }
    EXPECT_EQ(*pool_->queue_of(*held), other);
    release(held);
    EXPECT_GE(statistics().cached_bytes, 65536U);
    release(base);
}

// ---- queues that were forgotten --------------------------------------------------------------------------------------

class forgotten_queue : public pool_queues {
  protected:
    cl_command_queue gone_ = nullptr;
    cl_command_queue next_ = nullptr; // has the slot of the one that is gone
    block *left_ = nullptr;           // belongs to the one that is gone

    // Hands the range of a block that has come back to the pool's own queue.
    void take(const std::pair<std::uint64_t, std::size_t> &where) {
        std::vector<block *> taken;
        do {
            taken.push_back(allocate(own_));
        } while (place(taken.back()) != where && taken.size() < 2);
        EXPECT_EQ(place(taken.back()), where);
        for (block *b : taken) {
            release(b);
        }
    }
    // A queue is forgotten while a block of it lives, and another one gets its slot.
    void replace_queue(bool out_of_order) {
        set_up(2 * slab);
        gone_ = driver_->make_queue();
        next_ = driver_->make_queue(out_of_order);
        left_ = allocate(gone_);
        const unsigned slot = pool_->find_queue(gone_).lane;
        pool_->forget_queue(gone_);
        EXPECT_EQ(driver_->of(gone_).references, 1);
        driver_->complete_all();
        EXPECT_EQ(pool_->trim(0), 0U);
        release(allocate(own_)); // sees that the marker is complete
        EXPECT_THROW(allocate(driver_->make_queue(), 64 * slab), error);
        EXPECT_EQ(pool_->find_queue(next_).lane, slot);
    }
};

TEST_F(forgotten_queue, has_no_blocks_any_more) {
    replace_queue(false);
    EXPECT_EQ(pool_->queue_of(*left_), nullptr) << "it is no block of the queue that has the slot now";
    release(left_);
    EXPECT_EQ(statistics().cached_bytes, 0U);
}

TEST_F(forgotten_queue, does_not_hide_the_uses_of_the_next_one) {
    replace_queue(true);
    pool_->record_use(*left_, next_);
    const auto where = place(left_);
    release(left_);
    take(where);
    ASSERT_FALSE(driver_->barriers.empty());
    EXPECT_EQ(driver_->of(driver_->barriers.back().events.at(0)).of, next_);
}

TEST_F(forgotten_queue, leaves_its_slot_to_queues_that_wait_for_what_they_recorded) {
    replace_queue(true);
    pool_->record_use(*left_, next_);
    const std::array<cl_event, 1> done{driver_->make_event(true)};
    named_events named{*driver_, done};
    const auto where = place(left_);
    const std::uint64_t handle = left_->token.load();
    ASSERT_EQ(claim(handle), left_);
    pool_->release_after(left_, named); // the events say nothing of another queue than the block's
    take(where);
    EXPECT_FALSE(driver_->barriers.empty());
}

TEST_F(pool_queues, a_block_that_comes_back_while_its_queue_is_forgotten_waits_in_no_cache) {
    set_up(0);
    cl_command_queue gone = driver_->make_queue();
    block *const base = allocate(own_, std::size_t{64} << 20);
    block *const left = allocate(gone, 65536);
    driver_->before_marker = [&] { release(left); };
    pool_->forget_queue(gone);
    EXPECT_EQ(statistics().cached_bytes, 0U);
    release(base);
}

} // namespace
} // namespace clmem::test
