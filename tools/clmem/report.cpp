#include "report.hpp"

#include "figures.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace clmem::command {
namespace {

template <class Figure>
double geometric_mean(const std::vector<replay_result> &results, Figure &&figure) {
    double sum = 0;
    for (const replay_result &result : results) {
        sum += std::log(figure(result));
    }
    return std::exp(sum / static_cast<double>(results.size()));
}

std::vector<std::string> row_of(const replay_result &result) {
    std::vector<std::string> row = {result.trace,
                                    grouped(result.events),
                                    fmt::format("1/{}", result.scale),
                                    human_bytes(result.peak_live_bytes),
                                    human_bytes(result.peak_reserved_bytes),
                                    fmt::format("{:.3f}", result.ratio()),
                                    grouped(result.driver_allocations + result.driver_frees),
                                    fmt::format("{:.1f}", result.driver_calls_per_1000_events()),
                                    fmt::format("{:.1f}", result.ns_per_event),
                                    result.verified_blocks == 0 ? "-" : grouped(result.verified_blocks)};
    if (result.by_stream) {
        row.push_back(fmt::format("{:.1f}", result.per_1000_events(result.markers)));
        row.push_back(fmt::format("{:.1f}", result.per_1000_events(result.barriers)));
    }
    if (result.driver_time_share) { row.push_back(fmt::format("{:.2f} %", *result.driver_time_share * 100)); }
    if (result.compared) {
        row.push_back(fmt::format("{:.0f}", result.compared->pool_ns_per_event));
        row.push_back(fmt::format("{:.0f}", result.compared->driver_ns_per_event));
        row.push_back(fmt::format("{:.1f}x", result.compared->speedup()));
    }
    return row;
}

std::vector<std::string> mean_row_of(const std::vector<replay_result> &results) {
    double calls = 0;
    for (const replay_result &result : results) {
        calls += result.driver_calls_per_1000_events();
    }
    std::vector<std::string> row = {
        "mean*",
        "",
        "",
        "",
        "",
        fmt::format("{:.3f}", geometric_mean(results, [](const replay_result &r) { return r.ratio(); })),
        "",
        fmt::format("{:.1f}", calls / static_cast<double>(results.size())),
        fmt::format("{:.1f}", geometric_mean(results, [](const replay_result &r) { return r.ns_per_event; })),
        ""};
    if (results.front().by_stream) { row.insert(row.end(), {"", ""}); }
    if (results.front().driver_time_share) { row.emplace_back(); }
    if (results.front().compared) {
        row.insert(row.end(), {"", "", fmt::format("{:.1f}x", geometric_mean(results, [](const replay_result &r) {
                                                       return r.compared->speedup();
                                                   }))});
    }
    return row;
}

} // namespace

table table_of(const std::vector<replay_result> &results) {
    table rows = {{"trace", "events", "scale", "peak live", "peak reserved", "ratio", "driver calls", "per 1000 events",
                   "ns/event", "verified"}};
    if (results.front().by_stream) {
        rows.front().insert(rows.front().end(), {"markers per 1000", "barriers per 1000"});
    }
    if (results.front().driver_time_share) { rows.front().emplace_back("driver time"); }
    if (results.front().compared) {
        rows.front().insert(rows.front().end(), {"pool, touched", "driver, touched", "speedup"});
    }
    for (const replay_result &result : results) {
        rows.push_back(row_of(result));
    }
    if (results.size() > 1) { rows.push_back(mean_row_of(results)); }
    return rows;
}

std::string table_notes(const std::vector<replay_result> &results) {
    std::string notes = "ratio: peak reserved / peak live; driver calls: allocations and frees in the first pass.";
    if (results.front().by_stream) { notes += " Markers and barriers: per 1000 events of all passes."; }
    if (results.front().driver_time_share) { notes += " Driver time: its share after the first fifth."; }
    if (results.front().provider != "virtual") {
        notes += " A pool spends up to 2 % of the time on returning memory. If the driver is slow, or a replay "
                 "leaves no pauses, it reserves more.";
    }
    if (results.size() > 1) { notes += " *: geometric for ratio, time and speedup, arithmetic for driver calls."; }
    return notes;
}

std::string json_of(const std::vector<replay_result> &results) {
    auto array = nlohmann::ordered_json::array();
    for (const replay_result &result : results) {
        nlohmann::ordered_json object = {
            {"trace", result.trace},
            {"events", result.events},
            {"provider", result.provider},
            {"queues", result.by_stream ? "stream" : "one"},
            {"scale", result.scale},
            {"peak_live_bytes", result.peak_live_bytes},
            {"peak_reserved_bytes", result.peak_reserved_bytes},
            {"ratio", result.ratio()},
            {"cold_ratio", result.cold_ratio()},
            {"driver_allocations", result.driver_allocations},
            {"driver_frees", result.driver_frees},
            {"warm_driver_allocations", result.warm_driver_allocations},
            {"opencl_calls", result.opencl_calls},
            {"markers", result.markers},
            {"barriers", result.barriers},
            {"host_waits", result.host_waits},
            {"live_events_peak", result.live_events_peak},
            {"driver_time_share", nullptr},
            {"ns_per_event", result.ns_per_event},
            {"verified_blocks", result.verified_blocks},
        };
        if (result.driver_time_share) { object["driver_time_share"] = *result.driver_time_share; }
        if (result.compared) {
            object["compare"] = {{"pool_ns_per_event", result.compared->pool_ns_per_event},
                                 {"driver_ns_per_event", result.compared->driver_ns_per_event},
                                 {"speedup", result.compared->speedup()}};
        }
        array.push_back(std::move(object));
    }
    // A file name may contain bytes that are not UTF-8.
    return array.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
}

} // namespace clmem::command
