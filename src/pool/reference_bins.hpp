// The bin arithmetic of the reference document (pyopencl, MemoryPool, leading_bits_in_bin_id): the leading bits of a
// size, after the first one, which is always 1, identify its bin; every size is rounded up to the largest in its bin.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace clmem_core {

class reference_bins {
  public:
    static constexpr unsigned default_leading_bits = 4;
    static constexpr unsigned most_leading_bits = 16;

    explicit constexpr reference_bins(unsigned leading_bits) noexcept : mantissa_{leading_bits} {}

    // `bytes` is at least 1.
    [[nodiscard]] constexpr std::uint32_t bin(std::size_t bytes) const noexcept {
        const unsigned exponent = static_cast<unsigned>(std::bit_width(bytes)) - 1;
        const std::size_t aligned =
            exponent >= mantissa_ ? bytes >> (exponent - mantissa_) : bytes << (mantissa_ - exponent);
        const std::size_t mantissa = aligned & ((std::size_t{1} << mantissa_) - 1);
        return static_cast<std::uint32_t>(exponent << mantissa_ | mantissa);
    }

    [[nodiscard]] constexpr unsigned exponent(std::uint32_t bin) const noexcept { return bin >> mantissa_; }

    // Largest size of a bin whose exponent is below 62.
    [[nodiscard]] constexpr std::size_t largest(std::uint32_t bin) const noexcept {
        const unsigned e = exponent(bin);
        const std::size_t leading = (std::size_t{1} << mantissa_) | (bin & ((std::uint32_t{1} << mantissa_) - 1));
        if (e < mantissa_) { return leading >> (mantissa_ - e); }
        const unsigned free_bits = e - mantissa_;
        return (leading << free_bits) | ((std::size_t{1} << free_bits) - 1);
    }

    [[nodiscard]] constexpr std::size_t round(std::size_t bytes) const noexcept { return largest(bin(bytes)); }

  private:
    unsigned mantissa_;
};

} // namespace clmem_core
