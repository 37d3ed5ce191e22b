// What a pool does about a request that no usable free range satisfies: it searches further, makes a queue wait, or
// takes a slab from the driver, as plan_growth() decides. One growth at a time, so that threads that miss together do
// not grow the pool twice. Used under the pool's lock, which is released during driver calls and callbacks.
#pragma once

#include "base/atomic.hpp"
#include "pool/growth_plan.hpp"
#include "pool/slab_source.hpp"

#include <clmem.h>
#include <cstdint>

namespace clmem_core {

class error;

class pool_growth {
  public:
    pool_growth(slab_source &slabs, const pool_counters &counters, const clmem_pool_options &options) noexcept
        : of_{slabs.uses()}, heap_{of_.ranges.heap()}, order_{of_.ranges.order()}, slabs_{slabs}, counters_{counters},
          budget_bytes_{options.budget_bytes}, out_of_memory_{options.out_of_memory}, out_of_memory_user_{
                                                                                          options.out_of_memory_user} {}

    // A block from the free ranges that the policy allows. While another thread grows the pool, waits for that and
    // searches again. nullptr: the caller is to grow the pool. Throws std::bad_alloc.
    [[nodiscard]] block *search(const allocation_request &r, biased_lock &lock);

    // The caller grows the pool: others wait until this ends.
    class turn {
      public:
        explicit turn(pool_growth &of) noexcept : of_{of} { of_.growing_ = true; }
        ~turn();
        turn(const turn &) = delete;
        turn &operator=(const turn &) = delete;

      private:
        pool_growth &of_;
    };
    // A block at any price; throws error.
    [[nodiscard]] block *grow(const allocation_request &r, biased_lock &lock);

    // Which ranges an allocation may take that needs no growth.
    [[nodiscard]] heap::reach reach() noexcept {
        if (++since_reconsidered_ >= reconsider_after) { reconsider_reach(); }
        return reach_;
    }

  private:
    // How many allocations pass before the pool looks at its driver clock again.
    static constexpr std::uint32_t reconsider_after = 1024;

    struct step {
        growth_plan plan;
        block *found; // a range that may have to wait for other queues first; nullptr: none
    };
    void reconsider_reach() noexcept;
    [[nodiscard]] block *search_freed(const allocation_request &r, biased_lock &lock);
    [[nodiscard]] growth_figures figures(const allocation_request &r, bool may_order,
                                         growth_search tried) const noexcept;
    [[nodiscard]] step next_step(const allocation_request &r, bool may_order) noexcept;
    [[nodiscard]] cl_int order_uses(block &b, const allocation_request &r, biased_lock &lock) noexcept;
    [[nodiscard]] block *search_pending(const allocation_request &r, cl_int &unclear, biased_lock &lock) noexcept;
    [[nodiscard]] block *take_slab(const allocation_request &r, growth_plan plan, cl_int unclear, biased_lock &lock);
    [[nodiscard]] bool ask_for_memory(const allocation_request &r, std::uint32_t attempt, biased_lock &lock);
    [[noreturn]] void fail_exhausted(const allocation_request &r, const error &cause, cl_int unclear);

    const slab_source::parts of_;
    heap &heap_;
    queue_order &order_;
    slab_source &slabs_;
    const pool_counters &counters_;
    const std::size_t budget_bytes_;
    const clmem_out_of_memory_fn out_of_memory_;
    void *const out_of_memory_user_;

    heap::reach reach_ = heap::reach::tidy;
    std::uint32_t since_reconsidered_ = 0;
    bool growing_ = false;
    sync::atomic<std::uint32_t> growths_{0}; // advanced when a growth ends; waited for without the lock
};

} // namespace clmem_core
