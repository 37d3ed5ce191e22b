#include "reports/words.hpp"

#include "figures.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace clmem::command {

std::string shown(std::string_view text) {
    std::string safe;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const auto byte = static_cast<unsigned char>(text[at]);
        // A terminal obeys U+0080 to U+009F as well: in UTF-8, 0xC2 and one more byte below 0xA0.
        const bool is_control = byte == 0xc2 && at + 1 < text.size() && static_cast<unsigned char>(text[at + 1]) < 0xa0;
        if (is_control) { ++at; }
        safe += byte < ' ' || byte == 0x7f || is_control ? '?' : text[at];
    }
    return safe;
}

std::string shortened(std::string_view text) {
    constexpr std::size_t most = 56, longest_place = 32;
    if (text.size() <= most) { return shown(text); }
    const std::size_t place = text.rfind(" (");
    const bool has_place = place != std::string_view::npos && text.size() - place <= longest_place;
    const std::string_view tail = has_place ? text.substr(place) : std::string_view{};
    std::size_t end = most - 3 - tail.size();
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) { // not within a character
        --end;
    }
    return shown(text.substr(0, end)) + "..." + shown(tail);
}

std::string counted(std::uint64_t number, const char *noun) {
    return fmt::format("{} {}{}", grouped(number), noun, number == 1 ? "" : "s");
}

std::string callers_of(const std::vector<std::string> &chain, std::size_t from) {
    constexpr std::size_t most = 6; // the outer ones tell less
    std::string text;
    for (std::size_t at = from; at < chain.size(); ++at) {
        if (at == from + most) { return text + " < ..."; }
        text += (at == from ? "" : " < ") + shortened(chain[at]);
    }
    return text;
}

std::string with_callers(const std::string &table, const std::vector<std::string> &callers) {
    std::string text;
    std::size_t row = 0;
    for (std::size_t begin = 0; begin < table.size(); ++row) {
        const std::size_t end = std::min(table.find('\n', begin), table.size() - 1) + 1;
        text += table.substr(begin, end - begin);
        begin = end;
        if (row > 0 && row <= callers.size() && !callers[row - 1].empty()) {
            text += fmt::format("    from {}\n", callers[row - 1]);
        }
    }
    return text;
}

} // namespace clmem::command
