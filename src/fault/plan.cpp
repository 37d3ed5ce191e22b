#include "fault/plan.hpp"

#include <CL/cl.h>

namespace clmem_core::fault {

namespace {

constexpr auto relaxed = std::memory_order_relaxed;

// SplitMix64's finaliser: well mixed bits of a number.
std::uint64_t mixed(std::uint64_t value) noexcept {
    value += 0x9e3779b97f4a7c15U;
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9U;
    value = (value ^ (value >> 27)) * 0x94d049bb133111ebU;
    return value ^ (value >> 31);
}

std::int32_t default_code(const rule &asked, const call &which) noexcept {
    if (asked.loses) { return CL_DEVICE_NOT_AVAILABLE; }
    return which.creates_memory ? CL_MEM_OBJECT_ALLOCATION_FAILURE : CL_OUT_OF_RESOURCES;
}

} // namespace

plan::plan(const spec &from, std::span<const call> calls, bool below, clock now_ns)
    : all_{calls}, now_ns_{now_ns}, begin_ns_{now_ns()}, concerned_(calls.size()) {
    std::uint64_t seed = mixed(from.seed);
    for (const rule &asked : from.rules) {
        seed = mixed(seed);
        if (asked.below != below) { continue; }
        needs_live_bytes_ |= asked.beyond_bytes != rule::no_bytes;
        counted_rule &made = rules_.emplace_back(asked, seed);
        for (std::size_t index = 0; index < calls.size(); ++index) {
            if (concerns(asked, calls[index])) { concerned_[index].push_back(&made); }
        }
    }
}

bool plan::chooses(counted_rule &each, std::uint64_t bytes, std::uint64_t live_bytes) noexcept {
    const rule &asked = each.asked;
    if (asked.above_bytes != rule::no_bytes && bytes <= asked.above_bytes) { return false; }
    if (asked.beyond_bytes != rule::no_bytes &&
        (bytes == 0 || (live_bytes <= asked.beyond_bytes && bytes <= asked.beyond_bytes - live_bytes))) {
        return false;
    }
    if (asked.after_ns != 0 && now_ns_() - begin_ns_ < asked.after_ns) { return false; }
    const std::uint64_t count = each.count.fetch_add(1, relaxed) + 1;
    if (asked.nth != 0) { return count == asked.nth; }
    if (asked.from != 0) { return count >= asked.from; }
    if (asked.every != 0) { return count % asked.every == 0; }
    if (asked.share_per_million != 0) { return mixed(each.seed ^ count) % 1'000'000 < asked.share_per_million; }
    return true;
}

void plan::apply(const counted_rule &each, const call &to, decision &result) noexcept {
    result.delay_ns += each.asked.delay_ns;
    if (result.late == 0) { result.late = each.asked.late; }
    if (!each.asked.fails || result.code != 0) { return; }
    const std::int32_t code = each.asked.code != 0 ? each.asked.code : default_code(each.asked, to);
    if (each.asked.loses) { lost_.store(code, relaxed); }
    if (!each.asked.loses || to.needs_device) { result.code = code; }
}

decision plan::decide(std::size_t index, std::uint64_t bytes, std::uint64_t live_bytes) noexcept {
    decision result{.number = calls_.fetch_add(1, relaxed) + 1};
    if (all_[index].needs_device) { result.code = lost_.load(relaxed); }
    for (counted_rule *const each : concerned_[index]) {
        if (chooses(*each, bytes, live_bytes)) { apply(*each, all_[index], result); }
    }
    if (result.code != 0) { result.late = 0; }
    if (result.code != 0 || result.late != 0) { failures_.fetch_add(1, relaxed); }
    if (result.delay_ns != 0) { delays_.fetch_add(1, relaxed); }
    return result;
}

} // namespace clmem_core::fault
