#include "trace_rows.hpp"

#include <algorithm>
#include <cstdio>
#include <unordered_map>
#include <vector>

namespace clmem::layer {
namespace {

struct event {
    std::uint64_t id;
    bool is_free;
    std::uint64_t value;
    std::uint64_t time_ns;
};

struct allocation {
    std::uint64_t bytes = 0;
    std::uint64_t stream = 0;
    bool listed = false;
};

std::vector<event> events_of(const page &base, std::uint64_t chunks, const page_process &process) {
    std::vector<event> events;
    const std::uint64_t number = number_of(base, process);
    for (std::uint64_t index = 0; index < chunks; ++index) {
        const event_chunk &chunk = *chunk_at(&base, index);
        if (chunk.process.load() != number) { continue; }
        for (const recorded_event &each : chunk.events) {
            const std::uint64_t word = each.word.load(std::memory_order_acquire);
            if (word != 0) { events.push_back({word / 2, word % 2 != 0, each.value, each.time_ns}); }
        }
    }
    return events;
}

} // namespace

std::string trace_rows(const page &base, std::uint64_t chunks, const page_process &process) {
    const std::vector<event> events = events_of(base, chunks, process);
    if (events.empty()) { return {}; }
    // A stream is known only when the allocation is freed, but the first row names it, too.
    std::unordered_map<std::uint64_t, allocation> allocations;
    for (const event &each : events) {
        allocation &of = allocations[each.id];
        (each.is_free ? of.stream : of.bytes) = each.value;
    }
    std::string rows = "op,id,bytes,stream,time_us\n";
    std::uint64_t time_ns = events.front().time_ns;
    const std::uint64_t begin_ns = time_ns;
    for (const event &each : events) {
        allocation &of = allocations[each.id];
        // A forked child may free what its parent allocated, and a killed process may have lost an event.
        if (each.is_free != of.listed) { continue; }
        of.listed = !each.is_free;
        time_ns = std::max(time_ns, each.time_ns); // threads may have swapped two events by some nanoseconds
        char row[128];
        const int length = std::snprintf(
            row, sizeof row, "%c,%llu,%llu,%llu,%llu\n", each.is_free ? 'f' : 'a',
            static_cast<unsigned long long>(each.id), static_cast<unsigned long long>(of.bytes),
            static_cast<unsigned long long>(of.stream), static_cast<unsigned long long>((time_ns - begin_ns) / 1000));
        rows.append(row, static_cast<std::size_t>(length));
    }
    return rows;
}

} // namespace clmem::layer
