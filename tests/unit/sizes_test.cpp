// Size arithmetic: the size classes of the caches, and the bins of the reference document.
#include "heap/size_class.hpp"
#include "pool/reference_bins.hpp"

#include <gtest/gtest.h>

namespace clmem_core {
namespace {

TEST(size_classes, are_ordered_and_cover_every_size) {
    for (const std::size_t unit : {64U, 128U, 512U, 4096U}) {
        const size_classes classes{unit};
        unsigned last = 0;
        for (std::size_t size = unit; size <= size_classes::largest; size += unit) {
            const unsigned cls = classes.of(size);
            ASSERT_GE(cls, last);
            ASSERT_LE(cls, last + 1);
            ASSERT_LE(classes.smallest(cls), size);
            ASSERT_GT(classes.smallest(cls + 1), size);
            last = cls;
        }
        EXPECT_EQ(last + 1, classes.count());
        EXPECT_LE(classes.count(), size_classes::capacity);
        EXPECT_EQ(classes.of(size_classes::largest * 2) >= classes.count(), true);
    }
}

TEST(size_classes, have_powers_of_two_at_their_beginning) {
    const size_classes classes{512};
    for (std::size_t size = 512; size <= size_classes::largest; size *= 2) {
        EXPECT_EQ(classes.smallest(classes.of(size)), size);
    }
}

TEST(size_classes, round_to_whole_units) {
    const size_classes classes{512};
    EXPECT_EQ(classes.round(1), 512U);
    EXPECT_EQ(classes.round(512), 512U);
    EXPECT_EQ(classes.round(513), 1024U);
    EXPECT_EQ(size_classes::unit_for(1), 64U);
    EXPECT_EQ(size_classes::unit_for(4096), 4096U);
}

TEST(size_classes, cache_nothing_when_the_unit_is_above_the_largest) {
    EXPECT_EQ(size_classes{size_classes::largest * 2}.count(), 0U);
}

TEST(reference_bins, round_up_to_the_largest_size_with_the_same_leading_bits) {
    for (unsigned bits = 1; bits <= 8; ++bits) {
        const reference_bins bins{bits};
        std::uint32_t last = 0;
        for (std::size_t size = 1; size < 100'000; ++size) {
            const std::uint32_t bin = bins.bin(size);
            ASSERT_GE(bin, last);
            last = bin;
            const std::size_t largest = bins.largest(bin);
            ASSERT_GE(largest, size);
            ASSERT_EQ(bins.bin(largest), bin);
            ASSERT_NE(bins.bin(largest + 1), bin);
            ASSERT_EQ(bins.round(size), largest);
        }
    }
}

TEST(reference_bins, know_the_documents_sizes) {
    const reference_bins bins{reference_bins::default_leading_bits};
    EXPECT_EQ(bins.round(1), 1U);
    EXPECT_EQ(bins.round(31), 31U);
    EXPECT_EQ(bins.round(32), 33U);
    EXPECT_EQ(bins.round(1024), 1087U); // 1.0000 leading bits, all others one
    EXPECT_EQ(bins.round(1087), 1087U);
    EXPECT_EQ(bins.round(1088), 1151U);
    EXPECT_EQ(bins.round(std::size_t{1} << 40), (std::size_t{17} << 36) - 1);
}

} // namespace
} // namespace clmem_core
