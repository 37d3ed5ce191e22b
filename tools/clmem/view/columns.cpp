#include "view/columns.hpp"

#include "failure.hpp"

#include <cstddef>
#include <zlib.h>

namespace clmem::command {

void number_column::add(std::uint64_t number) {
    std::uint64_t rest = page_number(number);
    for (; rest >= 0x80; rest >>= 7) {
        bytes_ += static_cast<char>((rest & 0x7f) | 0x80);
    }
    bytes_ += static_cast<char>(rest);
}

// 0, -1, 1, -2 become 0, 1, 2, 3.
void number_column::add_step_to(std::uint64_t number) {
    add(number >= last_ ? (number - last_) * 2 : (last_ - number) * 2 - 1);
    last_ = number;
}

std::string number_column::encoded() const {
    uLongf size = ::compressBound(static_cast<uLong>(bytes_.size()));
    std::string compressed(size, '\0');
    if (::compress2(reinterpret_cast<Bytef *>(compressed.data()), &size, reinterpret_cast<const Bytef *>(bytes_.data()),
                    static_cast<uLong>(bytes_.size()), Z_DEFAULT_COMPRESSION) != Z_OK) {
        throw failure{exit_status::failed, "cannot compress a page's data: out of memory"};
    }
    return base64_of(std::string_view{compressed}.substr(0, size));
}

std::string base64_of(std::string_view bytes) {
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
        const std::string_view group = bytes.substr(at, 3);
        std::uint32_t bits = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            bits = bits << 8 | (i < group.size() ? static_cast<unsigned char>(group[i]) : 0);
        }
        for (std::size_t i = 0; i < 4; ++i) {
            text += i <= group.size() ? digits[bits >> (18 - 6 * i) & 0x3f] : '=';
        }
    }
    return text;
}

} // namespace clmem::command
