#include "memory.hpp"

#include <algorithm>
#include <map>
#include <sys/mman.h>
#include <unordered_map>

namespace mock {

namespace {

constexpr std::size_t address_bytes = std::size_t{1} << 36;
constexpr std::size_t page = 4096;

struct memory {
    std::unordered_map<std::uint64_t, allocation> allocations;
    std::map<std::uintptr_t, std::uint64_t> by_address;
    std::uintptr_t first = 0;
    std::uintptr_t next = 0; // where the search for a free place continues
    std::size_t taken = 0;
    std::size_t most = SIZE_MAX;
    bool is_lazy = false;
    std::uint64_t svm = 0;
};

memory &all() noexcept {
    static auto *const one = new memory;
    return *one;
}

// Reserves addresses that nothing else uses and that trap on access.
void reserve_addresses() {
    void *const first = ::mmap(nullptr, address_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (first == MAP_FAILED) { throw std::bad_alloc{}; }
    all().first = all().next = reinterpret_cast<std::uintptr_t>(first);
}

std::uintptr_t aligned(std::uintptr_t address, std::size_t alignment) noexcept {
    return (address + alignment - 1) & ~(std::uintptr_t{alignment} - 1);
}

// Finds the next free place for `bytes` after the previous one; 0 if there is none.
std::uintptr_t find_place(std::size_t bytes, std::size_t alignment) {
    memory &m = all();
    if (m.first == 0) { reserve_addresses(); }
    bool from_the_beginning = false;
    for (std::uintptr_t at = aligned(m.next, alignment);;) {
        if (at + bytes > m.first + address_bytes) {
            if (from_the_beginning) { return 0; }
            from_the_beginning = true;
            at = aligned(m.first, alignment);
        }
        auto behind = m.by_address.lower_bound(at);
        if (behind != m.by_address.begin()) {
            const allocation &before = m.allocations.at(std::prev(behind)->second);
            const std::uintptr_t end = std::prev(behind)->first + before.bytes;
            if (end > at) {
                at = aligned(end, alignment);
                continue;
            }
        }
        if (behind == m.by_address.end() || behind->first >= at + bytes) { return at; }
        at = aligned(behind->first + m.allocations.at(behind->second).bytes, alignment);
    }
}

} // namespace

std::uint64_t take_memory(std::size_t bytes, std::size_t alignment, bool is_svm) {
    memory &m = all();
    const bool has_room = bytes <= m.most && m.taken <= m.most - bytes;
    if ((!has_room && !m.is_lazy) || bytes > address_bytes) { return 0; }
    const std::uintptr_t place = find_place(bytes, std::max(alignment, page));
    if (place == 0) { return 0; }
    const std::uint64_t number = detail::next_number();
    m.next = place + bytes;
    m.by_address[place] = number;
    m.allocations[number] = {number, reinterpret_cast<unsigned char *>(place), bytes, is_svm, !m.is_lazy, {}};
    m.taken += m.is_lazy ? 0 : bytes;
    m.svm += is_svm ? 1U : 0U;
    return number;
}

void give_memory(std::uint64_t number) {
    memory &m = all();
    const auto at = m.allocations.find(number);
    m.taken -= at->second.is_resident ? at->second.bytes : 0;
    m.svm -= at->second.is_svm ? 1U : 0U;
    m.by_address.erase(reinterpret_cast<std::uintptr_t>(at->second.address));
    m.allocations.erase(at);
}

bool make_resident(std::uint64_t number) noexcept {
    memory &m = all();
    allocation &which = m.allocations.at(number);
    if (which.is_resident) { return true; }
    if (which.bytes > m.most || m.taken > m.most - which.bytes) { return false; }
    which.is_resident = true;
    m.taken += which.bytes;
    return true;
}

allocation *find_allocation(std::uint64_t number) noexcept {
    const auto at = all().allocations.find(number);
    return at != all().allocations.end() ? &at->second : nullptr;
}

std::optional<range> find_range(const void *address, std::size_t bytes) noexcept {
    memory &m = all();
    const auto at = reinterpret_cast<std::uintptr_t>(address);
    const auto behind = m.by_address.upper_bound(at);
    if (behind == m.by_address.begin()) { return std::nullopt; }
    const auto &[first, number] = *std::prev(behind);
    const std::size_t offset = at - first;
    const std::size_t size = m.allocations.at(number).bytes;
    if (offset >= size || bytes > size - offset) { return std::nullopt; }
    return range{number, offset, offset + bytes};
}

range range_of(const _cl_mem &buffer, std::size_t offset, std::size_t bytes) noexcept {
    return {buffer.allocation, buffer.offset + offset, buffer.offset + offset + bytes, buffer.owner};
}

void *address_of(const range &what) noexcept {
    const allocation *const home = find_allocation(what.allocation);
    return home != nullptr ? home->address + what.begin : nullptr;
}

void add_mapping(const range &what, std::uint64_t owner, void *pointer) {
    if (allocation *const home = find_allocation(what.allocation)) { home->maps.push_back({what, owner, pointer}); }
}

bool remove_mapping(std::uint64_t number, const void *pointer) noexcept {
    allocation *const home = find_allocation(number);
    if (home == nullptr) { return false; }
    const auto at =
        std::find_if(home->maps.begin(), home->maps.end(), [&](const mapping &map) { return map.pointer == pointer; });
    if (at == home->maps.end()) { return false; }
    home->maps.erase(at);
    return true;
}

void check_mappings(const range &what, std::uint64_t owner, const char *function) {
    const allocation *const home = find_allocation(what.allocation);
    if (home == nullptr || owner == 0) { return; }
    for (const mapping &map : home->maps) {
        if (map.owner == 0 || map.owner == owner || !map.mapped.overlaps(what)) { continue; }
        violation("%s of owner %llu on bytes [%zu, %zu) of allocation %llu, which owner %llu has mapped", function,
                  static_cast<unsigned long long>(owner), what.begin, what.end,
                  static_cast<unsigned long long>(what.allocation), static_cast<unsigned long long>(map.owner));
    }
}

std::size_t taken_bytes() noexcept {
    return all().taken;
}

std::size_t allocated() {
    const std::lock_guard guard{lock()};
    return taken_bytes();
}

std::uint64_t live_svm() noexcept {
    return all().svm;
}

void set_memory(std::size_t bytes) {
    const std::lock_guard guard{lock()};
    all().most = bytes;
}

void set_lazy_memory(bool on) {
    const std::lock_guard guard{lock()};
    all().is_lazy = on;
}

} // namespace mock
