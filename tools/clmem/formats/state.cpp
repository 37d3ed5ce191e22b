#include "formats/state.hpp"

#include <algorithm>

namespace clmem::command {

void memory_state::add(const recording::range &range, std::uint64_t pool) {
    slab &its = slabs_[range.slab];
    its.pool = pool;
    its.bytes = std::max(its.bytes, range.offset + range.bytes);
    // Blocks in its place are gone, though their end is not recorded.
    auto next = its.used.lower_bound(range.offset);
    if (next != its.used.begin()) {
        const auto before = std::prev(next);
        if (before->first + before->second.bytes > range.offset) { next = before; }
    }
    while (next != its.used.end() && next->first < range.offset + std::max<std::uint64_t>(range.bytes, 1)) {
        blocks_.erase(next->second.block);
        next = its.used.erase(next);
    }
    its.used[range.offset] = range;
    blocks_[range.block] = {range.slab, range.offset};
}

void memory_state::remove(std::uint64_t block) {
    const auto found = blocks_.find(block);
    if (found == blocks_.end()) { return; }
    slabs_[found->second.slab].used.erase(found->second.offset);
    blocks_.erase(found);
}

void memory_state::enter(const recording::snapshot &which) {
    for (auto each = slabs_.begin(); each != slabs_.end();) {
        if (each->second.pool != which.pool) {
            ++each;
            continue;
        }
        for (const auto &[offset, range] : each->second.used) {
            blocks_.erase(range.block);
        }
        each = slabs_.erase(each);
    }
    for (const recording::slab &each : which.slabs) {
        slab &its = slabs_[each.number];
        its.pool = which.pool;
        its.bytes = std::max(its.bytes, each.bytes);
    }
    for (const recording::range &each : which.ranges) {
        if (each.state != range_state::free && each.state != range_state::cached) { add(each, which.pool); }
    }
}

void memory_state::apply(const recording::event &next) {
    switch (next.kind) {
    case event_kind::slab_taken: {
        slab &its = slabs_[next.slab];
        its.pool = next.pool;
        its.bytes = std::max(its.bytes, next.requested);
        break;
    }
    case event_kind::slab_returned:
        if (const auto found = slabs_.find(next.slab); found != slabs_.end()) {
            for (const auto &[offset, range] : found->second.used) {
                blocks_.erase(range.block);
            }
            slabs_.erase(found);
        }
        break;
    case event_kind::allocate:
        remove(next.block);
        if (next.slab != 0) {
            add({next.slab, next.offset, next.given, next.requested, next.block, next.queue, next.tag, next.stack,
                 range_state::live},
                next.pool);
        }
        break;
    case event_kind::free:
        if (!next.waits) {
            remove(next.block);
        } else if (const auto found = blocks_.find(next.block); found != blocks_.end()) {
            slabs_[found->second.slab].used[found->second.offset].state = range_state::pending;
        }
        break;
    case event_kind::complete:
        remove(next.block);
        break;
    default:
        break;
    }
}

memory_state memory_state::at_the_end_of(const recording &from) {
    memory_state result;
    auto snapshot = from.snapshots.begin();
    for (const recording::event &each : from.events) {
        for (; snapshot != from.snapshots.end() && snapshot->time_ns <= each.time_ns; ++snapshot) {
            result.enter(*snapshot);
        }
        result.apply(each);
    }
    for (; snapshot != from.snapshots.end(); ++snapshot) {
        result.enter(*snapshot);
    }
    // A snapshot at the time of the last event was taken after it.
    for (auto last = from.snapshots.rbegin(); last != from.snapshots.rend(); ++last) {
        if (from.events.empty() || last->time_ns < from.events.back().time_ns) { break; }
        if (from.events.front().time_ns < last->time_ns) { result.enter(*last); }
    }
    return result;
}

} // namespace clmem::command
