// How a pool separates the uses of its queues, tested with simulated queues: which queue a block belongs to, what is
// waited for.
#include "pool/block_hold.hpp"
#include "pretended_queues.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace clmem_core::test {
namespace {

class pool_queues : public pool_of_pretended_queues {
  protected:
    // Uses and releases one half of a slab. The other half stays live, so the slab does not return to the driver.
    std::array<block *, 2> release_half() {
        const std::array rest{allocate(own_, slab / 4), allocate(own_, slab / 4)};
        release(allocate(own_, slab / 2));
        return rest;
    }
    // Whether a barrier waits for a marker of a queue.
    static bool waits_for(const pretended_queues::barrier &b, cl_command_queue queue) {
        return std::any_of(b.events.begin(), b.events.end(),
                           [queue](cl_event e) { return pretended_queues::of(e).of == queue; });
    }
};

// ---- holds and binds -------------------------------------------------------------------------------------------------

TEST_F(pool_queues, a_held_block_that_is_bound_does_not_go_to_a_cache) {
    set_up(0);
    cl_command_queue other = driver_->make_queue();
    block *const base = allocate(own_, std::size_t{64} << 20); // the caches' bound depends on it
    block *const held = allocate(own_, 65536);
    const auto where = place(held);
    {
        const block_hold hold{held->token.load()};
        pool_->uses().bind(*held, other);
        release(held);
        block *const next = allocate(other, 65536);
        EXPECT_NE(place(next), where) << "it was reused while it is held";
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
        pool_->uses().bind(*held, other);
        EXPECT_EQ(held->bin, block::not_cached);
    }
    EXPECT_EQ(*pool_->uses().queue_of(*held), other);
    release(held);
    EXPECT_GE(statistics().cached_bytes, 65536U);
    release(base);
}

// ---- queues that were forgotten --------------------------------------------------------------------------------------

class forgotten_queue : public pool_queues {
  protected:
    cl_command_queue gone_ = nullptr;
    cl_command_queue next_ = nullptr; // gets the slot of the forgotten queue
    block *left_ = nullptr;           // belongs to the forgotten queue

