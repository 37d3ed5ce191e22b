#include "reports/pages.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace clmem::command {
namespace {

using json = nlohmann::ordered_json;

json json_of(const level &of) {
    return {{"peak_bytes", of.peak}, {"peak_ns", of.peak_ns}, {"end_bytes", of.now}};
}

json json_of(const usage &of) {
    return {{"live", json_of(of.live)},
            {"given", json_of(of.given)},
            {"waiting", json_of(of.waiting)},
            {"reserved", json_of(of.reserved)},
            {"allocations", of.allocations},
            {"hits", of.hits},
            {"frees", of.frees},
            {"live_blocks", of.live_blocks}};
}

json json_of(const calls &of) {
    return {{"count", of.count}, {"ns", of.ns}, {"longest_ns", of.longest_ns}};
}

json json_of(const holders &all, std::size_t top, bool has_chain) {
    json rows = json::array();
    for (std::size_t at = 0; at < std::min(top, all.size()); ++at) {
        const holder &each = all[at];
        json row = {{"name", each.name}, {"bytes", each.bytes}, {"blocks", each.blocks}, {"hits", each.hits}};
        if (has_chain) { row["chain"] = each.chain; }
        rows.push_back(std::move(row));
    }
    return rows;
}

json json_of(const block_group &group, std::size_t top) {
    return {{"bytes", group.bytes},
            {"blocks", group.blocks},
            {"hits", group.hits},
            {"by_tag", json_of(group.by_tag, top, false)},
            {"by_stack", json_of(group.by_stack, top, true)},
            {"tags", group.by_tag.size()},
            {"stacks", group.by_stack.size()}};
}

json pools_of(const summary &report) {
    json rows = json::array();
    for (std::size_t at = 0; at < report.past.pools.size(); ++at) {
        const auto &[number, figures] = report.past.pools[at];
        json row = {{"pool", number}, {"memory", report.pool_names[at]}};
        row.update(json_of(figures));
        rows.push_back(std::move(row));
    }
    return rows;
}

json sizes_of(const summary &report) {
    json rows = json::array();
    for (const size_class &each : report.sizes) {
        rows.push_back({{"from", each.from}, {"allocations", each.blocks}, {"bytes", each.bytes}, {"hits", each.hits}});
    }
    return rows;
}

json fragmentation_of(const summary &report) {
    json rows = json::array();
    for (const auto &[time_ns, memory] : report.fragmentation) {
        rows.push_back({{"time_ns", time_ns},
                        {"reserved_bytes", memory.reserved},
                        {"free_bytes", memory.free},
                        {"largest_free_bytes", memory.largest}});
    }
    return rows;
}

json shortages_of(const summary &report, std::size_t top) {
    const history &past = report.past;
    json rows = json::array();
    for (std::size_t at = 0; at < std::min(top, past.shortages.size()); ++at) {
        const shortage &each = past.shortages[at];
        rows.push_back({{"pool", each.pool},
                        {"time_ns", each.time_ns},
                        {"wanted_bytes", each.wanted},
                        {"reserved_bytes", each.reserved},
                        {"live_bytes", each.live},
                        {"free_bytes", each.free()},
                        {"largest_free_bytes", each.largest}});
        if (at < report.shortage_chains.size()) { rows.back()["chain"] = report.shortage_chains[at]; }
    }
    return rows;
}

json ranges_of(const summary &report, std::size_t top, bool is_mark) {
    json rows = json::array();
    for (const named_range &each : report.ranges) {
        if (each.is_mark != is_mark || rows.size() >= top) { continue; }
        json row = {{"name", each.name},
                    {"count", each.count},
                    {"first_ns", each.begin_ns},
                    {"peak_live_bytes", each.peak_live},
                    {"peak_ns", each.peak_begin_ns}};
        if (!is_mark) { row["ns"] = each.ns; }
        rows.push_back(std::move(row));
    }
    return rows;
}

json misses_of(const history &past) {
    json counts = json::object();
    for (std::size_t at = 0; at < past.misses.size(); ++at) {
        counts[miss_names[at]] = past.misses[at];
    }
    return counts;
}

json json_of(const changes &all, std::size_t top, bool is_group) {
    json rows = json::array();
    for (std::size_t at = 0; at < std::min(top, all.size()); ++at) {
        const change &each = all[at];
        json row = {{"name", each.name}, {"before", each.before}, {"after", each.after}};
        if (is_group) {
            row["blocks_before"] = each.blocks_before;
            row["blocks_after"] = each.blocks_after;
            row["chain"] = each.chain;
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

// Names may contain bytes that are not UTF-8.
std::string dumped(const json &object) {
    return object.dump(2, ' ', false, json::error_handler_t::replace) + '\n';
}

} // namespace

std::string json_of(const summary &report, std::size_t top) {
    const history &past = report.past;
    return dumped({
        {"recording", report.path},
        {"pid", report.pid},
        {"start_ns", report.start_ns},
        {"duration_ns", past.end_ns},
        {"events", report.events},
        {"lost", report.lost},
        {"unmatched", past.unmatched},
        {"is_ring", report.is_ring},
        {"is_complete", report.is_complete},
        {"memory", json_of(past.total)},
        {"pools", pools_of(report)},
        {"peak", json_of(report.peak, top)},
        {"never_freed", json_of(report.leaks, top)},
        {"not_complete", json_of(report.waiting, top)},
        {"temporary_below_ns", report.short_lived_ns},
        {"temporary", json_of(report.temporaries, top)},
        {"sizes", sizes_of(report)},
        {"misses", misses_of(past)},
        {"fragmentation", fragmentation_of(report)},
        {"driver",
         {{"slabs_taken", json_of(past.slabs_taken)},
          {"slabs_returned", json_of(past.slabs_returned)},
          {"slabs_refused", json_of(past.slabs_refused)},
          {"markers", json_of(past.markers)},
          {"barriers", json_of(past.barriers)},
          {"host_waits", json_of(past.host_waits)}}},
        {"shortages", shortages_of(report, top)},
        {"shortages_count", past.shortages.size()},
        {"ranges", ranges_of(report, top, false)},
        {"marks", ranges_of(report, top, true)},
        {"outside",
         {{"memory", json_of(past.total.outside)},
          {"by_kind", json_of(report.outside, top, false)},
          {"not_freed", json_of(report.outside_at_end, top, false)}}},
    });
}

std::string json_of(const difference &changed, std::size_t top) {
    return dumped({
        {"before", changed.before},
        {"after", changed.after},
        {"bytes", json_of(changed.bytes, changed.bytes.size(), false)},
        {"by_tag", json_of(changed.by_tag, top, true)},
        {"by_stack", json_of(changed.by_stack, top, true)},
        {"never_freed", json_of(changed.leaks, top, true)},
        {"counts", json_of(changed.counts, changed.counts.size(), false)},
        {"driver_ns", json_of(changed.times_ns, changed.times_ns.size(), false)},
    });
}

} // namespace clmem::command
