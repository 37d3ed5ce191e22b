// Blocks that wait in a thread cache until their commands are complete: in batches, and in a whole pool with simulated
// queues.
#include "pool/finish_watch.hpp"
#include "pretended_queues.hpp"

#include <array>
#include <optional>
#include <set>

namespace clmem_core::test {
namespace {

class batches : public testing::Test {
  protected:
    block *add(std::size_t bytes) {
        block *const b = &blocks_.at(used_++);
        b->bytes = bytes;
        waiting_.add(b);
        return b;
    }
    static std::size_t length(const block *list) {
        std::size_t count = 0;
        for (; list != nullptr; list = list->next) {
            ++count;
        }
        return count;
    }
    void expect(std::size_t count, std::size_t bytes) {
        EXPECT_EQ(waiting_.count(), count);
        EXPECT_EQ(waiting_.bytes(), bytes);
    }

    std::array<block, 16> blocks_;
    std::size_t used_ = 0;
    waiting_blocks waiting_;
};

TEST_F(batches, are_complete_with_their_sequence_number) {
    add(512);
    add(1024);
    EXPECT_EQ(waiting_.released(), 2U);
    EXPECT_EQ(waiting_.released_bytes(), 1536U);
    EXPECT_EQ(waiting_.take_complete(last_sequence), nullptr) << "it has no stamp yet";
    waiting_.stamp_released(5);
    add(64);
    EXPECT_EQ(waiting_.released(), 1U);
    EXPECT_TRUE(waiting_.may_be_complete());
    EXPECT_EQ(waiting_.take_complete(4), nullptr);
    EXPECT_EQ(length(waiting_.take_complete(5)), 2U);
    expect(1, 64);
    EXPECT_FALSE(waiting_.may_be_complete());
    waiting_.stamp_released(6);
    waiting_.stamp_released(7); // with nothing to stamp
    EXPECT_EQ(length(waiting_.take_complete(6)), 1U);
    expect(0, 0);
}

TEST_F(batches, beyond_the_number_of_markers_wait_for_the_newest) {
    for (sequence_number sequence = 1; sequence <= queue_order::most_markers + 2; ++sequence) {
        add(64);
        waiting_.stamp_released(sequence);
    }
    EXPECT_EQ(length(waiting_.take_complete(queue_order::most_markers + 1)), queue_order::most_markers - 1);
    EXPECT_EQ(length(waiting_.take_complete(queue_order::most_markers + 2)), 3U);
    expect(0, 0);
}

TEST_F(batches, are_taken_all_together) {
    add(64);
    waiting_.stamp_released(1);
    add(128);
    EXPECT_EQ(length(waiting_.take_all()), 2U);
    expect(0, 0);
    EXPECT_FALSE(waiting_.may_be_complete());
    EXPECT_EQ(waiting_.released(), 0U);
    EXPECT_EQ(waiting_.take_all(), nullptr);
}

// ---- a pool whose memory the host accesses ------------------------------------------------------------------------------

class host_accessed : public pool_of_pretended_queues {
  protected:
    static constexpr std::size_t small = 4096;
    static constexpr std::uint64_t token = 1; // by which this thread finds its caches

