// How much memory a device has and how much is free, from whatever knows.
#pragma once

#include "device/memory/nvml.hpp"
#include "device/memory/system_files.hpp"

#include <clmem.h>

namespace clmem_core {

// Where to ask; tests replace both.
struct memory_sources {
    system_files files;
    const nvml::table *(*nvml)() = nvml::installed; // called for NVIDIA's devices only
};

[[nodiscard]] clmem_device_memory_info device_memory(cl_device_id device, const memory_sources &sources = {});

} // namespace clmem_core
