// leading_bits_in_bin_id follows the arithmetic of pyopencl's MemoryPool: "allocation sizes are rounded up to the
// largest size that shares the leading bits of the requested allocation size".
#include "figures.hpp"
#include "recorder.hpp"

#include <random>

namespace clmem::test {
namespace {

// The rule applied to digits: keep the first one and as many more as requested, and set all others to one.
std::size_t rounded_by_the_rule(std::size_t bytes, std::uint32_t leading_bits) {
    std::string digits;
    for (std::size_t rest = bytes; rest != 0; rest /= 2) {
        digits.insert(digits.begin(), rest % 2 != 0 ? '1' : '0');
    }
    for (std::size_t i = 1 + leading_bits; i < digits.size(); ++i) {
        digits[i] = '1';
    }
    return std::stoull(digits, nullptr, 2);
}

pool_owner make_pool_with_bits(clmem_provider provider, std::uint32_t leading_bits) {
    clmem_pool_options options = CLMEM_POOL_OPTIONS_INIT;
    options.leading_bits_in_bin_id = leading_bits;
    return make_pool(provider, &options);
}

std::uint32_t bin_number(clmem_pool pool, std::size_t bytes) {
    std::uint32_t bin = 0;
    EXPECT_EQ(clmem_pool_bin_number(pool, bytes, &bin), CLMEM_SUCCESS) << bytes;
    return bin;
}

std::size_t alloc_size(clmem_pool pool, std::uint32_t bin) {
    std::size_t bytes = 0;
    EXPECT_EQ(clmem_pool_alloc_size(pool, bin, &bytes), CLMEM_SUCCESS) << bin;
    return bytes;
}

TEST(reference_bins, known_values) {
    struct known {
        std::size_t bytes;
        std::uint32_t bin;
        std::size_t largest;
    };
    const provider_owner provider = make_provider();
    for (const std::uint32_t bits : {0U, 4U}) { // a pool without the option uses the document's default
        const pool_owner pool = make_pool_with_bits(provider, bits);
        for (const auto &[bytes, bin, largest] :
             {known{1, 0, 1}, known{2, 16, 2}, known{3, 24, 3}, known{16, 64, 16}, known{31, 79, 31}, known{32, 80, 33},
              known{33, 80, 33}, known{64, 96, 67}, known{100, 105, 103}, known{1000, 159, 1023},
              known{1024, 160, 1087}, known{4096, 192, 4351}, known{1 << 20, 320, 1114111},
              known{1 << 30, 480, 1140850687}}) {
            EXPECT_EQ(bin_number(pool, bytes), bin) << bytes;
            EXPECT_EQ(alloc_size(pool, bin), largest) << bin;
        }
    }
}

TEST(reference_bins, round_as_the_rule_says) {
    const provider_owner provider = make_provider();
    std::mt19937_64 random{3};
    for (std::uint32_t bits = 1; bits <= 16; ++bits) {
        const pool_owner pool = make_pool_with_bits(provider, bits);
        const auto check = [&](std::size_t bytes) {
            const std::size_t rounded = rounded_by_the_rule(bytes, bits);
            if (rounded >= std::size_t{1} << 62) { return; }
            const std::uint32_t bin = bin_number(pool, bytes);
            ASSERT_EQ(alloc_size(pool, bin), rounded) << bytes << " with " << bits << " bits";
            // The largest size of a bin is in it and the next size is not, so it is the smallest sufficient one.
            ASSERT_EQ(bin_number(pool, rounded), bin) << bytes << " with " << bits << " bits";
            if (rounded + 1 < std::size_t{1} << 62) {
                ASSERT_GT(bin_number(pool, rounded + 1), bin) << bytes << " with " << bits << " bits";
            }
        };
        for (std::size_t bytes = 1; bytes < 3000; ++bytes) {
            check(bytes);
        }
        for (unsigned shift = 12; shift < 62; ++shift) {
            const std::size_t power = std::size_t{1} << shift;
            for (const std::size_t bytes : {power - 1, power, power + 1, power + random() % power}) {
                check(bytes);
            }
        }
    }
}

TEST(reference_bins, have_an_end) {
    const provider_owner provider = make_provider();
    for (const std::uint32_t bits : {0U, 1U, 4U, 16U}) {
        const pool_owner pool = make_pool_with_bits(provider, bits);
        for (const std::size_t bytes : {std::size_t{0}, std::size_t{1} << 62, ~std::size_t{0}}) {
            std::uint32_t bin = 1;
            CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_pool_bin_number(pool, bytes, &bin)) << bytes;
            EXPECT_EQ(bin, 0U);
        }
        const std::uint32_t last = bin_number(pool, (std::size_t{1} << 62) - 1);
        EXPECT_EQ(alloc_size(pool, last), (std::size_t{1} << 62) - 1);
        for (const std::uint32_t bin : {last + 1, last + 100, ~0U}) {
            std::size_t bytes = 1;
            CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_pool_alloc_size(pool, bin, &bytes)) << bin;
            EXPECT_EQ(bytes, 0U);
        }
    }
}

TEST(reference_bins, sizes_of_a_bin_are_interchangeable) {
    const provider_owner provider = make_provider();
    for (std::uint32_t bits = 1; bits <= 8; ++bits) {
        const pool_owner pool = make_pool_with_bits(provider, bits);
        for (const std::size_t bytes : {std::size_t{5000}, std::size_t{1} << 16, std::size_t{3} << 20}) {
            const std::size_t largest = rounded_by_the_rule(bytes, bits);
            buffer_owner buffer = make_buffer(pool, bytes);
            const clmem_buffer_info first = describe(buffer);
            EXPECT_EQ(first.bytes, bytes);
            EXPECT_GE(first.capacity_bytes, largest);
            buffer.reset();
            buffer = make_buffer(pool, largest);
            const clmem_buffer_info second = describe(buffer);
            EXPECT_EQ(second.bytes, largest);
            EXPECT_EQ(second.slab, first.slab);
            EXPECT_EQ(second.offset_bytes, first.offset_bytes);
            EXPECT_EQ(second.capacity_bytes, first.capacity_bytes);
        }
        check_figures(pool);
    }
}

TEST(reference_bins, pools_without_the_option_keep_sizes_as_they_are) {
    const provider_owner provider = make_provider();
    const pool_owner pool = make_pool(provider);
    const buffer_owner first = make_buffer(pool, std::size_t{1} << 20);
    EXPECT_EQ(describe(first).capacity_bytes, std::size_t{1} << 20);
}

} // namespace
} // namespace clmem::test
