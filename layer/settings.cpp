#include "settings.hpp"

#include "fault_calls.hpp"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace clmem::layer {
namespace {

void refuse(const char *name, const char *expected, const char *found) {
    std::fprintf(stderr, "clmem: %s: expected %s, got '%s'; it is ignored\n", name, expected, found);
}

// "1" asks for the default file, other text names one.
bool file(find_variable find, const char *name, std::string &path) {
    const char *const value = find(name);
    if (value == nullptr || *value == '\0' || std::string_view{value} == "0") { return false; }
    if (std::string_view{value} != "1") { path = value; }
    return true;
}

} // namespace

std::optional<memory_limit> parse_limit(std::string_view text) noexcept {
    if (!text.ends_with('%')) {
        const std::optional<std::uint64_t> bytes = clmem_core::fault::parse_bytes(text);
        return bytes && *bytes != 0 ? std::optional{memory_limit{*bytes, 0}} : std::nullopt;
    }
    text.remove_suffix(1);
    const std::optional<std::uint32_t> percent = parse_idle(text);
    if (!percent || *percent == 0 || *percent > 100) { return std::nullopt; }
    return memory_limit{0, *percent};
}

std::optional<std::uint32_t> parse_idle(std::string_view text) noexcept {
    std::uint32_t number = 0;
    const auto [rest, code] = std::from_chars(text.data(), text.data() + text.size(), number);
    return code == std::errc{} && rest == text.data() + text.size() ? std::optional{number} : std::nullopt;
}

std::optional<std::uint32_t> parse_stacks(std::string_view text) noexcept {
    constexpr std::uint32_t most = 32;
    const std::optional<std::uint32_t> frames = parse_idle(text);
    return frames && *frames != 0 && *frames <= most ? frames : std::nullopt;
}

bool flag(find_variable find, const char *name) {
    const char *const value = find(name);
    if (value == nullptr || *value == '\0' || std::string_view{value} == "0") { return false; }
    if (std::string_view{value} == "1") { return true; }
    refuse(name, "1 or 0", value);
    return false;
}

settings read_settings(find_variable find) {
    settings result;
    result.report = file(find, "CLMEM_RUN_REPORT", result.report_path);
    result.record = file(find, "CLMEM_RUN_RECORD", result.record_path);
    result.immediate = flag(find, "CLMEM_RUN_IMMEDIATE");
    result.dedicated = flag(find, "CLMEM_RUN_DEDICATED");
    result.zero = flag(find, "CLMEM_RUN_ZERO");
    result.observe = flag(find, "CLMEM_RUN_OBSERVE");
    if (const char *const value = find("CLMEM_RUN_LIMIT"); value != nullptr && *value != '\0') {
        result.limit = parse_limit(value);
        if (!result.limit) { refuse("CLMEM_RUN_LIMIT", "a size like 4GiB, or a share like 50%", value); }
    }
    if (const char *const value = find("CLMEM_RUN_IDLE"); value != nullptr && *value != '\0') {
        result.idle_ms = parse_idle(value);
        if (!result.idle_ms) { refuse("CLMEM_RUN_IDLE", "a time in milliseconds, or 0", value); }
    }
    if (const char *const value = find("CLMEM_RUN_STACKS"); value != nullptr && *value != '\0') {
        const auto frames = parse_stacks(value);
        if (!frames) { refuse("CLMEM_RUN_STACKS", "a number of frames from 1 to 32", value); }
        result.stacks = frames.value_or(0);
    }
    if (const char *const value = find("CLMEM_RUN_FAULTS"); value != nullptr && *value != '\0') {
        auto read = parse_faults(value);
        if (read.error.empty()) {
            result.faults = std::move(read.value);
        } else {
            std::fprintf(stderr, "clmem: CLMEM_RUN_FAULTS: %s; it is ignored\n", read.error.c_str());
        }
    }
    if (const char *const value = find("CLMEM_RUN_PAGE"); value != nullptr) { result.page = value; }
    return result;
}

const settings &current_settings() {
    // Never destroyed: the program may call OpenCL while it exits.
    static const settings &read =
        *new settings{read_settings([](const char *name) -> const char * { return ::secure_getenv(name); })};
    return read;
}

} // namespace clmem::layer
