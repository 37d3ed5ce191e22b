#include "report_text.hpp"

#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdio>
#include <numeric>
#include <string_view>

namespace clmem::layer {
namespace {

constexpr auto relaxed = std::memory_order_relaxed;
constexpr std::array<const char *, kinds> plural_names = {"buffers", "sub-buffers", "images", "pipes", "SVM", "USM"};
constexpr std::array<const char *, kinds> json_names = {"buffer", "sub_buffer", "image", "pipe", "svm", "usm"};

// By `passed`: what the driver created, for the report, and its name in JSON.
struct reason_names {
    const char *text;
    const char *json;
};
constexpr std::array<reason_names, passed_reasons> reasons = {{{"with content", "content"},
                                                               {"memory of the program", "host_memory"},
                                                               {"other flags or properties", "special"},
                                                               {"contexts without pools", "context"},
                                                               {"too large for pools", "large"},
                                                               {"pools had no memory", "scarce"},
                                                               {"images", "image"},
                                                               {"pipes", "pipe"}}};

[[gnu::format(printf, 2, 3)]] void append(std::string &to, const char *format, ...) {
    char line[256];
    va_list values;
    va_start(values, format);
    std::vsnprintf(line, sizeof line, format, values);
    va_end(values);
    to += line;
}

unsigned long long number(std::uint64_t value) {
    return value;
}
unsigned long long positive(std::int64_t value) {
    return static_cast<unsigned long long>(std::max<std::int64_t>(value, 0));
}

std::string bytes_text(std::uint64_t bytes) {
    constexpr std::array<const char *, 5> units = {"B", "KiB", "MiB", "GiB", "TiB"};
    std::size_t unit = 0;
    auto value = static_cast<double>(bytes);
    for (; value >= 1024 && unit + 1 < units.size(); ++unit) {
        value /= 1024;
    }
    std::string text;
    append(text, unit == 0 || value == static_cast<double>(static_cast<std::uint64_t>(value)) ? "%.0f %s" : "%.1f %s",
           value, units[unit]);
    return text;
}

std::string time_text(double nanoseconds) {
    constexpr std::array<const char *, 4> units = {"ns", "us", "ms", "s"};
    std::size_t unit = 0;
    for (; (nanoseconds >= 1000 || nanoseconds <= -1000) && unit + 1 < units.size(); ++unit) {
        nanoseconds /= 1000;
    }
    std::string text;
    append(text, "%.3g %s", nanoseconds, units[unit]);
    return text;
}

// A `timed` at one moment, or the sum of several.
struct figure {
    std::uint64_t calls = 0;
    std::uint64_t nanoseconds = 0;

    figure &operator+=(const timed &other) {
        calls += other.calls.load(relaxed);
        nanoseconds += other.nanoseconds.load(relaxed);
        return *this;
    }
    [[nodiscard]] double mean() const {
        return calls == 0 ? 0 : static_cast<double>(nanoseconds) / static_cast<double>(calls);
    }
};

// What a context did, or several contexts together.
struct figures {
    std::array<std::uint64_t, kinds> created{}, released{};
    figure pool_created, grown, pool_released, driver_created, driver_released, slabs_created, slabs_released,
        other_calls;
    std::array<std::uint64_t, 64> sizes{};

