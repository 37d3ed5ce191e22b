#include "schedule.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace clmem::command {

schedule make_schedule(const trace &recorded, std::uint64_t scale) {
    schedule result;
    result.scale = scale;
    result.steps.reserve(recorded.events.size());
    std::vector<std::uint32_t> slots(recorded.allocations.size());
    std::vector<bool> is_live(recorded.allocations.size());
    std::vector<std::uint32_t> free_slots; // last freed, first reused, as in a program's own memory
    std::uint64_t live_bytes = 0;

    for (const trace::event &event : recorded.events) {
        const std::uint32_t allocation = event.allocation;
        const std::uint64_t bytes = scaled(recorded.allocations[allocation].bytes, scale);
        std::uint32_t &slot = slots[allocation];
        is_live[allocation] = !event.is_free;
        if (event.is_free) {
            result.steps.push_back({schedule::step::release, slot, allocation});
            free_slots.push_back(slot);
            live_bytes -= bytes;
            continue;
        }
        if (free_slots.empty()) { free_slots.push_back(static_cast<std::uint32_t>(result.slots++)); }
        slot = free_slots.back();
        free_slots.pop_back();
        result.steps.push_back({bytes, slot, allocation});
        live_bytes += bytes;
        result.peak_live_bytes = std::max(result.peak_live_bytes, live_bytes);
        result.largest_bytes = std::max(result.largest_bytes, bytes);
    }
    for (std::uint32_t i = 0; i < is_live.size(); ++i) {
        if (is_live[i]) { result.leftovers.push_back({schedule::step::release, slots[i], i}); }
    }
    return result;
}

std::string block_name(const trace &recorded, const schedule &plan, std::uint32_t allocation) {
    const trace::allocation &block = recorded.allocations[allocation];
    return fmt::format("{}:{}: block {} ({} bytes)", recorded.path, block.line, block.id,
                       scaled(block.bytes, plan.scale));
}

} // namespace clmem::command
