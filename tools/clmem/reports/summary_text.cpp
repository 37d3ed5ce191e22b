#include "figures.hpp"
#include "reports/pages.hpp"
#include "reports/words.hpp"
#include "table.hpp"

#include <algorithm>
#include <fmt/chrono.h>
#include <fmt/format.h>

namespace clmem::command {
namespace {

std::string percent(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? "" : fmt::format("{:.1f}%", 100 * static_cast<double>(part) / static_cast<double>(whole));
}

std::string head_of(const summary &report) {
    const history &past = report.past;
    std::string text = fmt::format("{}: ", shown(report.path));
    if (report.pid != 0) { text += fmt::format("process {}, ", report.pid); }
    if (report.start_ns != 0) {
        const auto seconds = static_cast<std::time_t>(report.start_ns / 1'000'000'000);
        text += fmt::format("started {:%Y-%m-%d %H:%M:%S} UTC, ", fmt::gmtime(seconds));
    }
    text += fmt::format("{} in {}\n", counted(report.events, "event"), human_time(past.end_ns));
    if (report.lost != 0) {
        text += fmt::format("events lost: {}{}; figures may be too low\n", grouped(report.lost),
                            report.is_ring ? ", as the ring was full" : "");
    }
    if (!report.is_complete) { text += "the recording stops before the program's end: it was killed, or still runs\n"; }
    if (past.unmatched != 0) {
        text +=
            fmt::format("events that do not fit those before them: {}; some are missing\n", grouped(past.unmatched));
    }
    return text;
}

void add_level(table &rows, const char *name, const level &of) {
    rows.push_back({name, human_bytes(of.peak), of.peak == 0 ? "" : human_time(of.peak_ns), human_bytes(of.now)});
}

std::string memory_of(const summary &report) {
    const history &past = report.past;
    table rows = {{"memory", "peak", "at", "at the end"}};
    add_level(rows, "live", past.total.live);
    add_level(rows, "live, with rounding", past.total.given);
    add_level(rows, "freed, commands pending", past.total.waiting);
    add_level(rows, "reserved", past.total.reserved);
    if (!past.outside.empty()) { add_level(rows, "outside pools", past.total.outside); }
    std::string text = '\n' + text_of(rows);
    if (past.pools.size() < 2) { return text; }
    table pools = {{"pool", "peak live", "peak reserved", "allocations", "live at the end", "memory"}};
    for (std::size_t at = 0; at < past.pools.size(); ++at) {
        const auto &[number, figures] = past.pools[at];
        pools.push_back({fmt::format("{}", number), human_bytes(figures.live.peak), human_bytes(figures.reserved.peak),
                         grouped(figures.allocations), human_bytes(figures.live.now), shown(report.pool_names[at])});
    }
    return text + '\n' + text_of(pools);
}

std::string holders_of(const char *title, const holders &all, std::uint64_t whole, std::size_t top) {
    table rows = {{title, "bytes", "share", "blocks"}};
    std::vector<std::string> callers;
    holder rest;
    for (std::size_t at = 0; at < all.size(); ++at) {
        const holder &each = all[at];
        if (at >= top) {
            rest.bytes = saturated_sum(rest.bytes, each.bytes);
            rest.blocks += each.blocks;
            continue;
        }
        const std::string name = each.chain.empty() ? each.name : each.chain.front();
        rows.push_back({shortened(name), human_bytes(each.bytes), percent(each.bytes, whole), grouped(each.blocks)});
        callers.push_back(callers_of(each.chain));
    }
    if (all.size() > top) {
        rows.push_back({fmt::format("{} more", grouped(all.size() - top)), human_bytes(rest.bytes),
                        percent(rest.bytes, whole), grouped(rest.blocks)});
    }
    return with_callers(text_of(rows), callers);
}

std::string group_of(const block_group &group, std::size_t top) {
    std::string text;
    const bool has_tags = group.by_tag.size() > 1 || (!group.by_tag.empty() && group.by_tag.front().name != "no tag");
    if (has_tags || group.by_stack.empty()) { text += holders_of("  by tag", group.by_tag, group.bytes, top); }
    if (!group.by_stack.empty()) { text += holders_of("  by stack", group.by_stack, group.bytes, top); }
    return text;
}

std::string blocks_of(const summary &report, std::size_t top) {
    const history &past = report.past;
    std::string text;
    if (report.peak.blocks != 0) {
        text += fmt::format("\nwho holds the peak: {} live at {}\n{}", counted(report.peak.blocks, "block"),
                            human_time(past.total.live.peak_ns), group_of(report.peak, top));
    }
    text += report.leaks.blocks == 0
                ? std::string{"\nno block is live at the end\n"}
                : fmt::format("\nnever freed: {} with {}\n{}", counted(report.leaks.blocks, "block"),
                              human_bytes(report.leaks.bytes), group_of(report.leaks, top));
    if (report.waiting.blocks != 0) {
        text += fmt::format("\nfreed, but their commands are not known to be complete: {} with {}\n{}",
                            counted(report.waiting.blocks, "block"), human_bytes(report.waiting.bytes),
                            group_of(report.waiting, top));
    }
    if (report.temporaries.blocks != 0) {
        const block_group &short_lived = report.temporaries;
        text += fmt::format(
            "\ntemporary, freed within {}: {} with {} in all; {} were hits ({}), without a driver call\n{}",
            human_time(report.short_lived_ns), counted(short_lived.blocks, "block"), human_bytes(short_lived.bytes),
            grouped(short_lived.hits), percent(short_lived.hits, short_lived.blocks), group_of(short_lived, top));
    }
    return text;
}

std::string sizes_of(const summary &report) {
    if (report.sizes.empty()) { return {}; }
    table rows = {{"size, at least", "allocations", "bytes in all", "hits"}};
    for (const size_class &each : report.sizes) {
        rows.push_back(
            {human_bytes(each.from), grouped(each.blocks), human_bytes(each.bytes), percent(each.hits, each.blocks)});
    }
    return '\n' + text_of(rows);
}

std::string misses_of(const history &past) {
    table rows = {{"why blocks missed", "blocks"}};
    for (std::size_t at = 0; at < past.misses.size(); ++at) {
        if (past.misses[at] == 0) { continue; }
        std::string name = miss_names[at];
        std::replace(name.begin(), name.end(), '_', ' ');
        rows.push_back({name, grouped(past.misses[at])});
    }
    return rows.size() == 1 ? std::string{} : '\n' + text_of(rows);
}

std::string fragmentation_of(const summary &report) {
    if (report.fragmentation.empty()) { return {}; }
    table rows = {{"free memory at", "reserved", "free", "largest range", "of the free"}};
    for (const auto &[time_ns, memory] : report.fragmentation) {
        rows.push_back({human_time(time_ns), human_bytes(memory.reserved), human_bytes(memory.free),
                        human_bytes(memory.largest), percent(memory.largest, memory.free)});
    }
    return '\n' + text_of(rows) + "blocks in caches count as free\n";
}

std::string driver_of(const history &past) {
    table rows = {{"the driver", "calls", "time", "longest"}};
    const auto add = [&rows](const char *name, const calls &of) {
        if (of.count == 0) { return; }
        rows.push_back({name, grouped(of.count), human_time(of.ns), human_time(of.longest_ns)});
    };
    add("slabs taken", past.slabs_taken);
    add("slabs returned", past.slabs_returned);
    add("slabs refused", past.slabs_refused);
    add("markers", past.markers);
    add("barriers", past.barriers);
    add("host waits", past.host_waits);
    return rows.size() == 1 ? std::string{} : '\n' + text_of(rows);
}

const char *cause_of(const shortage &of) {
    if (of.wanted <= of.largest) { return "enough, but not usable at once"; }
    return of.wanted <= of.free() ? "enough in all, too little in one piece" : "too little in all";
}

std::string shortages_of(const summary &report, std::size_t top) {
    const auto &all = report.past.shortages;
    if (all.empty()) { return {}; }
    table rows = {{"shortage at", "pool", "wanted", "free", "largest range", "what was free"}};
    std::vector<std::string> callers;
    for (std::size_t at = 0; at < std::min(top, all.size()); ++at) {
        const shortage &each = all[at];
        rows.push_back({human_time(each.time_ns), fmt::format("{}", each.pool), human_bytes(each.wanted),
                        human_bytes(each.free()), human_bytes(each.largest), cause_of(each)});
        callers.push_back(at < report.shortage_chains.size() ? callers_of(report.shortage_chains[at], 0) : "");
    }
    std::string text = '\n' + with_callers(text_of(rows), callers);
    if (all.size() > top) { text += fmt::format("{} more\n", grouped(all.size() - top)); }
    return text;
}

std::string ranges_of(const summary &report, std::size_t top) {
    table ranges = {{"range of the program", "times", "time in all", "peak live", "in the one at"}};
    table marks = {{"mark of the program", "times", "first at", "most live", "at"}};
    for (const named_range &each : report.ranges) {
        table &to = each.is_mark ? marks : ranges;
        if (to.size() > top) { continue; }
        to.push_back({shortened(each.name), grouped(each.count), human_time(each.is_mark ? each.begin_ns : each.ns),
                      human_bytes(each.peak_live), human_time(each.peak_begin_ns)});
    }
    std::string text = ranges.size() == 1 ? std::string{} : '\n' + text_of(ranges);
    if (marks.size() > 1) { text += '\n' + text_of(marks); }
    return text;
}

std::string outside_of(const summary &report, std::size_t top) {
    if (report.outside.empty()) { return {}; }
    std::uint64_t bytes = 0;
    for (const holder &each : report.outside) {
        bytes = saturated_sum(bytes, each.bytes);
    }
    std::string text = '\n' + holders_of("allocated outside pools", report.outside, bytes, top);
    if (!report.outside_at_end.empty()) {
        text +=
            '\n' + holders_of("outside pools, not freed", report.outside_at_end, report.past.total.outside.now, top);
    }
    return text;
}

} // namespace

std::string text_of(const summary &report, std::size_t top) {
    return head_of(report) + memory_of(report) + blocks_of(report, top) + sizes_of(report) + misses_of(report.past) +
           fragmentation_of(report) + driver_of(report.past) + shortages_of(report, top) + ranges_of(report, top) +
           outside_of(report, top);
}

} // namespace clmem::command