    figures &operator+=(const page_context &context) {
        const auto add = [](auto &sums, const auto &counts) {
            for (std::size_t at = 0; at < sums.size(); ++at) {
                sums[at] += counts[at].load(relaxed);
            }
        };
        add(created, context.created);
        add(released, context.released);
        add(sizes, context.sizes);
        pool_created += context.pool_created;
        grown += context.grown;
        pool_released += context.pool_released;
        driver_created += context.driver_created;
        driver_released += context.driver_released;
        slabs_created += context.slabs_created;
        slabs_released += context.slabs_released;
        other_calls += context.other_calls;
        return *this;
    }
};

bool in_use(const page_context &context) {
    return context.context.load(relaxed) != 0 ||
           std::any_of(context.created.begin(), context.created.end(), [](const counter &it) { return it != 0; });
}

std::int64_t calls_saved(const figures &sums) {
    const std::uint64_t by_pools = sums.pool_created.calls + sums.grown.calls + sums.pool_released.calls;
    const std::uint64_t own = sums.slabs_created.calls + sums.slabs_released.calls + sums.other_calls.calls;
    return static_cast<std::int64_t>(by_pools) - static_cast<std::int64_t>(own);
}

void append_calls(std::string &to, const char *what, const figure &calls) {
    append(to, "  %-27s %12llu", what, number(calls.calls));
    if (calls.calls != 0) { append(to, "  %9s each", time_text(calls.mean()).c_str()); }
    to += '\n';
}

void append_sizes(std::string &to, const figures &sums) {
    const std::uint64_t most = std::max<std::uint64_t>(1, *std::max_element(sums.sizes.begin(), sums.sizes.end()));
    to += "  sizes\n";
    for (std::size_t bits = 0; bits < sums.sizes.size(); ++bits) {
        const std::uint64_t count = sums.sizes[bits];
        if (count == 0) { continue; }
        const auto stars = static_cast<std::size_t>(1 + count * 29 / most);
        append(to, "    from %-20s %12llu  %s\n", bytes_text(std::uint64_t{1} << bits).c_str(), number(count),
               std::string(stars, '#').c_str());
    }
}

void append_process(std::string &to, const figures &sums, const memory_use &memory) {
    for (std::size_t at = 0; at < kinds; ++at) {
        if (sums.created[at] == 0 && sums.released[at] == 0) { continue; }
        append(to, "  %-27s %12llu  created, %llu released\n", plural_names[at], number(sums.created[at]),
               number(sums.released[at]));
    }
    append_calls(to, "created from pools", sums.pool_created);
    append_calls(to, "created with a new slab", sums.grown);
    append_calls(to, "released to pools", sums.pool_released);
    append_calls(to, "created by the driver", sums.driver_created);
    append_calls(to, "released by the driver", sums.driver_released);
    append_calls(to, "slabs created", sums.slabs_created);
    append_calls(to, "slabs released", sums.slabs_released);
    append_calls(to, "other driver calls", sums.other_calls);
    append(to, "  %-27s %12s\n", "live at the peak", bytes_text(memory.live.peak.load(relaxed)).c_str());
    append(to, "  %-27s %12s\n", "live or pending at the peak", bytes_text(memory.needed.peak.load(relaxed)).c_str());
    append(to, "  %-27s %12s\n", "reserved at the peak", bytes_text(memory.reserved.peak.load(relaxed)).c_str());
    append(to, "  %-27s %12s\n", "live at the end", bytes_text(positive(memory.live.now.load(relaxed))).c_str());
    append_sizes(to, sums);
}

// Why the driver created objects of the program, and their sizes.
void append_passed(std::string &to, const page_process &process) {
    const auto is_used = [](const page_passed &each) { return each.calls.load(relaxed) != 0; };
    if (std::none_of(process.passed.begin(), process.passed.end(), is_used)) { return; }
    to += "  created by the driver\n";
    for (std::size_t at = 0; at < passed_reasons; ++at) {
        const page_passed &each = process.passed[at];
        if (!is_used(each)) { continue; }
        append(to, "    %-25s %12llu  %s to %s\n", reasons[at].text, number(each.calls.load(relaxed)),
               bytes_text(each.least_plus_1.load(relaxed) - 1).c_str(), bytes_text(each.most.load(relaxed)).c_str());
    }
}

void append_json_passed(std::string &to, const page_process &process) {
    to += ", \"passed\": {";
    const char *separator = "";
    for (std::size_t at = 0; at < passed_reasons; ++at) {
        const page_passed &each = process.passed[at];
        if (each.calls.load(relaxed) == 0) { continue; }
        append(to, "%s\"%s\": {\"calls\": %llu, \"bytes\": %llu, \"least_bytes\": %llu, \"most_bytes\": %llu}",
               separator, reasons[at].json, number(each.calls.load(relaxed)), number(each.bytes.load(relaxed)),
               number(each.least_plus_1.load(relaxed) - 1), number(each.most.load(relaxed)));
        separator = ", ";
    }
    to += '}';
}

// "1", "2 (released)"; the last section is that of all contexts for which there was no other.
std::string name_of(const page_process &process, std::size_t index) {
    if (index + 1 == process.contexts.size()) { return "all others"; }
    const bool is_closed = process.contexts[index].context.load(relaxed) == page_context::closed;
    return std::to_string(index + 1) + (is_closed ? " (released)" : "");
}

void append_contexts(std::string &to, const page_process &process) {
    if (std::count_if(process.contexts.begin(), process.contexts.end(), in_use) < 2) { return; }
    append(to, "  %-14s %12s %12s %16s %18s\n", "context", "created", "calls saved", "live at the peak", "reserved");
    for (std::size_t index = 0; index < process.contexts.size(); ++index) {
        const page_context &context = process.contexts[index];
        if (!in_use(context)) { continue; }
        figures sums;
        sums += context;
        append(to, "  %-14s %12llu %12lld %16s %18s\n", name_of(process, index).c_str(),
               number(std::accumulate(sums.sizes.begin(), sums.sizes.end(), std::uint64_t{0})),
               static_cast<long long>(calls_saved(sums)), bytes_text(context.memory.live.peak.load(relaxed)).c_str(),
               bytes_text(context.memory.reserved.peak.load(relaxed)).c_str());
    }
}

figures sum_of(const page_process &process) {
    figures sums;
    for (const page_context &context : process.contexts) {
        sums += context;
    }
    return sums;
}

void append_json_figure(std::string &to, const char *name, const figure &calls) {
    append(to, ", \"%s\": {\"calls\": %llu, \"ns\": %llu}", name, number(calls.calls), number(calls.nanoseconds));
}

void append_json_kinds(std::string &to, const char *name, const std::array<std::uint64_t, kinds> &counts) {
    append(to, "\"%s\": {", name);
    for (std::size_t at = 0; at < kinds; ++at) {
        append(to, "%s\"%s\": %llu", at == 0 ? "" : ", ", json_names[at], number(counts[at]));
    }
    to += '}';
}

// The members that a process and each of its contexts have.
void append_json_members(std::string &to, const figures &sums, const memory_use &memory) {
    append(to, "\"calls_saved\": %lld, ", static_cast<long long>(calls_saved(sums)));
    append_json_kinds(to, "created", sums.created);
    to += ", ";
    append_json_kinds(to, "released", sums.released);
    append_json_figure(to, "pool_created", sums.pool_created);
    append_json_figure(to, "grown", sums.grown);
    append_json_figure(to, "pool_released", sums.pool_released);
    append_json_figure(to, "driver_created", sums.driver_created);
    append_json_figure(to, "driver_released", sums.driver_released);
    append_json_figure(to, "slabs_created", sums.slabs_created);
    append_json_figure(to, "slabs_released", sums.slabs_released);
    append_json_figure(to, "other_calls", sums.other_calls);
    append(to, ", \"live_bytes\": %llu, \"peak_live_bytes\": %llu", positive(memory.live.now.load(relaxed)),
           number(memory.live.peak.load(relaxed)));
    append(to, ", \"peak_needed_bytes\": %llu", number(memory.needed.peak.load(relaxed)));
    append(to, ", \"reserved_bytes\": %llu, \"peak_reserved_bytes\": %llu, \"sizes\": [",
           positive(memory.reserved.now.load(relaxed)), number(memory.reserved.peak.load(relaxed)));
    const char *separator = "";
    for (std::size_t bits = 0; bits < sums.sizes.size(); ++bits) {
        if (sums.sizes[bits] == 0) { continue; }
        append(to, "%s{\"from\": %llu, \"count\": %llu}", separator, number(std::uint64_t{1} << bits),
               number(sums.sizes[bits]));
        separator = ", ";
    }
    to += ']';
}

// The limit in force; one without bytes and percent if there is none.
memory_limit limit_of(const page_process &process) {
    return {process.limit_bytes.load(relaxed), static_cast<std::uint32_t>(process.limit_percent.load(relaxed))};
}

bool is_limited(const page_process &process) {
    const memory_limit limit = limit_of(process);
    return limit.bytes != 0 || limit.percent != 0;
}

void append_limit(std::string &to, const page_process &process) {
    append(to, "  %-27s %12s\n", "limit of each device", limit_text(limit_of(process)).c_str());
    append(to, "  %-27s %12llu\n", "refused by the limit", number(process.refused.load(relaxed)));
}

void append_json_limit(std::string &to, const page_process &process) {
    const memory_limit limit = limit_of(process);
    append(to, ", \"limit\": {\"%s\": %llu, \"refused\": %llu}", limit.percent != 0 ? "percent" : "bytes",
           number(limit.percent != 0 ? limit.percent : limit.bytes), number(process.refused.load(relaxed)));
}

template <std::size_t Size>
std::string readable(const std::array<std::atomic<char>, Size> &text) {
    std::string name;
    for (const auto &letter : text) {
        const char read = letter.load(relaxed);
        if (read == '\0') { break; }
        // Texts are for people: what JSON or a terminal could misread is replaced.
        name += read < ' ' || read == '"' || read == '\\' || read == '\x7f' ? '?' : read;
    }
    return name;
}

} // namespace

std::int64_t calls_saved(const page_process &process) {
    return calls_saved(sum_of(process));
}

std::string limit_text(const memory_limit &limit) {
    return limit.percent != 0 ? std::to_string(limit.percent) + '%' : bytes_text(limit.bytes);
}

std::string report_text(const page_process &process, const std::string &ending) {
    std::string text;
    append(text, "clmem %s: process %llu (%s): %s\n", readable(process.version).c_str(),
           number(process.pid.load(relaxed)), readable(process.name).c_str(), ending.c_str());
    if (is_limited(process)) { append_limit(text, process); }
    if (std::none_of(process.contexts.begin(), process.contexts.end(), in_use)) {
        return text + "no memory object was created\n";
    }
    const figures sums = sum_of(process);
    append_process(text, sums, process.memory);
    append_passed(text, process);
    append_contexts(text, process);
    append(text, "saved %lld driver calls\n", static_cast<long long>(calls_saved(sums)));
    return text;
}

std::string report_json(const page_process &process, const std::string &ending) {
    std::string text;
    append(text, "{\"pid\": %llu, \"parent\": %llu, \"program\": \"%s\", \"version\": \"%s\", \"ending\": \"%s\", ",
           number(process.pid.load(relaxed)), number(process.parent.load(relaxed)), readable(process.name).c_str(),
           readable(process.version).c_str(), ending.c_str());
    append_json_members(text, sum_of(process), process.memory);
    if (is_limited(process)) { append_json_limit(text, process); }
    append_json_passed(text, process);
    text += ", \"contexts\": [";
    const char *separator = "";
    for (std::size_t index = 0; index < process.contexts.size(); ++index) {
        const page_context &context = process.contexts[index];
        if (!in_use(context)) { continue; }
        append(text, "%s{\"name\": \"%s\", ", separator, name_of(process, index).c_str());
        figures sums;
        append_json_members(text, sums += context, context.memory);
        text += '}';
        separator = ", ";
    }
    return text + "]}";
}

std::string report_file(std::span<const std::string> processes) {
    std::string text = "{\"processes\": [";
    for (std::size_t at = 0; at < processes.size(); ++at) {
        text += (at == 0 ? "\n" : ",\n") + processes[at];
    }
    return text + "\n]}\n";
}

std::string path_of_process(const std::string &path, std::uint64_t pid) {
    for (const std::string_view extension : {".csv.gz", ".csv", ".json", ".clmem"}) {
        if (path.ends_with(extension)) {
            return path.substr(0, path.size() - extension.size()) + '-' + std::to_string(pid) + std::string{extension};
        }
    }
    return path + '-' + std::to_string(pid);
}

bool write_file(const std::string &path, const std::string &content) {
    std::FILE *const file = std::fopen(path.c_str(), "we");
    if (file == nullptr) { return false; }
    const bool written = std::fwrite(content.data(), 1, content.size(), file) == content.size();
    return std::fclose(file) == 0 && written;
}

} // namespace clmem::layer
