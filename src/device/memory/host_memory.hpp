// The memory of the host and of the control groups that contain this process.
#pragma once

#include "device/memory/figures.hpp"
#include "device/memory/system_files.hpp"

#include <vector>

namespace clmem_core {

// A control group's limit of memory, and what is left of it: file cache that the kernel can reclaim counts as free.
struct cgroup_room {
    std::uint64_t limit;
    std::uint64_t free;
};

// Those of the process's group and of all groups around it that have a limit, in version 1 and 2 of cgroups.
[[nodiscard]] std::vector<cgroup_room> cgroup_rooms(const system_files &files);

// What a program on the host may use: the host's memory, or less if a control group has less.
[[nodiscard]] memory_figures host_memory(const system_files &files);

} // namespace clmem_core
