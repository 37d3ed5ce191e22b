// Allocations, of which buffers and SVM are ranges. Each has an address without memory behind it, and a number that is
// never used again.
#pragma once

#include "objects.hpp"

#include <optional>
#include <vector>

namespace mock {

// A range of bytes in an allocation.
struct range {
    std::uint64_t allocation = 0;
    std::size_t begin = 0;
    std::size_t end = 0;
    std::uint64_t owner = 0; // 0: that of the command

    [[nodiscard]] bool overlaps(const range &other) const noexcept {
        return allocation == other.allocation && begin < other.end && other.begin < end;
    }
};

// A mapping by the host, and its owner.
struct mapping {
    range mapped;
    std::uint64_t owner;
    void *pointer;
};

struct allocation {
    std::uint64_t number = 0;
    unsigned char *address = nullptr;
    std::size_t bytes = 0;
    bool is_svm = false;
    bool is_resident = true;
    std::vector<mapping> maps;
};

// Allocates memory; 0 if the device has too little left. The alignment is a power of two.
[[nodiscard]] std::uint64_t take_memory(std::size_t bytes, std::size_t alignment, bool is_svm);
void give_memory(std::uint64_t number);
// Takes the memory of an allocation that has none yet; false if the device has too little left.
[[nodiscard]] bool make_resident(std::uint64_t number) noexcept;

// nullptr if it has been freed.
[[nodiscard]] allocation *find_allocation(std::uint64_t number) noexcept;
// The range at an address; nothing if it is not within one allocation.
[[nodiscard]] std::optional<range> find_range(const void *address, std::size_t bytes) noexcept;
// A range of a buffer's bytes.
[[nodiscard]] range range_of(const _cl_mem &buffer, std::size_t offset, std::size_t bytes) noexcept;
// The address of a range; NULL if its allocation has been freed.
[[nodiscard]] void *address_of(const range &what) noexcept;

void add_mapping(const range &what, std::uint64_t owner, void *pointer);
// Removes a mapping; false if there is none at that address.
[[nodiscard]] bool remove_mapping(std::uint64_t allocation, const void *pointer) noexcept;
// Reports mappings of other owners that overlap a range.
void check_mappings(const range &what, std::uint64_t owner, const char *function);

[[nodiscard]] std::size_t taken_bytes() noexcept;
// The number of live SVM allocations; buffers are counted as objects.
[[nodiscard]] std::uint64_t live_svm() noexcept;

} // namespace mock
