// The free ranges of a pool as its queues see them.
#include "pool_parts.hpp"

namespace clmem_core::test {
namespace {

class ranges : public pool_parts {};

TEST_F(ranges, that_one_queue_has_freed_wait_for_the_others) {
    known_queue &first = make_queue();
    known_queue &second = make_queue();
    block *const whole = take_slab(first);
    ranges_.free(whole);
    EXPECT_EQ(search(second, 512), nullptr);
    block *const any = search(second, 512, pool_ranges::usability::any);
    ASSERT_NE(any, nullptr);
    ranges_.free_stamped(any);
    block *const own = search(first, 512);
    ASSERT_NE(own, nullptr);
    ranges_.free(own);
    EXPECT_TRUE(ranges_.is_shared());
}

TEST_F(ranges, give_a_block_the_bin_of_its_queues_caches) {
    known_queue &queue = make_queue();
    block *const b = take_slab(queue);
    EXPECT_EQ(ranges_.bin_of(*b), ranges_.bin_in(queue, *b));
    b->held = block_hold_state::held;
    EXPECT_EQ(ranges_.bin_of(*b), block::not_cached) << "something else may use it at its release";
    b->held = block_hold_state::free;
    known_queue &out_of_order = make_queue(true);
    EXPECT_EQ(ranges_.bin_in(out_of_order, *b), block::not_cached) << "such a queue has no caches";
    ranges_.free(b);
}

TEST_F(ranges, of_a_list_are_all_freed) {
    known_queue &queue = make_queue();
    block *const first = take_slab(queue);
    block *const second = take_slab(queue);
    first->next = second;
    second->next = nullptr;
    ranges_.free_list(first);
    EXPECT_EQ(ranges_.heap().idle_bytes(), 2 * slab_bytes);
}

} // namespace
} // namespace clmem_core::test
