// Size classes of the caches: 8 for each doubling, powers of two exact. Blocks keep their own sizes; a class only says
// where to look.
#pragma once

#include <bit>
#include <cstddef>

namespace clmem_core {

class size_classes {
  public:
    static constexpr std::size_t largest = std::size_t{1} << 22; // larger blocks are not cached
    static constexpr std::size_t smallest_unit = 64;
    static constexpr unsigned capacity = 128;

    // Rounds a provider's alignment up to the unit of blocks.
    [[nodiscard]] static constexpr std::size_t unit_for(std::size_t alignment) noexcept {
        return alignment < smallest_unit ? smallest_unit : alignment;
    }

    explicit size_classes(std::size_t unit) noexcept
        : shift_{static_cast<unsigned>(std::countr_zero(unit))}, count_{unit <= largest ? of(largest) + 1 : 0} {}

    [[nodiscard]] unsigned count() const noexcept { return count_; }
    [[nodiscard]] std::size_t unit() const noexcept { return std::size_t{1} << shift_; }

    // Bytes in whole units.
    [[nodiscard]] std::size_t round(std::size_t bytes) const noexcept {
        return (bytes + unit() - 1) >> shift_ << shift_;
    }

    // Class of a size in whole units; those above the largest have the class count().
    [[nodiscard]] unsigned of(std::size_t rounded) const noexcept {
        const std::size_t units = rounded >> shift_;
        const unsigned octave = static_cast<unsigned>(std::bit_width(units | 8)) - 4;
        return octave * 8 + static_cast<unsigned>(units >> octave);
    }

    // Smallest size of a class.
    [[nodiscard]] std::size_t smallest(unsigned cls) const noexcept {
        if (cls < 8) { return std::size_t{cls} << shift_; }
        return std::size_t{8 + cls % 8} << (cls / 8 - 1) << shift_;
    }

  private:
    unsigned shift_;
    unsigned count_;
};

} // namespace clmem_core
