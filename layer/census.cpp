#include "census.hpp"

#include "attachment.hpp"
#include "shield.hpp"

#include <array>
#include <atomic>
#include <mutex>
#include <unordered_map>

namespace clmem::layer::census {

namespace {

struct counted {
    object_kind kind;
    std::size_t references;
};

struct table {
    std::mutex mutex;
    std::unordered_map<void *, counted> objects;
};

// Never destroyed: the program may call OpenCL while it exits.
table &all() {
    static auto &made = *new table;
    return made;
}

std::array<std::atomic<std::int64_t>, object_kinds> totals{}; // of this process

void count(object_kind kind, std::int64_t change) noexcept {
    totals[static_cast<std::size_t>(kind)].fetch_add(change, std::memory_order_relaxed);
    page_process *const process = section();
    if (process == nullptr) { return; }
    process->faults.live[static_cast<std::size_t>(kind)].fetch_add(change, std::memory_order_relaxed);
}

} // namespace

void add(object_kind kind, void *handle) noexcept {
    if (handle == nullptr) { return; }
    shielded(
        [=] {
            const std::lock_guard lock{all().mutex};
            const auto [at, is_new] = all().objects.try_emplace(handle, counted{kind, 0});
            ++at->second.references;
            if (is_new) { count(kind, 1); }
        },
        [] {});
}

void remove(void *handle) noexcept {
    const std::lock_guard lock{all().mutex};
    const auto at = all().objects.find(handle);
    if (at == all().objects.end() || --at->second.references != 0) { return; }
    count(at->second.kind, -1);
    all().objects.erase(at);
}

std::int64_t live(object_kind kind) noexcept {
    return totals[static_cast<std::size_t>(kind)].load(std::memory_order_relaxed);
}

} // namespace clmem::layer::census
