// What a report says about a recording.
#pragma once

#include "reports/history.hpp"
#include "reports/stacks.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace clmem::command {

struct report_options {
    std::size_t top = 10;                      // rows of a table
    std::optional<std::uint64_t> pool;         // none: all
    bool stacks = true;                        // group by stack as well
    std::uint64_t short_lived_ns = 10'000'000; // blocks that live shorter are temporary
};

// Blocks that have a tag, a stack or a kind in common.
struct holder {
    std::string name;               // of the tag, the innermost function, the kind
    std::string key;                // the same in each recording of a program
    std::vector<std::string> chain; // of a stack: the functions, innermost first
    std::uint32_t stack = 0;        // one of those with these functions
    std::uint64_t bytes = 0;
    std::uint64_t blocks = 0;
    std::uint64_t hits = 0;
};
using holders = std::vector<holder>; // the most bytes first

struct block_group {
    std::uint64_t bytes = 0;
    std::uint64_t blocks = 0;
    std::uint64_t hits = 0;
    holders by_tag;
    holders by_stack;
};

struct fragmentation_sample {
    std::uint64_t time_ns = 0;
    free_memory memory;
};

struct size_class {
    std::uint64_t from = 0; // bytes: a power of two, or 0
    std::uint64_t blocks = 0;
    std::uint64_t bytes = 0;
    std::uint64_t hits = 0;
};

// The ranges of a name, and its marks.
struct named_range {
    std::string name;
    std::uint64_t count = 0;
    std::uint64_t ns = 0;            // in all
    std::uint64_t begin_ns = 0;      // of the first one
    std::uint64_t peak_live = 0;     // of the highest one; at a mark, what was live
    std::uint64_t peak_begin_ns = 0; // when that one began
    bool is_mark = false;
};

struct summary {
    std::string path;
    std::uint32_t pid = 0;
    std::uint64_t start_ns = 0;
    std::uint64_t events = 0;
    std::uint64_t lost = 0;
    bool is_ring = false;
    bool is_complete = true;
    history past;
    std::vector<std::string> pool_names; // in the order of past.pools: kind and devices
    block_group peak;                    // the blocks live when most bytes were
    block_group leaks;                   // live at the end
    block_group waiting;                 // freed, but not known to be complete at the end
    block_group temporaries;
    std::uint64_t short_lived_ns = 0;
    std::vector<size_class> sizes;
    std::vector<fragmentation_sample> fragmentation;
    std::vector<named_range> ranges;
    std::vector<std::vector<std::string>> shortage_chains; // of the first of past.shortages; empty without a stack
    holders outside;                                       // by kind, all of the recording
    holders outside_at_end;                                // not freed
};

// Throws failure if the recording has no such pool.
[[nodiscard]] summary summary_of(const recording &recorded, const report_options &options);

// The members of clmem_statistics that count misses, without "misses_"; then "unknown".
extern const std::array<const char *, miss_reasons + 1> miss_names;

} // namespace clmem::command
