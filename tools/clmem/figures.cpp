#include "figures.hpp"

#include <array>
#include <fmt/format.h>

namespace clmem::command {
namespace {

struct byte_unit {
    double bytes;
    const char *name;
};

// The largest binary unit that is not above a number of bytes.
byte_unit unit_of(std::uint64_t bytes) {
    constexpr std::array names = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    std::size_t power = 0;
    while (power + 1 < names.size() && bytes >> (10 * (power + 1)) != 0) {
        ++power;
    }
    return {static_cast<double>(std::uint64_t{1} << (10 * power)), names[power]};
}

} // namespace

std::string grouped(std::uint64_t number) {
    std::string digits = std::to_string(number);
    for (std::size_t end = digits.size(); end > 3; end -= 3) {
        digits.insert(end - 3, 1, ',');
    }
    return digits;
}

std::string human_bytes(std::uint64_t bytes) {
    const byte_unit unit = unit_of(bytes);
    return fmt::format("{:.{}f} {}", static_cast<double>(bytes) / unit.bytes, unit.bytes > 1 ? 2 : 0, unit.name);
}

std::string human_time(std::uint64_t nanoseconds) {
    constexpr std::array names = {"ns", "us", "ms", "s"};
    auto value = static_cast<double>(nanoseconds);
    std::size_t unit = 0;
    for (; value >= 1000 && unit + 1 < names.size(); ++unit) {
        value /= 1000;
    }
    return fmt::format("{:.{}f} {}", value, unit == 0 ? 0 : 2, names[unit]);
}

} // namespace clmem::command
