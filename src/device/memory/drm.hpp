// The memory of a graphics card as Linux's graphics drivers (DRM) show it in files.
#pragma once

#include "device/memory/figures.hpp"
#include "device/memory/pci.hpp"
#include "device/memory/system_files.hpp"

namespace clmem_core {

// Total and free from sysfs (amdgpu), what this process uses from fdinfo (amdgpu, i915, xe).
[[nodiscard]] memory_figures drm_memory(const system_files &files, const pci_address &address);

} // namespace clmem_core
