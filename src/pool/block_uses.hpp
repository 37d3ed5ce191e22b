// What uses a pool's live blocks: the queue that a block belongs to, others that the program reports, events that
// releases name, and holds, which keep a block from being freed though the program may release it.
#pragma once

#include "base/biased_mutex.hpp"
#include "pool/pending_blocks.hpp"
#include "pool/pool_caches.hpp"
#include "pool/pool_ranges.hpp"
#include "pool/queue_sync.hpp"

#include <cstdint>

namespace clmem_core {

// Takes the pool's lock in each function.
class block_uses {
  public:
    block_uses(pool_ranges &ranges, pool_caches &caches, queue_sync &sync, pending_blocks &pending,
               biased_mutex &mutex) noexcept
        : ranges_{ranges}, caches_{caches}, order_{ranges.order()}, sync_{sync}, pending_{pending}, mutex_{mutex} {}

    // The queue that an allocation names, NULL for the pool's own; it is taken in if it is new. Throws error.
    [[nodiscard]] known_queue &find_queue(cl_command_queue handle);
    // The queue in whose caches a block may wait that the caller owns; nullptr if in none.
    [[nodiscard]] known_queue *caching_queue(const block &b) noexcept;
    // The queue that a pinned block belongs to; none if to none, or if it was forgotten.
    [[nodiscard]] queue_reference queue_of(const block &b) noexcept;

    // The program reports that a queue, NULL for the pool's own, also uses a held or pinned block, or an object derived
    // from it. Returns true if the block must also wait for the command's event, since the queue's markers may end
    // before it (quirk::markers_end_early). Throws error.
    enum class use_of { block, derived };
    bool record(block &b, cl_command_queue handle, use_of what = use_of::block);
    // A block is in use until events are complete.
    void record(block &b, named_events &events) noexcept;
    // The same of a command that clmem has enqueued. Forgets earlier ones that are complete.
    void record_own(block &b, named_events &events) noexcept;
    // The same for a block that the caller has claimed and is about to free.
    void record_last(block &b, named_events &events) noexcept;

    // A held block moves to another queue, after its uses so far; or to none, when these have ended. Throw error, also
    // if the driver refuses to report their end: then the block still belongs to its queue.
    void bind(block &b, cl_command_queue handle);
    void unbind(block &b);

    // Holds a pinned block; end_hold() undoes that, once each. Returns true if the program has released the block
    // meanwhile, and nothing else holds it: the caller frees it.
    void hold(block &b) noexcept;
    [[nodiscard]] bool end_hold(block &b, std::uint64_t handle) noexcept;
    // Under the lock: the program releases a block. True if something holds it: the last hold frees it.
    [[nodiscard]] static bool is_held_at_release(block &b) noexcept {
        if (b.held == block_hold_state::free) { return false; }
        CLMEM_ASSERT(b.held == block_hold_state::held && b.batch_count != 0);
        b.held = block_hold_state::released;
        return true;
    }

  private:
    struct uses_until_now {
        queue_slot_mask queue_slots;
        sequence_number sequence;
        std::uint64_t from; // the queue that the block belonged to
        bool is_shared;
    };
    [[nodiscard]] known_queue &find(cl_command_queue handle, biased_lock &lock);
    [[nodiscard]] uses_until_now look_at_uses(const block &b) noexcept;
    static void drop_uses(block &b, const uses_until_now &uses) noexcept;

    pool_ranges &ranges_;
    pool_caches &caches_;
    queue_order &order_;
    queue_sync &sync_;
    pending_blocks &pending_;
    biased_mutex &mutex_;
};

} // namespace clmem_core
