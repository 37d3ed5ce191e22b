#include "pool/depot.hpp"

namespace clmem_core {

violation depot::check(unsigned queue_slot) const noexcept {
    std::size_t bytes = 0;
    unsigned cls = 0;
    for (const stack &s : stacks_) {
        std::size_t blocks = 0;
        for (const block *batch = s.top; batch != nullptr; batch = batch->batch) {
            bytes += batch->batch_bytes;
            blocks += batch->batch_count;
            std::size_t left = batch->batch_count;
            std::size_t left_bytes = batch->batch_bytes;
            for (const block *b = batch; b != nullptr; b = b->next) {
                if (b->bin != cls || b->queue_slot != queue_slot || !b->may_be_cached()) {
                    return violation{"the depot of queue slot %u holds a block that must not be there", queue_slot};
                }
                --left;
                left_bytes -= b->bytes;
            }
            if (left != 0 || left_bytes != 0) {
                return violation{
                    "a batch in the depot of queue slot %u has not the blocks or bytes that it has counted",
                    queue_slot};
            }
        }
        if (blocks != s.blocks) {
            return violation{"the depot of queue slot %u has %zu blocks of class %u, expected %zu", queue_slot, blocks,
                             cls, s.blocks};
        }
        ++cls;
    }
    if (bytes != bytes_) {
        return violation{"the depot of queue slot %u has %zu bytes, expected %zu", queue_slot, bytes, bytes_};
    }
    return {};
}

violation depots::check() const noexcept {
    std::size_t bytes = 0;
    for (unsigned queue_slot = 0; queue_slot < by_slot_.size(); ++queue_slot) {
        if (violation found = by_slot_[queue_slot]->check(queue_slot)) { return found; }
        bytes += by_slot_[queue_slot]->bytes();
    }
    if (bytes != bytes_) { return violation{"the depots have %zu bytes, expected %zu", bytes, bytes_}; }
    return {};
}

} // namespace clmem_core
