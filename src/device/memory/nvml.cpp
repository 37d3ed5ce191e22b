#include "device/memory/nvml.hpp"

#include "base/latch_once.hpp"
#include "base/log.hpp"

#include <algorithm>
#include <dlfcn.h>
#include <unistd.h>
#include <vector>

namespace clmem_core::nvml {

namespace {

template <class Function>
bool find(void *library, const char *name, Function &function) {
    function = reinterpret_cast<Function>(::dlsym(library, name));
    return function != nullptr;
}

// A part of a divided card (MIG) has a separate UUID and separate memory: the whole card's figures say nothing of it.
bool is_divided(const table &functions, device found) {
    unsigned int current = 0;
    unsigned int pending = 0;
    return functions.mig_mode != nullptr && functions.mig_mode(found, &current, &pending) == success && current != 0;
}

device find_device(const table &functions, const identity &subject) {
    device found = nullptr;
    if (subject.uuid) {
        const std::string part = "MIG-" + *subject.uuid;
        if (functions.find_by_uuid(part.c_str(), &found) == success) { return found; }
        const std::string card = "GPU-" + *subject.uuid;
        if (functions.find_by_uuid(card.c_str(), &found) == success) {
            return is_divided(functions, found) ? nullptr : found;
        }
    }
    if (!subject.address) { return nullptr; }
    if (functions.find_by_address(text_of(*subject.address).c_str(), &found) != success) { return nullptr; }
    return is_divided(functions, found) ? nullptr : found;
}

// The second version counts what the driver reserves neither as free nor as used; the first has no such count.
std::optional<memory> ask_memory(const table &functions, device found) {
    memory_v2 newer{};
    newer.version = memory_version_2;
    if (functions.memory_info_v2 != nullptr && functions.memory_info_v2(found, &newer) == success) {
        return memory{newer.total, newer.free, newer.used};
    }
    memory older{};
    if (functions.memory_info(found, &older) == success) { return older; }
    return std::nullopt;
}

// NVML numbers processes as the whole machine does. In a container this process has another number, and its number may
// belong to another process.
bool knows_own_number(const system_files &files) {
    constexpr const char *first_namespace = "pid:[4026531836]"; // PROC_PID_INIT_INO in the kernel
    return files.link("/proc/self/ns/pid") == first_namespace;
}

std::optional<std::uint64_t> used_by_process(const table &functions, device found, const system_files &files) {
    if (functions.processes == nullptr || !knows_own_number(files)) { return std::nullopt; }
    std::vector<process> list(16);
    auto count = static_cast<unsigned int>(list.size());
    int code = functions.processes(found, &count, list.data());
    while (code == insufficient_size && count > list.size()) {
        list.resize(std::size_t{count} * 2); // others may start meanwhile
        count = static_cast<unsigned int>(list.size());
        code = functions.processes(found, &count, list.data());
    }
    if (code != success) { return std::nullopt; }
    list.resize(std::min<std::size_t>(list.size(), count));
    const auto own = std::find_if(list.begin(), list.end(),
                                  [](const process &one) { return one.pid == static_cast<unsigned int>(::getpid()); });
    if (own == list.end() || own->used == ~0ULL) { return std::nullopt; }
    return own->used;
}

constinit latch_once search;
constinit table shared;
constinit bool is_installed = false;

} // namespace

std::string load(const char *library, table &functions) {
    void *opened = ::dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (opened == nullptr) {
        const char *why = ::dlerror(); // NOLINT(concurrency-mt-unsafe): glibc keeps one for each thread
        return why != nullptr ? why : library;
    }
    table found;
    if (!find(opened, "nvmlInit_v2", found.init) || !find(opened, "nvmlDeviceGetHandleByUUID", found.find_by_uuid) ||
        !find(opened, "nvmlDeviceGetHandleByPciBusId_v2", found.find_by_address) ||
        !find(opened, "nvmlDeviceGetMemoryInfo", found.memory_info)) {
        ::dlclose(opened);
        return std::string{library} + ": lacks a function of NVML";
    }
    find(opened, "nvmlDeviceGetMemoryInfo_v2", found.memory_info_v2);
    find(opened, "nvmlDeviceGetMigMode", found.mig_mode);
    // Both fill the same struct, except in the first releases of driver 535, whose third version has a longer one.
    if (!find(opened, "nvmlDeviceGetComputeRunningProcesses_v2", found.processes)) {
        find(opened, "nvmlDeviceGetComputeRunningProcesses_v3", found.processes);
    }
    if (const int code = found.init(); code != success) {
        ::dlclose(opened);
        return std::string{library} + ": nvmlInit_v2 returned " + std::to_string(code);
    }
    functions = found;
    return {};
}

const table *installed() {
    std::string why;
    search.run([&] {
        // By its name, as OpenCL's library is found: in the folders that the linker searches.
        why = load("libnvidia-ml.so.1", shared);
        is_installed = why.empty();
    });
    if (!why.empty()) { log::write(log::level::info, "NVML is not used: %s", why.c_str()); }
    return is_installed ? &shared : nullptr;
}

memory_figures memory_of(const table &functions, const identity &subject, const system_files &files) {
    memory_figures figures;
    const device found = find_device(functions, subject);
    if (found == nullptr) { return figures; }
    if (const auto card = ask_memory(functions, found); card) {
        figures.total = {card->total, CLMEM_DEVICE_MEMORY_NVML};
        figures.free = {card->free, CLMEM_DEVICE_MEMORY_NVML};
    }
    if (const auto process = used_by_process(functions, found, files); process) {
        figures.process = {*process, CLMEM_DEVICE_MEMORY_NVML};
    }
    return figures;
}

} // namespace clmem_core::nvml
