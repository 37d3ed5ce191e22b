// Parts of the program in which a thread's allocations have a tag.
#pragma once

#include "pool/tags.hpp"

#include <array>
#include <cstdint>

namespace clmem_core::tag_scopes {

struct scope {
    std::array<char, tags::name_bytes> name{};
    // The tag of this name in the pool that was asked last.
    std::uint64_t pool = 0;
    std::uint8_t tag = 0;
};

// Throws error, std::bad_alloc.
void begin(const char *name);
void end();
// The calling thread's innermost; nullptr if it has none.
[[nodiscard]] scope *innermost() noexcept;

} // namespace clmem_core::tag_scopes
