// What faults to inject, as a text: `clmem run --fault`, and clmem_provider_create_faulty(). docs/faults.md has the
// grammar. The layer and the clmem command read such texts too.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace clmem_core::fault {

// A part of a spec: which calls it counts, which of those it chooses, and what happens to them.
struct rule {
    static constexpr std::uint64_t no_bytes = std::numeric_limits<std::uint64_t>::max();

    std::string calls;  // a name, with `*` for any text; `all`; or `memory`: whatever creates memory
    bool below = false; // between the pools and the driver, not between the program and the pools

    // It counts only calls that meet these conditions.
    std::uint64_t above_bytes = no_bytes;  // of one request
    std::uint64_t beyond_bytes = no_bytes; // live, with the request
    std::uint64_t after_ns = 0;            // since the spec has been in force

    // Of these it chooses; 0: not set. Without any of them it chooses all.
    std::uint64_t nth = 0;               // this one
    std::uint64_t from = 0;              // this one and all later ones
    std::uint64_t every = 0;             // each n-th
    std::uint32_t share_per_million = 0; // so many, at random

    bool fails = false;    // with the code
    bool loses = false;    // and so do all later calls that use a device
    std::int32_t code = 0; // an OpenCL code; 0: the default for the call
    std::int32_t late = 0; // the command's event fails with this code, when the command is complete; 0: it does not
    std::uint64_t delay_ns = 0;
};

struct spec {
    std::vector<rule> rules;
    std::uint64_t seed = 0;
};

// A call that can fail.
struct call {
    const char *name;
    bool creates_memory = false;
    bool needs_device = true; // it fails once the device is lost
    bool releases = false;    // if it fails, an object is lost
};

// Whether the rule counts this call.
[[nodiscard]] bool concerns(const rule &asked, const call &which) noexcept;
// The calls of a rule that concerns none of these; "" if there is no such rule.
[[nodiscard]] std::string unmatched(const spec &of, std::span<const call> calls);

// Reads a text, of which "off" has no rules; `error` says what is wrong with it, and is empty otherwise.
struct parsed_spec {
    spec value;
    std::string error;
};
[[nodiscard]] parsed_spec parse(std::string_view text);

// "64KiB", "1G" or "1000"; none if the text is something else.
[[nodiscard]] std::optional<std::uint64_t> parse_bytes(std::string_view text) noexcept;

// Whether the name is one of those that the pattern describes; `all` and `memory` are no patterns.
[[nodiscard]] bool matches(std::string_view pattern, std::string_view name) noexcept;

} // namespace clmem_core::fault
