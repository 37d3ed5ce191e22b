// How a queue is made to wait for others: with as few markers as possible, and on the host if the driver refuses.
#include "pool_parts.hpp"

namespace clmem_core::test {
namespace {

class sync : public pool_parts {
  protected:
    known_queue &first_ = make_queue();
    known_queue &second_ = make_queue();

    // Memory that only the first queue has used.
    block *freed_by_first() {
        block *const b = take_slab(first_);
        ranges_.free(b);
        return b;
    }
    cl_int wait_for(const block &b) { return sync_.wait_for_uses(b.queue_slots, b.sequence, second_, lock_); }
    bool is_usable(const block &b) { return ranges_.order().view(second_).is_usable(b); }
};

TEST_F(sync, waits_by_a_barrier_for_a_marker) {
    const block *const freed = freed_by_first();
    EXPECT_FALSE(is_usable(*freed));
    EXPECT_EQ(wait_for(*freed), CL_SUCCESS);
    EXPECT_TRUE(is_usable(*freed));
    ASSERT_EQ(driver_.barriers.size(), 1U);
    EXPECT_EQ(driver_.barriers[0].queue, second_.handle);
    EXPECT_EQ(driver_.markers, std::vector{first_.handle});
    EXPECT_EQ(sync_.markers(), 1U);
    EXPECT_EQ(sync_.barriers(), 1U);
    EXPECT_EQ(wait_for(*freed), CL_SUCCESS);
    EXPECT_EQ(driver_.barriers.size(), 1U) << "it has waited already";
}

TEST_F(sync, uses_the_marker_that_covers_the_memory) {
    const block *const freed = freed_by_first();
    EXPECT_EQ(sync_.mark(first_.queue_slot, lock_), CL_SUCCESS);
    EXPECT_EQ(wait_for(*freed), CL_SUCCESS);
    EXPECT_EQ(driver_.markers.size(), 1U);
}

TEST_F(sync, waits_on_the_host_if_the_barrier_is_refused) {
    const block *const freed = freed_by_first();
    driver_.barrier_fails = true;
    EXPECT_EQ(wait_for(*freed), CL_SUCCESS);
    EXPECT_EQ(driver_.waits, 1);
    EXPECT_EQ(sync_.host_waits(), 1U);
    EXPECT_TRUE(is_usable(*freed));
}

TEST_F(sync, leaves_memory_pending_if_the_driver_refuses_everything) {
    const block *const freed = freed_by_first();
    driver_.marker_fails = driver_.finish_fails = true;
    EXPECT_EQ(wait_for(*freed), CL_OUT_OF_RESOURCES);
    EXPECT_FALSE(is_usable(*freed));
    EXPECT_EQ(ranges_.order().unclear(), queue_slot_mask{1} << first_.queue_slot);
    driver_.marker_fails = driver_.finish_fails = false;
    EXPECT_EQ(wait_for(*freed), CL_SUCCESS);
    EXPECT_EQ(ranges_.order().unclear(), 0U);
}

TEST_F(sync, notices_complete_markers) {
    const block *const freed = freed_by_first();
    sync_.mark_pending(lock_);
    EXPECT_FALSE(sync_.poll_markers(lock_));
    driver_.complete_all();
    EXPECT_TRUE(sync_.poll_markers(lock_));
    EXPECT_TRUE(is_usable(*freed));
    EXPECT_TRUE(driver_.barriers.empty());
}

class sync_of_unordered : public sync {
  protected:
    known_queue &unordered_ = make_queue(true);

