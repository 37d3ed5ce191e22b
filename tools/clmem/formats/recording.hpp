// What happened to a program's memory, whatever file it was read from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace clmem::command {

// The numbers of docs/recording-format.md.
enum class event_kind : std::uint8_t {
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
    outside_allocation = 17,
    outside_free,
};

enum class range_state : std::uint8_t { live, cached, waiting, pending, free };

struct recording {
    struct frame {
        std::uint32_t module = 0; // a string; 0: a frame of source
        std::uint64_t offset = 0;
        std::uint32_t function = 0; // strings; 0: unknown
        std::uint32_t file = 0;
        std::uint32_t line = 0;
    };
    struct pool {
        std::uint64_t number = 0;
        std::uint32_t kind = 0; // clmem_provider_kind
        std::uint64_t unit_bytes = 0;
        std::uint32_t devices = 0; // a string
    };
    struct queue {
        std::uint64_t number = 0;
        std::uint64_t handle = 0;
        bool out_of_order = false;
    };
    struct tag {
        std::uint64_t pool = 0;
        std::uint32_t number = 0;
        std::uint32_t name = 0; // a string
    };
    struct thread {
        std::uint32_t number = 0;
        std::uint64_t system_id = 0;
        std::uint32_t name = 0; // a string
    };

    static constexpr std::uint8_t unknown_reason = 0xff;
    struct event {
        event_kind kind{};
        bool hit = false;                     // allocate
        bool waits = false;                   // free: a `complete` follows
        bool is_shared = false;               // free: other queues may still use it
        std::uint8_t reason = unknown_reason; // allocate, missed: why
        std::uint32_t thread = 0;
        std::uint32_t stack = 0; // 0: none
        std::uint32_t tag = 0;
        std::uint64_t time_ns = 0; // since the start
        std::uint64_t pool = 0;    // 0: none
        std::uint64_t queue = 0;   // 0: none
        std::uint64_t block = 0;   // of allocate, free, complete; an outside allocation's number
        std::uint64_t slab = 0;
        std::uint64_t offset = 0;    // bytes
        std::uint64_t requested = 0; // bytes; of a slab: its bytes; trim: the target; shortage: what was wanted
        std::uint64_t given = 0;     // bytes; trim: released; shortage: reserved; barrier: its events
        std::uint64_t live = 0;      // shortage
        std::uint64_t largest = 0;   // shortage; slab_taken: the address
        std::uint64_t duration_ns = 0;
        std::uint32_t text = 0; // a string: mark, range_begin, outside_allocation's kind
    };

    struct range {
        std::uint64_t slab = 0;
        std::uint64_t offset = 0;
        std::uint64_t bytes = 0;
        std::uint64_t requested = 0;
        std::uint64_t block = 0;
        std::uint64_t queue = 0;
        std::uint32_t tag = 0;
        std::uint32_t stack = 0;
        range_state state{};
    };
    struct slab {
        std::uint64_t number = 0;
        std::uint64_t bytes = 0;
        std::uint64_t address = 0;
    };
    struct snapshot {
        std::uint64_t pool = 0;
        std::uint64_t time_ns = 0;
        std::vector<slab> slabs;
        std::vector<range> ranges; // slab by slab, each covered without gaps
    };

    std::string path;
    std::uint64_t start_ns = 0; // since 1970; 0: unknown
    std::uint64_t lost = 0;     // events
    std::uint32_t pid = 0;
    bool is_ring = false;
    bool is_complete = true;                                        // its end is not missing
    std::vector<std::string> strings = std::vector<std::string>(1); // from 1
    std::vector<frame> frames = std::vector<frame>(1);              // from 1
    std::vector<std::vector<std::uint32_t>> stacks = std::vector<std::vector<std::uint32_t>>(1); // from 1, of frames
    std::vector<pool> pools;
    std::vector<queue> queues;
    std::vector<tag> tags;
    std::vector<thread> threads;
    std::vector<event> events;       // ordered by time
    std::vector<snapshot> snapshots; // ordered by time

    [[nodiscard]] std::string_view text(std::uint32_t string) const { return strings.at(string); }
};

} // namespace clmem::command
