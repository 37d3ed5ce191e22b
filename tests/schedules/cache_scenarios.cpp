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
    // By the owner: if it can enter, takes a block in or out.
    void use(std::size_t i) {
        block *const own = &blocks_[i];
        if (!taken_[i]) {
            if (!cache_->enter()) { return; }
            section_.visit();
            prepare(*own);
            if (waits_) {
                cache_->waiting().add(own);
            } else {
                expect(cache_->push(own), "a block has no room in an empty cache");
            }
            taken_[i] = true;
            cache_->leave();
        } else if (!waits_ && cache_->enter()) {
            section_.visit();
            if (block *const b = cache_->pop(bin_, block_bytes)) { taken_[index(b)] = false; }
            cache_->leave();
        } else if (waits_ && cache_->enter()) {
            section_.visit();
            cache_->waiting().stamp_released(++sequence_);
            for (block *b = cache_->waiting().take_complete(sequence_); b != nullptr; b = b->next) {
                expect(std::exchange(taken_[index(b)], false), "a block was taken twice");
            }
            cache_->leave();
        }
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
        for (block *b : {cache_->take_all(), cache_->waiting().take_all()}) {
            for (; b != nullptr; b = b->next) {
                expect(std::exchange(taken_[index(b)], false), "a block was taken twice");
            }
        }
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
    void prepare(block &b) const noexcept {
        b.state = block_state::used;
        b.bytes = block_bytes;
        b.queue = queue_.id;
        b.bin = static_cast<std::uint8_t>(bin_);
    }
    [[nodiscard]] std::size_t index(const block *b) const noexcept {
        return static_cast<std::size_t>(b - blocks_.data());
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
