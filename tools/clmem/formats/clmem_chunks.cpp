#include "formats/clmem_chunks.hpp"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <tuple>

namespace clmem::command {
namespace {

using namespace layout;

std::uint64_t little_endian(std::string_view bytes) {
    std::uint64_t value = 0;
    for (std::size_t i = bytes.size(); i-- > 0;) {
        value = value << 8 | static_cast<unsigned char>(bytes[i]);
    }
    return value;
}

std::uint32_t word(std::string_view bytes, std::size_t at) {
    return static_cast<std::uint32_t>(little_endian(bytes.substr(at, 4)));
}

std::uint64_t long_word(std::string_view bytes, std::size_t at) {
    return little_endian(bytes.substr(at, 8));
}

// Returns the size of the file's chunks.
std::uint32_t read_header(const input_file &file, chunk_list &result) {
    const std::string header = file.read(0, used_header_bytes);
    const std::string &path = file.path();
    if (!header.starts_with(magic)) { fail_at(path, 0, fmt::format("expected '{}', got another format", magic)); }
    if (header.size() < used_header_bytes) {
        fail_at(path, header.size(),
                fmt::format("expected a header of {} bytes, got {} bytes", used_header_bytes, header.size()));
    }
    const std::uint32_t of_file = word(header, 8), chunk_bytes = word(header, 12), flags = word(header, 52);
    if (of_file != version) {
        fail_at(path, 8, fmt::format("expected version {}, got {}; use the clmem that wrote it", version, of_file));
    }
    if (chunk_bytes < least_chunk_bytes || chunk_bytes > most_chunk_bytes || chunk_bytes % least_chunk_bytes != 0) {
        fail_at(path, 12,
                fmt::format("expected chunks of a multiple of {} bytes, at most {}, got {}", least_chunk_bytes,
                            most_chunk_bytes, chunk_bytes));
    }
    result.ticks_per_second = long_word(header, 16);
    if (result.ticks_per_second == 0) { fail_at(path, 16, "expected the ticks per second, got 0"); }
    result.start_ticks = long_word(header, 24);
    result.start_ns = long_word(header, 32);
    result.lost = long_word(header, 40);
    result.pid = word(header, 48);
    result.is_ring = (flags & from_a_ring) != 0;
    result.is_complete = (flags & was_released) != 0 && file.bytes() >= header_bytes;
    return chunk_bytes;
}

} // namespace

chunk_list list_chunks(const input_file &file) {
    chunk_list result;
    const std::uint32_t chunk_bytes = read_header(file, result);
    for (std::uint64_t offset = header_bytes; offset < file.bytes(); offset += chunk_bytes) {
        const std::string header = file.read(offset, chunk_header_bytes);
        if (header.size() < chunk_header_bytes) { // the end of it is missing
            result.is_complete = false;
            break;
        }
        chunk next{offset,          word(header, 0),  word(header, 4),
                   word(header, 8), word(header, 12), {long_word(header, 16), long_word(header, 24)}};
        if (next.kind == unused || next.bytes == 0) { continue; }
        if (next.kind > snapshots) {
            fail_at(file.path(), offset + 4, fmt::format("expected a chunk's kind, 0 to 3, got {}", next.kind));
        }
        if (next.bytes > chunk_bytes - chunk_header_bytes) {
            fail_at(file.path(), offset,
                    fmt::format("expected at most {} bytes of records, got {}", chunk_bytes - chunk_header_bytes,
                                next.bytes));
        }
        if (next.begun.ns >= number_bound) {
            fail_at(file.path(), offset + 24, fmt::format("expected a time below 2^63 ns, got {}", next.begun.ns));
        }
        const std::uint64_t there = file.bytes() - offset - chunk_header_bytes;
        if (next.bytes > there) {
            next.bytes = static_cast<std::uint32_t>(there);
            next.is_cut = true;
            result.is_complete = false;
        }
        result.chunks.push_back(next);
    }
    std::stable_sort(result.chunks.begin(), result.chunks.end(), [](const chunk &a, const chunk &b) {
        return std::tie(a.kind, a.thread, a.number) < std::tie(b.kind, b.thread, b.number);
    });
    return result;
}

tick_clock::tick_clock(const chunk_list &list) : ticks_per_second_{list.ticks_per_second} {
    std::vector<clock_point> all{{list.start_ticks, 0}};
    for (const chunk &each : list.chunks) {
        all.push_back(each.begun);
    }
    std::stable_sort(all.begin() + 1, all.end(),
                     [](const clock_point &a, const clock_point &b) { return a.ticks < b.ticks; });
    for (const clock_point &point : all) {
        const bool rises = points_.empty() || (point.ticks > points_.back().ticks && point.ns >= points_.back().ns);
        if (rises) { points_.push_back(point); }
    }
}

std::uint64_t tick_clock::ns_at(std::uint64_t ticks) const {
    const auto after =
        std::upper_bound(points_.begin(), points_.end(), ticks,
                         [](std::uint64_t value, const clock_point &point) { return value < point.ticks; });
    if (after == points_.begin()) { return 0; }
    const clock_point &from = *(after - 1);
    const std::uint64_t passed = ticks - from.ticks;
    const std::uint64_t since = after == points_.end()
                                    ? duration_ns(passed)
                                    : proportion(passed, after->ns - from.ns, after->ticks - from.ticks, number_bound);
    return std::min(time_bound_ns - 1, from.ns + since);
}

std::uint64_t tick_clock::duration_ns(std::uint64_t ticks) const {
    constexpr std::uint64_t ns_per_second = 1'000'000'000;
    return proportion(ticks, ns_per_second, ticks_per_second_, number_bound - 1);
}

record_reader::record_reader(const input_file &file, const chunk &from)
    : file_{file}, from_{from}, content_{file.read(from.offset + chunk_header_bytes, from.bytes)} {}

bool record_reader::next() {
    record_ = position_;
    if (position_ == content_.size()) { return false; }
    op_ = static_cast<std::uint8_t>(content_[position_++]);
    return true;
}

void record_reader::fail(const std::string &message) const {
    fail_at(file_.path(), from_.offset + chunk_header_bytes + record_, message);
}

void record_reader::fail_short() const {
    if (from_.is_cut) { throw end_of_cut_chunk{}; }
    fail("expected a whole record, got the end of the chunk");
}

std::uint64_t record_reader::varint() {
    if (position_ == content_.size()) { fail_short(); }
    const auto first = static_cast<unsigned char>(content_[position_]);
    if (first == 0) {
        ++position_;
        return little_endian(text(8));
    }
    const auto bytes = static_cast<unsigned>(std::countr_zero(first)) + 1;
    return little_endian(text(bytes)) >> bytes;
}

std::uint64_t record_reader::number(std::string_view what, std::uint64_t bound) {
    const std::uint64_t value = varint();
    if (value >= bound) { fail(fmt::format("expected {} below {}, got {}", what, bound, value)); }
    return value;
}

std::string_view record_reader::text(std::uint64_t bytes) {
    if (bytes > content_.size() - position_) { fail_short(); }
    const std::string_view result{content_.data() + position_, static_cast<std::size_t>(bytes)};
    position_ += result.size();
    return result;
}

} // namespace clmem::command
