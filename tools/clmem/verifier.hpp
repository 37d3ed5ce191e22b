// Checks during a replay that no two live blocks share a byte.
#pragma once

#include "job.hpp"

#include <clmem.h>
#include <cstdint>
#include <memory>

namespace clmem::command {

class verifier {
  public:
    virtual ~verifier() = default;

    // Called after each allocation of at least 1 byte, and before its release.
    virtual void allocated(std::uint32_t allocation, clmem_buffer block) = 0;
    virtual void releasing(std::uint32_t allocation, clmem_buffer block) = 0;
    // Called once at the end. Throws a failure that names the first block whose memory was changed.
    virtual void finish() = 0;

    [[nodiscard]] std::uint64_t checked_blocks() const noexcept { return checked_blocks_; }

  protected:
    std::uint64_t checked_blocks_ = 0;
};

// Without a device, checks that the ranges of live blocks do not overlap.
[[nodiscard]] std::unique_ptr<verifier> make_range_verifier(const job &work);

// On a device, fills each block with its own pattern, and checks it before the release.
[[nodiscard]] std::unique_ptr<verifier> make_pattern_verifier(const job &work);

} // namespace clmem::command
