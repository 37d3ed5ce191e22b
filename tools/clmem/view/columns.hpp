// A column of a page's data: one number for each row, compressed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace clmem::command {

// Numbers in a page are those of JavaScript; larger ones become the largest of them.
constexpr std::uint64_t largest_page_number = (std::uint64_t{1} << 53) - 1;
[[nodiscard]] constexpr std::uint64_t page_number(std::uint64_t number) noexcept {
    return number < largest_page_number ? number : largest_page_number;
}

class number_column {
  public:
    void add(std::uint64_t number);
    // Adds the difference to the number passed before, which was 0 at first. It may be negative.
    void add_step_to(std::uint64_t number);
    // Base64 of a zlib stream of LEB128 numbers. Throws failure.
    [[nodiscard]] std::string encoded() const;

  private:
    std::string bytes_;
    std::uint64_t last_ = 0;
};

[[nodiscard]] std::string base64_of(std::string_view bytes);

} // namespace clmem::command
