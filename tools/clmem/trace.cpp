#include "trace.hpp"

#include "lines.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <fmt/format.h>
#include <limits>
#include <unordered_map>

namespace clmem::command {
namespace {

enum column { op, id, bytes, stream, time_us, columns };
constexpr std::array<std::string_view, columns> column_names = {"op", "id", "bytes", "stream", "time_us"};

// Sizes and their sum stay below this, so no figure of a replay can overflow.
constexpr std::uint64_t bytes_bound = std::uint64_t{1} << 63;
// Times stay below this (285 years), so they fit in nanoseconds.
constexpr std::uint64_t time_bound_us = std::uint64_t{1} << 53;

// A part of the file, shortened to one line for a message.
std::string quoted(std::string_view text) {
    constexpr std::size_t longest = 40;
    std::string result = "'";
    for (const char c : text.substr(0, longest)) {
        result += c >= ' ' && c <= '~' ? c : '?';
    }
    return result + (text.size() > longest ? "...'" : "'");
}

class parser {
  public:
    explicit parser(const std::string &path) : lines_{path} {}

    void read(trace &result) {
        read_header();
        for (std::string_view line; lines_.next(line);) {
            split(line);
            result.events.push_back(read_event(result));
        }
        result.streams = streams_.size();
        if (result.events.empty()) { lines_.fail("expected events, got an empty trace"); }
    }

  private:
    struct known {
        std::uint32_t allocation;
        std::size_t freed_in_line = 0; // 0: the block is live
    };

    void read_header() {
        std::string_view line;
        if (!lines_.next(line)) { lines_.fail("expected a first line, got an empty trace"); }
        const std::string expected = fmt::format("{}", fmt::join(column_names, ","));
        if (line == expected) { return; }
        const std::string enclosed = fmt::format(",{},", line);
        for (const std::string_view name : column_names) {
            if (enclosed.find(fmt::format(",{},", name)) == std::string::npos) {
                lines_.fail(
                    fmt::format("expected the column '{}', got a first line without it; write the first line '{}'",
                                name, expected));
            }
        }
        lines_.fail(fmt::format("expected the first line '{}', got {}", expected, quoted(line)));
    }

    void split(std::string_view line) {
        std::size_t count = 0;
        for (std::size_t begin = 0; begin <= line.size(); ++count) {
            const std::size_t end = std::min(line.find(',', begin), line.size());
            if (count < columns) { fields_[count] = line.substr(begin, end - begin); }
            begin = end + 1;
        }
        if (count != columns) {
            lines_.fail(fmt::format("expected {} columns, got {}: {}", std::size_t{columns}, count, quoted(line)));
        }
    }

    std::uint64_t number(column which) const {
        const std::string_view text = fields_[which];
        std::uint64_t value = 0;
        const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (code == std::errc::result_out_of_range) {
            lines_.fail(fmt::format("expected '{}' to fit in 64 bits, got {}", column_names[which], quoted(text)));
        }
        if (text.starts_with('-')) {
            lines_.fail(fmt::format("expected '{}' not to be negative, got {}", column_names[which], quoted(text)));
        }
        if (code != std::errc{} || end != text.data() + text.size()) {
            lines_.fail(fmt::format("expected '{}' to be a number, got {}", column_names[which], quoted(text)));
        }
        return value;
    }

    trace::event read_event(trace &result) {
        const bool is_free = fields_[op] == "f";
        if (!is_free && fields_[op] != "a") {
            lines_.fail(fmt::format("expected the op 'a' or 'f', got {}", quoted(fields_[op])));
        }
        const std::uint64_t which = number(id);
        const std::uint64_t size = number(bytes);
        const std::uint64_t of_stream = number(stream);
        const std::uint64_t time = number(time_us);
        if (size >= bytes_bound) { lines_.fail(fmt::format("expected a size below 2^63 bytes, got {} bytes", size)); }
        if (time >= time_bound_us) { lines_.fail(fmt::format("expected a time below 2^53 us, got {} us", time)); }
        result.last_time_us = std::max(result.last_time_us, time);
        return {is_free ? release(which, result) : allocate(which, size, of_stream, result), is_free, time};
    }

    std::uint32_t allocate(std::uint64_t which, std::uint64_t size, std::uint64_t of_stream, trace &result) {
        if (result.allocations.size() == std::numeric_limits<std::uint32_t>::max()) {
            lines_.fail("expected at most 2^32 - 1 allocations, got more");
        }
        const auto index = static_cast<std::uint32_t>(result.allocations.size());
        const auto [entry, is_new] = known_.try_emplace(which, known{index});
        if (!is_new) {
            lines_.fail(fmt::format("expected a new id, got {}, which line {} has allocated", which,
                                    result.allocations[entry->second.allocation].line));
        }
        live_bytes_ += size; // both are below 2^63
        if (live_bytes_ >= bytes_bound) { lines_.fail("expected a sum of live bytes below 2^63, got more"); }
        // There are at most as many streams as allocations.
        const auto queue = streams_.try_emplace(of_stream, static_cast<std::uint32_t>(streams_.size())).first->second;
        result.allocations.push_back({which, size, lines_.line(), queue});
        return index;
    }

    std::uint32_t release(std::uint64_t which, const trace &result) {
        const auto entry = known_.find(which);
        if (entry == known_.end()) {
            lines_.fail(fmt::format("expected the id of an allocation, got {}, which was never allocated", which));
        }
        known &block = entry->second;
        if (block.freed_in_line != 0) {
            lines_.fail(fmt::format("expected the id of a live allocation, got {}, which line {} has freed", which,
                                    block.freed_in_line));
        }
        block.freed_in_line = lines_.line();
        live_bytes_ -= result.allocations[block.allocation].bytes;
        return block.allocation;
    }

    line_reader lines_;
    std::array<std::string_view, columns> fields_;
    std::unordered_map<std::uint64_t, known> known_;
    std::unordered_map<std::uint64_t, std::uint32_t> streams_; // the index of each stream
    std::uint64_t live_bytes_ = 0;
};

std::string name_of(const std::string &path) {
    std::filesystem::path file = std::filesystem::path{path}.filename();
    if (file.extension() == ".gz") { file = file.stem(); }
    if (file.extension() == ".csv") { file = file.stem(); }
    return file.string();
}

} // namespace

trace read_trace(const std::string &path) {
    trace result;
    result.path = path;
    result.name = name_of(path);
    parser{path}.read(result);
    return result;
}

} // namespace clmem::command
