#include "device/characterize/conflicts.hpp"
#include "opencl_table.hpp"

#include <gtest/gtest.h>

namespace {

using namespace clmem_core;
using clmem_core::test::failure_of;
using extents = std::vector<std::size_t>;

constexpr bank_layout nvidia{32, 4, 32};

cl_uint multiplicity(std::size_t item_bytes, const extents &shape, const extents &stored) {
    return find_conflict(nvidia, item_bytes, shape, stored).multiplicity;
}

TEST(local_conflicts, of_a_row_are_none) {
    for (const std::size_t bytes : {1, 2, 4, 8, 12, 16}) {
        const bank_conflict found = find_conflict(nvidia, bytes, {256}, {256});
        EXPECT_EQ(found.multiplicity, 1U) << bytes;
        EXPECT_EQ(found.explanation, "") << bytes;
    }
}

TEST(local_conflicts, of_columns_depend_on_the_distance) {
    EXPECT_EQ(multiplicity(4, {32, 32}, {32, 32}), 32U);
    EXPECT_EQ(multiplicity(4, {32, 32}, {32, 33}), 1U);  // the usual padding, no conflicts
    EXPECT_EQ(multiplicity(4, {16, 32}, {16, 32}), 16U); // no more work-items than rows
    EXPECT_EQ(multiplicity(4, {32, 16}, {32, 16}), 16U); // two rows fill the banks
    EXPECT_EQ(multiplicity(4, {32, 6}, {32, 6}), 2U);
    EXPECT_EQ(multiplicity(4, {32, 7}, {32, 7}), 1U);
    EXPECT_EQ(multiplicity(4, {8, 4, 32}, {8, 4, 32}), 8U); // along the first axis
}

TEST(local_conflicts, are_not_between_work_items_that_need_the_same_word) {
    EXPECT_EQ(multiplicity(1, {32, 1}, {32, 1}), 1U);      // four items per word
    EXPECT_EQ(multiplicity(1, {32, 128}, {32, 128}), 32U); // a whole row of banks apart
    EXPECT_EQ(multiplicity(2, {32, 4}, {32, 4}), 2U);      // 8 bytes apart
}

TEST(local_conflicts, of_wide_elements_are_among_fewer_work_items) {
    EXPECT_EQ(multiplicity(8, {32, 16}, {32, 16}), 16U); // 16 at a time
    EXPECT_EQ(multiplicity(8, {32, 17}, {32, 17}), 1U);
    EXPECT_EQ(multiplicity(16, {32, 8}, {32, 8}), 8U);
    EXPECT_EQ(multiplicity(32, {32}, {32}), 2U); // two loads of 16 bytes, 32 bytes apart: 8 items over 64 words
}

TEST(local_conflicts, are_explained) {
    const bank_conflict found = find_conflict(nvidia, 4, {32, 32}, {32, 32});
    EXPECT_EQ(found.explanation,
              "32 work-items, among them 0 and 1, read different words of bank 0 along axis 0, whose "
              "elements are 128 bytes apart");
    EXPECT_NE(find_conflict(nvidia, 4, {4, 8, 32}, {4, 8, 32}).explanation.find("axis 1"), std::string::npos);
}

TEST(local_conflicts, are_none_without_banks) {
    EXPECT_EQ(find_conflict({0, 0, 1}, 4, {32, 32}, {32, 32}).multiplicity, 1U);
    EXPECT_EQ(find_conflict({0, 0, 1}, 4, {32, 32}, {32, 32}).explanation, "");
    EXPECT_EQ(find_conflict({32, 0, 32}, 4, {32, 32}, {32, 32}).multiplicity, 1U);
    EXPECT_EQ(find_conflict({16, 4, 16}, 4, {32, 32}, {32, 32}).multiplicity, 16U);
}

TEST(local_conflicts, are_those_of_an_array) {
    const auto refuses = [](std::size_t item_bytes, const extents &shape, const extents &stored, const char *name) {
        const auto failure = failure_of([&] { return find_conflict(nvidia, item_bytes, shape, stored); });
        EXPECT_EQ(failure.status, CLMEM_ERROR_INVALID_ARGUMENT) << name;
        EXPECT_TRUE(failure.says(name)) << failure.message;
    };
    refuses(0, {32}, {32}, "item_bytes: expected at least 1, got 0");
    refuses(4, {}, {}, "dimensions: expected at least 1, got 0");
    refuses(4, {32, 0}, {32, 1}, "shape[1]: expected at least 1, got 0");
    refuses(4, {32, 8}, {31, 8}, "stored_shape[0]: expected at least 32");
    refuses(4, {SIZE_MAX / 2, 8}, {SIZE_MAX / 2, 8}, "fits in the address space");
    refuses(SIZE_MAX, {2}, {2}, "fits in the address space");
    EXPECT_EQ(find_conflict({0, 0, 1}, 1, {SIZE_MAX}, {SIZE_MAX}).multiplicity, 1U);
}

} // namespace
