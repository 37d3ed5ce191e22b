// The format of recordings, which docs/recording-format.md describes.
#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace clmem_core::recording {

inline constexpr std::uint32_t version = 1;
inline constexpr std::size_t header_bytes = 4096;
inline constexpr std::size_t chunk_bytes = 64 * 1024;
inline constexpr std::size_t most_frames = 32; // of a stack

struct file_header {
    static constexpr std::uint32_t is_ring = 1;
    static constexpr std::uint32_t is_ended = 2;

    char magic[8];
    std::uint32_t version;
    std::uint32_t chunk_bytes;
    std::uint64_t ticks_per_second;
    std::uint64_t start_ticks;
    std::uint64_t start_ns;
    std::atomic<std::uint64_t> lost;
    std::uint32_t pid;
    std::atomic<std::uint32_t> flags;
};
static_assert(sizeof(file_header) == 56);

enum class chunk_kind : std::uint32_t { unused, definitions, events, snapshots };

struct chunk {
    std::atomic<std::uint32_t> used; // bytes of `records`, written after them
    chunk_kind kind;
    std::uint32_t thread;
    std::uint32_t number;
    std::uint64_t ticks;
    std::uint64_t ns;

    [[nodiscard]] std::byte *records() noexcept { return reinterpret_cast<std::byte *>(this + 1); }
    [[nodiscard]] const std::byte *records() const noexcept { return reinterpret_cast<const std::byte *>(this + 1); }
};
static_assert(sizeof(chunk) == 32 && std::atomic<std::uint32_t>::is_always_lock_free);
inline constexpr std::size_t record_room = chunk_bytes - sizeof(chunk);

enum class definition : std::uint8_t { string = 1, native_frame, source_frame, stack, pool, queue, tag, thread };

enum class event : std::uint8_t {
    allocate = 1,
    free,
    complete,
    slab_taken,
    slab_returned,
    slab_refused,
    marker,
    barrier,
    host_wait,
    trim,
    shortage,
    reuse,
    mark,
    range_begin,
    range_end,
    context,
    outside_allocation,
    outside_free,
    thread,
};
enum event_flag : unsigned { is_hit = 1, has_stack = 2, waits = 1, is_shared = 2 };
inline constexpr unsigned flag_shift = 5;

enum class snapshot_part : std::uint8_t { pool = 1, slab, range, end };

// Appends a varint at `at`, and returns its end. It may write up to eight bytes, of which the next one overwrites the
// superfluous.
inline constexpr std::size_t longest_varint = 9;
[[nodiscard]] inline std::byte *put_varint(std::byte *at, std::uint64_t value) noexcept {
    static_assert(std::endian::native == std::endian::little, "the format is little-endian, and so are its writers");
    if (value < std::uint64_t{1} << 56) [[likely]] {
        const auto bytes = static_cast<unsigned>((std::bit_width(value | 1) + 6) / 7);
        const std::uint64_t word = (value << bytes) | (std::uint64_t{1} << (bytes - 1));
        std::memcpy(at, &word, sizeof word);
        return at + bytes;
    }
    *at = std::byte{0};
    std::memcpy(at + 1, &value, sizeof value);
    return at + longest_varint;
}

} // namespace clmem_core::recording
