// What a pool tells its recorder, if it has one. Used under the pool's lock; a thread inside its cache also uses it,
// and it changes while the caches are closed. Without a recorder, each call is one comparison.
#pragma once

#include "handle/block.hpp"
#include "heap/slab.hpp"
#include "pool/allocation_request.hpp"
#include "pool/miss_reason.hpp"
#include "queue/queue_order.hpp"
#include "recorder/recorder.hpp"

#include <cstdint>
#include <memory>

namespace clmem_core {

class pool_recorder {
  public:
    [[nodiscard]] bool is_on() const noexcept { return recorder_ != nullptr; }
    [[nodiscard]] const std::shared_ptr<recorder> &get() const noexcept { return recorder_; }
    // Returns the one before.
    std::shared_ptr<recorder> set(std::shared_ptr<recorder> to, std::uint64_t pool, std::size_t unit) noexcept;
    [[nodiscard]] bool wants_stacks() const noexcept { return is_on() && recorder_->how().wants_stacks(); }

    // An allocated block, of which `requested` may not be set yet. `why` it missed, if it is no hit.
    void allocated(block &b, std::size_t requested, std::uint64_t queue, bool is_hit, miss_reason why,
                   const recorded_stack &stack) noexcept;
    void allocated(block &b, const allocation_request &r, bool is_hit, miss_reason why) noexcept {
        if (is_on()) [[unlikely]] { allocated(b, r.requested, number_of(*r.queue), is_hit, why, r.stack); }
    }
    // The program has released a block. `waits`: completed() follows; `is_shared`: other queues may still use it.
    void freed(const block &b, bool waits, bool is_shared) noexcept {
        if (is_on()) [[unlikely]] { add_freed(b, waits, is_shared); }
    }
    void completed(const block &b) noexcept {
        if (is_on()) [[unlikely]] { add_completed(b); }
    }
    void completed_list(const block *list) noexcept { // by `next`
        for (; is_on() && list != nullptr; list = list->next) {
            add_completed(*list);
        }
    }

    // A call of the driver that is about to be made, for a queue or none. It counts if the recorder is still the same
    // when the lock is held again.
    struct call {
        std::uint64_t recorder = 0; // its id; 0: none
        std::uint64_t begin = 0;    // ticks
        std::uint64_t queue = 0;    // number
    };
    [[nodiscard]] call begin(const known_queue *queue = nullptr) const noexcept {
        if (!is_on()) [[likely]] { return {}; }
        return {recorder_->id(), ticks::now(), queue != nullptr ? number_of(*queue) : 0};
    }
    void slab_taken(const slab &s, bool has_pointer, const call &by) noexcept;
    void slab_returned(const slab &s, const call &by) noexcept;
    void slab_refused(std::size_t bytes, const call &by) noexcept;
    // The program has named a queue: maybe the pool's own, which has been used without a name.
    void named(const known_queue &queue) const noexcept {
        if (is_on()) { (void)number_of(queue); }
    }
    void marked(const call &by) noexcept;
    void ordered(std::size_t events, const call &by) noexcept;
    void waited_on_host(const call &by) noexcept;
    void trimmed(std::size_t target, std::size_t released) noexcept;
    struct room {
        std::size_t reserved, live, largest;
    };
    void exhausted(const allocation_request &r, const room &there) noexcept;
    // A range that other queues used goes to a queue that waits for them.
    void reused(const block &b, const known_queue &queue) noexcept;

    [[nodiscard]] std::uint64_t number_of(const known_queue &queue) const noexcept {
        return recorder_->queue(queue.id, queue.handle, queue.out_of_order);
    }

  private:
    [[nodiscard]] bool has_seen(const call &by) const noexcept { return is_on() && recorder_->id() == by.recorder; }
    [[nodiscard]] std::uint32_t number_of(const recorded_stack &stack) const noexcept {
        return stack.recorder == recorder_->id() ? stack.number : 0;
    }
    template <class... Value>
    void add(std::uint64_t queue, recording::event kind, Value... values) noexcept;
    void add_freed(const block &b, bool waits, bool is_shared) noexcept;
    void add_completed(const block &b) noexcept;
    [[nodiscard]] std::uint64_t units(const block &b) const noexcept { return b.offset >> unit_shift_; }

    std::shared_ptr<recorder> recorder_;
    std::uint64_t pool_ = 0; // number
    unsigned unit_shift_ = 0;
};

} // namespace clmem_core
