// Allocations: what buffers and SVM are ranges of. Each has an address, at which there is nothing, and a number that no other one
// ever gets.
#pragma once

#include "objects.hpp"

#include <optional>
#include <vector>

namespace mock {

// Bytes of an allocation.
struct range {
    std::uint64_t allocation = 0;
    std::size_t begin = 0;
    std::size_t end = 0;

    [[nodiscard]] bool overlaps(const range &other) const noexcept {
        return allocation == other.allocation && begin < other.end && other.begin < end;
    }
};

// What the host has mapped, and for whom.
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
    std::vector<mapping> maps;
};

// Takes memory; 0 if the device has not so much left. The alignment is a power of two.
[[nodiscard]] std::uint64_t take_memory(std::size_t bytes, std::size_t alignment, bool is_svm);
void give_memory(std::uint64_t number);

// nullptr if it is gone already.
[[nodiscard]] allocation *find_allocation(std::uint64_t number) noexcept;
// The bytes at an address; nothing if they are in no allocation.
[[nodiscard]] std::optional<range> find_range(const void *address, std::size_t bytes) noexcept;
// Bytes of a buffer.
[[nodiscard]] range range_of(const _cl_mem &buffer, std::size_t offset, std::size_t bytes) noexcept;
// The address of a range; NULL if its allocation is gone.
[[nodiscard]] void *address_of(const range &what) noexcept;

void add_mapping(const range &what, std::uint64_t owner, void *pointer);
// Takes a mapping out; false if there is none at that address.
[[nodiscard]] bool remove_mapping(std::uint64_t allocation, const void *pointer) noexcept;
// Reports mappings of other owners that lie in a range.
void check_mappings(const range &what, std::uint64_t owner, const char *function);

// Of SVM; buffers count as objects.
[[nodiscard]] std::uint64_t live_svm() noexcept;

} // namespace mock
