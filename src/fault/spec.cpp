#include "fault/spec.hpp"

#include "base/status_name.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace clmem_core::fault {

namespace {

// A number at the beginning of the text, which loses it.
template <class Number>
std::optional<Number> take_number(std::string_view &text) noexcept {
    Number value{};
    const auto [rest, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (code != std::errc{}) { return std::nullopt; }
    text.remove_prefix(static_cast<std::size_t>(rest - text.data()));
    return value;
}

std::optional<std::uint64_t> parse_count(std::string_view text) noexcept {
    const auto value = take_number<std::uint64_t>(text);
    return value && *value != 0 && text.empty() ? value : std::nullopt;
}

std::optional<std::uint64_t> parse_time(std::string_view text) noexcept {
    constexpr std::pair<std::string_view, std::uint64_t> units[] = {
        {"ns", 1}, {"us", 1'000}, {"ms", 1'000'000}, {"s", 1'000'000'000}};
    const auto value = take_number<std::uint64_t>(text);
    for (const auto &[unit, ns] : units) {
        if (value && text == unit && *value <= std::numeric_limits<std::int64_t>::max() / ns) { return *value * ns; }
    }
    return std::nullopt;
}

// "1%" or "0.01", with at most six digits behind the point; in millionths.
std::optional<std::uint32_t> parse_share(std::string_view text) noexcept {
    constexpr std::uint64_t million = 1'000'000;
    std::uint64_t value = take_number<std::uint64_t>(text).value_or(million + 1);
    if (value > million) { return std::nullopt; }
    value *= million;
    if (text.starts_with('.')) {
        text.remove_prefix(1);
        std::uint64_t place = million;
        for (; place > 1 && !text.empty() && text.front() >= '0' && text.front() <= '9'; text.remove_prefix(1)) {
            place /= 10;
            value += place * static_cast<std::uint64_t>(text.front() - '0');
        }
    }
    if (text == "%") {
        value /= 100;
    } else if (!text.empty()) {
        return std::nullopt;
    }
    return value >= 1 && value <= million ? std::optional{static_cast<std::uint32_t>(value)} : std::nullopt;
}

// A name, or a negative number.
std::optional<std::int32_t> parse_code(std::string_view text) noexcept {
    if (const auto named = status_of_name(text)) { return *named < 0 ? std::optional{*named} : std::nullopt; }
    const auto value = take_number<std::int32_t>(text);
    return value && *value < 0 && text.empty() ? value : std::nullopt;
}

// Sets a member, and returns what was expected if the text has no such value.
template <class Member, class Parsed>
const char *set(Member &member, const Parsed &value, const char *expected) noexcept {
    if (!value) { return expected; }
    member = *value;
    return nullptr;
}

constexpr const char *count_expected = "a number from 1 on";
constexpr const char *time_expected = "a time like 5ms";
constexpr const char *bytes_expected = "a size like 64MiB";
constexpr const char *code_expected = "an error like CL_OUT_OF_RESOURCES or -5";
constexpr const char *keys_expected = "nth, from, every, share, above, beyond, after, code, late, delay or lose";

const char *set_key(rule &of, std::string_view key, std::string_view value) noexcept {
    if (key == "nth") { return set(of.nth, parse_count(value), count_expected); }
    if (key == "from") { return set(of.from, parse_count(value), count_expected); }
    if (key == "every") { return set(of.every, parse_count(value), count_expected); }
    if (key == "share") { return set(of.share_per_million, parse_share(value), "a share like 1% or 0.01"); }
    if (key == "above") { return set(of.above_bytes, parse_bytes(value), bytes_expected); }
    if (key == "beyond") { return set(of.beyond_bytes, parse_bytes(value), bytes_expected); }
    if (key == "after") { return set(of.after_ns, parse_time(value), time_expected); }
    if (key == "delay") { return set(of.delay_ns, parse_time(value), time_expected); }
    if (key == "late") { return set(of.late, parse_code(value), code_expected); }
    if (key == "code") {
        of.fails = true;
        return set(of.code, parse_code(value), code_expected);
    }
    return keys_expected;
}

std::string complaint(std::string_view where, const char *expected, std::string_view got) {
    std::string text{where};
    text.append(text.empty() ? "expected " : ": expected ").append(expected);
    return text.append(", got ").append(got.empty() ? "nothing" : got);
}

// The text up to the separator, which the rest loses as well.
std::string_view take_part(std::string_view &rest, char separator) noexcept {
    const std::size_t end = rest.find(separator);
    const std::string_view part = rest.substr(0, end);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    return part;
}

// Returns an error, or nothing.
std::string read_rule(std::string_view text, rule &out) {
    std::string_view rest = text;
    std::string_view calls = take_part(rest, ':');
    if (calls == "below") {
        out.below = true;
        calls = take_part(rest, ':');
    }
    if (calls.empty() || calls.find('=') != std::string_view::npos) {
        return complaint("", "the name of a call, all or memory", calls);
    }
    out.calls = calls;
    while (!rest.empty()) {
        std::string_view value = take_part(rest, ':');
        const std::string_view setting = value;
        const std::string_view key = take_part(value, '=');
        if (setting == "lose") {
            out.loses = true;
            out.fails = true;
        } else if (const char *const expected = set_key(out, key, value)) {
            return expected == keys_expected ? complaint(calls, expected, setting) : complaint(key, expected, value);
        }
    }
    const int chosen = (out.nth != 0) + (out.from != 0) + (out.every != 0) + (out.share_per_million != 0);
    if (chosen > 1) { return complaint(calls, "one of nth, from, every and share", text); }
    if (out.late == 0 && out.delay_ns == 0) { out.fails = true; }
    if (out.late != 0 && out.fails) { return complaint(calls, "either code or late", text); }
    return "";
}

} // namespace

std::optional<std::uint64_t> parse_bytes(std::string_view text) noexcept {
    const auto number = take_number<std::uint64_t>(text);
    if (!number) { return std::nullopt; }
    unsigned shift = 0;
    if (!text.empty() && text != "B") {
        const std::size_t at = std::string_view{"KMGT"}.find(text.front());
        if (at == std::string_view::npos || (text.size() > 1 && text.substr(1) != "iB")) { return std::nullopt; }
        shift = static_cast<unsigned>(10 * (at + 1));
    }
    if (*number > std::numeric_limits<std::uint64_t>::max() >> shift) { return std::nullopt; }
    return *number << shift;
}

// A `*` stands for as little as possible, and for more if the rest does not match otherwise; only the last one need be
// tried again.
bool matches(std::string_view pattern, std::string_view name) noexcept {
    constexpr std::size_t none = std::string_view::npos;
    std::size_t at = 0, star = none, after_star = 0;
    for (std::size_t letter = 0; letter < name.size();) {
        if (at < pattern.size() && pattern[at] == '*') {
            star = at++;
            after_star = letter;
        } else if (at < pattern.size() && pattern[at] == name[letter]) {
            ++at;
            ++letter;
        } else if (star != none) {
            at = star + 1;
            letter = ++after_star;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', at) == none;
}

bool concerns(const rule &asked, const call &which) noexcept {
    if (asked.calls == "all") { return true; }
    if (asked.calls == "memory") { return which.creates_memory; }
    return matches(asked.calls, which.name);
}

std::string unmatched(const spec &of, std::span<const call> calls) {
    for (const rule &asked : of.rules) {
        if (std::ranges::none_of(calls, [&asked](const call &which) { return concerns(asked, which); })) {
            return asked.calls;
        }
    }
    return "";
}

parsed_spec parse(std::string_view text) {
    parsed_spec result;
    if (text == "off") { return result; }
    if (text.empty()) { result.error = complaint("", "rules like clCreateBuffer:nth=3", text); }
    while (!text.empty() && result.error.empty()) {
        std::string_view part = take_part(text, ',');
        if (part.starts_with("seed=")) {
            part.remove_prefix(part.find('=') + 1);
            std::string_view digits = part;
            const auto seed = take_number<std::uint64_t>(digits);
            if (!seed || !digits.empty()) {
                result.error = complaint("seed", "a number", part);
            } else {
                result.value.seed = *seed;
            }
            continue;
        }
        result.error = read_rule(part, result.value.rules.emplace_back());
    }
    return result;
}

} // namespace clmem_core::fault
