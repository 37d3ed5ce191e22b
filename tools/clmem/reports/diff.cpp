#include "reports/diff.hpp"

#include "failure.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <unordered_map>

namespace clmem::command {
namespace {

changes changes_of(const holders &before, const holders &after) {
    changes all;
    std::unordered_map<std::string_view, std::size_t> places;
    const auto of = [&](const holder &each) -> change & {
        const auto [at, is_new] = places.try_emplace(each.key, all.size());
        if (is_new) { all.push_back({each.name, each.chain}); }
        return all[at->second];
    };
    for (const holder &each : before) {
        change &to = of(each);
        to.before = saturated_sum(to.before, each.bytes); // calls on several lines of a function are one stack here
        to.blocks_before += each.blocks;
    }
    for (const holder &each : after) {
        change &to = of(each);
        if (to.blocks_after == 0) { to.chain = each.chain; } // the lines of the newer program
        to.after = saturated_sum(to.after, each.bytes);
        to.blocks_after += each.blocks;
    }
    std::erase_if(
        all, [](const change &each) { return each.before == each.after && each.blocks_before == each.blocks_after; });
    std::stable_sort(all.begin(), all.end(),
                     [](const change &a, const change &b) { return a.distance() > b.distance(); });
    return all;
}

change figure(const char *name, std::uint64_t before, std::uint64_t after) {
    return {name, {}, before, after, 0, 0};
}

[[noreturn]] void refuse(std::string_view text) {
    throw failure{exit_status::bad_input,
                  fmt::format("--fail-above: expected bytes, as 1048576, or a percentage, as 5%, got {}", text)};
}

} // namespace

difference difference_of(const summary &before, const summary &after) {
    const history &a = before.past, &b = after.past;
    const usage &x = a.total, &y = b.total;
    difference found;
    found.before = before.path;
    found.after = after.path;
    found.bytes = {
        figure("peak live", x.live.peak, y.live.peak),
        figure("peak reserved", x.reserved.peak, y.reserved.peak),
        figure("peak outside pools", x.outside.peak, y.outside.peak),
        figure("live at the end", x.live.now, y.live.now),
        figure("reserved at the end", x.reserved.now, y.reserved.now),
    };
    found.counts = {
        figure("allocations", x.allocations, y.allocations),
        figure("hits", x.hits, y.hits),
        figure("frees", x.frees, y.frees),
        figure("live at the end", x.live_blocks, y.live_blocks),
        figure("slabs taken", a.slabs_taken.count, b.slabs_taken.count),
        figure("slabs returned", a.slabs_returned.count, b.slabs_returned.count),
        figure("slabs refused", a.slabs_refused.count, b.slabs_refused.count),
        figure("markers", a.markers.count, b.markers.count),
        figure("barriers", a.barriers.count, b.barriers.count),
        figure("host waits", a.host_waits.count, b.host_waits.count),
        figure("shortages", a.shortages.size(), b.shortages.size()),
    };
    found.times_ns = {
        figure("slabs taken", a.slabs_taken.ns, b.slabs_taken.ns),
        figure("slabs returned", a.slabs_returned.ns, b.slabs_returned.ns),
        figure("slabs refused", a.slabs_refused.ns, b.slabs_refused.ns),
        figure("markers", a.markers.ns, b.markers.ns),
        figure("barriers", a.barriers.ns, b.barriers.ns),
        figure("host waits", a.host_waits.ns, b.host_waits.ns),
    };
    found.by_tag = changes_of(before.peak.by_tag, after.peak.by_tag);
    found.by_stack = changes_of(before.peak.by_stack, after.peak.by_stack);
    const bool has_stacks = !before.leaks.by_stack.empty() || !after.leaks.by_stack.empty();
    found.leaks = has_stacks ? changes_of(before.leaks.by_stack, after.leaks.by_stack)
                             : changes_of(before.leaks.by_tag, after.leaks.by_tag);
    return found;
}

growth_limit::growth_limit(std::string_view text) {
    const char *const end = text.data() + text.size();
    is_percent_ = text.ends_with('%');
    if (is_percent_) {
        const auto [rest, code] = std::from_chars(text.data(), end - 1, number_, std::chars_format::fixed);
        if (code != std::errc{} || rest != end - 1 || !std::isfinite(number_) || number_ < 0) { refuse(text); }
        return;
    }
    const auto [rest, code] = std::from_chars(text.data(), end, bytes_);
    if (code != std::errc{} || rest != end) { refuse(text); }
}

bool growth_limit::is_exceeded(std::uint64_t before, std::uint64_t after) const noexcept {
    if (after <= before) { return false; }
    const std::uint64_t growth = after - before;
    if (!is_percent_) { return growth > bytes_; }
    return static_cast<double>(growth) * 100 > number_ * static_cast<double>(before);
}

} // namespace clmem::command
