// Tests that the checks of a heap and of a pool find planted corruptions, and report nothing else.
#include "pretended_queues.hpp"

#include <array>
#include <string>

namespace clmem_core::test {
namespace {

constexpr std::size_t unit = 64;
constexpr std::size_t piece = 4096;

// A slab of eight pieces, every other one free. Each test repairs what it corrupted before the heap is destroyed.
class heap_check : public testing::Test {
  protected:
    heap_check() {
        auto *s = new slab;
        s->bytes = blocks_.size() * piece;
        s->number = 7;
        heap_.prepare();
        blocks_[0] = heap_.adopt(s, {piece, unit});
        for (std::size_t i = 1; i < blocks_.size(); ++i) {
            heap_.prepare();
            blocks_[i] = heap_.allocate({piece, unit}, heap::reach::any);
        }
        for (std::size_t i = 1; i < blocks_.size(); i += 2) {
            (void)heap_.free(blocks_[i]);
        }
        EXPECT_STREQ(heap_.check().text(), "");
    }
    ~heap_check() override {
        EXPECT_STREQ(heap_.check().text(), "");
        for (std::size_t i = 0; i < blocks_.size(); i += 2) {
            (void)heap_.free(blocks_[i]);
        }
        EXPECT_STREQ(heap_.check().text(), "");
        delete heap_.detach_idle(piece);
        EXPECT_STREQ(heap_.check().text(), "");
    }

    // The check's result while `member` has another value.
    template <class Member, class Value>
    std::string text_with(Member &member, Value value) {
        const Member before = std::exchange(member, static_cast<Member>(value));
        const violation found = heap_.check();
        member = before;
        return found.text();
    }

    heap heap_{unit, 0};
    std::array<block *, 8> blocks_{};
};

#define EXPECT_HAS(text, part) EXPECT_NE((text).find(part), std::string::npos) << (text)

TEST_F(heap_check, finds_a_truncated_free_list) {
    block *const first = blocks_[7]; // the block freed last heads its list
    ASSERT_NE(first->next, nullptr);
    EXPECT_HAS(text_with(first->next, nullptr), "the free lists hold 1 ranges, expected 4");
}

TEST_F(heap_check, finds_a_free_list_that_runs_in_a_circle) {
    EXPECT_HAS(text_with(blocks_[1]->next, blocks_[7]), "is not linked back at offset 28672");
}

TEST_F(heap_check, finds_a_block_in_use_in_a_free_list) {
    EXPECT_HAS(text_with(blocks_[3]->next, blocks_[0]), "holds a range in state \"used\", expected \"free\"");
}

TEST_F(heap_check, finds_a_free_range_in_the_list_of_another_size) {
    EXPECT_HAS(text_with(blocks_[5]->list, blocks_[5]->list + 1), "holds a range of 4096 bytes, which belongs in list");
}

TEST_F(heap_check, finds_ranges_that_overlap_or_leave_a_gap) {
    EXPECT_EQ(text_with(blocks_[4]->offset, 3 * piece + unit),
              "slab 7: expected a range at offset 16384, found one at 12352 with 4096 bytes");
    EXPECT_EQ(text_with(blocks_[4]->bytes, piece - unit),
              "slab 7: expected a range at offset 20416, found one at 20480 with 4096 bytes");
    EXPECT_EQ(text_with(blocks_[4]->before, blocks_[2]), "slab 7: the chain of ranges is broken at offset 16384");
    EXPECT_EQ(text_with(blocks_[4]->after, nullptr), "slab 7: the chain of ranges is broken at offset 20480");
}

TEST_F(heap_check, finds_a_block_whose_state_is_wrong) {
    EXPECT_HAS(text_with(blocks_[3]->state, block_state::idle),
               "slab 7, offset 12288: the range's state is \"idle\", but the slab has 16384 bytes in use");
    EXPECT_HAS(text_with(blocks_[3]->state, block_state::used), "the slab has counted");
    EXPECT_HAS(text_with(blocks_[2]->state, block_state::free), "was not coalesced with the one before it");
    EXPECT_HAS(text_with(blocks_[3]->held, block_hold_state::held), "a free range that something holds");
    EXPECT_HAS(text_with(blocks_[3]->queue_slots, queue_order::has_events), "a free range that waits for events");
    EXPECT_HAS(text_with(blocks_[2]->held, block_hold_state::pending), "a pending block without events");
}

TEST_F(heap_check, finds_counts_that_are_off) {
    EXPECT_HAS(text_with(blocks_[3]->batch_count, 2), "released blocks: the heap has counted 4, its slabs have 5");
    EXPECT_HAS(text_with(blocks_[0]->home->used, piece), "16384 bytes in use and 0 pending, the slab has counted 4096");
    heap_.policy().add(piece);
    const std::string found = heap_.check().text();
    heap_.policy().subtract(piece);
    EXPECT_HAS(found, "bytes live: the heap has counted 20480, its slabs have 16384");
}

TEST_F(heap_check, finds_a_free_range_with_a_live_handle) {
    const std::uint64_t token = blocks_[3]->token.load();
    blocks_[3]->token = token | token::live;
    const std::string found = heap_.check().text();
    blocks_[3]->token = token;
    EXPECT_HAS(found, "a free range with a live handle");
}

// ---- pools -----------------------------------------------------------------------------------------------------------

class pool_check : public pool_of_pretended_queues {
  protected:
    void expect(const char *part) {
        const std::string found = pool_->check().text();
        EXPECT_HAS(found, part);
    }
};

TEST_F(pool_check, finds_a_stamp_of_a_queue_that_is_not_there) {
    set_up(0);
    block *const kept = allocate(own_, slab / 4);
    EXPECT_STREQ(pool_->check().text(), "");
    block *const range = kept->after;
    ASSERT_EQ(range->state, block_state::free);
    const auto queue_slots = std::exchange(range->queue_slots, queue_slot_mask{1} << 40);
    expect("is stamped for queue slots 0x10000000000");
    range->queue_slots = queue_slots;
    const auto sequence = std::exchange(range->sequence, sequence_number{1} << 40);
    expect("at 1099511627776");
    range->sequence = sequence;
    release(kept);
}

TEST_F(pool_check, stops_a_build_with_assertions_at_the_next_trim) {
    if (!assertions_enabled) { GTEST_SKIP() << "this build has no assertions"; }
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    set_up(0);
    block *const kept = allocate(own_, slab / 4);
    block *const range = kept->after;
    ASSERT_EQ(range->state, block_state::free);
    const auto plant = [&] {
        range->batch_count += 1;
        (void)pool_->trim(0);
    };
    EXPECT_DEATH(plant(), "clmem: a check of the pool failed: released blocks: the heap has counted");
    release(kept);
}

} // namespace
} // namespace clmem_core::test
