#include "reports/history.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace clmem::command {
namespace {

using key = std::pair<std::uint64_t, std::uint64_t>; // a pool, and a block or slab of it

struct key_hash {
    std::size_t operator()(const key &of) const noexcept {
        constexpr std::uint64_t golden = 0x9e3779b97f4a7c15;
        return static_cast<std::size_t>((of.first * golden) ^ (of.second * golden >> 7) ^ of.second);
    }
};

// The peak of the live bytes since any earlier position, for ranges within ranges: only those values are kept that no
// later one exceeds.
class recent_peaks {
  public:
    void set(std::size_t position, std::uint64_t value) {
        while (!values_.empty() && values_.back().second <= value) {
            values_.pop_back();
        }
        values_.emplace_back(position, value);
    }
    [[nodiscard]] std::uint64_t since(std::size_t position) const noexcept {
        const auto at = std::lower_bound(values_.begin(), values_.end(), position,
                                         [](const auto &value, std::size_t wanted) { return value.first < wanted; });
        return at == values_.end() ? 0 : at->second;
    }

  private:
    std::vector<std::pair<std::size_t, std::uint64_t>> values_;
};

// Which snapshot tells what a pool had at the start.
struct start_state {
    const recording::snapshot *snapshot = nullptr;
    bool is_at_end = false; // then it tells what was not allocated since
};

class walk {
  public:
    walk(const recording &recorded, std::optional<std::uint64_t> pool) : recorded_{recorded}, pool_{pool} {}

    history take() {
        for (const recording::pool &each : recorded_.pools) {
            if (is_wanted(each.number)) { of(each.number); }
        }
        begin();
        for (const recording::event &event : recorded_.events) {
            ++position_;
            past_.end_ns = std::max(past_.end_ns, event.time_ns);
            if (is_wanted(event.pool) || event.kind == event_kind::mark || event.kind == event_kind::range_begin ||
                event.kind == event_kind::range_end) {
                see(event);
                peaks_.set(position_, past_.total.live.now);
            }
        }
        finish();
        return std::move(past_);
    }

  private:
    [[nodiscard]] bool is_wanted(std::uint64_t pool) const noexcept { return !pool_ || *pool_ == pool; }
    usage &of(std::uint64_t pool) { return by_pool_[pool]; }

    template <class Change>
    void change(std::uint64_t pool, Change &&each) {
        each(of(pool));
        each(past_.total);
    }

    std::map<std::uint64_t, start_state> starts() const;
    void begin();
    void begin_pool(const recording::snapshot &from, bool is_at_end);
    void see(const recording::event &event);
    void see_memory(const recording::event &event);
    void allocate(lifetime block, std::uint64_t number, std::uint64_t time_ns);
    void free(const recording::event &event);
    void complete(lifetime &block);
    void complete(const recording::event &event);
    void take_slab(std::uint64_t pool, std::uint64_t number, std::uint64_t bytes, std::uint64_t time_ns);
    void return_slab(const recording::event &event);
    void allocate_outside(const recording::event &event);
    void free_outside(const recording::event &event);
    void begin_range(const recording::event &event);
    void end_range(const recording::event &event);
    void see_shortage(const recording::event &event);
    void finish();

