// The OpenCL objects of a pool's blocks: each is created at the first request, and released without the pool's lock
// once its range is coalesced or split.
#pragma once

#include "base/biased_mutex.hpp"
#include "heap/heap.hpp"
#include "pool/pool_log.hpp"
#include "provider/provider.hpp"

#include <cstdint>

namespace clmem_core {

class block_objects {
  public:
    block_objects(provider &source, heap &ranges, biased_mutex &mutex, const pool_log &log) noexcept
        : source_{source}, heap_{ranges}, mutex_{mutex}, log_{log} {}

    // The OpenCL buffer of a live block that the caller holds or pins; throws error.
    [[nodiscard]] cl_mem of(block &b);
    // The whole buffer of the slab that a block of a pool of buffers is in, made real; throws error.
    [[nodiscard]] cl_mem whole_of(const block &b);

    // Releases the objects whose ranges no longer exist, with the lock released meanwhile.
    void release_stale(biased_lock &lock) noexcept;
    // The same; then waits until no other thread is about to release an object, which may be a sub-buffer of memory
    // that is to be freed or split again.
    void release_all_stale(biased_lock &lock) noexcept;

    [[nodiscard]] std::uint64_t created() const noexcept { return created_; } // under the lock

  private:
    provider &source_;
    heap &heap_;
    biased_mutex &mutex_; // guards everything below
    const pool_log &log_;
    std::uint64_t created_ = 0;
    std::size_t in_release_ = 0; // taken from the heap's, and not released yet
};

} // namespace clmem_core
