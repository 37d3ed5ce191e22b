// The chunks of a file in clmem's own format (docs/recording-format.md), and the records in one.
#pragma once

#include "formats/clmem_layout.hpp"
#include "formats/input_file.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace clmem::command {

struct chunk {
    std::uint64_t offset = 0; // of its header in the file
    std::uint32_t bytes = 0;  // of records that are there
    std::uint32_t kind = 0;
    std::uint32_t thread = 0;
    std::uint32_t number = 0;
    layout::clock_point begun{};
    bool is_cut = false; // the file ends inside it
};

struct chunk_list {
    std::uint64_t ticks_per_second = 0;
    std::uint64_t start_ticks = 0;
    std::uint64_t start_ns = 0; // since 1970
    std::uint64_t lost = 0;
    std::uint32_t pid = 0;
    bool is_ring = false;
    bool is_complete = false;  // it was closed, and nothing is missing
    std::vector<chunk> chunks; // of a kind and a thread in their order
};

// Throws failure (bad_input) if the file is not in this format.
[[nodiscard]] chunk_list list_chunks(const input_file &file);

// Converts ticks to nanoseconds since the start: straight lines between the points that the chunks give, and beyond
// the last one the speed that the header names.
class tick_clock {
  public:
    explicit tick_clock(const chunk_list &list);
    [[nodiscard]] std::uint64_t ns_at(std::uint64_t ticks) const;
    [[nodiscard]] std::uint64_t duration_ns(std::uint64_t ticks) const;

  private:
    std::uint64_t ticks_per_second_;
    std::vector<layout::clock_point> points_; // both members rise
};

// Reads the records of a chunk.
class record_reader {
  public:
    record_reader(const input_file &file, const chunk &from);

    // Starts the next record; returns false at the end. In a cut chunk a record that is not whole is the end.
    [[nodiscard]] bool next();
    [[nodiscard]] std::uint8_t op() const noexcept { return op_; }
    [[nodiscard]] std::uint64_t varint();
    // A number below the bound.
    [[nodiscard]] std::uint64_t number(std::string_view what, std::uint64_t bound = number_bound);
    [[nodiscard]] std::string_view text(std::uint64_t bytes);
    // Fails at the offset of the record.
    [[noreturn]] void fail(const std::string &message) const;

    // Thrown in a cut chunk by a record that is not whole.
    struct end_of_cut_chunk {};

  private:
    [[noreturn]] void fail_short() const;

    const input_file &file_;
    const chunk &from_;
    std::string content_;
    std::size_t position_ = 0;
    std::size_t record_ = 0;
    std::uint8_t op_ = 0;
};

} // namespace clmem::command