    // Allocates the range of a freed block for the pool's own queue.
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
    // Forgets a queue while one of its blocks is live; another queue gets its slot.
    void replace_queue(bool out_of_order) {
        set_up(2 * slab);
        gone_ = driver_->make_queue();
        next_ = driver_->make_queue(out_of_order);
        left_ = allocate(gone_);
        const unsigned slot = pool_->uses().find_queue(gone_).queue_slot;
        pool_->forget_queue(gone_);
        EXPECT_EQ(driver_->of(gone_).references, 1);
        driver_->complete_all();
        EXPECT_EQ(pool_->trim(0), 0U);
        release(allocate(own_)); // notices that the marker is complete
        EXPECT_THROW(allocate(driver_->make_queue(), 64 * slab), error);
        EXPECT_EQ(pool_->uses().find_queue(next_).queue_slot, slot);
    }
};

TEST_F(forgotten_queue, has_no_blocks_any_more) {
    replace_queue(false);
    EXPECT_EQ(pool_->uses().queue_of(*left_), nullptr) << "it does not belong to the queue that has the slot now";
    release(left_);
    EXPECT_EQ(statistics().cached_bytes, 0U);
}

TEST_F(forgotten_queue, does_not_hide_the_uses_of_the_next_one) {
    replace_queue(true);
    pool_->uses().record(*left_, next_);
    const auto where = place(left_);
    release(left_);
    take(where);
    ASSERT_FALSE(driver_->barriers.empty());
    EXPECT_TRUE(waits_for(driver_->barriers.back(), next_));
}

TEST_F(forgotten_queue, leaves_its_slot_to_queues_that_wait_for_what_they_recorded) {
    replace_queue(true);
    pool_->uses().record(*left_, next_);
    const std::array<cl_event, 1> done{driver_->make_event(true)};
    named_events named{*driver_, done};
    const auto where = place(left_);
    const std::uint64_t handle = left_->token.load();
    ASSERT_EQ(claim(handle), left_);
    pool_->uses().record_last(*left_, named);
    free_block(left_); // the events only cover the block's own queue
    take(where);
    EXPECT_FALSE(driver_->barriers.empty());
}

TEST_F(pool_queues, a_block_freed_while_its_queue_is_forgotten_is_not_cached) {
    set_up(0);
    cl_command_queue gone = driver_->make_queue();
    block *const base = allocate(own_, std::size_t{64} << 20);
    block *const left = allocate(gone, 65536);
    driver_->before_marker = [&] { release(left); };
    pool_->forget_queue(gone);
    EXPECT_EQ(statistics().cached_bytes, 0U);
    release(base);
}

// ---- other threads while the lock is released ------------------------------------------------------------------

TEST_F(pool_queues, a_queue_that_is_forgotten_during_a_barrier_is_not_done) {
    set_up(2 * slab);
    cl_command_queue gone = driver_->make_queue();
    cl_command_queue taker = driver_->make_queue();
    block *const first = allocate(gone);
    block *const last = allocate(gone); // live until the queue is forgotten
    const auto where = place(last);
    release(first);
    driver_->before_barrier = [&] {
        release(last);
        pool_->forget_queue(gone);
    };
    block *const taken = allocate(taker); // ordered after a marker that precedes the last block's use
    ASSERT_EQ(driver_->barriers.size(), 1U);
    block *const next = allocate(taker);
    EXPECT_EQ(place(next), where);
    EXPECT_EQ(driver_->barriers.size(), 2U) << "nothing has waited for the last use";
    release(taken);
    release(next);
}

TEST_F(pool_queues, a_queue_that_is_forgotten_before_its_marker_lives_until_it_is_marked) {
    cl_command_queue gone = driver_->make_queue();
    cl_command_queue taker = driver_->make_queue();
    release(allocate(gone));
    driver_->before_marker = [&] {
        pool_->forget_queue(gone);
        --driver_->of(gone).references; // the program releases its reference
    };
    release(allocate(taker)); // the simulated queues check the references
    EXPECT_EQ(driver_->of(gone).references, 0);
    EXPECT_EQ(driver_->barriers.size(), 1U);
}

TEST_F(pool_queues, uses_that_are_recorded_during_a_bind_stay) {
    cl_command_queue to = driver_->make_queue();
    cl_command_queue user = driver_->make_queue();
    block *const bound = allocate(own_);
    driver_->before_barrier = [&] { pool_->uses().record(*bound, user); };
    pool_->uses().bind(*bound, to);
    ASSERT_EQ(driver_->barriers.size(), 1U);
    release(bound);
    release(allocate(to));
    ASSERT_EQ(driver_->barriers.size(), 2U) << "the use was forgotten";
    EXPECT_TRUE(waits_for(driver_->barriers.back(), user));
}

TEST_F(pool_queues, uses_that_are_recorded_during_an_unbind_stay) {
    cl_command_queue user = driver_->make_queue();
    block *const unbound = allocate(own_);
    driver_->before_wait = [&] { pool_->uses().record(*unbound, user); };
    pool_->uses().unbind(*unbound);
    release(unbound);
    release(allocate(own_));
    ASSERT_EQ(driver_->barriers.size(), 1U) << "the use was forgotten";
    EXPECT_TRUE(waits_for(driver_->barriers.back(), user));
}

// Another call holds the block: it has recorded a use, and enqueues the command after the bind's marker.
TEST_F(pool_queues, uses_that_others_are_about_to_enqueue_stay) {
    cl_command_queue to = driver_->make_queue();
    cl_command_queue user = driver_->make_queue();
    block *const bound = allocate(own_);
    const std::uint64_t handle = bound->token.load();
    {
        const block_hold of_the_bind{handle};
        const block_hold of_the_call{handle};
        of_the_call.use(user, block_uses::use_of::block);
        pool_->uses().bind(*bound, to);
    }
    release(bound);
    release(allocate(to));
    ASSERT_EQ(driver_->barriers.size(), 2U);
}

TEST_F(pool_queues, one_that_waits_keeps_no_events_of_others) {
    set_up(2 * slab);
    std::array<cl_command_queue, 2> queues{driver_->make_queue(), driver_->make_queue()};
    block *const held = allocate(own_);
    driver_->before_wait = [&] {
        for (std::size_t i = 0; i < 100; ++i) {
            release(allocate(queues[i % 2]));
            driver_->complete_all();
        }
        EXPECT_LE(driver_->live_events(), 10);
    };
    pool_->uses().unbind(*held);
    EXPECT_EQ(driver_->before_wait, nullptr) << "it did not wait";
    release(held);
}

// ---- waits that fail ---------------------------------------------------------------------------------------------------

TEST_F(pool_queues, what_cannot_be_marked_is_not_used_again) {
    cl_command_queue taker = driver_->make_queue();
    const auto rest = release_half();
    driver_->marker_fails = driver_->finish_fails = true;
    clmem_status status = CLMEM_SUCCESS;
    std::string message;
    try {
        (void)allocate(taker, slab / 2);
    } catch (const error &failure) {
        status = failure.status();
        message = failure.what();
        EXPECT_EQ(failure.opencl_code(), CL_OUT_OF_RESOURCES);
    }
    EXPECT_EQ(status, CLMEM_ERROR_OUT_OF_MEMORY);
    EXPECT_NE(message.find("cannot be reused yet"), std::string::npos) << message;
    EXPECT_EQ(statistics().quarantined_bytes, slab / 2);
    EXPECT_TRUE(driver_->barriers.empty());
    driver_->finish_fails = false;
    release(allocate(taker, slab / 2));
    EXPECT_EQ(statistics().quarantined_bytes, 0U) << "the queue is known to be idle";
    release(rest[0]);
    release(rest[1]);
}

TEST_F(pool_queues, what_cannot_be_waited_for_is_not_used_again) {
    set_up(slab, true); // the host can access it, so a barrier would not help
    const auto rest = release_half();
    driver_->wait_fails = true;
    EXPECT_THROW((void)allocate(own_, slab / 2), error);
    EXPECT_EQ(statistics().quarantined_bytes, slab / 2);
    driver_->wait_fails = false;
    block *const taken = allocate(own_, slab / 2);
    EXPECT_EQ(statistics().quarantined_bytes, 0U);
    release(taken);
    release(rest[0]);
    release(rest[1]);
}

// If commands on a slab are unknown, the slab returns to the driver, which keeps the memory until they are done.
TEST_F(pool_queues, a_slab_with_unknown_commands_returns_to_the_driver) {
    release(allocate(own_));
    driver_->marker_fails = driver_->finish_fails = true;
    block *const taken = allocate(driver_->make_queue());
    EXPECT_EQ(statistics().driver_releases, 1U);
    EXPECT_EQ(statistics().driver_allocations, 2U);
    release(taken);
}

TEST_F(pool_queues, a_block_stays_if_it_cannot_be_waited_for) {
    cl_command_queue to = driver_->make_queue();
    cl_command_queue user = driver_->make_queue();
    block *const held = allocate(own_);
    pool_->uses().record(*held, user);
    driver_->barrier_fails = driver_->wait_fails = true;
    EXPECT_THROW(pool_->uses().bind(*held, to), error);
    EXPECT_THROW(pool_->uses().unbind(*held), error);
    EXPECT_EQ(*pool_->uses().queue_of(*held), own_);
    driver_->barrier_fails = driver_->wait_fails = false;
    release(held);
    release(allocate(own_));
    ASSERT_EQ(driver_->barriers.size(), 1U);
    EXPECT_TRUE(waits_for(driver_->barriers.back(), user));
}

// A completed marker of one queue slot does not count if another slot's marker cannot be enqueued.
TEST_F(pool_queues, an_unbind_that_fails_has_waited_for_nothing) {
    cl_command_queue user = driver_->make_queue();
    block *const held = allocate(own_);
    pool_->uses().record(*held, user);
    driver_->before_marker = [&] { driver_->marker_fails = false; };
    driver_->finish_fails = true;
    int markers = 0;
    driver_->marker_refused = [&] { return ++markers == 2; };
    EXPECT_THROW(pool_->uses().unbind(*held), error);
    driver_->marker_refused = nullptr;
    release(held);
    block *const taken = allocate(driver_->make_queue());
    ASSERT_EQ(driver_->barriers.size(), 1U);
    EXPECT_EQ(driver_->barriers.back().events.size(), 2U);
    release(taken);
}

TEST_F(pool_queues, a_forgotten_queue_that_takes_no_marker_keeps_its_reference_until_it_does) {
    set_up(2 * slab);
    cl_command_queue gone = driver_->make_queue();
    cl_command_queue taker = driver_->make_queue();
    release(allocate(gone));
    driver_->marker_fails = driver_->finish_fails = true;
    pool_->forget_queue(gone);
    EXPECT_EQ(driver_->of(gone).references, 2);
    EXPECT_EQ(statistics().queues, 1U);
    driver_->marker_fails = driver_->finish_fails = false;
    block *const first = allocate(taker);
    block *const second = allocate(taker);
    EXPECT_EQ(driver_->of(gone).references, 1);
    EXPECT_EQ(driver_->barriers.size(), 1U);
    release(first);
    release(second);
}

TEST_F(pool_queues, memory_released_without_events_is_freed_when_its_queue_finishes) {
    set_up(slab, false, true);
    release(allocate(own_));
    driver_->marker_fails = true;
    driver_->finishes_that_fail = 3;
    EXPECT_EQ(pool_->trim(0), slab);
    EXPECT_EQ(driver_->finishes, 4) << "the event is polled again, and the memory is freed once it is complete";
    EXPECT_EQ(provider_->live_slabs, 0);
}

TEST_F(pool_queues, memory_that_cannot_be_waited_for_stays_with_the_driver) {
    set_up(slab, false, true);
    release(allocate(own_));
    driver_->marker_fails = driver_->finish_fails = true;
    EXPECT_EQ(pool_->trim(0), slab);
    EXPECT_EQ(provider_->live_slabs, 1);
    provider_->live_slabs = 0; // it leaked
}

// ---- events that releases name -----------------------------------------------------------------------------------------

class named_event : public pool_queues {
  protected:
    void release_after(block *b, std::span<const cl_event> events) {
        named_events named{*driver_, events};
        const std::uint64_t handle = b->token.load();
        ASSERT_EQ(claim(handle), b);
        pool_->uses().record_last(*b, named);
        free_block(b);
    }
};

TEST_F(named_event, lets_nothing_else_wait) {
    set_up(2 * slab);
    cl_command_queue taker = driver_->make_queue();
    const std::array<cl_event, 2> events{driver_->make_event(), driver_->make_event()};
    block *const first = allocate(taker);
    block *const second = allocate(taker);
    const auto where = place(second);
    release_after(first, {&events[0], 1});
    release_after(second, {&events[1], 1});
    driver_->of(events[1]).complete = true;
    block *const taken = allocate(taker);
    EXPECT_EQ(place(taken), where) << "its event is complete, although that of an earlier release is not";
    EXPECT_TRUE(driver_->barriers.empty());
    EXPECT_EQ(driver_->live_events(), 2);
    EXPECT_EQ(driver_->of(events[1]).references, 1);
    EXPECT_EQ(driver_->of(events[0]).references, 2);
    release(taken);
    driver_->complete_all();
}

TEST_F(named_event, is_waited_for_by_a_barrier_without_other_memory) {
    cl_command_queue taker = driver_->make_queue();
    std::vector<cl_event> events;
    for (int i = 0; i < 200; ++i) {
        events.push_back(driver_->make_event());
    }
    release_after(allocate(own_), events);
    EXPECT_EQ(statistics().held_bytes, slab);
    EXPECT_EQ(statistics().held_blocks, 1U);
    block *const taken = allocate(taker);
    std::set<cl_event> waited_for;
    for (const auto &b : driver_->barriers) {
        EXPECT_EQ(b.queue, taker);
        waited_for.insert(b.events.begin(), b.events.end());
    }
    for (cl_event e : events) {
        EXPECT_EQ(waited_for.count(e), 1U);
        EXPECT_EQ(driver_->of(e).references, 1);
    }
    release(taken);
}

// One queue has waited for the events behind its barrier; a part of the memory then goes to another queue.
TEST_F(named_event, is_waited_for_by_way_of_the_queue_that_has_waited_for_it) {
    cl_command_queue taker = driver_->make_queue();
    const cl_event event = driver_->make_event();
    release_after(allocate(own_), {&event, 1});
    block *const taken = allocate(taker, slab / 2);
    EXPECT_EQ(driver_->barriers.size(), 2U) << "for the event, and for the queue that the block belonged to";
    driver_->barriers.clear();
    block *const other = allocate(own_, slab / 2);
    ASSERT_EQ(driver_->barriers.size(), 1U);
    EXPECT_TRUE(waits_for(driver_->barriers.back(), taker));
    release(taken);
    release(other);
}

TEST_F(named_event, that_cannot_be_waited_for_keeps_its_block) {
    const cl_event event = driver_->make_event();
    release_after(allocate(own_), {&event, 1});
    driver_->barrier_fails = driver_->wait_fails = true;
    EXPECT_THROW((void)allocate(own_), error);
    EXPECT_EQ(statistics().quarantined_bytes, slab);
    EXPECT_EQ(driver_->of(event).references, 2);
    driver_->barrier_fails = driver_->wait_fails = false;
    release(allocate(own_));
    EXPECT_EQ(statistics().quarantined_bytes, 0U);
    EXPECT_EQ(driver_->of(event).references, 1);
}

TEST_F(named_event, follows_memory_that_returns_to_the_driver) {
    set_up(slab, false, true);
    const cl_event event = driver_->make_event();
    release_after(allocate(own_), {&event, 1});
    EXPECT_EQ(pool_->trim(0), slab);
    ASSERT_EQ(provider_->released_after.size(), 1U);
    EXPECT_EQ(std::count(provider_->released_after[0].begin(), provider_->released_after[0].end(), event), 1);
    EXPECT_EQ(statistics().managed_bytes, 0U);
}

TEST_F(named_event, of_a_bound_block_is_waited_for_and_stays) {
    cl_command_queue to = driver_->make_queue();
    const cl_event event = driver_->make_event();
    block *const held = allocate(own_);
    named_events named{*driver_, {&event, 1}};
    pool_->uses().record(*held, named);
    pool_->uses().bind(*held, to);
    ASSERT_EQ(driver_->barriers.size(), 2U);
    EXPECT_EQ(driver_->barriers.back().events.at(0), event);
    release(held);
    EXPECT_EQ(driver_->of(event).references, 2);
    driver_->of(event).complete = true;
    release(allocate(to));
    EXPECT_EQ(driver_->of(event).references, 1);
}

// The events cover the program's own uses of the block, not clmem's commands on parts of it.
TEST_F(named_event, does_not_cover_parts_of_an_out_of_order_queues_block) {
    for (const auto what : {block_uses::use_of::block, block_uses::use_of::derived}) {
        set_up(slab);
        cl_command_queue loose = driver_->make_queue(true);
        cl_command_queue taker = driver_->make_queue();
        const cl_event done = driver_->make_event(true);
        block *const used = allocate(loose);
        pool_->uses().record(*used, loose, what);
        release_after(used, {&done, 1});
        block *const taken = allocate(taker);
        const bool is_part = what == block_uses::use_of::derived;
        EXPECT_EQ(driver_->barriers.size(), is_part ? 1U : 0U);
        if (is_part) { EXPECT_TRUE(waits_for(driver_->barriers.back(), loose)); }
        release(taken);
    }
}

} // namespace
} // namespace clmem_core::test
