// A thread's cache of one pool for one queue: free blocks ready for reuse without a lock.
//
// The owner marks itself busy with plain stores while it accesses its cache. To drain another thread's cache (before
// the pool grows, or when it ends), a thread closes it, issues a fence on every processor (asymmetric::heavy), and
// waits until the owner is not busy. So the owner pays nothing for the rare visitor.
#pragma once

#include "base/assert.hpp"
#include "base/asymmetric_fence.hpp"
#include "base/atomic.hpp"
#include "base/thread.hpp"
#include "heap/size_class.hpp"
#include "pool/waiting_blocks.hpp"
#include "queue/queue_order.hpp"

#include <array>

namespace clmem_core {

class pool_caches;
class pool_recorder;

class alignas(64) thread_cache { // no line of one thread's lies in another's
  public:
    struct bin {
        block *head = nullptr;
        owned_counter count;
        owned_counter hits;
        std::uint64_t hits_at_overflow = 0; // the owner's alone
    };

    struct traits {
        bool rounds_up; // the pool rounds sizes up to the ends of bins
        bool waits;     // for completion: a released block is not ready for reuse at once
    };
    thread_cache(pool *p, known_queue &queue, std::uint64_t queue_id, const size_classes &classes, traits how) noexcept
        : how_{how}, classes_{classes}, queue_{queue}, queue_id_{queue_id}, owner_{p} {}

    // The owner's way in and out. enter() fails while the cache is closed; enter_at_once() also where the owner needs a
    // fence.
    [[nodiscard]] bool enter() noexcept { return enter_at_once() || enter_slowly(); }
    [[nodiscard, gnu::always_inline]] bool enter_at_once() noexcept {
        busy_.store(true, std::memory_order_relaxed);
        asymmetric::light();
        if (state_.load(std::memory_order_acquire) == 0) [[likely]] { return true; }
        leave();
        return false;
    }
    void leave() noexcept { busy_.store(false, std::memory_order_release); }

    // How a visitor enters: close(), one fence for all caches, then wait_until_left(); then the visitor owns the
    // content. The fence must be asymmetric::heavy() if any of the caches has an owner without full fences: close()
    // returns true for those.
    [[nodiscard]] bool close() noexcept {
        const std::uint8_t before = state_.load(std::memory_order_relaxed);
        state_.store(before | is_closed, std::memory_order_relaxed);
        return (before & needs_fence) == 0;
    }
    void wait_until_left() const noexcept;
    void open() noexcept {
        const unsigned kept =
            state_.load(std::memory_order_relaxed) & (needs_fence | is_recorded | is_recorded_with_stacks);
        state_.store(static_cast<std::uint8_t>(asymmetric::can_be_had() ? kept : kept | needs_fence),
                     std::memory_order_release);
    }
    // While it is closed, or new: from now on the owner tells the recorder what it does; NULL: no more. Then
    // enter_at_once() fails, so that the hit path need not ask.
    void set_recorder(pool_recorder *to, bool with_stacks) noexcept {
        const unsigned rest = state_.load(std::memory_order_relaxed) & (needs_fence | is_closed);
        const unsigned recorded = to != nullptr ? is_recorded | (with_stacks ? is_recorded_with_stacks : 0U) : 0U;
        state_.store(static_cast<std::uint8_t>(rest | recorded), std::memory_order_relaxed);
        recorder_ = to;
        queue_number_ = 0;
    }
    // Inside: nullptr if there is none.
    [[nodiscard]] pool_recorder *recorder() const noexcept { return recorder_; }
    // The owner's, inside: its queue's number in the recording; 0: not asked yet.
    [[nodiscard]] std::uint64_t &queue_number() noexcept { return queue_number_; }
    // Before the owner enters, as it was a moment ago.
    [[nodiscard]] bool wants_stacks() const noexcept {
        return (state_.load(std::memory_order_relaxed) & is_recorded_with_stacks) != 0;
    }

    // Inside, and by the owner only: a block of at least `rounded` bytes, or nullptr.
    [[nodiscard]] block *pop(unsigned cls, std::size_t rounded) noexcept {
        bin &from = bins_[cls];
        block *const b = from.head;
        if (b != nullptr && b->bytes >= rounded) {
            CLMEM_ASSERT(b->may_be_cached() && b->bin == cls && b->queue == queue_id_);
            from.head = b->next;
            __builtin_prefetch(b->next, 1); // what another thread has released is in its processor's cache
            from.count.add(~std::uint64_t{0});
            bytes_.add(std::uint64_t{0} - b->bytes);
            return b;
        }
        block *const l = large_;
        if (l != nullptr && l->bin == cls && l->bytes >= rounded) { return take_large(); }
        return nullptr;
    }

