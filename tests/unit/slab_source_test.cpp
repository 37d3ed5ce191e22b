// Slabs from the driver and back: the limit, idle slabs, what the pool counts.
#include "pool/slab_aging.hpp"
#include "pool_parts.hpp"

namespace clmem_core::test {
namespace {

class slabs : public pool_parts {
  protected:
    slabs() : pool_parts{4 * slab_bytes} {}
    known_queue &queue_ = make_queue();
};

TEST_F(slabs, are_counted_up_to_the_limit) {
    block *const first = take_slab(queue_);
    block *const second = take_slab(queue_, 3 * slab_bytes);
    EXPECT_THROW((void)slabs_.take(slab_bytes, false, lock_), error);
    EXPECT_EQ(provider_->live_slabs, 2);
    EXPECT_EQ(slabs_.taken(), 2U);
    ranges_.free(first);
    ranges_.free(second);
    slabs_.return_idle(slab_bytes, lock_);
    EXPECT_EQ(slabs_.returned(), 1U);
    EXPECT_EQ(ranges_.heap().reserved(), 3 * slab_bytes) << "the smallest that suffices";
    EXPECT_EQ(slabs_.reserved_peak(), 4 * slab_bytes);
    slabs_.reset_peak();
    EXPECT_EQ(slabs_.reserved_peak(), 3 * slab_bytes);
}

TEST_F(slabs, are_returned_if_the_pool_must_not_hold_them) {
    block *const first = take_slab(queue_);
    ranges_.free(take_slab(queue_));
    EXPECT_FALSE(slabs_.has_surplus(ranges_.heap(), caches_.holds()));
    slabs_.set_limit(slab_bytes);
    EXPECT_TRUE(slabs_.has_surplus(ranges_.heap(), caches_.holds()));
    slabs_.settle(lock_);
    EXPECT_EQ(provider_->live_slabs, 1);
    ranges_.free(first);
    EXPECT_FALSE(slabs_.has_surplus(ranges_.heap(), caches_.holds())) << "the limit allows one";
    caches_.stop_holding();
    EXPECT_TRUE(slabs_.has_surplus(ranges_.heap(), caches_.holds()));
    slabs_.settle(lock_);
    EXPECT_EQ(provider_->live_slabs, 0);
}

TEST_F(slabs, are_trimmed_as_far_as_blocks_allow) {
    block *const live = take_slab(queue_);
    ranges_.free(take_slab(queue_));
    ranges_.free(take_slab(queue_));
    EXPECT_EQ(slabs_.trim(2 * slab_bytes, lock_), slab_bytes);
    EXPECT_EQ(slabs_.trim(0, lock_), slab_bytes);
    ranges_.free(live);
}

TEST(slab_aging, is_due_for_the_longest_idle_slab) {
    slab_aging aging{100};
    EXPECT_FALSE(aging.is_scheduled());
    slab first;
    slab second;
    aging.add(first, 1000);
    aging.add(second, 1050);
    EXPECT_TRUE(aging.is_scheduled());
    EXPECT_FALSE(aging.is_due(1099));
    EXPECT_TRUE(aging.is_due(1100));
    EXPECT_EQ(aging.due_since(1100), first.idle_since);
    aging.reschedule(second.idle_since);
    EXPECT_FALSE(aging.is_due(1149));
    EXPECT_TRUE(aging.is_due(1150));
    aging.reschedule(slab_aging::never);
    EXPECT_FALSE(aging.is_scheduled());
}

} // namespace
} // namespace clmem_core::test
