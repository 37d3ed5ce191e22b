// Handles are tokens: numbers that look like pointers and are never dereferenced.
//
//   63..62  10: no address of a program has it, so that a token can never be mistaken for a pointer
//   61..58  type
//   57..52  salt of this copy of the library
//   51..26  generation, advanced at each release
//   25..2   index of the slot
//   1       1 while a call works with the block: its release waits
//   0       1 while the object is live
//
// A slot stores the token that is valid now; a handle is valid if it equals that. So one comparison finds handles
// that are stale, of another type or of another copy of the library. A slot's generations begin at a random number,
// so that two copies that drew the same salt still distinguish their handles, and a slot is retired when they run
// out.
#pragma once

#include <cstdint>

namespace clmem_core::token {

enum class type : std::uint64_t {
    provider = 1,
    pool = 2,
    buffer = 3,
    memory = 4,
    map = 5,
    sampler = 6,
    program = 7,
    kernel = 8,
    cache = 9,
    recorder = 10
};

inline constexpr std::uint64_t live = 1;
inline constexpr std::uint64_t pinned = 2;
inline constexpr unsigned index_shift = 2;
inline constexpr unsigned index_bits = 24;
inline constexpr unsigned generation_shift = 26;
inline constexpr unsigned generation_bits = 26;
inline constexpr std::uint64_t one_generation = std::uint64_t{1} << generation_shift;
inline constexpr std::uint64_t generation_mask = ((std::uint64_t{1} << generation_bits) - 1) << generation_shift;
inline constexpr std::uint64_t slots = std::uint64_t{1} << index_bits;

[[nodiscard]] constexpr std::uint64_t index(std::uint64_t t) noexcept {
    return (t >> index_shift) & (slots - 1);
}
[[nodiscard]] constexpr type type_of(std::uint64_t t) noexcept {
    return static_cast<type>((t >> 58) & 15);
}

// True if a number may be a handle. Handles are live and never pinned: a call pins only the token inside the block.
[[nodiscard]] constexpr bool is_handle(std::uint64_t t) noexcept {
    return (t & (live | pinned)) == live;
}

// The first token of a new slot, not yet live.
[[nodiscard]] std::uint64_t first(type kind, std::uint64_t index) noexcept;

// The next token after a live one whose object is released, not yet live.
[[nodiscard]] constexpr std::uint64_t next(std::uint64_t t) noexcept {
    return (t & ~live) + one_generation;
}

// True if a slot has used up its generations and must not be used again.
[[nodiscard]] constexpr bool spent(std::uint64_t t) noexcept {
    return (t & generation_mask) == generation_mask;
}

template <class Handle>
[[nodiscard]] std::uint64_t of(Handle handle) noexcept {
    return reinterpret_cast<std::uintptr_t>(handle);
}
template <class Handle>
[[nodiscard]] Handle to_handle(std::uint64_t t) noexcept {
    return reinterpret_cast<Handle>(static_cast<std::uintptr_t>(t));
}

} // namespace clmem_core::token
