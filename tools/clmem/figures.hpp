// Numbers formatted for people.
#pragma once

#include <cstdint>
#include <string>

namespace clmem::command {

// Formats 18031 as "18,031".
[[nodiscard]] std::string grouped(std::uint64_t number);

// Formats 8437961416 as "7.86 GiB".
[[nodiscard]] std::string human_bytes(std::uint64_t bytes);

// Formats 1234567 as "1.23 ms".
[[nodiscard]] std::string human_time(std::uint64_t nanoseconds);

} // namespace clmem::command
