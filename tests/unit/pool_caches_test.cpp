// What becomes of a freed block for which its thread's cache has no room.
#include "pool_parts.hpp"

namespace clmem_core::test {
namespace {

class cached_blocks : public pool_parts {
  protected:
    static constexpr std::size_t mebibyte = std::size_t{1} << 20;

    known_queue &queue_ = make_queue();
    std::unique_ptr<thread_cache> cache_ = make_cache();

    std::unique_ptr<thread_cache> make_cache() {
        auto made =
            std::make_unique<thread_cache>(nullptr, queue_, queue_.id, ranges_.classes(), thread_cache::traits{});
        const unlocked_scope unlocked{lock_};
        EXPECT_TRUE(caches_.add(*made));
        return made;
    }
    void TearDown() override {
        (void)caches_.drain(lock_);
        const unlocked_scope unlocked{lock_};
        caches_.remove_all(0);
    }
    void keep(block *b) {
        b->bin = ranges_.bin_of(*b);
        caches_.keep(b, *cache_, ranges_);
    }
};

TEST_F(cached_blocks, are_freed_if_they_are_large_for_the_pool) {
    keep(take_slab(queue_, 2 * mebibyte));
    EXPECT_EQ(cache_->bytes(), 0U);
    EXPECT_EQ(ranges_.heap().idle_bytes(), 2 * mebibyte);
}

TEST_F(cached_blocks, are_kept_as_the_last_one_up_to_a_mebibyte) {
    keep(take_slab(queue_, mebibyte));
    EXPECT_EQ(cache_->bytes(), mebibyte);
    keep(take_slab(queue_, mebibyte / 2));
    EXPECT_EQ(cache_->bytes(), mebibyte / 2) << "only the last one";
    EXPECT_EQ(ranges_.heap().idle_bytes(), mebibyte);
    EXPECT_TRUE(caches_.drain(lock_));
    EXPECT_EQ(cache_->bytes(), 0U);
    EXPECT_FALSE(caches_.drain(lock_)) << "nothing is left";
}

TEST_F(cached_blocks, move_to_the_depot_and_from_there_to_the_next_allocation) {
    block *const base = take_slab(queue_, 64 * mebibyte); // the caches' limit follows the pool's size
    caches_.resize();
    constexpr std::size_t bytes = 64 << 10;
    std::vector<block *> small{take_slab(queue_, mebibyte)};
    ranges_.free(small.back());
    small.clear();
    for (int i = 0; i < 16; ++i) {
        small.push_back(search(queue_, bytes));
    }
    for (block *const b : small) {
        b->bin = ranges_.bin_of(*b);
        if (!cache_->push(b)) { caches_.keep(b, *cache_, ranges_); }
    }
    EXPECT_NE(caches_.overflow().bytes(), 0U);
    EXPECT_EQ(cache_->bytes() + caches_.overflow().bytes(), 16 * bytes);
    allocation_request wanted = request(queue_, bytes);
    wanted.cls = ranges_.classes().of(bytes);
    block *const again = caches_.take(wanted, *cache_);
    ASSERT_NE(again, nullptr);
    EXPECT_EQ(again->bytes, bytes);
    ranges_.free(again);
    ranges_.free(base);
}

} // namespace
} // namespace clmem_core::test
