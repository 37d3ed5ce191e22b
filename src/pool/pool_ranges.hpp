// The ranges of a pool and the queues that may still use them: blocks are allocated from free ranges, and freed,
// without a driver call. Used under the pool's lock.
#pragma once

#include "heap/heap.hpp"
#include "heap/size_class.hpp"
#include "pool/allocation_request.hpp"
#include "pool/growth_plan.hpp"
#include "pool/pool_log.hpp"
#include "pool/slab_aging.hpp"
#include "provider/provider.hpp"
#include "queue/queue_order.hpp"

#include <algorithm>
#include <cstdint>

namespace clmem_core {

class pool_ranges {
  public:
    // Which ranges a request may have: those that its queue may use at once, or also those that it must wait for.
    enum class usability { at_once, any };

    // `dedicated`: each block is alone in its slab.
    pool_ranges(provider &source, bool dedicated, std::uint64_t idle_release_ns)
        : source_{source}, classes_{size_classes::unit_for(source.properties().alignment)},
          heap_{classes_.unit(), source.properties().max_allocation & ~(classes_.unit() - 1)},
          order_{source.properties().host_reachable}, aging_{idle_release_ns}, dedicated_{dedicated} {}

    // A block for the request; nullptr if no free range suits. heap().prepare() first.
    [[nodiscard]] block *search(const allocation_request &r, clmem_core::heap::reach how,
                                usability which = usability::at_once) noexcept {
        clmem_core::heap::request wanted = heap_request(r);
        if (order_.is_trivial() || which == usability::any) { return heap_.allocate(wanted, how); }
        const queue_view view = order_.view(*r.queue);
        wanted.view = &view;
        return heap_.allocate(wanted, how);
    }
    [[nodiscard]] clmem_core::heap::request heap_request(const allocation_request &r) const noexcept {
        return {r.rounded, r.alignment != 0 ? r.alignment : classes_.unit(), takes_whole_slab(r)};
    }
    [[nodiscard]] bool takes_whole_slab(const allocation_request &r) const noexcept {
        return r.dedicated || dedicated_;
    }

    // Frees a block: now, or when the events are complete that it waits for.
    void free(block *b) noexcept {
        const bool waits_for_events = b->has_events();
        order_.stamp(*b);
        if (waits_for_events) {
            heap_.postpone(b);
        } else {
            free_stamped(b);
        }
    }
    // Frees a block that is stamped, so that other queues find its range.
    void free_stamped(block *b) noexcept {
        slab *const home = b->home;
        bool idle = false;
        if (order_.is_trivial()) {
            idle = heap_.free(b);
        } else {
            const queue_view complete = order_.completion_view();
            idle = heap_.free(b, &complete);
        }
        if (!idle) { return; }
        // In a pool of some size an idle slab is for any queue, even if it has to wait for another.
        if (home->kept_apart && heap_.reserved() > growth_policy::apart_budget) { heap_.coalesce_slab(home); }
        if (aging_.is_on()) { aging_.add(*home, source_.time()); }
    }
    // Frees a list by `next`.
    void free_list(block *list) noexcept {
        while (list != nullptr) {
            block *const b = list;
            list = b->next;
            free(b);
        }
    }

    // Frees a list by `next` of blocks that no command uses any more.
    void free_complete(block *list) noexcept {
        while (list != nullptr) {
            block *const b = list;
            list = b->next;
            free_stamped(b);
        }
    }

    // The bin of a block that only this queue uses in the queue's caches.
    [[nodiscard]] std::uint8_t bin_in(const known_queue &queue, const block &b) const noexcept {
        return queue.cached ? static_cast<std::uint8_t>(std::min(classes_.of(b.bytes), classes_.count()))
                            : block::not_cached;
    }
    // The bin of a live block in the caches of its queue: none if anything besides that queue may still use it at its
    // release.
    [[nodiscard]] std::uint8_t bin_of(const block &b) noexcept {
        const known_queue *const owner = order_.owner(b);
        const bool is_plain = owner != nullptr && b.queue_slots == 0 && b.held == block_hold_state::free;
        return is_plain ? bin_in(*owner, b) : block::not_cached;
    }

    // Whether one queue may have to wait for another, or the host for any.
    [[nodiscard]] bool is_shared() const noexcept { return order_.waits_for_completion() || order_.named() > 1; }

    // For the log.
    [[nodiscard]] pool_log::figures figures() const noexcept {
        return {heap_.reserved(), heap_.slabs(), heap_.policy().live()};
    }

    [[nodiscard]] const size_classes &classes() const noexcept { return classes_; }
    [[nodiscard]] bool is_dedicated() const noexcept { return dedicated_; }
    // From now on each new block is alone in its slab. Blocks in caches are not affected.
    void use_whole_slabs() noexcept { dedicated_ = true; }
    [[nodiscard]] clmem_core::heap &heap() noexcept { return heap_; }
    [[nodiscard]] const clmem_core::heap &heap() const noexcept { return heap_; }
    [[nodiscard]] queue_order &order() noexcept { return order_; }
    [[nodiscard]] const queue_order &order() const noexcept { return order_; }
    [[nodiscard]] slab_aging &aging() noexcept { return aging_; }
    [[nodiscard]] const slab_aging &aging() const noexcept { return aging_; }

  private:
    provider &source_;
    const size_classes classes_;
    clmem_core::heap heap_;
    queue_order order_;
    slab_aging aging_;
    bool dedicated_;
};

} // namespace clmem_core
