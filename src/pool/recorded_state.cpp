#include "pool/recorded_state.hpp"

namespace clmem_core {

recorder::snapshot recorded_state(const pool_snapshot &of, recorder &to) {
    for (std::size_t tag = 1; tag < of.tags.size(); ++tag) {
        to.tag(of.number, static_cast<std::uint32_t>(tag), of.tags[tag].name);
    }
    std::vector<std::uint64_t> queues;
    for (const pool_snapshot::queue &queue : of.queues) {
        queues.push_back(to.queue(queue.id, queue.handle, queue.out_of_order));
    }
    recorder::snapshot state;
    state.pool(of.number, of.ticks);
    std::size_t slab = 0;
    for (std::size_t i = 0; i < of.ranges.size(); ++i) {
        if (slab < of.slabs.size() && of.slabs[slab].first_range == i) {
            state.slab(of.slabs[slab].number, of.slabs[slab].bytes, of.slabs[slab].address);
            ++slab;
        }
        const pool_snapshot::range &r = of.ranges[i];
        const std::uint64_t queue = r.queue_slot < queues.size() ? queues[r.queue_slot] : 0;
        state.add({.offset_units = r.offset / of.unit,
                   .bytes = r.bytes,
                   .state = static_cast<std::uint64_t>(r.state),
                   .block = r.block,
                   .requested = r.requested,
                   .queue = queue,
                   .tag = r.tag,
                   .stack = r.stack});
    }
    state.end();
    return state;
}

} // namespace clmem_core
