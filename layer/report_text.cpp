#include "report_text.hpp"

#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdio>
#include <string_view>

namespace clmem::layer {
namespace {

constexpr auto relaxed = std::memory_order_relaxed;
constexpr std::array<const char *, kinds> plural_names = {"buffers", "sub-buffers", "images", "pipes", "SVM", "USM"};
constexpr std::array<const char *, kinds> json_names = {"buffer", "sub_buffer", "image", "pipe", "svm", "usm"};

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

struct figure {
    std::uint64_t calls = 0;
    double nanoseconds = 0;

    figure &operator+=(const timed &other) {
        calls += other.calls.load(relaxed);
        nanoseconds += static_cast<double>(other.nanoseconds.load(relaxed));
        return *this;
    }
    [[nodiscard]] double mean() const { return calls == 0 ? 0 : nanoseconds / static_cast<double>(calls); }
};

bool in_use(const page_context &context) {
    return context.context.load(relaxed) != 0 ||
           std::any_of(context.created.begin(), context.created.end(), [](const counter &it) { return it != 0; });
}

void append_calls(std::string &to, const char *what, const timed &calls) {
    figure read;
    read += calls;
    append(to, "  %-27s %12llu", what, number(read.calls));
    if (read.calls != 0) { append(to, "  %9s each", time_text(read.mean()).c_str()); }
    to += '\n';
}

void append_sizes(std::string &to, const page_context &context) {
    std::uint64_t most = 1;
    for (const counter &count : context.sizes) {
        most = std::max(most, count.load(relaxed));
    }
    to += "  sizes\n";
    for (std::size_t bits = 0; bits < context.sizes.size(); ++bits) {
        const std::uint64_t count = context.sizes[bits].load(relaxed);
        if (count == 0) { continue; }
        const auto stars = static_cast<std::size_t>(1 + count * 29 / most);
        append(to, "    from %-20s %12llu  %s\n", bytes_text(std::uint64_t{1} << bits).c_str(), number(count),
               std::string(stars, '#').c_str());
    }
}

void append_context(std::string &to, std::size_t index, const page_context &context) {
    append(to, "context %zu%s\n", index + 1, context.context == page_context::closed ? " (released)" : "");
    for (std::size_t at = 0; at < kinds; ++at) {
        const std::uint64_t created = context.created[at].load(relaxed);
        if (created == 0) { continue; }
        append(to, "  %-27s %12llu  created, %llu released\n", plural_names[at], number(created),
               number(context.released[at].load(relaxed)));
    }
    append_calls(to, "created without the driver", context.pool_created);
    append_calls(to, "released without the driver", context.pool_released);
    append_calls(to, "pools grown", context.grown);
    append_calls(to, "created by the driver", context.driver_created);
    append_calls(to, "released by the driver", context.driver_released);
    append_calls(to, "other driver calls", context.driver_others);
    append(to, "  %-27s %12s\n", "live at the peak", bytes_text(context.peak_live_bytes.load(relaxed)).c_str());
    append(to, "  %-27s %12s\n", "reserved at the peak", bytes_text(context.peak_reserved_bytes.load(relaxed)).c_str());
    append(to, "  %-27s %12s\n", "live at the end", bytes_text(positive(context.live_bytes.load(relaxed))).c_str());
    append_sizes(to, context);
}

void append_json_timed(std::string &to, const char *name, const timed &calls) {
    append(to, ", \"%s\": {\"calls\": %llu, \"ns\": %llu}", name, number(calls.calls.load(relaxed)),
           number(calls.nanoseconds.load(relaxed)));
}

void append_json_kinds(std::string &to, const char *name, const std::array<counter, kinds> &counts) {
    append(to, "\"%s\": {", name);
    for (std::size_t at = 0; at < kinds; ++at) {
        append(to, "%s\"%s\": %llu", at == 0 ? "" : ", ", json_names[at], number(counts[at].load(relaxed)));
    }
    to += '}';
}

void append_json_context(std::string &to, const page_context &context) {
    to += '{';
    append_json_kinds(to, "created", context.created);
    to += ", ";
    append_json_kinds(to, "released", context.released);
    append_json_timed(to, "pool_created", context.pool_created);
    append_json_timed(to, "pool_released", context.pool_released);
    append_json_timed(to, "grown", context.grown);
    append_json_timed(to, "driver_created", context.driver_created);
    append_json_timed(to, "driver_released", context.driver_released);
    append_json_timed(to, "driver_others", context.driver_others);
    append(to, ", \"live_bytes\": %llu, \"peak_live_bytes\": %llu", positive(context.live_bytes.load(relaxed)),
           number(context.peak_live_bytes.load(relaxed)));
    append(to, ", \"reserved_bytes\": %llu, \"peak_reserved_bytes\": %llu, \"sizes\": [",
           positive(context.reserved_bytes.load(relaxed)), number(context.peak_reserved_bytes.load(relaxed)));
    const char *separator = "";
    for (std::size_t bits = 0; bits < context.sizes.size(); ++bits) {
        const std::uint64_t count = context.sizes[bits].load(relaxed);
        if (count == 0) { continue; }
        append(to, "%s{\"from\": %llu, \"count\": %llu}", separator, number(std::uint64_t{1} << bits), number(count));
        separator = ", ";
    }
    to += "]}";
}

std::string name_of(const page_process &process) {
    std::string name;
    for (const auto &letter : process.name) {
        const char read = letter.load(relaxed);
        if (read == '\0') { break; }
        // Names are for people: what JSON or a terminal could misread is replaced.
        name += read < ' ' || read == '"' || read == '\\' || read == '\x7f' ? '?' : read;
    }
    return name;
}

} // namespace

saving saving_of(const page_process &process) {
    figure pool_created, pool_released, driver_created, driver_released;
    for (const page_context &context : process.contexts) {
        pool_created += context.pool_created;
        pool_released += context.pool_released;
        driver_created += context.driver_created;
        driver_released += context.driver_released;
    }
    const auto saved = [](const figure &pool, const figure &driver) {
        return driver.calls == 0 ? 0 : static_cast<double>(pool.calls) * driver.mean() - pool.nanoseconds;
    };
    return {pool_created.calls + pool_released.calls,
            static_cast<std::int64_t>(saved(pool_created, driver_created) + saved(pool_released, driver_released))};
}

std::string report_text(const page_process &process, const std::string &ending) {
    std::string text;
    append(text, "clmem: process %llu (%s): %s\n", number(process.pid.load(relaxed)), name_of(process).c_str(),
           ending.c_str());
    bool any = false;
    for (std::size_t index = 0; index < process.contexts.size(); ++index) {
        if (!in_use(process.contexts[index])) { continue; }
        append_context(text, index, process.contexts[index]);
        any = true;
    }
    if (!any) { return text + "no memory object was created\n"; }
    const saving saved = saving_of(process);
    append(text, "saved %llu driver calls", number(saved.calls));
    if (saved.nanoseconds != 0) {
        append(text, ", and %s at the driver's average times above",
               time_text(static_cast<double>(saved.nanoseconds)).c_str());
    }
    return text + '\n';
}

std::string report_json(const page_process &process, const std::string &ending) {
    const saving saved = saving_of(process);
    std::string text;
    append(text, "{\"pid\": %llu, \"parent\": %llu, \"program\": \"%s\", \"ending\": \"%s\"",
           number(process.pid.load(relaxed)), number(process.parent.load(relaxed)), name_of(process).c_str(),
           ending.c_str());
    append(text, ", \"calls_saved\": %llu, \"ns_saved\": %lld, \"contexts\": [", number(saved.calls),
           static_cast<long long>(saved.nanoseconds));
    const char *separator = "";
    for (const page_context &context : process.contexts) {
        if (!in_use(context)) { continue; }
        text += separator;
        append_json_context(text, context);
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
    for (const std::string_view extension : {".csv.gz", ".csv", ".json"}) {
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
