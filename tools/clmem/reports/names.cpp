#include "reports/names.hpp"

#include <array>
#include <fmt/format.h>
#include <string_view>

namespace clmem::command {

std::string pool_name_of(const recording &recorded, std::uint64_t number) {
    constexpr std::array kinds = {"", "virtual", "buffer", "immediate", "user", "SVM", "USM", "pinned"};
    for (const recording::pool &each : recorded.pools) {
        if (each.number != number) { continue; }
        const std::string kind = each.kind < kinds.size() ? kinds[each.kind] : "";
        const std::string_view devices = recorded.text(each.devices);
        return fmt::format("{}{}{}", kind, kind.empty() || devices.empty() ? "" : ", ", devices);
    }
    return {};
}

tag_names::tag_names(const recording &recorded) {
    for (const recording::tag &each : recorded.tags) {
        names_.try_emplace({each.pool, each.number}, recorded.text(each.name));
    }
}

std::string tag_names::of(std::uint64_t pool, std::uint32_t tag) const {
    if (tag == 0) { return "no tag"; }
    const auto at = names_.find({pool, tag});
    return at != names_.end() && !at->second.empty() ? at->second : fmt::format("tag {}", tag);
}

} // namespace clmem::command
