// Tokens, the object table, and the table of blocks.
#include "handle/object_table.hpp"
#include "pool/hit_path.hpp"

#include <gtest/gtest.h>
#include <set>
#include <thread>

namespace clmem_core {
namespace {

TEST(token, looks_like_no_pointer_and_carries_its_parts) {
    const std::uint64_t first = token::first(token::type::buffer, 12345);
    EXPECT_EQ(first >> 62, 2U) << "not canonical on any 64-bit machine";
    EXPECT_EQ(token::index(first), 12345U);
    EXPECT_EQ(token::type_of(first), token::type::buffer);
    EXPECT_EQ(first & (token::live | token::pinned), 0U);
    EXPECT_FALSE(token::spent(first));
}

TEST(token, changes_its_generation_and_nothing_else) {
    const std::uint64_t handle = token::first(token::type::pool, 7) | token::live;
    const std::uint64_t next = token::next(handle);
    EXPECT_NE(next | token::live, handle);
    EXPECT_EQ((next ^ handle) & ~(token::generation_mask | token::live), 0U);
}

TEST(token, is_spent_before_its_generation_wraps) {
    std::uint64_t handle = token::first(token::type::buffer, 1) | token::generation_mask;
    EXPECT_TRUE(token::spent(handle));
    handle -= token::one_generation;
    EXPECT_FALSE(token::spent(handle));
    EXPECT_TRUE(token::spent(token::next(handle | token::live)));
}

TEST(token, starts_at_generations_of_which_many_are_left) {
    std::set<std::uint64_t> generations;
    for (std::uint64_t i = 0; i < 1000; ++i) {
        const std::uint64_t generation =
            (token::first(token::type::buffer, i) & token::generation_mask) >> token::generation_shift;
        EXPECT_LT(generation, std::uint64_t{1} << (token::generation_bits - 1));
        generations.insert(generation);
    }
    EXPECT_GT(generations.size(), 990U) << "slots start at different generations";
}

TEST(object_table, finds_an_object_by_its_handle_until_it_is_removed) {
    const auto object = std::make_shared<int>(42);
    const std::uint64_t handle = object_table::add(token::type::pool, object);
    EXPECT_EQ(object_table::find(token::type::pool, handle), object);
    EXPECT_EQ(object_table::find(token::type::provider, handle), nullptr) << "another type";
    EXPECT_EQ(object_table::find(token::type::pool, 0), nullptr);
    EXPECT_EQ(object_table::find(token::type::pool, handle ^ token::one_generation), nullptr);
    EXPECT_EQ(object_table::remove(token::type::pool, handle), object);
    EXPECT_EQ(object_table::find(token::type::pool, handle), nullptr);
    EXPECT_EQ(object_table::remove(token::type::pool, handle), nullptr);
    const std::uint64_t again = object_table::add(token::type::provider, object);
    EXPECT_EQ(object_table::find(token::type::pool, handle), nullptr) << "the slot serves another object now";
    EXPECT_EQ(object_table::remove(token::type::provider, again), object);
}

TEST(block_table, leads_from_a_handle_to_its_block) {
    block *const b = block_table::take(1);
    const std::uint64_t handle = make_live(b, 100);
    EXPECT_EQ(block_table::find(handle), b);
    EXPECT_TRUE(b->is_live(handle));
    EXPECT_EQ(claim(handle ^ token::one_generation), nullptr);
    EXPECT_EQ(claim(handle & ~token::live), nullptr);
    EXPECT_EQ(claim(handle), b);
    EXPECT_FALSE(b->is_live(handle));
    EXPECT_EQ(claim(handle), nullptr) << "a second release";
    EXPECT_NE(make_live(b, 100), handle);
    EXPECT_NE(claim(b->token.load()), nullptr);
    block_table::recycle(b);
}

TEST(block_table, never_returns_a_retired_block) {
    block *const b = block_table::take(1);
    b->token.store(b->token.load() | token::generation_mask);
    b->next = nullptr;
    block_table::recycle(b);
    block *list = block_table::take(5000);
    std::size_t count = 0;
    for (const block *i = list; i != nullptr; i = i->next, ++count) {
        ASSERT_NE(i, b);
    }
    EXPECT_GT(count, 0U);
    block_table::recycle(list);
}

TEST(pinned_block, lets_a_release_wait) {
    block *const b = block_table::take(1);
    const std::uint64_t handle = make_live(b, 100);
    std::atomic<bool> released{false};
    std::thread releaser;
    {
        const pinned_block pin{handle};
        ASSERT_EQ(pin.get(), b);
        releaser = std::thread{[&] {
            EXPECT_EQ(claim(handle), b);
            released = true;
        }};
        std::this_thread::sleep_for(std::chrono::milliseconds{20});
        EXPECT_FALSE(released);
        EXPECT_TRUE(b->is_live(handle));
    }
    releaser.join();
    EXPECT_TRUE(released);
    const pinned_block stale{handle};
    EXPECT_EQ(stale.get(), nullptr);
    block_table::recycle(b);
}

// Runs in a child process: the only thread releases by plain stores until a second thread pins a block.
[[noreturn]] void pin_what_the_only_thread_releases() {
    asymmetric::prepare();
    handle_bias.share();
    const bool was_alone = handle_bias.enter();
    handle_bias.leave();
    block *const b = block_table::take(1);
    const std::uint64_t handle = make_live(b, 100);
    std::atomic<bool> pinned{false};
    std::atomic<bool> has_ended{false};
    std::thread user{[&] {
        const pinned_block pin{handle};
        pinned = true;
        std::this_thread::sleep_for(std::chrono::milliseconds{50});
        has_ended = true;
    }};
    while (!pinned) {
        std::this_thread::yield();
    }
    const bool is_claimed = claim(handle) == b;
    const bool has_waited = has_ended;
    user.join();
    std::_Exit(was_alone && is_claimed && has_waited ? 0 : 1);
}

TEST(pinned_block, lets_the_only_thread_wait_that_has_released_so_far) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(pin_what_the_only_thread_releases(), testing::ExitedWithCode(0), "");
}

} // namespace
} // namespace clmem_core