    const recording &recorded_;
    std::optional<std::uint64_t> pool_;
    history past_;
    std::map<std::uint64_t, usage> by_pool_;
    std::size_t position_ = 0;
    recent_peaks peaks_;
    // Indices of past_.blocks and so on.
    std::unordered_map<key, std::size_t, key_hash> live_, waiting_, slabs_;
    std::unordered_map<std::uint64_t, std::size_t> outside_;
    struct open_range {
        std::size_t index;
        std::size_t position;
    };
    std::unordered_map<std::uint32_t, std::vector<open_range>> open_; // by thread
};

void count(calls &to, const recording::event &event) {
    ++to.count;
    to.ns = saturated_sum(to.ns, event.duration_ns);
    to.longest_ns = std::max(to.longest_ns, event.duration_ns);
}

// The first snapshot of a pool says what it had when the recording began. If events were lost since, or precede it, only
// the state at the end is known for certain.
std::map<std::uint64_t, start_state> walk::starts() const {
    std::map<std::uint64_t, start_state> found;
    for (const recording::snapshot &each : recorded_.snapshots) {
        if (is_wanted(each.pool)) { found.try_emplace(each.pool, start_state{&each, false}); }
    }
    const bool has_gap = recorded_.is_ring && recorded_.lost != 0;
    std::unordered_set<std::uint64_t> seen;
    for (const recording::event &event : recorded_.events) {
        const auto at = found.find(event.pool);
        if (event.kind == event_kind::allocate && at != found.end() && seen.insert(event.pool).second) {
            at->second.is_at_end = event.time_ns < at->second.snapshot->time_ns;
        }
    }
    for (const recording::snapshot &each : recorded_.snapshots) { // the last one
        const auto at = found.find(each.pool);
        if (at == found.end()) { continue; }
        at->second.is_at_end = at->second.is_at_end || has_gap;
        if (at->second.is_at_end) { at->second.snapshot = &each; }
    }
    return found;
}

void walk::begin() {
    for (const auto &[pool, start] : starts()) {
        begin_pool(*start.snapshot, start.is_at_end);
    }
    peaks_.set(0, past_.total.live.now);
}

void walk::begin_pool(const recording::snapshot &from, bool is_at_end) {
    std::unordered_set<std::uint64_t> later_blocks, later_frees, later_slabs;
    for (const recording::event &event : recorded_.events) {
        if (!is_at_end || event.pool != from.pool) { continue; }
        if (event.kind == event_kind::allocate) { later_blocks.insert(event.block); }
        if (event.kind == event_kind::free) { later_frees.insert(event.block); }
        if (event.kind == event_kind::slab_taken) { later_slabs.insert(event.slab); }
        if (event.kind == event_kind::slab_returned && later_slabs.insert(event.slab).second) {
            take_slab(from.pool, event.slab, event.requested, 0); // it was there at the start
        }
    }
    for (const recording::slab &slab : from.slabs) {
        if (!later_slabs.contains(slab.number)) { take_slab(from.pool, slab.number, slab.bytes, 0); }
    }
    for (const recording::range &range : from.ranges) {
        const bool is_live = range.state == range_state::live;
        const bool is_waiting = range.state == range_state::waiting || range.state == range_state::pending;
        if ((!is_live && !is_waiting) || later_blocks.contains(range.block)) { continue; }
        lifetime block;
        block.pool = from.pool;
        block.slab = range.slab;
        block.offset = range.offset;
        block.requested = range.requested != 0 ? range.requested : range.bytes;
        block.given = range.bytes;
        block.queue = range.queue;
        block.tag = range.tag;
        block.stack = range.stack;
        block.was_there = true;
        // In a state at the end, the free of a block that waits may be among the events.
        if (is_live || (is_at_end && later_frees.contains(range.block))) {
            allocate(block, range.block, 0);
        } else {
            block.freed = 0;
            block.waits = true;
            change(block.pool, [&](usage &each) { each.waiting.add(block.given, 0, 0); });
            waiting_[{block.pool, range.block}] = past_.blocks.size();
            past_.blocks.push_back(block);
        }
    }
}

void walk::allocate(lifetime block, std::uint64_t number, std::uint64_t time_ns) {
    block.allocated = position_;
    block.allocated_ns = time_ns;
    const auto [at, is_new] = live_.try_emplace({block.pool, number}, past_.blocks.size());
    if (!is_new) { // its free is missing
        ++past_.unmatched;
        lifetime &before = past_.blocks[at->second];
        before.freed = before.completed = position_;
        before.freed_ns = time_ns;
        change(before.pool, [&](usage &each) {
            each.live.subtract(before.requested);
            each.given.subtract(before.given);
            --each.live_blocks;
        });
        at->second = past_.blocks.size();
    }
    if (const auto waits = waiting_.find({block.pool, number}); waits != waiting_.end()) {
        complete(past_.blocks[waits->second]);
        waiting_.erase(waits);
    }
    change(block.pool, [&](usage &each) {
        each.live.add(block.requested, time_ns, position_);
        each.given.add(block.given, time_ns, position_);
        ++each.live_blocks;
        if (!block.was_there) {
            ++each.allocations;
            each.hits += block.is_hit ? 1 : 0;
        }
    });
    past_.blocks.push_back(block);
}

void walk::free(const recording::event &event) {
    const auto at = live_.find({event.pool, event.block});
    if (at == live_.end()) {
        ++past_.unmatched;
        return;
    }
    lifetime &block = past_.blocks[at->second];
    block.freed = position_;
    block.freed_ns = event.time_ns;
    block.waits = event.waits;
    if (event.waits) {
        waiting_[at->first] = at->second;
    } else {
        block.completed = position_;
    }
    change(event.pool, [&](usage &each) {
        each.live.subtract(block.requested);
        each.given.subtract(block.given);
        --each.live_blocks;
        ++each.frees;
        if (event.waits) { each.waiting.add(block.given, event.time_ns, position_); }
    });
    live_.erase(at);
}

void walk::complete(lifetime &block) {
    block.completed = position_;
    change(block.pool, [&](usage &each) { each.waiting.subtract(block.given); });
}

void walk::complete(const recording::event &event) {
    const auto at = waiting_.find({event.pool, event.block});
    if (at == waiting_.end()) {
        ++past_.unmatched;
        return;
    }
    complete(past_.blocks[at->second]);
    waiting_.erase(at);
}

void walk::take_slab(std::uint64_t pool, std::uint64_t number, std::uint64_t bytes, std::uint64_t time_ns) {
    const auto [at, is_new] = slabs_.try_emplace({pool, number}, past_.slabs.size());
    if (!is_new) { // in the snapshot as well, or its return is missing
        slab_lifetime &before = past_.slabs[at->second];
        before.returned = position_;
        change(pool, [&](usage &each) { each.reserved.subtract(before.bytes); });
        at->second = past_.slabs.size();
    }
    past_.slabs.push_back({pool, number, bytes, position_, never});
    change(pool, [&](usage &each) { each.reserved.add(bytes, time_ns, position_); });
}

void walk::return_slab(const recording::event &event) {
    const auto at = slabs_.find({event.pool, event.slab});
    if (at == slabs_.end()) {
        ++past_.unmatched;
        return;
    }
    slab_lifetime &slab = past_.slabs[at->second];
    slab.returned = position_;
    change(event.pool, [&](usage &each) { each.reserved.subtract(slab.bytes); });
    slabs_.erase(at);
}

void walk::allocate_outside(const recording::event &event) {
    lifetime memory;
    memory.pool = event.pool;
    memory.requested = memory.given = event.requested;
    memory.queue = event.queue;
    memory.stack = event.stack;
    memory.tag = event.tag;
    memory.kind = event.text;
    memory.is_outside = true;
    memory.allocated = position_;
    memory.allocated_ns = event.time_ns;
    if (!outside_.try_emplace(event.block, past_.outside.size()).second) {
        ++past_.unmatched;
        return;
    }
    past_.outside.push_back(memory);
    past_.total.outside.add(memory.requested, event.time_ns, position_);
}

void walk::free_outside(const recording::event &event) {
    const auto at = outside_.find(event.block);
    if (at == outside_.end()) {
        ++past_.unmatched;
        return;
    }
    lifetime &memory = past_.outside[at->second];
    memory.freed = memory.completed = position_;
    memory.freed_ns = event.time_ns;
    past_.total.outside.subtract(memory.requested);
    outside_.erase(at);
}

void walk::begin_range(const recording::event &event) {
    open_[event.thread].push_back({past_.ranges.size(), position_});
    past_.ranges.push_back({event.text, event.thread, event.time_ns, event.time_ns, 0, false, true});
}

void walk::end_range(const recording::event &event) {
    auto &open = open_[event.thread];
    if (open.empty()) {
        ++past_.unmatched;
        return;
    }
    program_range &range = past_.ranges[open.back().index];
    range.end_ns = event.time_ns;
    // The range begins with what was live before it.
    range.peak_live = peaks_.since(open.back().position);
    range.is_open = false;
    open.pop_back();
}

void walk::see_shortage(const recording::event &event) {
    const auto pool = by_pool_.find(event.pool);
    const std::uint64_t waiting = pool == by_pool_.end() ? 0 : pool->second.waiting.now;
    past_.shortages.push_back({event.pool, event.time_ns, event.requested, event.given, event.live, event.largest,
                               waiting, past_.total.outside.now, position_, event.stack, event.tag});
}

void walk::see_memory(const recording::event &event) {
    switch (event.kind) {
    case event_kind::allocate: {
        lifetime block;
        block.pool = event.pool;
        block.slab = event.slab;
        block.offset = event.offset;
        block.requested = event.requested;
        block.given = std::max(event.given, event.requested);
        block.queue = event.queue;
        block.tag = event.tag;
        block.stack = event.stack;
        block.is_hit = event.hit;
        if (!event.hit) { ++past_.misses[std::min<std::size_t>(event.reason, miss_reasons)]; }
        return allocate(block, event.block, event.time_ns);
    }
    case event_kind::free:
        return free(event);
    case event_kind::complete:
        return complete(event);
    case event_kind::slab_taken:
        count(past_.slabs_taken, event);
        return take_slab(event.pool, event.slab, event.requested, event.time_ns);
    case event_kind::slab_returned:
        count(past_.slabs_returned, event);
        return return_slab(event);
    case event_kind::outside_allocation:
        return allocate_outside(event);
    case event_kind::outside_free:
        return free_outside(event);
    default:
        return;
    }
}

void walk::see(const recording::event &event) {
    switch (event.kind) {
    case event_kind::slab_refused:
        return count(past_.slabs_refused, event);
    case event_kind::marker:
        return count(past_.markers, event);
    case event_kind::barrier:
        return count(past_.barriers, event);
    case event_kind::host_wait:
        return count(past_.host_waits, event);
    case event_kind::shortage:
        return see_shortage(event);
    case event_kind::mark:
        past_.ranges.push_back(
            {event.text, event.thread, event.time_ns, event.time_ns, past_.total.live.now, true, false});
        return;
    case event_kind::range_begin:
        return begin_range(event);
    case event_kind::range_end:
        return end_range(event);
    default:
        return see_memory(event);
    }
}

void walk::finish() {
    past_.end = position_;
    for (const auto &[thread, open] : open_) {
        for (const open_range &each : open) {
            past_.ranges[each.index].end_ns = past_.end_ns;
            past_.ranges[each.index].peak_live = peaks_.since(each.position);
        }
    }
    for (auto &[number, figures] : by_pool_) {
        if (number != 0 || figures.allocations != 0) { past_.pools.push_back({number, figures}); }
    }
}

} // namespace

