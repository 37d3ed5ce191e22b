// The parts of a pool, put together without the pool, over simulated queues.
#pragma once

#include "pool/slab_source.hpp"
#include "pretended_queues.hpp"

#include <memory>

namespace clmem_core::test {

class pool_parts : public testing::Test {
  protected:
    static constexpr std::size_t slab_bytes = std::size_t{2} << 20;

    static clmem_pool_options with_limit(std::size_t limit) {
        clmem_pool_options options = CLMEM_POOL_OPTIONS_INIT;
        options.limit_bytes = limit;
        return options;
    }
    explicit pool_parts(std::size_t limit = 0)
        : slabs_{{*provider_, ranges_, caches_, objects_, sync_, pending_, log_, record_}, with_limit(limit)} {}
    ~pool_parts() override {
        caches_.stop_holding();
        slabs_.settle(lock_);
        ranges_.order().drop_events();
        sync_.release_events(lock_);
        EXPECT_EQ(driver_.live_events(), 0);
        EXPECT_EQ(provider_->live_slabs, 0);
    }

    known_queue &make_queue(bool out_of_order = false) { return sync_.find(driver_.make_queue(out_of_order), lock_); }
    // A block of the queue from a new slab.
    block *take_slab(known_queue &queue, std::size_t bytes = slab_bytes) {
        slab *const made = slabs_.take(bytes, false, lock_);
        return of(queue, ranges_.heap().adopt(made, ranges_.heap_request(request(queue, bytes))));
    }
    block *search(known_queue &queue, std::size_t bytes,
                  pool_ranges::usability which = pool_ranges::usability::at_once) {
        ranges_.heap().prepare();
        return of(queue, ranges_.search(request(queue, bytes), heap::reach::any, which));
    }
    static allocation_request request(known_queue &queue, std::size_t bytes) {
        return {.requested = bytes, .rounded = bytes, .queue = &queue};
    }
    // Releases a block that is in use until events are complete.
    void free_after(block *b, std::span<const cl_event> events) {
        named_events named{driver_, events};
        pending_.add(*b, named);
        ranges_.free(b);
    }

    std::shared_ptr<pretended_provider> provider_ = std::make_shared<pretended_provider>();
    pretended_queues &driver_ = provider_->driver;
    const pool_log log_;
    pool_recorder record_;
    biased_mutex mutex_;
    pool_ranges ranges_{*provider_, false, 0};
    pool_counters counters_;
    pool_caches caches_{ranges_, counters_, mutex_, log_, record_};
    block_objects objects_{*provider_, ranges_.heap(), mutex_, log_};
    queue_sync sync_{provider_, ranges_.order(), log_, record_};
    pending_blocks pending_{ranges_, sync_, *provider_};
    slab_source slabs_;
    biased_lock lock_{mutex_};

  private:
    static block *of(known_queue &queue, block *b) {
        if (b != nullptr) {
            b->queue = queue.id;
            b->queue_slot = static_cast<std::uint8_t>(queue.queue_slot);
            b->queue_slots = 0;
        }
        return b;
    }
};

} // namespace clmem_core::test
