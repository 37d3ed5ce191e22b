#include "figures.hpp"
#include "reports/pages.hpp"
#include "reports/words.hpp"
#include "table.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace clmem::command {
namespace {

using figure_text = std::string (*)(std::uint64_t);

std::string signed_text(const change &of, figure_text text) {
    if (of.before == of.after) { return "same"; }
    return (of.before < of.after ? '+' : '-') + text(of.distance());
}

std::string percent(const change &of) {
    if (of.before == 0 || of.before == of.after) { return {}; }
    return fmt::format("{:+.1f}%", 100 * (static_cast<double>(of.after) / static_cast<double>(of.before) - 1));
}

std::string figures_of(const char *title, const changes &all, figure_text text) {
    table rows = {{title, "before", "after", "change", ""}};
    for (const change &each : all) {
        if (each.before == 0 && each.after == 0) { continue; }
        rows.push_back({each.name, text(each.before), text(each.after), signed_text(each, text), percent(each)});
    }
    return rows.size() == 1 ? std::string{} : '\n' + text_of(rows);
}

std::string state_of(const change &each) {
    if (each.blocks_before == 0) { return "new"; }
    return each.blocks_after == 0 ? "gone" : percent(each);
}

std::string changes_of(const char *title, const changes &all, std::size_t top) {
    if (all.empty()) { return {}; }
    table rows = {{title, "before", "after", "change", "", "blocks"}};
    std::vector<std::string> callers;
    for (std::size_t at = 0; at < std::min(top, all.size()); ++at) {
        const change &each = all[at];
        rows.push_back({shortened(each.chain.empty() ? each.name : each.chain.front()), human_bytes(each.before),
                        human_bytes(each.after), signed_text(each, human_bytes), state_of(each),
                        fmt::format("{} to {}", grouped(each.blocks_before), grouped(each.blocks_after))});
        callers.push_back(callers_of(each.chain));
    }
    std::string text = '\n' + with_callers(text_of(rows), callers);
    if (all.size() > top) { text += fmt::format("{} more\n", grouped(all.size() - top)); }
    return text;
}

} // namespace

std::string text_of(const difference &changed, std::size_t top) {
    return fmt::format("before: {}\nafter:  {}\n", shown(changed.before), shown(changed.after)) +
           figures_of("memory", changed.bytes, human_bytes) + changes_of("at the peak, by tag", changed.by_tag, top) +
           changes_of("at the peak, by stack", changed.by_stack, top) + changes_of("never freed", changed.leaks, top) +
           figures_of("counts", changed.counts, grouped) +
           figures_of("time of the driver", changed.times_ns, human_time);
}

} // namespace clmem::command
