// Random numbers that a seed reproduces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace random_programs {

class dice {
  public:
    explicit dice(std::uint64_t seed) noexcept : state_{seed * 0x9e3779b97f4a7c15U + 0x1234567} {
        static_cast<void>(next());
    }

    // splitmix64
    std::uint64_t next() noexcept {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15U;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
        return z ^ (z >> 31);
    }
    // A number from 0 to n - 1.
    std::size_t below(std::size_t n) noexcept { return static_cast<std::size_t>(next() % n); }
    // True once in n times.
    bool once_in(std::size_t n) noexcept { return below(n) == 0; }
    template <class T>
    T &pick(std::vector<T> &from) noexcept {
        return from[below(from.size())];
    }

  private:
    std::uint64_t state_;
};

} // namespace random_programs