    void SetUp() override { set_up(0, true); }
    void set_up_unnamed() {
        end();
        provider_ = std::make_shared<pretended_provider>(true);
        driver_ = &provider_->driver;
        own_ = driver_->make_queue();
        pool_ = std::make_shared<pool>(provider_, clmem_pool_options(CLMEM_POOL_OPTIONS_INIT));
    }
    // As clmem_pool_allocate() does it, with the thread's caches.
    block *get(cl_command_queue queue, std::size_t bytes = small) {
        std::uint64_t handle = allocate_quickly(token, queue, bytes);
        if (handle == 0) { handle = allocate_slowly(*pool_, token, queue, {.requested = bytes}); }
        return block_table::find(handle);
    }
    // Allocates blocks, and releases each before the next one; returns the places that they had.
    std::set<std::pair<std::uint64_t, std::size_t>> use(std::size_t count, cl_command_queue queue,
                                                        std::size_t bytes = small) {
        std::set<std::pair<std::uint64_t, std::size_t>> places;
        for (std::size_t i = 0; i < count; ++i) {
            block *const b = get(queue, bytes);
            places.insert(place(b));
            release(b);
        }
        return places;
    }
    std::uint64_t hits() { return statistics().hits; }
};

TEST_F(host_accessed, is_not_reused_before_a_marker_is_complete) {
    EXPECT_EQ(use(400, own_).size(), 400U);
    EXPECT_EQ(hits(), 0U);
    EXPECT_GE(driver_->markers.size(), 1U);
    EXPECT_LE(driver_->markers.size(), queue_order::most_markers);
    EXPECT_EQ(statistics().held_blocks, 400U);
    EXPECT_EQ(statistics().cached_bytes, 400U * small);
}

TEST_F(host_accessed, is_reused_in_batches_when_markers_are_complete) {
    (void)use(400, own_);
    std::size_t rounds = 0;
    for (; rounds < 100; ++rounds) {
        driver_->complete_all();
        (void)use(100, own_);
    }
    EXPECT_GE(hits(), 99U * 100);
    EXPECT_LE(driver_->markers.size(), 2 * rounds + queue_order::most_markers) << "one for each block";
    EXPECT_LE(driver_->live_events(), static_cast<int>(queue_order::most_markers));
}

TEST_F(host_accessed, is_reused_without_a_marker_once_its_queue_was_empty) {
    (void)use(1, own_);
    for (std::uint64_t round = 1; round <= 10; ++round) {
        finish_watch watch{own_};
        watch.finished();
        (void)use(1, own_);
        EXPECT_EQ(hits(), round);
    }
    EXPECT_TRUE(driver_->markers.empty());
}

TEST_F(host_accessed, is_not_reused_after_a_wait_for_another_queue) {
    cl_command_queue other = driver_->make_queue();
    (void)use(1, other);
    const auto before = use(3, own_);
    finish_watch watch{other};
    watch.finished();
    const auto after = use(3, own_);
    EXPECT_EQ(hits(), 0U);
    for (const auto &each : after) {
        EXPECT_FALSE(before.contains(each));
    }
}

TEST_F(host_accessed, that_is_released_during_a_wait_or_waited_for_in_vain_is_not_reused) {
    block *const late = get(own_);
    const auto where = place(late);
    finish_watch watch{own_};
    release(late); // by a callback of the driver, say
    watch.finished();
    EXPECT_NE(use(1, own_).begin()->second, where.second);
    { const finish_watch fails{own_}; }
    EXPECT_NE(use(1, own_).begin()->second, where.second);
    EXPECT_EQ(hits(), 0U);
}

TEST_F(host_accessed, waits_on_when_the_caches_are_drained) {
    const auto first = use(20, own_);
    pool_->trim(std::size_t{1} << 30);
    const auto second = use(20, own_);
    for (const auto &each : second) {
        EXPECT_FALSE(first.contains(each));
    }
    { // what was known to be complete need not wait again
        finish_watch watch{own_};
        watch.finished();
    }
    block *const one = get(own_); // collects them
    pool_->trim(std::size_t{1} << 30);
    driver_->marker_fails = driver_->finish_fails = true;
    const std::size_t before = statistics().managed_bytes;
    EXPECT_EQ(use(20, own_).size(), 20U);
    EXPECT_EQ(statistics().managed_bytes, before);
    release(one);
    driver_->marker_fails = driver_->finish_fails = false;
}

TEST_F(host_accessed, whose_marker_is_refused_waits_for_the_next_one) {
    driver_->marker_fails = driver_->finish_fails = true;
    EXPECT_EQ(use(100, own_).size(), 100U);
    EXPECT_EQ(hits(), 0U);
    driver_->marker_fails = driver_->finish_fails = false;
    (void)use(1, own_); // enqueues one
    driver_->complete_all();
    (void)use(50, own_);
    EXPECT_GE(hits(), 50U);
}

TEST_F(host_accessed, that_waits_is_no_reason_to_exceed_the_budget) {
    for (int i = 0; i < 20; ++i) {
        (void)use(1000, own_, 65536);
    }
    EXPECT_LE(statistics().managed_bytes_peak, growth_policy::apart_budget);
    EXPECT_GT(driver_->waits, 0);
    EXPECT_LT(driver_->waits, 100);
}

TEST_F(host_accessed, that_waits_is_no_part_of_the_peak) {
    std::array<block *, 64> live;
    for (block *&b : live) {
        b = get(own_, 65536);
    }
    for (int i = 0; i < 200; ++i) {
        for (int k = 0; k < 700; ++k) {
            block *&b = live[static_cast<std::size_t>(k) % live.size()];
            release(b);
            b = get(own_, 65536);
        }
        driver_->complete_all();
    }
    EXPECT_LE(statistics().managed_bytes_peak, growth_policy::apart_budget);
    for (block *b : live) {
        release(b);
    }
}

TEST_F(host_accessed, of_no_queue_is_reused_at_once_until_one_is_named) {
    set_up_unnamed();
    const auto before = use(10, nullptr);
    EXPECT_EQ(before.size(), 1U);
    EXPECT_EQ(hits(), 9U);
    { // so that a block is ready, not only released
        const std::array both{get(nullptr), get(nullptr)};
        release(both[0]);
        release(both[1]);
        release(get(nullptr));
    }
    EXPECT_EQ(hits(), 11U);
    cl_command_queue first = driver_->make_queue(); // the earlier blocks were for this one, too
    for (cl_command_queue queue : {first, cl_command_queue{nullptr}, first}) {
        const auto after = use(5, queue);
        EXPECT_EQ(after.size(), 5U);
        EXPECT_FALSE(after.contains(*before.begin()));
        EXPECT_EQ(hits(), 11U);
    }
    finish_watch watch{first};
    watch.finished();
    (void)use(5, nullptr);
    EXPECT_EQ(hits(), 16U);
    own_ = first;
}

TEST_F(host_accessed, of_a_forgotten_queue_waits_for_its_last_marker) {
    const auto before = use(40, own_);
    pool_->forget_queue(own_);
    cl_command_queue next = driver_->make_queue();
    const auto after = use(40, next);
    for (const auto &each : after) {
        EXPECT_FALSE(before.contains(each));
    }
    EXPECT_EQ(hits(), 0U);
}

TEST_F(host_accessed, of_a_queue_that_is_named_again_is_cached_again) {
    (void)use(1, own_);
    pool_->forget_queue(own_);
    (void)use(1, own_);
    finish_watch watch{own_};
    watch.finished();
    (void)use(1, own_);
    EXPECT_EQ(hits(), 1U);
}

TEST_F(host_accessed, that_nobody_needed_until_the_next_batch_is_for_other_queues) {
    cl_command_queue other = driver_->make_queue();
    (void)use(1, other);
    std::array<block *, 100> many;
    for (block *&b : many) {
        b = get(own_, 65536);
    }
    for (block *b : many) {
        release(b);
    }
    const auto finish = [&] {
        finish_watch watch{own_};
        watch.finished();
    };
    finish();
    const std::size_t before = statistics().managed_bytes;
    release(get(own_, 65536)); // collects all, and needs one
    finish();
    release(get(own_, 32768)); // of another class: collects the one, and finds that the others were not needed
    for (block *&b : many) {
        b = get(other, 65536);
    }
    EXPECT_EQ(statistics().managed_bytes, before) << "the pool has grown";
    EXPECT_TRUE(driver_->barriers.empty());
    EXPECT_EQ(driver_->waits, 0);
    for (block *b : many) {
        release(b);
    }
}

TEST_F(host_accessed, that_a_thread_leaves_behind_waits_too) {
    std::set<std::pair<std::uint64_t, std::size_t>> before;
    std::thread{[&] { before = use(20, own_); }}.join();
    const auto after = use(20, own_);
    for (const auto &each : after) {
        EXPECT_FALSE(before.contains(each));
    }
}

} // namespace
} // namespace clmem_core::test
