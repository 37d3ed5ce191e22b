#include "device/memory/drm.hpp"

#include <algorithm>
#include <set>

namespace clmem_core {

namespace {

// The regions of a card's own memory: "vram" (amdgpu), "vram0" (xe), "local0" (i915). Others are the host's.
bool is_on_card(std::string_view region) {
    return region.starts_with("vram") || region.starts_with("local");
}

// The sum of a count over the regions on the card; empty if the driver does not report that count.
std::optional<std::uint64_t> sum_of(const std::vector<named_text> &lines, std::string_view count) {
    std::optional<std::uint64_t> sum;
    for (const auto &[name, value] : lines) {
        if (!name.starts_with(count) || !is_on_card(name.substr(count.size()))) { continue; }
        if (const auto bytes = bytes_of(value); bytes) { sum = sum.value_or(0) + *bytes; }
    }
    return sum;
}

// What one open card uses. drm-memory is the old name of drm-resident; drm-total includes buffers that have no memory.
std::optional<std::uint64_t> used_by(const std::vector<named_text> &lines) {
    for (const char *count : {"drm-resident-", "drm-memory-", "drm-total-"}) {
        if (const auto sum = sum_of(lines, count); sum) { return sum; }
    }
    return std::nullopt;
}

std::optional<std::uint64_t> used_by_process(const system_files &files, const std::string &address) {
    std::optional<std::uint64_t> sum;
    std::set<std::string, std::less<>> clients; // descriptors of the same client show the same memory
    for (const std::string &descriptor : files.list("/proc/self/fd")) {
        if (!files.link("/proc/self/fd/" + descriptor).value_or("").starts_with("/dev/dri/")) { continue; }
        const std::string text = files.read("/proc/self/fdinfo/" + descriptor).value_or("");
        const std::vector<named_text> lines = named_lines(text);
        const std::string_view client = value_of(lines, "drm-client-id");
        if (value_of(lines, "drm-pdev") != address || client.empty()) { continue; }
        if (!clients.emplace(client).second) { continue; }
        if (const auto used = used_by(lines); used) { sum = sum.value_or(0) + *used; }
    }
    return sum;
}

} // namespace

memory_figures drm_memory(const system_files &files, const pci_address &address) {
    memory_figures figures;
    const std::string text = text_of(address);
    const std::string folder = "/sys/bus/pci/devices/" + text + '/';
    const auto total = files.number(folder + "mem_info_vram_total");
    const auto used = files.number(folder + "mem_info_vram_used");
    if (total && used) {
        figures.total = {*total, CLMEM_DEVICE_MEMORY_SYSFS};
        figures.free = {*total - std::min(*total, *used), CLMEM_DEVICE_MEMORY_SYSFS};
    }
    if (const auto process = used_by_process(files, text); process) {
        figures.process = {*process, CLMEM_DEVICE_MEMORY_FDINFO};
    }
    return figures;
}

} // namespace clmem_core
