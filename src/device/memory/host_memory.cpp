#include "device/memory/host_memory.hpp"

#include <algorithm>
#include <unistd.h>

namespace clmem_core {

namespace {

memory_figure on_host(std::optional<std::uint64_t> bytes) {
    return bytes ? memory_figure{*bytes, CLMEM_DEVICE_MEMORY_HOST} : memory_figure{};
}

// The second number of /proc/self/statm: the resident pages.
std::optional<std::uint64_t> resident_bytes(const system_files &files) {
    const auto text = files.read("/proc/self/statm");
    if (!text) { return std::nullopt; }
    const std::string_view after_first = std::string_view{*text}.substr(std::min(text->find(' '), text->size()));
    const std::size_t end = after_first.find(' ', 1);
    const auto pages = bytes_of(after_first.substr(0, end));
    return pages ? std::optional{*pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE))} : std::nullopt;
}

} // namespace

memory_figures host_memory(const system_files &files) {
    const std::string text = files.read("/proc/meminfo").value_or("");
    const std::vector<named_text> lines = named_lines(text);
    memory_figures figures;
    figures.total = on_host(bytes_of(value_of(lines, "MemTotal")));
    figures.free = on_host(bytes_of(value_of(lines, "MemAvailable")));
    figures.process = on_host(resident_bytes(files));
    if (!figures.total.is_known() || !figures.free.is_known()) { return figures; }
    for (const cgroup_room &room : cgroup_rooms(files)) {
        figures.total = smaller(figures.total, {room.limit, CLMEM_DEVICE_MEMORY_CGROUP});
        figures.free = smaller(figures.free, {room.free, CLMEM_DEVICE_MEMORY_CGROUP});
    }
    return figures;
}

} // namespace clmem_core
