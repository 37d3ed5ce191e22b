#include "pool/depot.hpp"

namespace clmem {

violation depot::check(unsigned lane) const noexcept {
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
                if (b->bin != cls || b->lane != lane || !b->may_be_cached()) {
                    return violation{"the depot of queue slot %u holds a block that must not be there", lane};
                }
                --left;
                left_bytes -= b->bytes;
            }
            if (left != 0 || left_bytes != 0) {
                return violation{
                    "a batch in the depot of queue slot %u has not the blocks or bytes that it has counted", lane};
            }
        }
        if (blocks != s.blocks) {
            return violation{"the depot of queue slot %u has %zu blocks of class %u, expected %zu", lane, blocks, cls,
                             s.blocks};
        }
        ++cls;
    }
    if (bytes != bytes_) {
        return violation{"the depot of queue slot %u has %zu bytes, expected %zu", lane, bytes, bytes_};
    }
    return {};
}

violation depots::check() const noexcept {
    std::size_t bytes = 0;
    for (unsigned lane = 0; lane < by_slot_.size(); ++lane) {
        if (violation found = by_slot_[lane]->check(lane)) { return found; }
        bytes += by_slot_[lane]->bytes();
    }
    if (bytes != bytes_) { return violation{"the depots have %zu bytes, expected %zu", bytes, bytes_}; }
    return {};
}

} // namespace clmem
