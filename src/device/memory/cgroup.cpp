#include "device/memory/host_memory.hpp"

#include <algorithm>

namespace clmem_core {

namespace {

// The files of a version of cgroups; it is mounted where systemd and container runtimes mount it.
struct cgroup_version {
    const char *mount;
    const char *limit;
    const char *used;
    const char *inactive_cache; // in memory.stat, of the group and those below it
    const char *active_cache;
};

constexpr cgroup_version version_1 = {"/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes",
                                      "total_inactive_file", "total_active_file"};
constexpr cgroup_version version_2 = {"/sys/fs/cgroup", "memory.max", "memory.current", "inactive_file", "active_file"};

std::uint64_t file_cache(const system_files &files, const std::string &folder, const cgroup_version &version) {
    const auto text = files.read(folder + "memory.stat");
    if (!text) { return 0; }
    const std::vector<named_text> lines = named_lines(*text);
    return bytes_of(value_of(lines, version.inactive_cache)).value_or(0) +
           bytes_of(value_of(lines, version.active_cache)).value_or(0);
}

// The room of one group; empty if it has no limit: the root, and groups whose limit is "max".
std::optional<cgroup_room> room_of(const system_files &files, const std::string &folder,
                                   const cgroup_version &version) {
    const auto limit = files.number(folder + version.limit);
    const auto used = files.number(folder + version.used);
    if (!limit || !used) { return std::nullopt; }
    const std::uint64_t busy = *used - std::min(*used, file_cache(files, folder, version));
    return cgroup_room{*limit, *limit - std::min(*limit, busy)};
}

// A line of /proc/self/cgroup is "0::PATH" for version 2 and "NUMBER:CONTROLLER,CONTROLLER:PATH" for version 1.
struct membership {
    const cgroup_version *version;
    std::string path;
};

std::optional<membership> memory_group(std::string_view line) {
    const std::size_t first = line.find(':');
    const std::size_t second = first == std::string_view::npos ? first : line.find(':', first + 1);
    if (second == std::string_view::npos) { return std::nullopt; }
    const std::string controllers = ',' + std::string{line.substr(first + 1, second - first - 1)} + ',';
    const cgroup_version *version = nullptr;
    if (line.starts_with("0::")) {
        version = &version_2;
    } else if (controllers.find(",memory,") != std::string::npos) {
        version = &version_1;
    }
    const std::string_view path = line.substr(second + 1);
    // A group outside the visible tree, "/../NAME", has no files there.
    if (version == nullptr || !path.starts_with('/') || path.starts_with("/..")) { return std::nullopt; }
    return membership{version, std::string{path}};
}

} // namespace

std::vector<cgroup_room> cgroup_rooms(const system_files &files) {
    std::vector<cgroup_room> rooms;
    const std::string groups = files.read("/proc/self/cgroup").value_or("");
    for (std::size_t start = 0; start < groups.size();) {
        const std::size_t end = std::min(groups.find('\n', start), groups.size());
        const auto group = memory_group(std::string_view{groups}.substr(start, end - start));
        start = end + 1;
        if (!group) { continue; }
        // A container may see its own group at the mount point, and its path in the host's tree: without files there.
        for (std::string path = group->path;; path.erase(path.rfind('/'))) {
            if (path == "/") { path.clear(); }
            const auto room = room_of(files, group->version->mount + path + '/', *group->version);
            if (room) { rooms.push_back(*room); }
            if (path.empty()) { break; }
        }
    }
    return rooms;
}

} // namespace clmem_core
