// Copies what a pool has at one instant. Meanwhile the thread caches are closed and no thread is inside, so that each
// block is in one state and the counters agree with the ranges.
#include "pool/pool.hpp"

#include <algorithm>
#include <unordered_map>

namespace clmem_core {

namespace {

// The blocks in thread caches and depots, each with its state.
using released_blocks = std::vector<std::pair<const block *, range_state>>;

std::uint32_t count_events(const block &b) noexcept {
    std::uint32_t count = 0;
    for (const held_event *e = b.has_events() ? b.events : nullptr; e != nullptr; e = e->next) {
        ++count;
    }
    return count;
}

bool is_pending(const block &b) noexcept {
    return b.held == block_hold_state::pending || b.held == block_hold_state::claimed;
}

// As if it were in no cache.
pool_snapshot::range describe(const block &b, queue_order &order, bool has_stack) noexcept {
    const bool is_used = b.state == block_state::used;
    const bool is_taken = b.held == block_hold_state::taken; // not assigned yet: some members are of an earlier owner
    const range_state state = !is_used || is_taken ? range_state::free
                              : is_pending(b)      ? range_state::pending
                                                   : range_state::live;
    const bool is_live = state == range_state::live;
    const queue_slot_mask uses = is_live ? b.queue_slots : order.pending(b);
    const std::uint32_t released = is_taken ? (b.fresh ? 0 : 1) : is_used ? 1 : b.batch_count;
    return {.offset = b.offset,
            .bytes = b.bytes,
            .requested = is_live ? b.requested.load(std::memory_order_relaxed) : 0,
            .released = is_live ? 0 : released,
            .used_by = uses & ~queue_order::has_events,
            .events = is_used ? count_events(b) : 0,
            .state = state,
            .queue_slot = is_live && order.owner(b) != nullptr ? b.queue_slot : queue_order::no_queue_slot,
            .tag = is_live ? b.tag : std::uint8_t{0},
            .block = is_used && !is_taken ? number_in_recordings(b) : 0,
            .stack = is_live && has_stack ? b.stack : 0};
}

// Corrects the states of blocks that are in caches, and the counters: what is on its way from one place to another is
// in none of their sums.
void mark(pool_snapshot &out, const std::vector<const block *> &blocks, released_blocks &released) {
    const std::unordered_map<const block *, range_state> states{released.begin(), released.end()};
    for (std::size_t i = 0; i < blocks.size() && !states.empty(); ++i) {
        pool_snapshot::range &r = out.ranges[i];
        const auto found = states.find(blocks[i]);
        if (found == states.end()) { continue; }
        r.state = found->second;
        r.requested = 0;
        r.stack = 0;
        r.released = 1;
    }
    clmem_statistics &c = out.counters;
    const auto bytes = [&out](range_state state) { return out.total_of(state).bytes; };
    c.cached_bytes = bytes(range_state::cached) + bytes(range_state::waiting);
    c.held_bytes = c.managed_bytes - bytes(range_state::live);
    c.active_blocks = out.total_of(range_state::live).ranges;
    c.releases = c.allocations - c.active_blocks;
    c.held_blocks = 0;
    for (const pool_snapshot::range &r : out.ranges) {
        c.held_blocks += r.released;
    }
}

} // namespace

void pool::copy_queues(pool_snapshot &out) const {
    for (const auto &queue : ranges_.order().all()) {
        out.queues.push_back({queue->id, queue->handle, queue->out_of_order, queue->forgotten, queue->markers.size()});
    }
    for (const thread_cache *cache : caches_.all()) {
        out.caches.push_back(
            {cache->queue().queue_slot, cache->ready_bytes(), cache->waiting().bytes(), cache->bound()});
    }
}

// `blocks`: what each range belongs to, in the order of out.ranges.
void pool::copy_ranges(pool_snapshot &out, std::vector<const block *> &blocks) {
    const clmem_core::heap &heap = ranges_.heap();
    out.unit = heap.unit();
    out.slabs.reserve(heap.slabs());
    const clmem_core::slab *last = nullptr;
    heap.for_each([&](const block &b) {
        if (b.home != last) {
            last = b.home;
            const bool has_pointer = provider_->properties().has_pointers;
            const std::uint64_t address = has_pointer ? reinterpret_cast<std::uintptr_t>(last->memory) : 0;
            out.slabs.push_back({last->number, last->bytes, last->dedicated, out.ranges.size(), address});
        }
        out.ranges.push_back(describe(b, ranges_.order(), record_.is_on()));
        blocks.push_back(&b);
    });
}

// The options as the pool uses them now.
clmem_pool_options pool::options_now() noexcept {
    clmem_pool_options now = options_;
    const known_queue *const standard = ranges_.order().find(nullptr);
    now.flags = ranges_.is_dedicated() ? CLMEM_POOL_DEDICATED : 0;
    now.queue = standard != nullptr ? standard->handle : nullptr;
    now.limit_bytes = slabs_.limit();
    if (now.budget_bytes == 0) { now.budget_bytes = ranges_.heap().policy().budget(0); }
    if (now.driver_time_permille == 0) { now.driver_time_permille = driver_clock::default_permille; }
    return now;
}

pool_snapshot pool::snapshot() {
    return copy(nullptr);
}

// `change`: the pool has another recorder from this instant on.
pool_snapshot pool::copy(change_of_recorder *change) {
    pool_snapshot out;
    std::vector<const block *> blocks;
    released_blocks released;
    {
        const closed_caches closed{caches_};
        const biased_lock lock{mutex_};
        out.ticks = ticks::now_after_loads();
        out.counters = statistics_locked();
        out.tags = tags_.list();
        out.options = options_now();
        copy_queues(out);
        copy_ranges(out, blocks);
        caches_.for_each_block([&released](const block &b, bool waits) {
            released.emplace_back(&b, waits ? range_state::waiting : range_state::cached);
        });
        if (change != nullptr) { change_recorder(*change); }
    }
    out.number = log_.number();
    out.source = provider_;
    mark(out, blocks, released);
    out.tags = with_untagged(std::move(out.tags), out.counters);
    return out;
}

} // namespace clmem_core