    // Takes a block in; false if the bound does not allow it, or if the block must wait.
    [[nodiscard]] bool push(block *b) noexcept {
        CLMEM_ASSERT(b->may_be_cached() && b->queue == queue_id_);
        const std::uint64_t held = bytes_.get() + b->bytes;
        if (held > push_bound_.get()) { return false; }
        bin &to = bins_[b->bin];
        b->next = to.head;
        to.head = b;
        to.count.add(1);
        bytes_.set(held);
        return true;
    }

    // Takes in blocks that have waited, a list by `next`, whatever the bound.
    void put(block *list) noexcept {
        while (list != nullptr) {
            block *const b = list;
            list = b->next;
            CLMEM_ASSERT(b->may_be_cached() && b->queue == queue_id_);
            bin &to = bins_[b->bin];
            b->next = to.head;
            to.head = b;
            to.count.add(1);
            bytes_.add(b->bytes);
        }
    }
    // Released blocks whose commands may not be complete. A cache that waits() takes them in while its pool holds()
    // freed memory.
    [[nodiscard]] waiting_blocks &waiting() noexcept { return waiting_; }
    [[nodiscard]] const waiting_blocks &waiting() const noexcept { return waiting_; }
    [[nodiscard]] bool waits() const noexcept { return how_.waits; }
    [[nodiscard]] bool holds() const noexcept { return holds_.load(std::memory_order_relaxed); }
    // Whether the pool keeps freed memory, and a released block is ready for reuse at once: holds() and not waits(), as
    // one flag, so that a release loads only one.
    [[nodiscard]] bool keeps_freed() const noexcept { return keeps_freed_.load(std::memory_order_relaxed); }

    // Takes a batch of one class in, in one step; false if the class is not empty or the bound does not allow it.
    [[nodiscard]] bool adopt(block *batch) noexcept {
        CLMEM_ASSERT(batch->may_be_cached() && batch->queue == queue_id_ && batch->batch_count != 0);
        const std::uint64_t held = bytes_.get() + batch->batch_bytes;
        bin &to = bins_[batch->bin];
        if (to.head != nullptr || held > bound_.get()) { return false; }
        to.head = batch;
        to.count.set(batch->batch_count);
        bytes_.set(held);
        return true;
    }

    // How many blocks of a class leave when it overflows: half of them; all, if none was allocated since the last time,
    // because then another thread allocates what this one releases.
    [[nodiscard]] std::size_t surplus(unsigned cls, bool alone) noexcept {
        bin &b = bins_[cls];
        const bool unused = !alone && b.hits.get() == b.hits_at_overflow;
        b.hits_at_overflow = b.hits.get();
        return unused ? b.count.get() : b.count.get() / 2 + 1;
    }

    // Keeps a block for which the bound has no room as the last one that was freed; returns the one before, if any.
    [[nodiscard]] block *keep_large(block *b) noexcept {
        CLMEM_ASSERT(b->may_be_cached() && b->queue == queue_id_);
        block *const before = take_large();
        large_ = b;
        large_bytes_.set(b->bytes);
        return before;
    }

    // Takes blocks out (a list by `next`): of one class, or all that are ready. Inside, or by a visitor.
    [[nodiscard]] block *take_class(unsigned cls, std::size_t most) noexcept;
    [[nodiscard]] block *take_all() noexcept;
    [[nodiscard]] block *take_large() noexcept {
        block *const b = large_;
        if (b != nullptr) {
            b->next = nullptr;
            large_ = nullptr;
            large_bytes_.set(0);
        }
        return b;
    }

    // Visits every block that is ready. By a visitor.
    template <class Visit>
    void for_each_ready(Visit &&visit) const {
        if (large_ != nullptr) { visit(*large_); }
        for (const bin &each : bins_) {
            for (const block *b = each.head; b != nullptr; b = b->next) {
                visit(*b);
            }
        }
    }

    void count_hit(unsigned cls, std::size_t requested) noexcept {
        bins_[cls].hits.add(1);
        active_.add(requested);
    }
    void count_release(std::size_t requested) noexcept {
        releases_.add(1);
        active_.add(std::uint64_t{0} - requested);
    }

