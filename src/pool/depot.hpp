// Batches of free blocks on their way between thread caches: one cache's overflow serves another, with its handles and
// OpenCL objects, without coalescing and splitting. Used under the pool's lock.
#pragma once

#include "base/assert.hpp"
#include "handle/block.hpp"
#include "heap/size_class.hpp"

#include <array>
#include <memory>
#include <vector>

namespace clmem_core {

class depot {
  public:
    // Adds a batch (a list by `next`) of one class, with `bytes` in total.
    void put(block *batch, std::size_t bytes, std::size_t count) noexcept {
        CLMEM_ASSERT(batch->may_be_cached() && bytes != 0 && count != 0);
        stack &s = stacks_[batch->bin];
        batch->batch = s.top;
        batch->batch_bytes = static_cast<std::uint32_t>(bytes); // at most the limit of all caches
        batch->batch_count = static_cast<std::uint32_t>(count);
        s.top = batch;
        s.blocks += count;
        bytes_ += bytes;
    }

    // The last batch added, if its first block has at least `rounded` bytes; otherwise nullptr.
    [[nodiscard]] block *take(unsigned cls, std::size_t rounded) noexcept {
        stack &s = stacks_[cls];
        block *const batch = s.top;
        if (batch == nullptr || batch->bytes < rounded) { return nullptr; }
        CLMEM_ASSERT(batch->may_be_cached() && batch->bin == cls && batch->batch_count <= s.blocks);
        s.top = batch->batch;
        bytes_ -= batch->batch_bytes;
        s.blocks -= batch->batch_count;
        return batch;
    }

    // Takes all batches out, and passes each to `free`.
    template <class Free>
    void drain(Free &&free) noexcept {
        for (unsigned cls = 0; bytes_ != 0; ++cls) {
            while (block *const batch = take(cls, 0)) {
                free(batch);
            }
        }
    }

    // Visits every block.
    template <class Visit>
    void for_each(Visit &&visit) const {
        for (const stack &s : stacks_) {
            for (const block *batch = s.top; batch != nullptr; batch = batch->batch) {
                for (const block *b = batch; b != nullptr; b = b->next) {
                    visit(*b);
                }
            }
        }
    }

    // Compares the batches with their counts and the depot's.
    [[nodiscard]] violation check(unsigned queue_slot) const noexcept;

    [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }
    [[nodiscard]] std::size_t blocks(unsigned cls) const noexcept { return stacks_[cls].blocks; }

  private:
    struct stack {
        block *top = nullptr;
        std::size_t blocks = 0;
    };
    std::array<stack, size_classes::capacity> stacks_{};
    std::size_t bytes_ = 0;
};

// A pool's depots, one for each queue slot up to the last one whose queue has had a cache.
class depots {
  public:
    // Makes depots for so many queue slots, before blocks are put into them. Throws std::bad_alloc.
    void prepare(std::size_t slots) {
        while (by_slot_.size() < slots) {
            by_slot_.push_back(std::make_unique<depot>());
        }
    }
    void put(block *batch, std::size_t bytes, std::size_t count) noexcept {
        bytes_ += bytes;
        by_slot_[batch->queue_slot]->put(batch, bytes, count);
    }
    [[nodiscard]] block *take(unsigned queue_slot, unsigned cls, std::size_t rounded) noexcept {
        if (bytes_ == 0) { return nullptr; } // mostly
        block *const batch = by_slot_[queue_slot]->take(cls, rounded);
        if (batch != nullptr) { bytes_ -= batch->batch_bytes; }
        return batch;
    }
    template <class Free>
    void drain(unsigned queue_slot, Free &&free) noexcept {
        if (queue_slot >= by_slot_.size()) { return; }
        bytes_ -= by_slot_[queue_slot]->bytes();
        by_slot_[queue_slot]->drain(free);
    }
    template <class Free>
    void drain_all(Free &&free) noexcept {
        for (unsigned queue_slot = 0; queue_slot < by_slot_.size(); ++queue_slot) {
            drain(queue_slot, free);
        }
    }

    template <class Visit>
    void for_each(Visit &&visit) const {
        for (const auto &each : by_slot_) {
            each->for_each(visit);
        }
    }

    [[nodiscard]] violation check() const noexcept;

    [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }
    [[nodiscard]] std::size_t bytes(unsigned queue_slot) const noexcept {
        return queue_slot < by_slot_.size() ? by_slot_[queue_slot]->bytes() : 0;
    }
    [[nodiscard]] std::size_t blocks(unsigned cls) const noexcept {
        std::size_t all = 0;
        for (const auto &each : by_slot_) {
            all += each->blocks(cls);
        }
        return all;
    }

  private:
    std::vector<std::unique_ptr<depot>> by_slot_;
    std::size_t bytes_ = 0;
};

} // namespace clmem_core
