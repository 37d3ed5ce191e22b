#include "pool/waiting_blocks.hpp"

#include "base/assert.hpp"

#include <algorithm>
#include <utility>

namespace clmem_core {

void waiting_blocks::join(batch &to, const batch &added) noexcept {
    if (added.head == nullptr) { return; }
    added.last->next = to.head;
    if (to.head == nullptr) { to.last = added.last; }
    to.head = added.head;
    to.bytes += added.bytes;
    to.count += added.count;
    to.sequence = std::max(to.sequence, added.sequence);
}

void waiting_blocks::stamp_released(sequence_number sequence) noexcept {
    if (released_.head == nullptr) { return; }
    CLMEM_ASSERT(batches_ == 0 || stamped_[batches_ - 1].sequence <= sequence);
    // With as many batches as a queue has markers, the newest one waits a little longer than it must.
    const bool is_new = batches_ < stamped_.size();
    batch &to = stamped_[is_new ? batches_++ : batches_ - 1];
    join(to, released_);
    to.sequence = sequence;
    released_ = {};
}

block *waiting_blocks::take_complete(sequence_number done) noexcept {
    batch all;
    std::size_t complete = 0;
    for (; complete < batches_ && stamped_[complete].sequence <= done; ++complete) {
        join(all, stamped_[complete]);
    }
    if (complete == 0) { return nullptr; }
    std::move(stamped_.begin() + static_cast<std::ptrdiff_t>(complete),
              stamped_.begin() + static_cast<std::ptrdiff_t>(batches_), stamped_.begin());
    for (std::size_t i = batches_ - complete; i < batches_; ++i) {
        stamped_[i] = {};
    }
    batches_ -= complete;
    count_out(all);
    return all.head;
}

block *waiting_blocks::take_all() noexcept {
    batch all = std::exchange(released_, {});
    for (batch &each : stamped_) {
        join(all, std::exchange(each, {}));
    }
    batches_ = 0;
    bytes_.set(0);
    count_.set(0);
    return all.head;
}

void waiting_blocks::count_out(const batch &taken) noexcept {
    bytes_.add(std::uint64_t{0} - taken.bytes);
    count_.add(std::uint64_t{0} - taken.count);
}

} // namespace clmem_core
