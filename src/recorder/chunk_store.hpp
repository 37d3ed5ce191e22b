// Where a recorder's chunks are: in a ring in memory, or in a file. Used under the recorder's lock.
#pragma once

#include "recorder/format.hpp"

#include <memory>
#include <string>
#include <vector>

namespace clmem_core::recording {

class chunk_store {
  public:
    chunk_store() = default;
    virtual ~chunk_store() = default;
    chunk_store(const chunk_store &) = delete;
    chunk_store &operator=(const chunk_store &) = delete;

    struct taken {
        chunk *memory;          // its records are undefined; nullptr: there is no room
        std::uint64_t lost = 0; // events that it held before
    };
    // A chunk for events, or one that is never given again for other records.
    [[nodiscard]] virtual taken take_for_events() noexcept = 0;
    [[nodiscard]] virtual chunk *take() noexcept = 0;
    // Nothing more is appended to a chunk, which has so many events. A file no longer has it in memory.
    virtual void retire(chunk *full, std::uint64_t events) noexcept = 0;
    // The header of the file; nullptr in a ring.
    [[nodiscard]] virtual file_header *header() noexcept { return nullptr; }
    // The bytes of the ring or of the file.
    [[nodiscard]] virtual std::uint64_t bytes() const noexcept = 0;

    // Calls visit(chunk) for each one in memory: all of a ring.
    virtual void for_each(void (*visit)(const chunk &, void *), void *context) const = 0;
};

// Throw error, std::bad_alloc.
[[nodiscard]] std::unique_ptr<chunk_store> make_ring(std::size_t bytes);
[[nodiscard]] std::unique_ptr<chunk_store> make_file(const std::string &path, const file_header &begin);

} // namespace clmem_core::recording