void level::add(std::uint64_t bytes, std::uint64_t time_ns, std::size_t position) noexcept {
    now = saturated_sum(now, bytes);
    if (now > peak) {
        peak = now;
        peak_ns = time_ns;
        peak_position = position;
    }
}

history history_of(const recording &recorded, std::optional<std::uint64_t> pool) {
    return walk{recorded, pool}.take();
}

free_memory free_memory_at(const history &past, std::size_t position) {
    using piece = std::pair<std::uint64_t, std::uint64_t>; // offset and end
    std::map<key, std::vector<piece>> used;
    for (const lifetime &block : past.blocks) {
        if (block.has_memory(position)) {
            used[{block.pool, block.slab}].emplace_back(block.offset, saturated_sum(block.offset, block.given));
        }
    }
    free_memory found;
    for (const slab_lifetime &slab : past.slabs) {
        if (slab.taken > position || position >= slab.returned) { continue; }
        auto &pieces = used[{slab.pool, slab.number}];
        std::sort(pieces.begin(), pieces.end());
        pieces.emplace_back(slab.bytes, slab.bytes);
        std::uint64_t from = 0;
        for (const auto &[offset, end] : pieces) {
            const std::uint64_t gap = std::min(offset, slab.bytes) - std::min({from, offset, slab.bytes});
            found.free = saturated_sum(found.free, gap);
            found.largest = std::max(found.largest, gap);
            from = std::max(from, end);
        }
        found.reserved = saturated_sum(found.reserved, slab.bytes);
    }
    return found;
}

} // namespace clmem::command
