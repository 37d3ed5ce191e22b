// Scenarios of a single thread cache, without a pool.
#include "pool/thread_cache.hpp"
#include "scenarios.hpp"
#include "scheduler.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>
#include <utility>

namespace clmem_core::schedules {

namespace {

constexpr std::size_t block_bytes = 4096;

// A cache whose owner is one of the schedule's threads, and blocks for it.
class cache_under_test {
  public:
    explicit cache_under_test(bool waits) : waits_{waits} { queue_.id = 1; }

    // By the owner, first of all.
    void make() {
        const std::lock_guard held{visitors_};
        cache_ = std::make_unique<thread_cache>(nullptr, queue_, queue_.id, classes_,
                                                thread_cache::traits{.rounds_up = false, .waits = waits_});
        cache_->set_bound(16 * block_bytes, true);
    }
    // By the owner: puts a block in, or takes blocks out if that one is in.
    void use(std::size_t i) {
        if (!cache_->enter()) { return; }
        section_.visit();
        if (!taken_[i]) {
            put(blocks_[i]);
            taken_[i] = true;
        } else if (waits_) {
            cache_->waiting().stamp_released(++sequence_);
            note_taken_out(cache_->waiting().take_complete(sequence_));
        } else if (block *const b = cache_->pop(bin_, block_bytes)) {
            b->next = nullptr;
            note_taken_out(b);
        }
        cache_->leave();
    }
    // By any other thread, as pool_caches does it.
    void drain() {
        const std::lock_guard held{visitors_};
        if (cache_ == nullptr) { return; }
        if (cache_->close()) {
            asymmetric::heavy();
        } else {
            asymmetric::full();
        }
        cache_->wait_until_left();
        section_.visit();
        note_taken_out(cache_->take_all());
        note_taken_out(cache_->waiting().take_all());
        expect(cache_->bytes() == 0, "an empty cache has bytes");
        cache_->open();
    }
    // After the threads.
    void check() const {
        std::size_t cached = 0;
        const auto count = [&cached](const block &) { ++cached; };
        cache_->for_each_ready(count);
        cache_->waiting().for_each(count);
        expect(cached == static_cast<std::size_t>(std::count(taken_.begin(), taken_.end(), true)),
               "the cache has lost a block, or has one twice");
        expect(cache_->bytes() == cached * block_bytes, "the cache has other bytes than its blocks");
    }

  private:
    void put(block &b) {
        b.state = block_state::used;
        b.bytes = block_bytes;
        b.queue = queue_.id;
        b.bin = static_cast<std::uint8_t>(bin_);
        if (waits_) {
            cache_->waiting().add(&b);
        } else {
            expect(cache_->push(&b), "a block has no room in an empty cache");
        }
    }
    void note_taken_out(const block *list) {
        for (const block *b = list; b != nullptr; b = b->next) {
            expect(std::exchange(taken_[static_cast<std::size_t>(b - blocks_.data())], false),
                   "a block was taken twice");
        }
    }

    const bool waits_;
    const size_classes classes_{512};
    const unsigned bin_ = classes_.of(block_bytes);
    known_queue queue_;
    sync::mutex visitors_;
    std::unique_ptr<thread_cache> cache_;
    exclusive section_;
    std::array<block, 4> blocks_;
    std::array<bool, 4> taken_{}; // by the cache
    sequence_number sequence_ = 0;
};

void visit(bool waits) {
    cache_under_test cache{waits};
    const auto owner = [&] {
        cache.make();
        for (const std::size_t i : {0U, 1U, 0U, 2U, 1U, 3U}) {
            cache.use(i);
        }
    };
    const auto visitor = [&] {
        cache.drain();
        cache.drain();
    };
    run({owner, visitor, visitor});
    cache.check();
}

void visit_ready() {
    visit(false);
}

void visit_waiting() {
    visit(true);
}

constexpr std::array<scenario, 2> all{{
    {"cache-drained", "two threads drain a cache while its owner uses it", visit_ready},
    {"waiting-drained", "two threads drain a cache of waiting blocks while its owner uses it", visit_waiting},
}};

} // namespace

std::span<const scenario> cache_scenarios() noexcept {
    return all;
}

} // namespace clmem_core::schedules
