// What pools contain at a time of a recording.
#pragma once

#include "formats/recording.hpp"

#include <cstdint>
#include <map>
#include <unordered_map>

namespace clmem::command {

class memory_state {
  public:
    struct slab {
        std::uint64_t pool = 0;
        std::uint64_t bytes = 0;
        std::map<std::uint64_t, recording::range> used; // by offset: live and pending
    };

    // Replaces what is known of a pool.
    void enter(const recording::snapshot &which);
    void apply(const recording::event &next);

    [[nodiscard]] const std::map<std::uint64_t, slab> &slabs() const noexcept { return slabs_; }

    // The state after all events.
    [[nodiscard]] static memory_state at_the_end_of(const recording &from);

  private:
    struct place {
        std::uint64_t slab, offset;
    };
    void add(const recording::range &range, std::uint64_t pool);
    void remove(std::uint64_t block);

    std::map<std::uint64_t, slab> slabs_; // by number
    std::unordered_map<std::uint64_t, place> blocks_;
};

} // namespace clmem::command
