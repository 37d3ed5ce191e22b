#include "device/memory/device_memory.hpp"

#include "cl/query.hpp"
#include "device/memory/drm.hpp"
#include "device/memory/host_memory.hpp"
#include "device/memory/pci.hpp"
#include "device/vendor.hpp"

namespace clmem_core {

namespace {

bool uses_host_memory(cl_device_id device) {
    return is_cpu(device) || cl::value_or<cl_bool>(device, CLMEM_CL_ASK(CL_DEVICE_HOST_UNIFIED_MEMORY), CL_FALSE) != 0;
}

memory_figures ask_nvml(cl_device_id device, const memory_sources &sources) {
    if (vendor_of(device) != vendor::nvidia) { return {}; }
    const nvml::table *functions = sources.nvml();
    if (functions == nullptr) { return {}; }
    return nvml::memory_of(*functions, {uuid_of(device), pci_address_of(device)}, sources.files);
}

// What OpenCL reports as the size may be a part of the host's memory; the driver allocates no more than that.
memory_figures host_memory_up_to(std::uint64_t bytes, const system_files &files) {
    const memory_figure size = {bytes, CLMEM_DEVICE_MEMORY_OPENCL};
    memory_figures figures = host_memory(files);
    figures.total = smaller(figures.total, size);
    if (figures.free.is_known()) { figures.free = smaller(figures.free, size); }
    return figures;
}

memory_figures ask_system(cl_device_id device, std::uint64_t bytes, const memory_sources &sources) {
    if (uses_host_memory(device)) { return host_memory_up_to(bytes, sources.files); }
    const auto address = pci_address_of(device);
    return address ? drm_memory(sources.files, *address) : memory_figures{};
}

} // namespace

clmem_device_memory_info device_memory(cl_device_id device, const memory_sources &sources) {
    const auto all = cl::value<cl_ulong>(device, CLMEM_CL_ASK(CL_DEVICE_GLOBAL_MEM_SIZE));
    memory_figures figures = ask_nvml(device, sources);
    if (!figures.free.is_known()) { figures = ask_system(device, all, sources); }
    // Some of AMD's drivers count only what this process has allocated, so that the system may know of less.
    if (const auto free = amd_free_bytes(device); free) {
        figures.free = smaller({*free, CLMEM_DEVICE_MEMORY_AMD}, figures.free);
    }
    if (!figures.total.is_known()) { figures.total = {all, CLMEM_DEVICE_MEMORY_OPENCL}; }
    clmem_device_memory_info info = CLMEM_DEVICE_MEMORY_INFO_INIT;
    info.total_source = figures.total.source;
    info.total_bytes = figures.total.bytes;
    info.free_bytes = figures.free.bytes;
    info.process_bytes = figures.process.bytes;
    info.free_source = figures.free.source;
    info.process_source = figures.process.source;
    return info;
}

} // namespace clmem_core
