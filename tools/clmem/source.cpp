#include "source.hpp"

#include "failure.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <limits>

namespace clmem::command {
namespace {

// The number after a key in a file of "key number" lines; `otherwise` if the key is missing.
std::uint64_t number_in(const char *path, const std::string &key, std::uint64_t otherwise) {
    std::ifstream file{path};
    std::string rest;
    for (std::string word; file >> word; std::getline(file, rest)) {
        std::uint64_t number = 0;
        if (word == key && file >> number) { return number; }
        file.clear();
    }
    return otherwise;
}

std::uint64_t first_number_in(const char *path, std::uint64_t otherwise) {
    std::uint64_t number = 0;
    return std::ifstream{path} >> number ? number : otherwise;
}

// Host memory that is available without swapping: the system's, bounded by what the container may still take.
std::uint64_t free_host_memory() {
    constexpr std::uint64_t unbounded = std::numeric_limits<std::uint64_t>::max();
    const std::uint64_t available_kib = number_in("/proc/meminfo", "MemAvailable:", unbounded >> 10);
    const std::uint64_t limit = first_number_in("/sys/fs/cgroup/memory.max", unbounded); // "max": no limit
    const std::uint64_t used = first_number_in("/sys/fs/cgroup/memory.current", 0);
    const std::uint64_t file_cache = number_in("/sys/fs/cgroup/memory.stat", "file", 0);
    const std::uint64_t held = used - std::min(used, file_cache);
    return std::min(available_kib << 10, limit - std::min(limit, held));
}

} // namespace

source::source(const std::string &kind, const std::string &selector, std::uint64_t marker_lag_ns) : kind_{kind} {
    if (kind == "virtual") {
        clmem_virtual_options options = CLMEM_VIRTUAL_OPTIONS_INIT;
        options.marker_lag_ns = marker_lag_ns;
        check(clmem_provider_create_virtual(&options, virtual_provider_.out()));
        return;
    }
    try {
        check(clmem_device_choose(selector.empty() ? nullptr : selector.c_str(), &device_));
    } catch (const failure &why) {
        throw failure{why.status(), fmt::format("{}; --provider virtual needs no device", why.what())};
    }
    check(clmem_device_describe(device_, &info_));
    check(clmem_context_create(device_, context_.out()));
    queue_ = make_queue();
    memory_ = make_memory(kind, device_, context_.get(), queue_.get());
}

owned_queue source::make_queue() const {
    owned_queue made;
    check(clmem_queue_create(context_.get(), device_, 0, made.out()));
    return made;
}

std::size_t source::alignment() const {
    clmem_provider_info info = CLMEM_PROVIDER_INFO_INIT;
    check(clmem_provider_describe(provider(), &info));
    return info.alignment_bytes;
}

std::string source::description() const {
    if (!has_device()) { return "none, only addresses (virtual provider)"; }
    return fmt::format("{} ({} provider; {}, driver {})", info_.name, kind_, info_.platform_name, info_.driver_version);
}

owned_pool source::make_pool() const {
    clmem_pool_options options = CLMEM_POOL_OPTIONS_INIT;
    options.queue = queue_.get();
    owned_pool pool;
    check(clmem_pool_create(provider(), &options, pool.out()));
    return pool;
}

std::uint64_t source::default_scale(const trace &recorded) const {
    if (!has_device()) { return 1; }
    std::uint64_t room =
        memory_->properties().is_on_host ? std::numeric_limits<std::uint64_t>::max() : info_.memory_bytes;
    // Dedicated memory is only the device's; memory shared with the host is used by other programs too.
    if (memory_->properties().is_on_host || info_.unified_memory != 0 || (info_.type & CL_DEVICE_TYPE_CPU) != 0) {
        room = std::min(room, free_host_memory() / 2);
    }
    for (std::uint64_t scale = 1;; scale *= 2) {
        const schedule tried = make_schedule(recorded, scale);
        const bool fits = tried.peak_live_bytes <= room / 3 * 2 && tried.largest_bytes <= info_.max_allocation_bytes;
        if (fits) { return scale; }
        if (scale >> 62 != 0) {
            throw failure{exit_status::failed,
                          fmt::format("{}: expected blocks that fit in the free memory at some scale, got larger ones",
                                      recorded.path)};
        }
    }
}

} // namespace clmem::command
