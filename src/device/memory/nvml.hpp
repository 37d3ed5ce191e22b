// NVIDIA's management library (NVML), which comes with the driver and answers what nvidia-smi prints. It is not linked:
// its functions are found when the first NVIDIA device is asked for its memory.
#pragma once

#include "device/memory/figures.hpp"
#include "device/memory/pci.hpp"
#include "device/memory/system_files.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace clmem_core::nvml {

// As nvml.h declares them.
using device = struct nvmlDevice_st *;
struct memory {
    unsigned long long total; // NOLINT(google-runtime-int): the library's type
    unsigned long long free;  // NOLINT(google-runtime-int)
    unsigned long long used;  // NOLINT(google-runtime-int)
};
struct memory_v2 {
    unsigned int version;
    unsigned long long total;    // NOLINT(google-runtime-int)
    unsigned long long reserved; // NOLINT(google-runtime-int)
    unsigned long long free;     // NOLINT(google-runtime-int)
    unsigned long long used;     // NOLINT(google-runtime-int)
};
inline constexpr unsigned int memory_version_2 = sizeof(memory_v2) | (2U << 24U);
struct process {
    unsigned int pid;
    unsigned long long used; // NOLINT(google-runtime-int): all bits set if the driver does not say
    unsigned int gpu_instance;
    unsigned int compute_instance;
};

inline constexpr int success = 0;
inline constexpr int insufficient_size = 7;

// The functions; those that old drivers lack may be NULL.
struct table {
    int (*init)() = nullptr;
    int (*find_by_uuid)(const char *uuid, device *out) = nullptr;
    int (*find_by_address)(const char *address, device *out) = nullptr;
    int (*memory_info)(device, memory *out) = nullptr;
    int (*memory_info_v2)(device, memory_v2 *out) = nullptr;
    int (*mig_mode)(device, unsigned int *out_current, unsigned int *out_pending) = nullptr;
    int (*processes)(device, unsigned int *count, process *out) = nullptr;
};

// Finds the functions in a library, and starts it; or returns why it cannot be used.
[[nodiscard]] std::string load(const char *library, table &functions);

// The table of the installed library, NULL if there is none. The search is made once in a process.
[[nodiscard]] const table *installed();

// How NVML may know a device.
struct identity {
    std::optional<std::string> uuid;
    std::optional<pci_address> address;
};

// The memory of a device. All figures are unknown if the library does not know the device, or refuses to answer.
[[nodiscard]] memory_figures memory_of(const table &functions, const identity &subject, const system_files &files);

} // namespace clmem_core::nvml
