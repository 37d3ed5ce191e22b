// Numbers as people read them.
#pragma once

#include <cstdint>
#include <string>

namespace clmem::command {

// 18031 as "18,031".
[[nodiscard]] std::string grouped(std::uint64_t number);

// 8437961416 as "7.86 GiB".
[[nodiscard]] std::string human_bytes(std::uint64_t bytes);

// The largest binary unit that a number of bytes reaches, bytes and name.
struct byte_unit {
    double bytes;
    const char *name;
};
[[nodiscard]] byte_unit unit_of(std::uint64_t bytes);

} // namespace clmem::command
