// Threads that allocate blocks and free each other's. The test records the range of every live block; no two may
// overlap.
#include "figures.hpp"
#include "racing.hpp"
#include "recorder.hpp"

#include <random>

namespace clmem::test {
namespace {

// The ranges of live blocks, by slab and offset.
class occupancy {
  public:
    void add(const clmem_buffer_info &info) {
        const std::lock_guard lock{mutex_};
        auto &slab = slabs_[info.slab];
        const std::size_t end = info.offset_bytes + info.capacity_bytes;
        const auto after = slab.upper_bound(info.offset_bytes);
        if (after != slab.end() && after->first < end) { ++overlaps_; }
        if (after != slab.begin() && std::prev(after)->second > info.offset_bytes) { ++overlaps_; }
        if (end > info.slab_bytes || info.capacity_bytes < info.bytes) { ++overlaps_; }
        slab[info.offset_bytes] = end;
    }
    void remove(const clmem_buffer_info &info) {
        const std::lock_guard lock{mutex_};
        if (slabs_[info.slab].erase(info.offset_bytes) != 1) { ++overlaps_; }
    }
    [[nodiscard]] int overlaps() const { return overlaps_; }

  private:
    std::mutex mutex_;
    std::map<std::uint64_t, std::map<std::size_t, std::size_t>> slabs_;
    int overlaps_ = 0;
};

struct held {
    clmem_buffer buffer = nullptr;
    clmem_buffer_info info = CLMEM_BUFFER_INFO_INIT;
};

// Places where threads leave blocks for each other.
class market {
  public:
    // Takes what is in a place and leaves something else there.
    held swap(std::size_t place, held offered) {
        const std::lock_guard lock{mutex_};
        std::swap(places_[place % places_.size()], offered);
        return offered;
    }

  private:
    std::mutex mutex_;
    std::vector<held> places_ = std::vector<held>(64);
};

class exchange : public testing::Test {
  protected:
    recorder memory_;
    provider_owner provider_ = memory_.make_provider();
    pool_owner pool_;
    occupancy occupied_;
    market market_;
    std::atomic<int> wrong_{0};

    void release(held &block) {
        if (block.buffer == nullptr) { return; }
        std::size_t bytes = 0;
        wrong_ += clmem_buffer_size(block.buffer, &bytes) != CLMEM_SUCCESS || bytes != block.info.bytes;
        occupied_.remove(block.info);
        wrong_ += clmem_buffer_release(block.buffer) != CLMEM_SUCCESS;
        block = held{};
    }
    held allocate(std::size_t bytes, const clmem_allocation_options &options) {
        held block;
        if (clmem_pool_allocate_with(pool_, &options, bytes, &block.buffer) != CLMEM_SUCCESS) {
            ++wrong_;
            return {};
        }
        wrong_ += clmem_buffer_describe(block.buffer, &block.info) != CLMEM_SUCCESS;
        const std::size_t alignment = std::max(options.alignment_bytes, memory_.alignment);
        wrong_ += block.info.bytes != bytes || block.info.offset_bytes % alignment != 0;
        occupied_.add(block.info);
        return block;
    }

    // Allocates, leaves blocks for others and releases those that it finds instead.
    void trade(int thread, int steps, std::size_t largest_shift) {
        std::mt19937_64 random{static_cast<std::uint64_t>(thread) + 100};
        for (int i = 0; i < steps && wrong_.load() == 0; ++i) {
            clmem_allocation_options options = CLMEM_ALLOCATION_OPTIONS_INIT;
            if (random() % 8 == 0) { options.alignment_bytes = std::size_t{512} << random() % 6; }
            if (random() % 64 == 0) { options.flags = CLMEM_ALLOCATION_DEDICATED; }
            const std::size_t bytes = 1 + random() % (std::size_t{1} << (6 + random() % (largest_shift - 5)));
            held found = market_.swap(random(), allocate(bytes, options));
            release(found);
            if (random() % 500 == 0) { wrong_ += clmem_pool_trim(pool_, 0, nullptr) != CLMEM_SUCCESS; }
            if (random() % 200 == 0) { wrong_ += !figures_are_sane(); }
        }
    }
    // Checks what must hold even while other threads are running.
    bool figures_are_sane() {
        clmem_statistics all = CLMEM_STATISTICS_INIT;
        return clmem_pool_statistics(pool_, &all) == CLMEM_SUCCESS && all.managed_bytes <= all.managed_bytes_peak;
    }

    void finish() {
        for (std::size_t place = 0; place < 64; ++place) {
            held left = market_.swap(place, {});
            release(left);
        }
        EXPECT_EQ(wrong_.load(), 0);
        EXPECT_EQ(occupied_.overlaps(), 0);
        EXPECT_EQ(statistics(pool_).active_blocks, 0U);
        EXPECT_EQ(statistics(pool_).failures, 0U);
        check_figures(pool_);
        CHECK_OK(clmem_pool_free_held(pool_));
        EXPECT_EQ(memory_.live_bytes(), 0U);
        pool_.reset();
        provider_.reset();
        EXPECT_TRUE(memory_.is_done());
    }
};

TEST_F(exchange, of_small_blocks) {
    pool_ = make_pool(provider_);
    race(4, [&](int thread) { trade(thread, rounds(40000), 12); });
    finish();
}

TEST_F(exchange, of_blocks_of_all_sizes) {
    pool_ = make_pool(provider_);
    race(4, [&](int thread) { trade(thread, rounds(20000), 22); });
    finish();
}

TEST_F(exchange, in_a_pool_that_stops_holding) {
    pool_ = make_pool(provider_);
    race(4, [&](int thread) {
        trade(thread, rounds(4000), 18);
        if (thread == 0) { wrong_ += clmem_pool_stop_holding(pool_) != CLMEM_SUCCESS; }
        trade(thread, rounds(4000), 18);
    });
    finish();
}

TEST_F(exchange, with_sizes_of_the_reference_document) {
    clmem_pool_options options = CLMEM_POOL_OPTIONS_INIT;
    options.leading_bits_in_bin_id = 4;
    pool_ = make_pool(provider_, &options);
    race(3, [&](int thread) { trade(thread, rounds(10000), 20); });
    finish();
}

// One thread allocates, another releases in the same order, like a pipeline.
TEST_F(exchange, from_one_thread_to_another) {
    pool_ = make_pool(provider_);
    constexpr std::size_t length = 256;
    std::vector<std::atomic<clmem_buffer>> ring(length);
    const int steps = rounds(200000);
    race(2, [&](int thread) {
        for (std::size_t i = 0; i < static_cast<std::size_t>(steps); ++i) {
            std::atomic<clmem_buffer> &place = ring[i % length];
            if (thread == 0) {
                while (place.load() != nullptr) {
                    std::this_thread::yield();
                }
                clmem_buffer buffer = nullptr;
                wrong_ += clmem_pool_allocate(pool_, nullptr, 64 << i % 8, &buffer) != CLMEM_SUCCESS;
                place = buffer;
            } else {
                clmem_buffer buffer = nullptr;
                while ((buffer = place.exchange(nullptr)) == nullptr) {
                    std::this_thread::yield();
                }
                wrong_ += clmem_buffer_release(buffer) != CLMEM_SUCCESS;
            }
        }
    });
    EXPECT_LE(memory_.live_bytes_peak(), std::size_t{32} << 20) << "no freed blocks reach the allocating thread";
    finish();
}

} // namespace
} // namespace clmem::test
