#include "base/json.hpp"

#include <algorithm>
#include <cstdint>

namespace clmem_core {

namespace {

// How many bytes the character at the beginning has in UTF-8; 0 if it has no valid one. (Unicode, table 3-7)
std::size_t length_of_character(std::string_view text) noexcept {
    const auto at = [text](std::size_t i) -> unsigned {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
    };
    const auto is_in = [](unsigned byte, unsigned from, unsigned to) { return byte >= from && byte <= to; };
    const auto continues = [&](std::size_t i) { return is_in(at(i), 0x80, 0xbf); };
    const unsigned first = at(0);
    if (first < 0x80) { return 1; }
    if (is_in(first, 0xc2, 0xdf)) { return continues(1) ? 2 : 0; }
    if (is_in(first, 0xe0, 0xef)) {
        // No longer forms of shorter characters, and no surrogates.
        const bool is_second = is_in(at(1), first == 0xe0 ? 0xa0 : 0x80, first == 0xed ? 0x9f : 0xbf);
        return is_second && continues(2) ? 3 : 0;
    }
    if (is_in(first, 0xf0, 0xf4)) {
        const bool is_second = is_in(at(1), first == 0xf0 ? 0x90 : 0x80, first == 0xf4 ? 0x8f : 0xbf);
        return is_second && continues(2) && continues(3) ? 4 : 0;
    }
    return 0;
}

} // namespace

void json_writer::separate(std::string_view name) {
    if (!is_first_) { text_ += ','; }
    if (wants_line_) {
        text_ += '\n';
    } else if (!is_first_) {
        text_ += ' ';
    }
    is_first_ = wants_line_ = false;
    if (name.empty()) { return; }
    quote(name);
    text_ += ": ";
}

void json_writer::literal(std::string_view name, std::string_view value) {
    separate(name);
    text_ += value;
}

void json_writer::string(std::string_view name, std::string_view value) {
    separate(name);
    quote(value);
}

void json_writer::begin(std::string_view name, char bracket) {
    separate(name);
    text_ += bracket;
    is_first_ = true;
}

void json_writer::end(char bracket) {
    if (wants_line_) { text_ += '\n'; }
    text_ += bracket;
    is_first_ = wants_line_ = false;
}

void json_writer::quote(std::string_view value) {
    static constexpr std::string_view digits = "0123456789abcdef";
    text_ += '"';
    while (!value.empty()) {
        const std::size_t length = length_of_character(value);
        const auto byte = static_cast<unsigned char>(value.front());
        if (length == 0) {
            text_ += "\xef\xbf\xbd"; // U+FFFD
        } else if (byte < 0x20 || byte == 0x7f) {
            text_ += "\\u00";
            text_ += digits[byte / 16];
            text_ += digits[byte % 16];
        } else {
            if (byte == '"' || byte == '\\') { text_ += '\\'; }
            text_ += value.substr(0, length);
        }
        value.remove_prefix(std::max<std::size_t>(length, 1));
    }
    text_ += '"';
}

} // namespace clmem_core
