// Addresses for the slabs of a recording, for formats that identify blocks by theirs.
#pragma once

#include "formats/recording.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

namespace clmem::command {

// Slab number << 36 plus the offset, with slabs numbered again, so that all are below 2^53: JavaScript, which draws
// them, has no larger integers. Blocks without a slab get addresses behind all slabs.
class address_space {
  public:
    // Throws failure if the slabs do not fit.
    explicit address_space(const recording &from);

    [[nodiscard]] std::uint64_t of_slab(std::uint64_t slab) const { return slabs_.at(slab).address; }
    [[nodiscard]] std::uint64_t bytes_of_slab(std::uint64_t slab) const { return slabs_.at(slab).bytes; }
    // The address of a block that is being allocated.
    [[nodiscard]] std::uint64_t allocate(const recording::event &which);
    // Of a block that was allocated; none if that was before the recording.
    [[nodiscard]] std::optional<std::uint64_t> of_block(std::uint64_t block) const;
    void enter(std::uint64_t block, std::uint64_t address) { blocks_[block] = address; }

  private:
    struct place {
        std::uint64_t address = 0;
        std::uint64_t bytes = 0;
    };
    void widen(std::uint64_t slab, std::uint64_t bytes);

    std::unordered_map<std::uint64_t, place> slabs_;
    std::unordered_map<std::uint64_t, std::uint64_t> blocks_; // the addresses of those allocated so far
    std::uint64_t next_ = 0;                                  // for blocks without a slab
};

} // namespace clmem::command
