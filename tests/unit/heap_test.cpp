// Compares the range allocator with a naive model that keeps every range in a map.
#include "heap/heap.hpp"

#include <array>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <random>
#include <set>

namespace clmem_core {
namespace {

constexpr std::size_t unit = 64;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int steps = 200'000;
#else
constexpr int steps = 1'000'000;
#endif

struct model {
    struct slab_ranges {
        std::size_t bytes;
        std::map<std::size_t, std::size_t> free; // offset, bytes
    };
    std::map<const slab *, slab_ranges> slabs;
    std::multiset<std::size_t> free_sizes;

    void add_free(const slab *s, std::size_t offset, std::size_t bytes) {
        slabs.at(s).free.emplace(offset, bytes);
        free_sizes.insert(bytes);
    }
    void remove_free(const slab *s, std::size_t offset) {
        auto &free = slabs.at(s).free;
        const auto range = free.find(offset);
        free_sizes.erase(free_sizes.find(range->second));
        free.erase(range);
    }
    // Allocates the range [offset, offset + bytes), which must lie within one free range.
    std::size_t take(const slab *s, std::size_t offset, std::size_t bytes) {
        auto &free = slabs.at(s).free;
        auto range = free.upper_bound(offset);
        EXPECT_NE(range, free.begin());
        --range;
        const auto [begin, size] = *range;
        EXPECT_LE(begin, offset);
        EXPECT_GE(begin + size, offset + bytes);
        remove_free(s, begin);
        if (begin < offset) { add_free(s, begin, offset - begin); }
        if (begin + size > offset + bytes) { add_free(s, offset + bytes, begin + size - offset - bytes); }
        return size;
    }
    void give(const slab *s, std::size_t offset, std::size_t bytes) {
        auto &free = slabs.at(s).free;
        auto after = free.upper_bound(offset);
        if (after != free.begin()) {
            const auto before = std::prev(after);
            ASSERT_LE(before->first + before->second, offset) << "freed twice";
            if (before->first + before->second == offset) {
                offset = before->first;
                bytes += before->second;
                remove_free(s, before->first);
            }
        }
        after = free.upper_bound(offset);
        if (after != free.end() && after->first == offset + bytes) {
            bytes += after->second;
            remove_free(s, after->first);
        }
        add_free(s, offset, bytes);
    }
    [[nodiscard]] std::size_t free_bytes() const {
        std::size_t sum = 0;
        for (const std::size_t bytes : free_sizes) {
            sum += bytes;
        }
        return sum;
    }
};

class heap_and_model : public testing::Test {
  protected:
    ~heap_and_model() override {
        for (block *b : live_) {
            heap_.free(b);
        }
        while (slab *s = heap_.detach_idle(unit)) {
            delete s;
        }
    }

