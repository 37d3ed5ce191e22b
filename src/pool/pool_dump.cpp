#include "pool/pool_dump.hpp"

#include "base/json.hpp"

#include <bit>
#include <cstdio>
#include <string_view>
#include <utility>

namespace clmem_core {

namespace {

// Grows when a member changes its meaning or ends; not when one is added.
constexpr std::uint32_t dump_format = 1;

constexpr range_state states[range_states] = {range_state::live, range_state::cached, range_state::waiting,
                                              range_state::pending, range_state::free};

// All members of the statistics but the struct's own.
template <class Visit>
constexpr void for_each_counter(const clmem_statistics &s, Visit &&visit) {
#define CLMEM_VISIT(member) visit(#member, s.member)
    CLMEM_VISIT(slabs);
    CLMEM_VISIT(managed_bytes);
    CLMEM_VISIT(managed_bytes_peak);
    CLMEM_VISIT(active_bytes);
    CLMEM_VISIT(active_bytes_peak);
    CLMEM_VISIT(held_bytes);
    CLMEM_VISIT(idle_bytes);
    CLMEM_VISIT(cached_bytes);
    CLMEM_VISIT(cache_bound_bytes);
    CLMEM_VISIT(limit_bytes);
    CLMEM_VISIT(active_blocks);
    CLMEM_VISIT(held_blocks);
    CLMEM_VISIT(allocations);
    CLMEM_VISIT(releases);
    CLMEM_VISIT(hits);
    CLMEM_VISIT(misses);
    CLMEM_VISIT(failures);
    CLMEM_VISIT(driver_allocations);
    CLMEM_VISIT(driver_releases);
    CLMEM_VISIT(driver_time_ns);
    CLMEM_VISIT(objects_created);
    CLMEM_VISIT(markers);
    CLMEM_VISIT(barriers);
    CLMEM_VISIT(host_waits);
    CLMEM_VISIT(queues);
    CLMEM_VISIT(live_events);
    CLMEM_VISIT(live_events_peak);
    CLMEM_VISIT(quarantined_bytes);
    CLMEM_VISIT(misses_empty);
    CLMEM_VISIT(misses_waiting);
    CLMEM_VISIT(misses_large);
    CLMEM_VISIT(misses_aligned);
    CLMEM_VISIT(misses_tagged);
    CLMEM_VISIT(misses_dedicated);
    CLMEM_VISIT(misses_out_of_order);
    CLMEM_VISIT(misses_unheld);
#undef CLMEM_VISIT
}

constexpr std::size_t bytes_of_counters() {
    std::size_t bytes = sizeof(clmem_statistics::struct_size) + sizeof(clmem_statistics::reserved);
    for_each_counter(clmem_statistics{}, [&bytes](const char * /*name*/, auto value) { bytes += sizeof value; });
    return bytes;
}
static_assert(sizeof(std::size_t) < 8 || bytes_of_counters() == sizeof(clmem_statistics), "a counter is missing");

const char *name_of(clmem_provider_kind kind) noexcept {
    switch (kind) {
    case CLMEM_PROVIDER_VIRTUAL:
        return "virtual";
    case CLMEM_PROVIDER_BUFFER:
        return "buffer";
    case CLMEM_PROVIDER_IMMEDIATE:
        return "immediate";
    case CLMEM_PROVIDER_USER:
        return "user";
    case CLMEM_PROVIDER_SVM:
        return "svm";
    case CLMEM_PROVIDER_USM:
        return "usm";
    case CLMEM_PROVIDER_PINNED:
        return "pinned";
    }
    return "unknown";
}

// A queue's handle, by which the program and the log know it.
void write_queue(json_writer &out, std::string_view name, cl_command_queue queue) {
    if (queue == nullptr) { return out.null(name); }
    char text[24];
    std::snprintf(text, sizeof text, "%p", static_cast<const void *>(queue));
    out.string(name, text);
}

void write_provider(json_writer &out, const provider::traits &source) {
    out.line();
    out.begin_object("provider");
    out.string("kind", name_of(source.kind));
    out.begin_array("devices");
    for (const std::string &device : source.devices) {
        out.string({}, device);
    }
    out.end_array();
    out.number("alignment_bytes", source.alignment);
    out.number("max_allocation_bytes", source.max_allocation);
    out.number("memory_flags", source.memory_flags);
    out.end_object();
}

void write_options(json_writer &out, const clmem_pool_options &options) {
    out.line();
    out.begin_object("options");
    out.boolean("dedicated", (options.flags & CLMEM_POOL_DEDICATED) != 0);
    write_queue(out, "queue", options.queue);
    out.number("limit_bytes", options.limit_bytes);
    out.number("leading_bits_in_bin_id", options.leading_bits_in_bin_id);
    out.number("driver_time_permille", options.driver_time_permille);
    out.boolean("out_of_memory", options.out_of_memory != nullptr);
    out.number("budget_bytes", options.budget_bytes);
    out.number("keep_bytes", options.keep_bytes);
    out.number("idle_release_ms", options.idle_release_ms);
    out.end_object();
}

void write_counters(json_writer &out, const pool_snapshot &of) {
    out.line();
    out.begin_object("counters");
    for_each_counter(of.counters, [&out](const char *name, auto value) { out.number(name, value); });
    out.end_object();
    out.line();
    out.begin_object("states");
    for (const range_state state : states) {
        const pool_snapshot::total total = of.total_of(state);
        out.begin_object(clmem_core::name_of(state));
        out.number("bytes", total.bytes);
        out.number("ranges", total.ranges);
        out.end_object();
    }
    out.end_object();
}

void write_tags(json_writer &out, const pool_snapshot &of) {
    out.line();
    out.begin_array("tags");
    for (const clmem_tag_statistics &tag : of.tags) {
        out.begin_object();
        out.string("name", tag.name);
        out.number("active_bytes", tag.active_bytes);
        out.number("active_bytes_peak", tag.active_bytes_peak);
        out.number("active_blocks", tag.active_blocks);
        out.number("allocations", tag.allocations);
        out.end_object();
    }
    out.end_array();
}

void write_queues(json_writer &out, const pool_snapshot &of) {
    out.line();
    out.begin_array("queues");
    for (const pool_snapshot::queue &queue : of.queues) {
        out.begin_object();
        write_queue(out, "handle", queue.handle);
        out.boolean("out_of_order", queue.out_of_order);
        out.boolean("forgotten", queue.forgotten);
        out.number("markers", queue.markers);
        out.end_object();
    }
    out.end_array();
    out.line();
    out.begin_array("caches");
    for (const pool_snapshot::cache &cache : of.caches) {
        out.begin_object();
        out.number("queue", cache.queue_slot);
        out.number("bytes", cache.bytes);
        out.number("waiting_bytes", cache.waiting_bytes);
        out.number("bound_bytes", cache.bound);
        out.end_object();
    }
    out.end_array();
}

void write_range(json_writer &out, const pool_snapshot &of, const pool_snapshot::range &r) {
    out.line();
    out.begin_object();
    out.number("offset", r.offset);
    out.number("bytes", r.bytes);
    out.string("state", clmem_core::name_of(r.state));
    if (r.state == range_state::live) { out.number("requested_bytes", r.requested); }
    if (r.released != 0) { out.number("released_blocks", r.released); }
    if (r.queue_slot != queue_order::no_queue_slot) { out.number("queue", std::uint32_t{r.queue_slot}); }
    if (r.tag != 0) { out.string("tag", of.tags[r.tag].name); }
    if (r.events != 0) { out.number("events", r.events); }
    if (r.used_by != 0) {
        out.begin_array("used_by");
        for (queue_slot_mask left = r.used_by; left != 0; left &= left - 1) {
            out.number(static_cast<std::uint32_t>(std::countr_zero(left)));
        }
        out.end_array();
    }
    out.end_object();
}

void write_slabs(json_writer &out, const pool_snapshot &of) {
    out.line();
    out.begin_array("slabs");
    for (std::size_t i = 0; i < of.slabs.size(); ++i) {
        const pool_snapshot::slab &slab = of.slabs[i];
        const bool is_last = i + 1 == of.slabs.size();
        const std::size_t end = is_last ? of.ranges.size() : of.slabs[i + 1].first_range;
        std::size_t live = 0;
        for (std::size_t r = slab.first_range; r < end; ++r) {
            live += of.ranges[r].state == range_state::live ? of.ranges[r].bytes : 0;
        }
        out.line();
        out.begin_object();
        out.number("number", slab.number);
        out.number("bytes", slab.bytes);
        out.number("live_bytes", live);
        out.boolean("dedicated", slab.dedicated);
        out.begin_array("ranges");
        for (std::size_t r = slab.first_range; r < end; ++r) {
            write_range(out, of, of.ranges[r]);
        }
        out.end_array();
        out.end_object();
    }
    out.end_array();
}

} // namespace

std::string text_of(const pool_snapshot &of) {
    json_writer out;
    out.begin_object();
    out.number("format", dump_format);
    out.number("pool", of.number);
    write_provider(out, of.source->properties());
    write_options(out, of.options);
    write_counters(out, of);
    write_tags(out, of);
    write_queues(out, of);
    write_slabs(out, of);
    out.end_object();
    std::string text = out.take();
    text += '\n';
    return text;
}

} // namespace clmem_core
