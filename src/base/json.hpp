// Writes JSON text, one value after the other. Members of objects have names, elements of arrays have none; the caller
// keeps to that.
#pragma once

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>

namespace clmem_core {

class json_writer {
  public:
    void begin_object(std::string_view name = {}) { begin(name, '{'); }
    void end_object() { end('}'); }
    void begin_array(std::string_view name = {}) { begin(name, '['); }
    void end_array() { end(']'); }

    // Any bytes: those that are not UTF-8 become U+FFFD.
    void string(std::string_view name, std::string_view value);
    void boolean(std::string_view name, bool value) { literal(name, value ? "true" : "false"); }
    void null(std::string_view name) { literal(name, "null"); }
    template <std::unsigned_integral T>
    void number(std::string_view name, T value) {
        literal(name, std::to_string(value));
    }
    // A number as an element of an array.
    template <std::unsigned_integral T>
    void number(T value) {
        literal({}, std::to_string(value));
    }
    // What follows begins on a new line, so that people can read the text.
    void line() { wants_line_ = true; }

    [[nodiscard]] std::string take() noexcept { return std::move(text_); }

  private:
    void separate(std::string_view name);
    void literal(std::string_view name, std::string_view value);
    void begin(std::string_view name, char bracket);
    void end(char bracket);
    void quote(std::string_view value);

    std::string text_;
    bool is_first_ = true; // of its object or array
    bool wants_line_ = false;
};

} // namespace clmem_core
