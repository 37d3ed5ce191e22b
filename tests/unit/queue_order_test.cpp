// The order of queues alone, without pool and driver: queue slots, stamps, markers, and what a queue knows.
#include "opencl_table.hpp"
#include "queue/queue_order.hpp"

#include <gtest/gtest.h>

namespace clmem_core {
namespace {

cl_command_queue handle(std::uintptr_t number) {
    return reinterpret_cast<cl_command_queue>(number);
}
// A reference that makes no driver calls.
queue_reference reference(std::uintptr_t number) {
    return std::make_shared<const cl_command_queue>(handle(number));
}
cl_event event(std::uintptr_t number) {
    return reinterpret_cast<cl_event>(number);
}

// A freed block of a queue.
struct stamped_block : block {
    stamped_block(queue_order &order, const known_queue &of, queue_slot_mask others) {
        queue_slot = static_cast<std::uint8_t>(of.queue_slot);
        queue_slots = others;
        order.stamp(*this);
    }
};

class order : public testing::Test {
  protected:
    queue_order order_{false};
    known_queue &a_ = order_.add(reference(1), false);
    known_queue &b_ = order_.add(reference(2), false);

    stamped_block stamped(const known_queue &queue, queue_slot_mask others = 0) { return {order_, queue, others}; }
    void add_marker(const known_queue &queue, sequence_number sequence, std::uintptr_t number) {
        held_event *const made = order_.count(new held_event{event(number)});
        order_.add_marker(queue.queue_slot, {sequence, made});
        order_.end_use(made);
    }
    sequence_number mark(const known_queue &queue, std::uintptr_t number) {
        const sequence_number sequence = order_.next_sequence();
        add_marker(queue, sequence, number);
        return sequence;
    }
    // The event of the first marker that covers a sequence number; nullptr if there is none.
    cl_event sufficient(const known_queue &queue, sequence_number sequence) {
        const order_marker *const found = order_.sufficient(queue.queue_slot, sequence);
        return found != nullptr ? found->event->event : nullptr;
    }
    // Forgets a queue whose commands are all complete.
    void end(known_queue &queue) {
        order_.forget(queue);
        order_.set_done(queue.queue_slot, order_.next_sequence());
        EXPECT_NE(order_.take_unneeded(queue), nullptr);
    }
    // The events that are no longer used, the latest first.
    std::vector<cl_event> unused() {
        std::vector<cl_event> all;
        while (const held_event *const e = order_.take_unused()) {
            all.push_back(e->event);
            delete e;
        }
        return all;
    }
    bool open(const block &b, const known_queue &to) { return order_.view(to).is_usable(b); }
};

TEST(order_of_one, is_trivial_until_there_is_something_to_order) {
    queue_order one{false};
    EXPECT_TRUE(one.is_trivial());
    EXPECT_EQ(one.named(), 0U);
    known_queue &first = one.add(reference(1), false);
    EXPECT_EQ(first.queue_slot, 0U) << "unnamed uses belong to the first known queue";
    EXPECT_EQ(one.find(nullptr), &first);
    EXPECT_TRUE(one.is_trivial());
    one.add(reference(2), false);
    EXPECT_FALSE(one.is_trivial());
    EXPECT_EQ(one.named(), 2U);

    queue_order unruly{false};
    unruly.name_default(reference(1), true);
    EXPECT_FALSE(unruly.is_trivial());
    EXPECT_FALSE(queue_order{true}.is_trivial());
}

TEST(order_of_one, unnamed_uses_are_not_waited_for) {
    queue_order one{false};
    block b;
    one.stamp(b);
    EXPECT_TRUE(one.completion_view().is_usable(b));
    known_queue &first = one.add(reference(1), false);
    EXPECT_TRUE(one.view(first).is_usable(b));
    EXPECT_FALSE(one.completion_view().is_usable(b)) << "the queue that is now known may have used it";
}

TEST_F(order, finds_queues_by_their_handles) {
    EXPECT_EQ(order_.find(handle(1)), &a_);
    EXPECT_EQ(order_.find(handle(2)), &b_);
    EXPECT_EQ(order_.find(handle(3)), nullptr);
    EXPECT_NE(a_.id, b_.id);
    EXPECT_NE(a_.queue_slot, b_.queue_slot);
    EXPECT_EQ(&order_.at(b_.queue_slot), &b_);
}

TEST_F(order, a_range_is_open_to_its_own_queue_alone) {
    const stamped_block b = stamped(a_);
    EXPECT_TRUE(open(b, a_));
    EXPECT_FALSE(open(b, b_));
    EXPECT_FALSE(order_.completion_view().is_usable(b));
}

TEST_F(order, an_out_of_order_queue_does_not_even_know_itself) {
    known_queue &unruly = order_.add(reference(3), true);
    const stamped_block b = stamped(unruly);
    EXPECT_FALSE(open(b, unruly));
    order_.set_known(unruly, unruly.queue_slot, mark(unruly, 1));
    EXPECT_TRUE(open(b, unruly));
    EXPECT_FALSE(open(b, a_));
}

TEST_F(order, a_barrier_lets_one_queue_know_and_completion_all) {
    known_queue &c = order_.add(reference(3), false);
    const stamped_block b = stamped(a_);
    const sequence_number sequence = mark(a_, 1);
    const stamped_block later = stamped(a_);
    order_.set_known(b_, a_.queue_slot, sequence);
    EXPECT_TRUE(open(b, b_));
    EXPECT_FALSE(open(b, c));
    EXPECT_FALSE(open(later, b_)) << "the marker came before it";
    order_.set_known(b_, a_.queue_slot, sequence - 1); // a queue never unlearns what it knows
    EXPECT_TRUE(open(b, b_));
    order_.set_done(a_.queue_slot, sequence);
    EXPECT_TRUE(open(b, c));
    EXPECT_TRUE(order_.completion_view().is_usable(b));
    EXPECT_FALSE(open(later, c));
    order_.set_done(a_.queue_slot, sequence - 1);
    EXPECT_EQ(order_.done(a_.queue_slot), sequence);
}

TEST_F(order, a_range_waits_for_all_its_queue_slots) {
    known_queue &c = order_.add(reference(3), false);
    const stamped_block b = stamped(a_, queue_slot_mask{1} << b_.queue_slot);
    const sequence_number first = mark(a_, 1);
    const sequence_number second = mark(b_, 2);
    order_.set_known(c, a_.queue_slot, first);
    EXPECT_FALSE(open(b, c));
    EXPECT_FALSE(open(b, a_)) << "its own queue has not waited for the other one";
    order_.set_known(c, b_.queue_slot, second);
    EXPECT_TRUE(open(b, c));
}

// A coalesced range has the latest stamp of its parts, but is not waited for beyond a slot's last stamp.
TEST_F(order, a_queue_slot_is_waited_for_up_to_its_last_stamp) {
    known_queue &c = order_.add(reference(3), false);
    const stamped_block old = stamped(a_);
    const sequence_number covered = mark(a_, 1);
    const stamped_block young = stamped(b_);
    block merged;
    merged.queue_slots = old.queue_slots | young.queue_slots;
    merged.sequence = young.sequence;
    order_.set_known(c, a_.queue_slot, covered);
    order_.set_known(c, b_.queue_slot, mark(b_, 2));
    EXPECT_TRUE(open(merged, c));
    EXPECT_EQ(order_.stamped(a_.queue_slot), old.sequence);
    EXPECT_EQ(order_.stamped(b_.queue_slot), young.sequence);
}

TEST_F(order, a_block_without_a_queue_slot_waits_for_recorded_ones) {
    block b;
    b.queue_slot = queue_order::no_queue_slot;
    order_.stamp(b);
    EXPECT_TRUE(open(b, a_));
    b.queue_slots = queue_slot_mask{1} << b_.queue_slot;
    order_.stamp(b);
    EXPECT_FALSE(open(b, a_));
    order_.set_done(b_.queue_slot, b.sequence);
    EXPECT_TRUE(open(b, a_));
}

TEST_F(order, the_oldest_marker_that_covers_a_time_is_enough) {
    const stamped_block first = stamped(a_);
    const sequence_number covered = mark(a_, 1);
    mark(a_, 2);
    const stamped_block last = stamped(a_);
    EXPECT_EQ(sufficient(a_, first.sequence), event(1));
    EXPECT_EQ(sufficient(a_, covered), event(1));
    EXPECT_EQ(sufficient(a_, covered + 1), event(2));
    EXPECT_EQ(sufficient(a_, last.sequence), nullptr);
    EXPECT_EQ(sufficient(b_, 1), nullptr);
}

TEST_F(order, markers_that_come_late_take_their_place) {
    const sequence_number early = order_.next_sequence();
    const sequence_number late = order_.next_sequence();
    add_marker(a_, late, 2);
    add_marker(a_, early, 1);
    EXPECT_EQ(sufficient(a_, early), event(1));
    EXPECT_EQ(sufficient(a_, late), event(2));
}

TEST_F(order, a_marker_that_comes_when_all_is_done_is_not_kept) {
    const sequence_number early = order_.next_sequence();
    order_.set_done(a_.queue_slot, order_.next_sequence());
    add_marker(a_, early, 1);
    EXPECT_TRUE(a_.markers.empty());
    EXPECT_EQ(unused(), std::vector{event(1)});
}

TEST_F(order, keeps_four_markers_for_each_queue) {
    for (std::uintptr_t i = 1; i <= 100; ++i) {
        mark(a_, i);
        mark(b_, 1000 + i);
        EXPECT_LE(a_.markers.size(), queue_order::most_markers);
        const std::vector<cl_event> gone = unused(); // drops the oldest, which later ones cover
        if (i > 4) { EXPECT_EQ(gone, (std::vector{event(1000 + i - 4), event(i - 4)})); }
    }
    EXPECT_EQ(queue_order::most_markers, 4U);
    EXPECT_EQ(order_.live_events(), 8U);
    EXPECT_EQ(order_.live_events_peak(), 10U);
}

TEST_F(order, an_event_is_released_when_its_last_user_is_done_with_it) {
    const sequence_number sequence = mark(a_, 1);
    held_event *const used = queue_order::use(a_.markers.front().event);
    order_.set_done(a_.queue_slot, sequence);
    EXPECT_TRUE(unused().empty()) << "a thread uses it";
    mark(b_, 2);
    order_.set_done(b_.queue_slot, order_.next_sequence());
    EXPECT_EQ(unused(), std::vector{event(2)}) << "it waits for no other queue";
    order_.end_use(used);
    EXPECT_EQ(unused(), std::vector{event(1)});
    EXPECT_EQ(order_.live_events(), 0U);
}

TEST_F(order, what_is_complete_needs_no_marker) {
    mark(a_, 1);
    const sequence_number second = mark(a_, 2);
    mark(a_, 3);
    order_.set_done(a_.queue_slot, second);
    EXPECT_EQ(a_.markers.size(), 1U);
    EXPECT_EQ(unused(), (std::vector{event(2), event(1)}));
}

TEST_F(order, a_forgotten_queue_is_done_when_a_marker_covers_what_it_was_used_for_until_then) {
    const stamped_block b = stamped(a_);
    mark(a_, 1);
    order_.forget(a_);
    EXPECT_EQ(order_.find(handle(1)), nullptr);
    EXPECT_EQ(order_.find(nullptr), nullptr) << "it was the pool's own";
    EXPECT_EQ(order_.named(), 1U);
    EXPECT_FALSE(open(b, b_));
    const stamped_block later =
        stamped(a_); // of a block that was live meanwhile and may have been used after the marker
    EXPECT_EQ(sufficient(a_, order_.stamped(a_.queue_slot)), nullptr);
    EXPECT_EQ(order_.take_unneeded(a_), nullptr) << "a marker is still to be enqueued";
    const sequence_number last = mark(a_, 2);
    EXPECT_NE(order_.take_unneeded(a_), nullptr);
    EXPECT_EQ(a_.reference, nullptr);
    order_.set_known(b_, a_.queue_slot, last);
    EXPECT_TRUE(open(later, b_));
    EXPECT_TRUE(open(stamped(a_), b_)) << "nothing follows its last marker";
    EXPECT_FALSE(order_.completion_view().is_usable(later));
    order_.set_done(a_.queue_slot, last);
    EXPECT_TRUE(order_.completion_view().is_usable(later));
}

// A queue that waits for a marker, and records that after the other queue was forgotten, knows no more than the marker
// covers.
TEST_F(order, what_is_known_of_a_forgotten_queue_ends_with_the_marker_that_was_waited_for) {
    const sequence_number first = mark(a_, 1);
    const stamped_block after = stamped(a_);
    order_.forget(a_);
    const sequence_number last = mark(a_, 2);
    order_.set_known(b_, a_.queue_slot, first);
    EXPECT_FALSE(open(after, b_));
    order_.set_known(b_, a_.queue_slot, last);
    EXPECT_TRUE(open(after, b_));
}

TEST_F(order, a_queue_slot_is_reused_once_it_is_done) {
    const stamped_block old = stamped(b_);
    order_.set_known(a_, b_.queue_slot, mark(b_, 1));
    const std::uint64_t id = b_.id;
    const unsigned queue_slot = b_.queue_slot;
    order_.forget(b_);
    const sequence_number last = mark(b_, 2);
    EXPECT_NE(order_.take_unneeded(b_), nullptr);
    EXPECT_NE(order_.add(reference(3), false).queue_slot, queue_slot) << "its commands are not complete";
    order_.set_done(queue_slot, last);
    known_queue &next = order_.add(reference(4), true);
    EXPECT_EQ(next.queue_slot, queue_slot);
    EXPECT_NE(next.id, id) << "no cache may mistake it for the previous one";
    EXPECT_TRUE(next.out_of_order);
    EXPECT_TRUE(open(old, a_));
    const stamped_block young = stamped(next);
    EXPECT_FALSE(open(young, a_)) << "the knowledge was about another queue";
    order_.set_known(a_, queue_slot, last); // by a slow thread
    order_.set_done(queue_slot, last);
    EXPECT_FALSE(open(young, a_));
    EXPECT_EQ(order_.find(handle(4)), &next);
}

TEST_F(order, a_queue_slot_without_a_marker_is_not_reused) {
    const stamped_block b = stamped(b_);
    order_.set_unclear(b_.queue_slot);
    order_.forget(b_);
    EXPECT_EQ(order_.take_unneeded(b_), nullptr);
    EXPECT_NE(&order_.add(reference(3), false), &b_);
    EXPECT_FALSE(open(b, a_));
    EXPECT_EQ(order_.unclear(), queue_slot_mask{1} << b_.queue_slot);
    order_.set_done(b_.queue_slot, order_.next_sequence());
    EXPECT_EQ(order_.unclear(), 0U);
    EXPECT_NE(order_.take_unneeded(b_), nullptr);
    EXPECT_EQ(&order_.add(reference(4), false), &b_);
}

TEST_F(order, a_queue_in_a_reused_slot_knows_nothing_yet) {
    const stamped_block b = stamped(a_);
    order_.set_known(b_, a_.queue_slot, mark(a_, 1));
    EXPECT_TRUE(open(b, b_));
    end(b_);
    known_queue &next = order_.add(reference(4), false);
    EXPECT_EQ(&next, &b_);
    EXPECT_FALSE(open(b, next));
}

TEST_F(order, knows_63_queues_and_no_more) {
    for (std::uintptr_t i = 3; i <= 63; ++i) {
        EXPECT_LT(order_.add(reference(i), false).queue_slot, queue_order::most_queues);
    }
    const auto refusal = test::failure_of([&] { return order_.add(reference(64), false).id; });
    EXPECT_EQ(refusal.status, CLMEM_ERROR_UNSUPPORTED);
    EXPECT_TRUE(refusal.says("63") && refusal.says("clmem_pool_forget_queue")) << refusal.message;
    EXPECT_EQ(order_.find(handle(64)), nullptr);
    end(*order_.find(handle(40)));
    order_.add(reference(64), false);
    EXPECT_EQ(order_.named(), 63U);
}

TEST(order_for_the_host, only_needs_completion) {
    queue_order host{true};
    known_queue &a = host.add(reference(1), false);
    block b;
    host.stamp(b);
    EXPECT_FALSE(host.view(a).is_usable(b)) << "the queue's own order does not make the host wait";
    const sequence_number sequence = host.next_sequence();
    host.set_known(a, a.queue_slot, sequence);
    EXPECT_FALSE(host.view(a).is_usable(b));
    host.set_done(a.queue_slot, sequence);
    EXPECT_TRUE(host.view(a).is_usable(b));
}

} // namespace
} // namespace clmem_core
