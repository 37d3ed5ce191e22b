// What a random program draws from, and what it prints. A seed gives the same draws everywhere.
#pragma once

#include <cstdint>
#include <cstdio>
#include <initializer_list>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

class dice {
  public:
    explicit dice(std::uint64_t seed) : random_{seed * 7919 + 17} {}

    [[nodiscard]] std::size_t below(std::size_t bound) { return static_cast<std::size_t>(random_() % bound); }
    [[nodiscard]] std::size_t between(std::size_t least, std::size_t most) { return least + below(most - least + 1); }
    [[nodiscard]] bool one_in(std::size_t count) { return below(count) == 0; }
    [[nodiscard]] unsigned char byte() { return static_cast<unsigned char>(below(256)); }
    template <class Value>
    [[nodiscard]] Value of(std::initializer_list<Value> values) {
        return values.begin()[below(values.size())];
    }
    template <class Value>
    [[nodiscard]] const Value &of(const std::vector<Value> &values) {
        return values[below(values.size())];
    }
    [[nodiscard]] std::vector<unsigned char> bytes(std::size_t count) {
        std::vector<unsigned char> made(count);
        for (unsigned char &each : made) {
            each = byte();
        }
        return made;
    }

  private:
    std::mt19937_64 random_;
};

// The lines of one thread. Those of the first thread are printed at once, so that they show where the program crashed.
class transcript {
  public:
    transcript(std::string name, bool at_once) : name_{std::move(name)}, is_at_once_{at_once} {}
    ~transcript() { print(); }
    transcript(const transcript &) = delete;
    transcript &operator=(const transcript &) = delete;

    template <class... Part>
    void line(const Part &...parts) {
        std::ostringstream text;
        text << name_;
        (text << ... << parts);
        text << '\n';
        lines_ += std::move(text).str();
        if (is_at_once_) { print(); }
    }
    // What contradicts OpenCL, with the layer or without; the driver script looks for the word.
    template <class... Part>
    void wrong(const Part &...parts) {
        line("WRONG: ", parts...);
    }
    void print() {
        std::fwrite(lines_.data(), 1, lines_.size(), stdout);
        std::fflush(stdout);
        lines_.clear();
    }

  private:
    std::string name_;
    bool is_at_once_;
    std::string lines_;
};