    block *freed_by_unordered() {
        block *const b = take_slab(unordered_);
        ranges_.free(b);
        return b;
    }
};

TEST_F(sync_of_unordered, needs_another_marker_if_one_has_failed_early) {
    const block *const freed = freed_by_unordered();
    EXPECT_EQ(sync_.mark(unordered_.queue_slot, lock_), CL_SUCCESS);
    driver_.fail_markers(unordered_.handle);
    EXPECT_EQ(wait_for(*freed), CL_SUCCESS);
    EXPECT_EQ(driver_.markers.size(), 2U);
    ASSERT_EQ(driver_.barriers.size(), 1U);
    ASSERT_EQ(driver_.barriers[0].events.size(), 1U);
    EXPECT_FALSE(driver_.has_failed(driver_.barriers[0].events[0])) << "commands behind it would fail, or never run";
    EXPECT_EQ(sync_.host_waits(), 0U);
}

TEST_F(sync_of_unordered, is_not_done_when_a_marker_fails_early) {
    const block *const freed = freed_by_unordered();
    sync_.mark_pending(lock_);
    driver_.fail_markers(unordered_.handle);
    EXPECT_FALSE(sync_.poll_markers(lock_));
    EXPECT_FALSE(is_usable(*freed));
    EXPECT_EQ(driver_.markers.size(), 2U) << "the next poll needs one";
    driver_.complete_all();
    EXPECT_TRUE(sync_.poll_markers(lock_));
    EXPECT_TRUE(is_usable(*freed));
}

TEST_F(sync_of_unordered, forgets_what_queues_know_from_a_marker_that_fails) {
    const block *const freed = freed_by_unordered();
    EXPECT_EQ(wait_for(*freed), CL_SUCCESS);
    EXPECT_TRUE(is_usable(*freed));
    driver_.fail_markers(unordered_.handle);
    EXPECT_FALSE(sync_.poll_markers(lock_));
    EXPECT_FALSE(is_usable(*freed));
}

TEST_F(sync_of_unordered, is_finished_if_a_marker_fails_while_the_host_waits) {
    const block *const freed = freed_by_unordered();
    driver_.before_wait = [&] { driver_.fail_markers(unordered_.handle); };
    EXPECT_EQ(sync_.wait_for_uses_on_host(freed->queue_slots, freed->sequence, lock_), CL_SUCCESS);
    EXPECT_EQ(driver_.finishes, 1);
    EXPECT_TRUE(is_usable(*freed));
}

TEST_F(sync_of_unordered, stays_pending_if_it_cannot_be_finished_either) {
    const block *const freed = freed_by_unordered();
    driver_.before_wait = [&] { driver_.fail_markers(unordered_.handle); };
    driver_.finish_fails = true;
    EXPECT_EQ(sync_.wait_for_uses_on_host(freed->queue_slots, freed->sequence, lock_), CL_OUT_OF_RESOURCES);
    EXPECT_FALSE(is_usable(*freed));
    driver_.finish_fails = false;
    EXPECT_EQ(sync_.wait_for_uses_on_host(freed->queue_slots, freed->sequence, lock_), CL_SUCCESS);
    EXPECT_TRUE(is_usable(*freed));
}

TEST_F(sync_of_unordered, keeps_its_reference_when_forgotten_until_a_marker_is_complete) {
    freed_by_unordered();
    ranges_.order().forget(unordered_);
    EXPECT_EQ(sync_.mark(unordered_.queue_slot, lock_), CL_SUCCESS);
    EXPECT_NE(unordered_.reference, nullptr);
    driver_.complete_all();
    EXPECT_TRUE(sync_.poll_markers(lock_));
    EXPECT_EQ(unordered_.reference, nullptr);
}

TEST_F(sync_of_unordered, is_finished_before_its_memory_returns_if_a_marker_has_failed) {
    const auto wait_for_a_marker = [&] {
        last_uses uses;
        uses.markers.push_back({driver_.enqueue_marker(unordered_.handle), unordered_.reference});
        driver_.before_wait = [&] { driver_.fail_markers(unordered_.handle); };
        return driver_.wait_for(uses);
    };
    EXPECT_TRUE(wait_for_a_marker());
    EXPECT_EQ(driver_.finishes, 1);
    driver_.finish_fails = true;
    EXPECT_FALSE(wait_for_a_marker()) << "its commands may still use the memory";
    driver_.finish_fails = false;
}

TEST_F(sync, is_done_when_the_marker_of_a_queue_in_order_fails) {
    const block *const freed = freed_by_first();
    sync_.mark_pending(lock_);
    driver_.fail_markers(first_.handle);
    EXPECT_EQ(wait_for(*freed), CL_SUCCESS);
    EXPECT_TRUE(driver_.barriers.empty()) << "it would fail as well";
    EXPECT_EQ(driver_.waits, 1) << "polling orders nothing";
    EXPECT_TRUE(is_usable(*freed));
}

TEST_F(sync, knows_a_queue_by_its_handle) {
    EXPECT_EQ(&sync_.find(first_.handle, lock_), &first_);
    EXPECT_EQ(&sync_.find(nullptr, lock_), &first_) << "the first named queue is the default";
    EXPECT_EQ(ranges_.order().named(), 2U);
}

} // namespace
} // namespace clmem_core::test
