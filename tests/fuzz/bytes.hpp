// An input of libFuzzer, read from front to back. When it ends, everything is zero.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace clmem::fuzz {

class bytes {
  public:
    bytes(const std::uint8_t *data, std::size_t count) noexcept : next_{data}, left_{count} {}

    [[nodiscard]] bool has_ended() const noexcept { return left_ == 0; }
    std::uint8_t byte() noexcept {
        if (left_ == 0) { return 0; }
        --left_;
        return *next_++;
    }
    bool flag() noexcept { return (byte() & 1) != 0; }
    // A number below `count`, of one byte if that is enough.
    std::size_t below(std::size_t count) noexcept {
        if (count <= 1) { return 0; }
        std::size_t value = 0;
        for (std::size_t rest = count - 1; rest != 0; rest >>= 8) {
            value = value << 8 | byte();
        }
        return value % count;
    }
    std::uint64_t word() noexcept {
        std::uint64_t value = 0;
        for (int i = 0; i < 8; ++i) {
            value = value << 8 | byte();
        }
        return value;
    }
    // Any size, within 3 of a power of two times a small number. Few are more than 2 GiB.
    std::size_t size() noexcept {
        const std::uint8_t chosen = byte();
        const std::size_t shift = chosen < 240 ? chosen % 24U : chosen % 64U;
        const std::size_t base = std::size_t{byte()} << shift;
        return base + below(7) - 3;
    }
    std::string text(std::size_t most) {
        const std::size_t count = std::min(most, left_);
        std::string read(reinterpret_cast<const char *>(next_), count);
        next_ += count;
        left_ -= count;
        return read;
    }

  private:
    const std::uint8_t *next_;
    std::size_t left_;
};

// Ends the process if something does not hold, as libFuzzer expects it of a fault.
template <class... Argument>
void expect(bool holds, const char *format, Argument... arguments) {
    if (holds) { return; }
    if constexpr (sizeof...(arguments) == 0) {
        std::fputs(format, stderr);
    } else {
        std::fprintf(stderr, format, arguments...); // NOLINT: every caller passes a literal
    }
    std::fputc('\n', stderr);
    std::abort();
}

} // namespace clmem::fuzz
