#include "device/characterize/conflicts.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <cstdint>
#include <map>

namespace clmem_core {

namespace {

constexpr std::size_t widest_load = 16; // the largest load of one work-item, in bytes

// Distance of one element to the next along each axis, in bytes. Throws if the array is invalid or too large.
std::vector<std::size_t> strides_of(std::size_t item_bytes, const std::vector<std::size_t> &shape,
                                    const std::vector<std::size_t> &stored) {
    std::vector<std::size_t> strides(shape.size());
    std::size_t bytes = item_bytes;
    for (std::size_t axis = shape.size(); axis-- > 0;) {
        if (shape[axis] == 0) { fail(CLMEM_ERROR_INVALID_ARGUMENT, "shape[%zu]: expected at least 1, got 0", axis); }
        if (stored[axis] < shape[axis]) {
            fail(CLMEM_ERROR_INVALID_ARGUMENT,
                 "stored_shape[%zu]: expected at least %zu, the array's size along this axis, got %zu", axis,
                 shape[axis], stored[axis]);
        }
        strides[axis] = bytes;
        if (stored[axis] > SIZE_MAX / bytes) {
            fail(CLMEM_ERROR_INVALID_ARGUMENT,
                 "stored_shape: expected an array that fits in the address space, got a larger one");
        }
        bytes *= stored[axis];
    }
    return strides;
}

struct access {
    std::size_t item; // work-item
    std::size_t word;
};

// Work-items that read at the same time, `stride` bytes from one to the next; each reads `words` words.
bank_conflict conflict_among(const bank_layout &banks, std::size_t first, std::size_t last, std::size_t stride,
                             std::size_t words) {
    std::map<std::size_t, std::vector<access>> by_bank; // different words only
    for (std::size_t item = first; item < last; ++item) {
        for (std::size_t word = item * stride / banks.granularity, end = word + words; word < end; ++word) {
            auto &accesses = by_bank[word % banks.count];
            const bool is_same = std::any_of(accesses.begin(), accesses.end(),
                                             [word](const access &other) { return other.word == word; });
            if (!is_same) { accesses.push_back({item, word}); }
        }
    }
    bank_conflict worst;
    for (const auto &[bank, accesses] : by_bank) {
        if (accesses.size() <= worst.multiplicity) { continue; }
        worst.multiplicity = static_cast<cl_uint>(accesses.size());
        worst.explanation = std::to_string(accesses.size()) + " work-items, among them " +
                            std::to_string(accesses[0].item) + " and " + std::to_string(accesses[1].item) +
                            ", read different words of bank " + std::to_string(bank);
    }
    return worst;
}

} // namespace

bank_conflict find_conflict(const bank_layout &banks, std::size_t item_bytes, const std::vector<std::size_t> &shape,
                            const std::vector<std::size_t> &stored) {
    if (item_bytes == 0) { fail(CLMEM_ERROR_INVALID_ARGUMENT, "item_bytes: expected at least 1, got 0"); }
    if (shape.empty()) { fail(CLMEM_ERROR_INVALID_ARGUMENT, "dimensions: expected at least 1, got 0"); }
    const std::vector<std::size_t> strides = strides_of(item_bytes, shape, stored);
    bank_conflict worst;
    if (banks.count == 0 || banks.granularity == 0) { return worst; }

    // An element is loaded in pieces aligned to their size. The pieces of all elements have the same layout, so looking
    // at one suffices. A piece of n words takes n turns, with 1/n of the work-items in each.
    const std::size_t piece = std::min(widest_load, item_bytes & (~item_bytes + 1));
    const std::size_t words = std::max<std::size_t>(1, piece / banks.granularity);
    const std::size_t items_of_turn = std::max<std::size_t>(1, banks.items / words);
    for (std::size_t axis = shape.size(); axis-- > 0;) {
        const std::size_t items = std::min<std::size_t>(banks.items, shape[axis]);
        for (std::size_t first = 0; first < items; first += items_of_turn) {
            bank_conflict found =
                conflict_among(banks, first, std::min(items, first + items_of_turn), strides[axis], words);
            if (found.multiplicity <= worst.multiplicity) { continue; }
            found.explanation += " along axis " + std::to_string(axis) + ", whose elements are " +
                                 std::to_string(strides[axis]) + " bytes apart";
            worst = std::move(found);
        }
    }
    return worst;
}

} // namespace clmem_core
