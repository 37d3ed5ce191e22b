#include "handle/token.hpp"

#include <random>

namespace clmem_core::token {

namespace {

// Drawn once for this copy of the library.
std::uint64_t secret() noexcept {
    static const std::uint64_t drawn = [] {
        std::uint64_t value = reinterpret_cast<std::uintptr_t>(&secret);
        try {
            std::random_device device;
            value ^= (std::uint64_t{device()} << 32) | device();
        } catch (...) {
            // No source of randomness: the address at which this copy was loaded still differs from any other copy's.
        }
        return value;
    }();
    return drawn;
}

// splitmix64's finaliser: spreads the index over all bits.
std::uint64_t mix(std::uint64_t x) noexcept {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
    return x ^ (x >> 31);
}

} // namespace

std::uint64_t first(type kind, std::uint64_t index) noexcept {
    const std::uint64_t salt = mix(secret()) & 63;
    // In the lower half, so that every slot serves at least 2^25 times.
    const std::uint64_t generation = mix(secret() + index) & ((std::uint64_t{1} << (generation_bits - 1)) - 1);
    return (std::uint64_t{2} << 62) | (static_cast<std::uint64_t>(kind) << 58) | (salt << 52) |
           (generation << generation_shift) | (index << index_shift);
}

} // namespace clmem_core::token
