// What the environment variables ask the layer to do. `clmem run` sets these variables; docs/any-program.md lists them.
#pragma once

#include <cstdint>
#include <fault/spec.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace clmem::layer {

// The memory that the program may use: bytes, or a share of its device's memory. One of them is 0.
struct memory_limit {
    std::uint64_t bytes = 0;
    std::uint32_t percent = 0;
};

// "4GiB", "512M", "1000000" or "50%"; none if the text is something else.
[[nodiscard]] std::optional<memory_limit> parse_limit(std::string_view text) noexcept;

// For so many milliseconds the pools keep what the program does not need; 0: always.
inline constexpr std::uint32_t default_idle_ms = 20;
// Milliseconds, in digits alone; none if the text is something else.
[[nodiscard]] std::optional<std::uint32_t> parse_idle(std::string_view text) noexcept;

struct settings {
    bool report = false;
    std::string report_path; // empty: a table on stderr
    std::optional<memory_limit> limit;
    bool record = false;
    std::string record_path;  // empty: clmem-PID.csv
    std::uint32_t stacks = 0; // frames of each allocation's stack; with records_events() alone
    std::optional<clmem_core::fault::spec> faults;
    bool immediate = false;
    bool dedicated = false;
    bool zero = false;
    bool observe = false;
    std::optional<std::uint32_t> idle_ms; // none: default_idle_ms
    std::string page;                     // empty: the program was not started by `clmem run`

    // By clmem's recorder, into a file of its format; otherwise as rows of a trace.
    [[nodiscard]] bool records_events() const noexcept { return record && record_path.ends_with(".clmem"); }
    [[nodiscard]] bool records_trace() const noexcept { return record && !records_events(); }
};

// Calls find(name) for each variable; null means that it is not set. A wrong value is reported on stderr and ignored.
using find_variable = const char *(*)(const char *name);
[[nodiscard]] settings read_settings(find_variable find);
// Whether the variable is set to 1.
[[nodiscard]] bool flag(find_variable find, const char *name);

// The number of frames, 1 to 32, in digits alone; none if the text is something else.
inline constexpr std::uint32_t default_stacks = 16;
[[nodiscard]] std::optional<std::uint32_t> parse_stacks(std::string_view text) noexcept;

// The process's settings, read at the first call. A set-uid program has the defaults.
[[nodiscard]] const settings &current_settings();

} // namespace clmem::layer
