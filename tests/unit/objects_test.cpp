// The OpenCL objects of ranges: at most one for each byte, kept as long as its range, released before its slab.
#include "pool/caches_of_threads.hpp"
#include "pool/hit_path.hpp"

#include <atomic>
#include <chrono>
#include <gtest/gtest.h>
#include <map>
#include <mutex>
#include <random>
#include <thread>
#include <vector>

namespace clmem_core {
namespace {

// Provides numbers as memory and objects, and checks their lifetimes.
class watching_provider final : public provider {
  public:
    watching_provider()
        : provider{
              {.kind = CLMEM_PROVIDER_USER, .access = memory_access::object, .alignment = 512, .free_of_cost = true}} {}
    ~watching_provider() override {
        EXPECT_TRUE(slabs_.empty());
        EXPECT_TRUE(objects_.empty());
    }

    void *allocate(std::size_t) override {
        const std::lock_guard lock{mutex_};
        void *const memory = reinterpret_cast<void *>(++last_);
        slabs_[memory];
        return memory;
    }
    void release(void *memory, std::size_t) noexcept override {
        const std::lock_guard lock{mutex_};
        EXPECT_TRUE(slabs_.at(memory).empty()) << "a slab was freed before its objects";
        slabs_.erase(memory);
    }
    cl_mem make_object(void *memory, std::size_t offset, std::size_t bytes) override {
        const std::lock_guard lock{mutex_};
        auto &ranges = slabs_.at(memory);
        const auto after = ranges.lower_bound(offset);
        EXPECT_TRUE(after == ranges.end() || after->first >= offset + bytes) << "objects overlap";
        EXPECT_TRUE(after == ranges.begin() || std::prev(after)->second <= offset) << "objects overlap";
        ranges[offset] = offset + bytes;
        const auto object = reinterpret_cast<cl_mem>(++last_);
        objects_[object] = {memory, offset};
        return object;
    }
    void release_object(cl_mem object) noexcept override {
        // Widens the window between the end of a range and that of its object.
        if (slow_) {
            std::this_thread::sleep_for(std::chrono::microseconds{200});
        } else {
            std::this_thread::yield();
        }
        const std::lock_guard lock{mutex_};
        const auto found = objects_.find(object);
        ASSERT_NE(found, objects_.end()) << "an object was released twice";
        slabs_.at(found->second.first).erase(found->second.second);
        objects_.erase(found);
    }

    void be_slow() noexcept { slow_ = true; }
    [[nodiscard]] std::size_t objects() {
        const std::lock_guard lock{mutex_};
        return objects_.size();
    }

  private:
    bool slow_ = false;
    std::mutex mutex_;
    std::uintptr_t last_ = 0;
    std::map<void *, std::map<std::size_t, std::size_t>> slabs_; // ranges with an object, by offset
    std::map<cl_mem, std::pair<void *, std::size_t>> objects_;
};

class objects : public testing::Test {
  protected:
    objects() : watch_{std::make_shared<watching_provider>()}, pool_{std::make_shared<pool>(watch_, options())} {}
    ~objects() override { pool_->close(); }

    static clmem_pool_options options() {
        clmem_pool_options o = CLMEM_POOL_OPTIONS_INIT;
        return o;
    }
    block *allocate(std::size_t bytes) {
        if (const std::uint64_t handle = allocate_quickly(pool_token, nullptr, bytes)) {
            return block_table::find(handle);
        }
        known_queue &queue = pool_->uses().find_queue(nullptr);
        if (caches::find(pool_token, nullptr) == nullptr) { // the first time on this thread, which now has a cache
            caches::remember(pool_token, nullptr, *caches::attach(*pool_, queue, queue.id));
            return allocate(bytes);
        }
        return pool_->allocate({.requested = bytes, .queue = &queue});
    }
    cl_mem object(block *b) {
        const pinned_block pin{b->token.load()};
        EXPECT_EQ(pin.get(), b);
        cl_mem made = b->object.load();
        return made != nullptr ? made : pool_->objects().of(*b);
    }
    static void release(block *b) {
        const std::uint64_t handle = b->token.load();
        ASSERT_EQ(claim(handle), b);
        free_block(b);
    }
    void random_steps(unsigned seed, int steps) {
        std::mt19937 random{seed};
        std::vector<block *> live;
        for (int step = 0; step < steps; ++step) {
            if (live.size() > 60 || (!live.empty() && random() % 2 == 0)) {
                const std::size_t which = random() % live.size();
                release(live[which]);
                live[which] = live.back();
                live.pop_back();
            } else {
                live.push_back(allocate(1 + random() % (std::size_t{1} << (9 + random() % 14))));
                if (random() % 4 != 0) { EXPECT_NE(object(live.back()), nullptr); }
            }
        }
        for (block *b : live) {
            release(b);
        }
    }

    const std::uint64_t pool_token = token::first(token::type::pool, ++last_pool) | token::live;
    static inline std::uint64_t last_pool = 0;
    std::shared_ptr<watching_provider> watch_;
    std::shared_ptr<pool> pool_;
};

TEST_F(objects, never_overlap_and_go_before_their_slab) {
    random_steps(1, 20'000);
    pool_->trim(0);
    EXPECT_EQ(watch_->objects(), 0U);
}

TEST_F(objects, go_before_their_slab_when_other_threads_give_it_back) {
    watch_->be_slow();
    std::vector<std::thread> threads;
    std::atomic<int> running = 3;
    for (unsigned i = 0; i < 3; ++i) {
        threads.emplace_back([&, i] {
            for (unsigned round = 0; round < 20; ++round) {
                random_steps(100 * i + round, 100); // after this nothing is live
            }
            --running;
        });
    }
    while (running != 0) {
        pool_->trim(0);
    }
    for (auto &t : threads) {
        t.join();
    }
    pool_->trim(0);
    EXPECT_EQ(watch_->objects(), 0U);
}

TEST_F(objects, never_overlap_when_threads_release_and_make_them_at_once) {
    std::vector<std::thread> threads;
    for (unsigned i = 0; i < 3; ++i) {
        threads.emplace_back([this, i] { random_steps(i, 5'000); });
    }
    for (auto &t : threads) {
        t.join();
    }
    pool_->trim(0);
    EXPECT_EQ(watch_->objects(), 0U);
}

TEST_F(objects, stay_with_a_reused_range) {
    block *const b = allocate(10'000);
    const cl_mem made = object(b);
    release(b);
    block *const again = allocate(10'000);
    EXPECT_EQ(again, b);
    EXPECT_EQ(again->object.load(), made);
    release(again);
}

} // namespace
} // namespace clmem_core