    [[nodiscard]] const std::array<bin, size_classes::capacity> &bins() const noexcept { return bins_; }
    [[nodiscard]] std::array<bin, size_classes::capacity> &bins() noexcept { return bins_; }
    [[nodiscard]] std::size_t ready_bytes() const noexcept { return bytes_.get() + large_bytes_.get(); }
    [[nodiscard]] std::size_t bytes() const noexcept { return ready_bytes() + waiting_.bytes(); }
    [[nodiscard]] bool has_large() const noexcept { return large_bytes_.get() != 0; }
    [[nodiscard]] std::size_t bound() const noexcept { return bound_.get(); }
    [[nodiscard]] const size_classes &classes() const noexcept { return classes_; }
    [[nodiscard]] bool rounds_up() const noexcept { return how_.rounds_up; }
    // Requested bytes allocated minus those freed, since they were last added to the pool's count.
    [[nodiscard]] owned_counter &active() noexcept { return active_; }
    [[nodiscard]] owned_counter &releases() noexcept { return releases_; }
    // Sets the bound on its ready blocks, and whether the pool holds freed memory at all.
    void set_bound(std::size_t bytes, bool holds) noexcept {
        bound_.set(bytes);
        push_bound_.set(how_.waits ? 0 : bytes); // so that push() need not ask
        holds_.store(holds, std::memory_order_relaxed);
        keeps_freed_.store(holds && !how_.waits, std::memory_order_relaxed);
    }

    [[nodiscard]] pool *owner() const noexcept { return owner_; }
    [[nodiscard]] bool is_this_threads() const noexcept { return thread_ == thread_id(); }
    void disown() noexcept { owner_ = nullptr; }

    // The queue whose blocks these are.
    [[nodiscard]] known_queue &queue() const noexcept { return queue_; }
    [[nodiscard]] std::uint64_t queue_id() const noexcept { return queue_id_; }

    // Under the pool's lock: whether the cache has a large share of the limit; how often its thread came to the pool;
    // and how active it was when a share was last requested.
    bool wants_share = false;
    std::uint64_t visits = 0;
    std::uint64_t activity_seen = 0;
    [[nodiscard]] std::uint64_t activity() const noexcept { return visits + releases_.get(); }

  private:
    static constexpr std::uint8_t is_closed = 1;
    static constexpr std::uint8_t needs_fence = 2;
    static constexpr std::uint8_t is_recorded = 4;
    static constexpr std::uint8_t is_recorded_with_stacks = 8;

    [[nodiscard]] bool enter_slowly() noexcept;

    // First what hits and releases use; what only recordings need comes last.
    sync::atomic<bool> busy_{false};
    sync::atomic<std::uint8_t> state_{asymmetric::can_be_had() ? std::uint8_t{0}
                                                               : needs_fence}; // visitors take turns to change it
    traits how_;
    sync::atomic<bool> holds_{true};
    sync::atomic<bool> keeps_freed_{true};
    owned_counter bytes_;
    owned_counter push_bound_;
    owned_counter active_;
    owned_counter releases_;
    owned_counter large_bytes_;
    block *large_ = nullptr;
    size_classes classes_; // the last member that a hit uses, in the second line
    owned_counter bound_;
    known_queue &queue_;
    std::uint64_t queue_id_; // its record may be another queue's one day
    std::uint64_t thread_ = thread_id();
    pool *owner_; // guarded by the registry's mutex; NULL once the pool is closed
    waiting_blocks waiting_;
    pool_recorder *recorder_ = nullptr; // changed while the cache is closed
    std::uint64_t queue_number_ = 0;
    alignas(64) std::array<bin, size_classes::capacity> bins_{}; // two in each line
};

// A thread's caches. An allocation finds one by the pool's handle and the named queue; a release by the id of the
// block's queue.
namespace caches {

struct request_entry {
    std::uint64_t pool;
    cl_command_queue queue;
    thread_cache *cache;
};
struct release_entry {
    std::uint64_t queue;
    thread_cache *cache;
};

// Where a thread looks first.
struct lookup {
    static constexpr std::size_t entries = 16;
    request_entry requests[entries];
    release_entry releases[entries];

    [[nodiscard]] static std::size_t place(std::uint64_t pool_token, cl_command_queue queue) noexcept {
        const auto address = reinterpret_cast<std::uintptr_t>(queue);
        return (token::index(pool_token) + (address >> 4) + (address >> 9)) % entries;
    }
    [[nodiscard]] static std::size_t place(std::uint64_t queue) noexcept { return queue % entries; }
};

[[nodiscard]] inline thread_cache *find(std::uint64_t pool_token, cl_command_queue queue) noexcept {
    const request_entry &e = clmem_core::detail::this_thread.lookup->requests[lookup::place(pool_token, queue)];
    return e.pool == pool_token && e.queue == queue ? e.cache : nullptr;
}

[[nodiscard]] inline thread_cache *find(std::uint64_t queue) noexcept {
    const release_entry &e = clmem_core::detail::this_thread.lookup->releases[lookup::place(queue)];
    return e.queue == queue ? e.cache : nullptr;
}

} // namespace caches

} // namespace clmem_core
