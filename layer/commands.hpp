// Which queues have used a block. Every call that enqueues a command stamps the blocks that the command uses with its
// queue, so that a released block waits for these queues only, and a block that no command used waits for none.
#pragma once

#include "last_barrier.hpp"
#include "unneeded.hpp"

#include <CL/cl.h>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>

namespace clmem::layer {

inline constexpr auto relaxed = std::memory_order_relaxed;

class context_state;

// A queue's slot is its bit in these masks. The last bit stands for all queues of the context.
using queue_mask = std::uint64_t;
constexpr unsigned last_slot = 63;
constexpr queue_mask all_queues = ~queue_mask{0};
[[nodiscard]] constexpr queue_mask bit_of(unsigned slot) noexcept {
    return slot < last_slot ? queue_mask{1} << slot : all_queues;
}

// A queue's commands that use blocks, counted before and after the driver gets them. Those that other threads are about
// to enqueue have begun, but have not ended.
struct queue_uses {
    unsigned slot = last_slot;
    bool in_order = false;
    bool is_forgotten = false; // the queue is released
    std::uint32_t number = 0;  // in recordings, from 1
    context_state *context = nullptr;
    last_barrier barrier;                             // of a queue that runs out of order
    std::atomic<queue_mask> *of_all_blocks = nullptr; // the context's
    std::atomic<std::uint64_t> begun{0};
    std::atomic<std::uint64_t> ended{0};
    std::atomic<std::uint64_t> finished{0}; // this command and all before it are complete

    // The last command of those that are all enqueued by now; 0 if a thread is enqueuing another one.
    [[nodiscard]] std::uint64_t enqueued() const noexcept {
        const std::uint64_t before = ended.load();
        return begun.load() == before ? before : 0;
    }
    void finish(std::uint64_t command) noexcept;
    [[nodiscard]] bool is_idle() const noexcept { return finished.load() == begun.load(); }
};

// The commands that have used a block since the program got it.
struct block_uses {
    static constexpr unsigned counted_slots = 4;

    std::atomic<queue_mask> queues{0};
    std::array<std::atomic<std::uint64_t>, counted_slots> last{}; // the last command in each of the first slots
    std::atomic<std::uint32_t> first{0};                          // the number of the first queue
    // The layer has filled it. Every queue's later commands come behind the fill.
    std::atomic<bool> is_filled{false};
    std::uint64_t born = 0; // the era in which the program got it
    cl_mem owner = nullptr;
    block_uses *next_unused = nullptr;

    void clear() noexcept;
    // Whether the queue's commands that use the block are known to be complete.
    [[nodiscard]] bool are_over(const queue_uses &queue) const noexcept;
};

// The uses of a new block, or those of its former life. An object over a block has the block's.
[[nodiscard]] block_uses *add_uses(cl_mem handle);
[[nodiscard]] block_uses *find_uses(const void *handle) noexcept;   // NULL for what is no block
[[nodiscard]] std::uint32_t first_queue_of(cl_mem handle) noexcept; // 0 if none is known
void share_uses(cl_mem handle, cl_mem parent);
void forget_uses(cl_mem handle) noexcept;

[[nodiscard]] std::unique_ptr<queue_uses> add_queue_uses(cl_command_queue queue, unsigned slot, bool in_order,
                                                         context_state *context,
                                                         std::atomic<queue_mask> &of_all_blocks);
[[nodiscard]] queue_uses *find_queue_uses(cl_command_queue queue) noexcept;
void forget_queue_uses(cl_command_queue queue) noexcept;

// An era ends whenever a command buffer is finalized. The command buffer may use the blocks of that era and of earlier
// ones.
constexpr std::uint64_t last_era = ~std::uint64_t{0};
[[nodiscard]] std::uint64_t end_era() noexcept; // returns the era that ends

// From now on every command may use any block: the program has functions that the layer does not know.
void give_up_uses() noexcept;
[[nodiscard]] bool uses_are_known() noexcept;

// A command that is being enqueued; it lives until the driver has it.
class command {
  public:
    explicit command(cl_command_queue queue) noexcept : queue_{find_queue_uses(queue)} {}
    ~command() {
        if (number_ != 0) { queue_->ended.fetch_add(1); }
    }
    command(const command &) = delete;
    command &operator=(const command &) = delete;

    // Stamps the block that the object lies in. Returns the object to pass on.
    [[nodiscard]] cl_mem uses(cl_mem handle) noexcept;
    void stamp(const void *handle) noexcept {
        if (block_uses *const block = find_uses(handle)) { stamp(*block); }
    }
    void stamp(block_uses &block) noexcept;
    void uses_all_blocks() noexcept;
    [[nodiscard]] std::uint64_t number() const noexcept { return number_; } // 0: it uses no block

  private:
    void begin() noexcept;

    queue_uses *queue_; // NULL: not known
    std::uint64_t number_ = 0;
};

// After a wait: what is complete by now goes back to the context's pools.
void free_pending(const queue_uses &waited) noexcept;
// The same if commands may have delayed it: what the pools no longer need goes back to the driver.
void free_pending(const queue_uses &waited, std::int64_t since) noexcept;

// A call that returns only when the queue's earlier commands are complete. A blocking write may return earlier, once
// the driver has copied its data.
class wait_for_queue {
  public:
    wait_for_queue(cl_command_queue queue, bool waits) noexcept
        : queue_{waits ? find_queue_uses(queue) : nullptr}, enqueued_{queue_ != nullptr ? queue_->enqueued() : 0},
          since_{queue_ == nullptr || queue_->is_idle() ? never_waited : coarse_milliseconds()} {}
    void returned(cl_int code) noexcept {
        if (code != CL_SUCCESS || queue_ == nullptr) { return; }
        if (enqueued_ != 0) { queue_->finish(enqueued_); }
        if (since_ == never_waited) { return free_pending(*queue_); }
        free_pending(*queue_, since_);
    }
    // It has waited for its own command, too. If other threads have enqueued between, what they did is not known.
    void returned(cl_int code, const command &own) noexcept {
        enqueued_ += enqueued_ != 0 && own.number() == enqueued_ + 1 ? 1U : 0U;
        returned(code);
    }
    // The same for a call that waits for its own command: in a queue out of order, others may still run.
    [[nodiscard]] static wait_for_queue in_order(cl_command_queue queue, cl_bool blocking) noexcept {
        wait_for_queue made{queue, blocking != CL_FALSE};
        if (made.queue_ != nullptr && !made.queue_->in_order) { made.enqueued_ = 0; }
        return made;
    }

  private:
    queue_uses *queue_;
    std::uint64_t enqueued_;
    std::int64_t since_; // never_waited: the queue was idle
};

} // namespace clmem::layer