    void add_slab(std::size_t bytes, std::size_t wanted) {
        auto *s = new slab;
        s->bytes = bytes;
        heap_.prepare();
        block *const b = heap_.adopt(s, {wanted, unit});
        model_.slabs[s] = {bytes, {}};
        model_.add_free(s, 0, bytes);
        model_.take(s, b->offset, b->bytes);
        live_.push_back(b);
    }
    void allocate(std::size_t bytes, std::size_t alignment) {
        heap_.prepare();
        block *b = heap_.allocate({bytes, alignment}, heap::reach::any);
        const std::size_t needed = bytes + alignment - unit;
        const auto smallest = model_.free_sizes.lower_bound(needed);
        const bool some_fit = smallest != model_.free_sizes.end();
        if (b == nullptr) { b = heap_.allocate({bytes, alignment}, heap::reach::last); }
        ASSERT_TRUE(b != nullptr || !some_fit) << "a fitting range was overlooked";
        if (b == nullptr) {
            add_slab(std::max<std::size_t>(bytes, 64 * 1024), bytes);
            return;
        }
        EXPECT_EQ(b->bytes, bytes);
        EXPECT_EQ(b->offset % alignment, 0U);
        EXPECT_EQ(b->state, block_state::used);
        const std::size_t best = some_fit ? *smallest : 0; // 0: a smaller range that is aligned serves
        ASSERT_TRUE(some_fit || alignment != unit);
        const bool all_are_looked_at = some_fit && model_.free_sizes.size() <= 2;
        const std::size_t from = model_.take(b->home, b->offset, b->bytes);
        // Partly used slabs come before idle ones, so the best fit may come from either.
        if (all_are_looked_at && heap_.idle_bytes() == 0) { EXPECT_EQ(from, best); }
        live_.push_back(b);
    }
    void release(std::size_t which) {
        block *const b = live_[which];
        live_[which] = live_.back();
        live_.pop_back();
        const slab *const s = b->home;
        model_.give(s, b->offset, b->bytes);
        const auto &free = model_.slabs.at(s).free;
        const bool idle = free.size() == 1 && free.begin()->second == s->bytes;
        EXPECT_EQ(heap_.free(b), idle);
    }
    void return_an_idle_slab(std::size_t wanted) {
        std::multiset<std::size_t> idle;
        for (const auto &[s, ranges] : model_.slabs) {
            if (ranges.free.size() == 1 && ranges.free.begin()->second == ranges.bytes) { idle.insert(ranges.bytes); }
        }
        slab *const s = heap_.detach_idle(wanted);
        ASSERT_EQ(s == nullptr, idle.empty());
        if (s == nullptr) { return; }
        const auto covers = idle.lower_bound(wanted);
        if (idle.size() < 8) { EXPECT_EQ(s->bytes, covers != idle.end() ? *covers : *idle.rbegin()); }
        model_.remove_free(s, 0);
        model_.slabs.erase(s);
        delete s;
    }
    void compare() {
        std::size_t reserved = 0;
        for (const auto &[s, ranges] : model_.slabs) {
            reserved += ranges.bytes;
        }
        EXPECT_EQ(heap_.reserved(), reserved);
        EXPECT_EQ(heap_.slabs(), model_.slabs.size());
        EXPECT_EQ(heap_.free_bytes(), model_.free_bytes());
        EXPECT_EQ(heap_.free_ranges(), model_.free_sizes.size()) << "adjacent free ranges did not coalesce";
        EXPECT_EQ(heap_.largest_free(), model_.free_sizes.empty() ? 0 : *model_.free_sizes.rbegin());
        EXPECT_EQ(heap_.policy().live(), reserved - model_.free_bytes());
        EXPECT_STREQ(heap_.check().text(), "");
    }

