// A file of recorded allocations; bench/traces/README.md describes the format.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace clmem::command {

struct trace {
    struct allocation {
        std::uint64_t id;     // as in the file
        std::uint64_t bytes;  // as requested
        std::size_t line;     // its line in the file, counted from 1
        std::uint32_t stream; // streams are numbered from 0 in order of appearance
    };
    struct event {
        std::uint32_t allocation; // index
        bool is_free;
        std::uint64_t time_us;
    };

    std::string path;
    std::string name; // the file's name without folder and extension
    std::vector<allocation> allocations;
    std::vector<event> events;
    std::size_t streams = 0;
    std::uint64_t last_time_us = 0; // the latest time of all events
};

// Reads a trace, compressed by gzip or not. Throws failure (bad_input), whose message starts with "FILE:LINE: ".
[[nodiscard]] trace read_trace(const std::string &path);

} // namespace clmem::command
