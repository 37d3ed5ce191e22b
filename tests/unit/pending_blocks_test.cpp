// Blocks whose release has named events: each is free once its events are complete.
#include "pool_parts.hpp"

#include <array>

namespace clmem_core::test {
namespace {

class pending : public pool_parts {
  protected:
    known_queue &queue_ = make_queue();
    const std::array<cl_event, 2> events_{driver_.make_event(), driver_.make_event()};

    void TearDown() override {
        driver_.complete_all();
        while (pending_.poll(lock_)) {}
        for (cl_event e : events_) {
            driver_.release_event(e);
        }
    }
};

TEST_F(pending, are_free_when_their_last_event_is_complete) {
    free_after(take_slab(queue_), events_);
    EXPECT_EQ(ranges_.heap().pending_bytes(), slab_bytes);
    EXPECT_FALSE(pending_.poll(lock_));
    pretended_queues::of(events_[0]).complete = true;
    EXPECT_TRUE(pending_.poll(lock_));
    EXPECT_EQ(search(queue_, slab_bytes), nullptr);
    pretended_queues::of(events_[1]).complete = true;
    EXPECT_TRUE(pending_.poll(lock_));
    EXPECT_EQ(ranges_.heap().pending_bytes(), 0U);
    block *const again = search(queue_, slab_bytes);
    ASSERT_NE(again, nullptr);
    ranges_.free(again);
}

TEST_F(pending, are_free_for_a_queue_that_waits_for_their_events) {
    free_after(take_slab(queue_), events_);
    EXPECT_EQ(pending_.free_for(request(queue_, slab_bytes), lock_), CL_SUCCESS);
    ASSERT_EQ(driver_.barriers.size(), 1U);
    EXPECT_EQ(driver_.barriers[0].events.size(), 2U);
    block *const again = search(queue_, slab_bytes);
    ASSERT_NE(again, nullptr);
    ranges_.free(again);
}

TEST_F(pending, stay_pending_if_the_driver_refuses_to_wait) {
    free_after(take_slab(queue_), events_);
    driver_.barrier_fails = driver_.wait_fails = true;
    EXPECT_EQ(pending_.free_for(request(queue_, slab_bytes), lock_), CL_OUT_OF_RESOURCES);
    EXPECT_EQ(ranges_.heap().pending_bytes(), slab_bytes);
    EXPECT_EQ(pending_.quarantined_bytes(), slab_bytes);
    driver_.barrier_fails = driver_.wait_fails = false;
}

TEST_F(pending, leave_the_pool_with_their_slab) {
    block *const live = take_slab(queue_);
    free_after(take_slab(queue_), events_);
    const std::unique_ptr<slab> detached{pending_.detach_slab()};
    ASSERT_NE(detached, nullptr);
    EXPECT_NE(detached.get(), live->home);
    EXPECT_NE(detached->events, nullptr);
    EXPECT_EQ(pending_.detach_slab(), nullptr) << "the other slab has a live block";
    while (detached->events != nullptr) {
        ranges_.order().end_use(std::exchange(detached->events, detached->events->next));
    }
    provider_->release(detached->memory, detached->bytes);
    ranges_.free(live);
}

} // namespace
} // namespace clmem_core::test
