// The page of memory that `clmem run` shares with the processes that it starts. Each process's layer counts in its own
// section as it goes, so that nothing is lost if the process is killed. The chunks of recorded events follow the
// sections.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace clmem::layer {

using counter = std::atomic<std::uint64_t>;
static_assert(counter::is_always_lock_free, "counters are shared by processes");

enum class kind : std::uint32_t { buffer, sub_buffer, image, pipe, svm, usm };
inline constexpr std::size_t kinds = 6;

// Why the driver has created an object of the program: it asked for content, for its own memory, or for flags or
// properties that pools do not have; or its context has no pools; or it is larger than a pool's block; or the pools had
// no memory, or kept none for it while much was pending; or drivers alone have such objects.
enum class passed : std::uint32_t { content, host_memory, special, context, large, scarce, image, pipe };
inline constexpr std::size_t passed_reasons = 8;

struct page_passed {
    counter calls;
    counter bytes;
    counter least_plus_1; // of one object's bytes; 0: there was none
    counter most;
};

// The number of calls of one kind, and the time that they took together.
struct timed {
    counter calls;
    counter nanoseconds;
};

// Bytes at present, and their maximum so far. The former are signed: a forked child may release its parent's memory.
struct level {
    std::atomic<std::int64_t> now;
    counter peak;
};

struct memory_use {
    level live;     // what the program has
    level needed;   // and what it has released, but unfinished commands may use: the driver would keep as much
    level reserved; // what the driver has allocated for it: slabs, and the program's objects outside pools
};

// What one context of one process did.
struct page_context {
    static constexpr std::uint64_t closed = 1;

    counter context; // the program's cl_context; 0: this section is free
    std::array<counter, kinds> created;
    std::array<counter, kinds> released;
    // Calls of the program.
    timed pool_created; // from memory that a pool had
    timed grown;        // from a pool that created a slab for it
    timed pool_released;
    timed driver_created; // objects with their own memory, without clmem
    timed driver_released;
    // Calls of the layer.
    timed slabs_created;
    timed slabs_released;
    timed other_calls; // such as markers and fills
    memory_use memory;
    std::array<counter, 64> sizes; // creations of memory by the width of their size in bits
};

// Kinds of OpenCL objects with references.
enum class object_kind : std::uint32_t { context, queue, memory, event, kernel, program, sampler };
inline constexpr std::size_t object_kinds = 7;

// Injected faults: calls that were counted, what was injected, and the program's objects. Objects are signed: a forked
// child may release its parent's.
struct page_faults {
    counter calls;
    counter failures;
    counter delays;
    std::array<std::atomic<char>, 48> first; // the function that failed first
    std::array<std::atomic<std::int64_t>, object_kinds> live;
};

// Which file a process records its events in: none, the one that was asked for, or the one with its pid in the name.
enum class recording_name : std::uint64_t { none, requested, with_pid };

struct page_process {
    counter pid;           // 0: no process has this section
    counter parent;        // its parent's pid when the section was claimed
    counter loaded;        // 1: the layer is initialised
    counter ended;         // 1: the process ran its exit handlers
    counter limit_bytes;   // of each device's memory; 0: no such limit
    counter limit_percent; // the same as a share
    counter refused;       // creations that the limit refused
    counter recording;     // the file of clmem's recorder: a value of recording_name
    std::array<page_passed, passed_reasons> passed;
    std::array<std::atomic<char>, 32> name;
    std::array<std::atomic<char>, 16> version; // the layer's
    memory_use memory;                         // of all contexts
    page_faults faults;
    std::array<page_context, 16> contexts; // the last one counts all contexts that find no free section
};

struct page {
    static constexpr std::uint64_t magic_number = 0x39306e75726d6c63; // "clmrun09": changes with the layout
    static constexpr std::size_t processes_bound = 256;

    counter magic;
    counter processes;  // claimed so far; may exceed the bound
    counter chunks;     // claimed so far
    counter recordings; // files of clmem's recorder, begun so far
    std::array<page_process, processes_bound> sections;
};

// A recorded allocation or free. `word` is written last: 0 means that the event is not complete.
struct recorded_event {
    counter word;        // id * 2, plus 1 for a free
    std::uint64_t value; // bytes of an allocation, stream of a free
    std::uint64_t time_ns;
};

// Sections are numbered from 1. A pid may have two: a program that starts another one in its place.
[[nodiscard]] inline std::uint64_t number_of(const page &base, const page_process &section) noexcept {
    return static_cast<std::uint64_t>(&section - base.sections.data()) + 1;
}

// Events of one process. Later events are in later places, and in later chunks.
struct event_chunk {
    static constexpr std::size_t bound = 10'000;

    counter process; // the number of its section; 0: the chunk has no events
    counter claimed; // places taken; may exceed the bound
    std::array<recorded_event, bound> events;
};

inline constexpr std::size_t page_unit = 1 << 16; // a multiple of every page size in use
[[nodiscard]] constexpr std::size_t round_to_unit(std::size_t bytes) noexcept {
    return (bytes + page_unit - 1) / page_unit * page_unit;
}
inline constexpr std::size_t page_bytes = round_to_unit(sizeof(page));
inline constexpr std::size_t chunk_bytes = round_to_unit(sizeof(event_chunk));
// The shared file is sparse, so its size costs nothing.
inline constexpr std::size_t chunks_bound = 1 << 14;
inline constexpr std::size_t page_file_bytes = page_bytes + chunks_bound * chunk_bytes;

// The chunk at an index below the page's number of chunks, in a mapping of the whole file.
[[nodiscard]] inline event_chunk *chunk_at(page *base, std::size_t index) noexcept {
    return reinterpret_cast<event_chunk *>(reinterpret_cast<std::byte *>(base) + page_bytes + index * chunk_bytes);
}
[[nodiscard]] inline const event_chunk *chunk_at(const page *base, std::size_t index) noexcept {
    return chunk_at(const_cast<page *>(base), index);
}

} // namespace clmem::layer