    heap heap_{unit, 0};
    model model_;
    std::vector<block *> live_;
    std::mt19937_64 random_{20261121};
};

TEST_F(heap_and_model, agree_over_a_million_random_steps) {
    for (int step = 0; step < steps && !HasFailure(); ++step) {
        const auto dice = random_() % 100;
        // The share of releases swings, so the heap fills up and empties again and again.
        const auto share = (step / 5000) % 2 == 0 ? 40U : 60U;
        if (dice < share && !live_.empty()) {
            release(random_() % live_.size());
        } else if (dice == 99) {
            return_an_idle_slab(unit * (1 + random_() % 2000));
        } else if (live_.size() < 3000) {
            const std::size_t bytes = unit * (1 + random_() % (std::size_t{1} << (random_() % 11)));
            allocate(bytes, random_() % 10 == 0 ? unit << (random_() % 5) : unit);
        }
        if (step % 1000 == 0) { compare(); }
    }
    while (!live_.empty()) {
        release(live_.size() - 1);
    }
    compare();
    EXPECT_EQ(heap_.idle_bytes(), heap_.reserved()) << "every slab is whole again";
    while (heap_.idle_bytes() != 0) {
        delete heap_.detach_idle(1);
    }
    model_.slabs.clear();
    EXPECT_EQ(heap_.held_blocks(), 0U);
}

TEST_F(heap_and_model, held_blocks_are_those_that_came_back) {
    add_slab(1 << 20, unit);
    EXPECT_EQ(heap_.held_blocks(), 0U) << "the rest of a new slab is not a block";
    const auto take = [&](std::size_t bytes, std::size_t alignment = unit) {
        heap_.prepare();
        return heap_.allocate({bytes, alignment}, heap::reach::any);
    };
    std::array<block *, 5> blocks;
    for (block *&b : blocks) {
        b = take(4096);
    }
    EXPECT_EQ(heap_.held_blocks(), 0U);
    std::uint64_t released = 0;
    for (const std::size_t which :
         {0, 2, 1, 4, 3}) { // alone, alone, between two free ranges, next to the slab's rest, between two
        heap_.free(blocks[which]);
        EXPECT_EQ(heap_.held_blocks(), ++released);
    }
    block *const one = take(4096);
    EXPECT_EQ(heap_.held_blocks(), 4U);
    block *const aligned = take(4096, 32768);
    EXPECT_EQ(heap_.held_blocks(), 3U) << "taken from the middle of a range";
    heap_.free(aligned);
    heap_.free(one);
    EXPECT_EQ(heap_.held_blocks(), 5U);
    release(0);
    slab *const gone = heap_.detach_idle(1);
    EXPECT_EQ(heap_.held_blocks(), 0U) << "the slab was freed with them";
    model_.slabs.erase(gone);
    delete gone;
}

TEST_F(heap_and_model, an_unchanged_freed_range_keeps_its_block) {
    add_slab(1 << 20, unit);
    heap_.prepare();
    block *const first = heap_.allocate({4096, unit}, heap::reach::any);
    block *const wall = heap_.allocate({4096, unit}, heap::reach::any);
    first->object.store(reinterpret_cast<cl_mem>(0x1234));
    heap_.count_object();
    heap_.free(first);
    EXPECT_EQ(heap_.allocate({4096, unit}, heap::reach::any), first);
    EXPECT_EQ(first->object.load(), reinterpret_cast<cl_mem>(0x1234));
    EXPECT_FALSE(first->fresh);
    heap_.free(first);
    EXPECT_TRUE(heap_.stale_objects().empty());
    heap_.free(wall); // coalesces everything: the object's range is gone
    ASSERT_EQ(heap_.stale_objects().size(), 1U);
    EXPECT_EQ(heap_.stale_objects().front(), reinterpret_cast<cl_mem>(0x1234));
}

TEST_F(heap_and_model, of_two_ranges_of_nearly_one_size_the_smaller_is_taken) {
    add_slab(1 << 20, unit);
    heap_.prepare();
    block *const smaller = heap_.allocate({64 * unit, unit}, heap::reach::any);
    block *const wall = heap_.allocate({unit, unit}, heap::reach::any);
    block *const larger = heap_.allocate({65 * unit, unit}, heap::reach::any); // from the same list
    block *const end = heap_.allocate({unit, unit}, heap::reach::any);
    heap_.free(smaller);
    heap_.free(larger);
    const std::size_t offset = smaller->offset;
    block *const b = heap_.allocate({63 * unit, unit}, heap::reach::any);
    EXPECT_EQ(b->offset, offset) << "the range freed last is not preferred";
    for (block *out : {b, wall, end}) {
        heap_.free(out);
    }
}

TEST_F(heap_and_model, the_last_search_overlooks_nothing) {
    add_slab(1 << 20, unit);
    std::vector<block *> walls;
    const auto take = [&](std::size_t units) {
        heap_.prepare();
        return heap_.allocate({units * unit, unit}, heap::reach::any);
    };
    std::vector<block *> ranges{take(65)};
    while (ranges.size() < 20) {
        walls.push_back(take(1));
        ranges.push_back(take(64)); // in the same list, but too small
    }
    walls.push_back(take(heap_.largest_free() / unit));
    for (block *b : ranges) {
        heap_.free(b);
    }
    heap_.prepare();
    EXPECT_EQ(heap_.allocate({65 * unit, unit}, heap::reach::any), nullptr) << "no range could be overlooked";
    block *const b = heap_.allocate({65 * unit, unit}, heap::reach::last);
    ASSERT_NE(b, nullptr);
    EXPECT_EQ(b->bytes, 65 * unit);
    walls.push_back(b);
    for (block *out : walls) {
        heap_.free(out);
    }
}

TEST_F(heap_and_model, the_last_search_needs_no_room_to_align_what_is_aligned) {
    add_slab(64 * unit, unit);
    heap_.prepare();
    block *const front =
        heap_.allocate({31 * unit, unit}, heap::reach::any); // with the slab's first unit this is half of the slab
    const heap::request aligned{32 * unit, 32 * unit};
    EXPECT_EQ(heap_.allocate(aligned, heap::reach::any), nullptr);
    block *const b = heap_.allocate(aligned, heap::reach::last);
    ASSERT_NE(b, nullptr);
    EXPECT_EQ(b->offset, 32 * unit);
    heap_.free(b);
    heap_.free(front);
}

TEST_F(heap_and_model, a_dedicated_request_takes_whole_slabs_of_its_size_only) {
    add_slab(1 << 20, 1 << 20);
    release(0);
    heap_.prepare();
    EXPECT_EQ(heap_.allocate({1 << 19, unit, true}, heap::reach::any), nullptr) << "half a slab would be wasted";
    block *const b = heap_.allocate({(1 << 20) - 4096, unit, true}, heap::reach::any);
    ASSERT_NE(b, nullptr);
    EXPECT_EQ(b->bytes, std::size_t{1} << 20);
    EXPECT_TRUE(b->home->dedicated);
    heap_.free(b);
    EXPECT_EQ(heap_.idle_bytes(), std::size_t{1} << 20);
}

TEST_F(heap_and_model, a_spent_block_gives_its_range_to_another) {
    add_slab(1 << 20, unit);
    heap_.prepare();
    block *const b = heap_.allocate({4096, unit}, heap::reach::any);
    const std::size_t offset = b->offset;
    b->token.store(b->token.load() | token::generation_mask);
    ASSERT_TRUE(token::spent(b->token.load()));
    heap_.free(b);
    heap_.prepare();
    block *const heir = heap_.allocate({4096, unit}, heap::reach::any);
    EXPECT_EQ(heir->offset, offset);
    EXPECT_FALSE(token::spent(heir->token.load()));
    heap_.free(heir);
    release(0);
    EXPECT_EQ(heap_.free_ranges(), 1U);
}

TEST(slab_policy, keeps_small_blocks_out_of_large_slabs) {
    slab_policy policy{0};
    constexpr std::size_t mebibyte = std::size_t{1} << 20;
    EXPECT_EQ(policy.slab_bytes(), 2 * mebibyte);
    policy.add(2800 * mebibyte);
    EXPECT_EQ(policy.slab_bytes(), 100 * mebibyte);
    EXPECT_EQ(policy.slab_for(mebibyte, 0), 100 * mebibyte);
    EXPECT_EQ(policy.slab_for(300 * mebibyte, 8 * mebibyte), 300 * mebibyte);
    EXPECT_TRUE(policy.eligible(200 * mebibyte, 1)) << "twice the slab size may be used by all";
    EXPECT_FALSE(policy.eligible(400 * mebibyte, mebibyte));
    EXPECT_TRUE(policy.eligible(400 * mebibyte, 300 * mebibyte));
    policy.subtract(2700 * mebibyte);
    EXPECT_TRUE(policy.eligible(400 * mebibyte, 60 * mebibyte)) << "an empty pool is less strict";
    EXPECT_EQ(policy.peak(), 2800 * mebibyte);
    EXPECT_GT(policy.budget(1), policy.peak());
    EXPECT_LT(policy.budget(1), policy.peak() * 11 / 10);
    EXPECT_GT(policy.budget(8000 * mebibyte), 8000 * mebibyte) << "the budget makes room for the request";
}

TEST(slab_policy, is_stricter_once_the_pool_has_run_nearly_empty_until_its_peak_grows) {
    constexpr std::size_t mebibyte = std::size_t{1} << 20;
    slab_policy policy{0};
    policy.add(2800 * mebibyte);
    const std::size_t budget = policy.budget(0);
    policy.subtract(2700 * mebibyte);
    EXPECT_EQ(policy.slab_bytes(), 100 * mebibyte) << "a thirtieth of the peak is not nearly empty";
    policy.subtract(60 * mebibyte);
    EXPECT_EQ(policy.slab_bytes(), 70 * mebibyte);
    EXPECT_LT(policy.budget(0), budget);
    EXPECT_FALSE(policy.eligible(150 * mebibyte, mebibyte));
    policy.add(2760 * mebibyte);
    EXPECT_FALSE(policy.eligible(400 * mebibyte, 300 * mebibyte)) << "full again, and still strict";
    policy.add(56 * mebibyte);
    EXPECT_EQ(policy.slab_bytes(), 102 * mebibyte);
    EXPECT_TRUE(policy.eligible(400 * mebibyte, 300 * mebibyte));
}

TEST(slab_policy, never_makes_slabs_that_the_device_cannot_give) {
    constexpr std::size_t mebibyte = std::size_t{1} << 20;
    slab_policy policy{16 * mebibyte};
    policy.add(2800 * mebibyte);
    EXPECT_EQ(policy.slab_bytes(), 16 * mebibyte);
}

} // namespace
} // namespace clmem_core
