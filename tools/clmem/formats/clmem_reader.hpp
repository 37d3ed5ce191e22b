// What the records of clmem's own format mean, by the kind of their chunk.
#pragma once

#include "formats/clmem_chunks.hpp"
#include "formats/recording.hpp"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace clmem::command {

// What records of all kinds need of the definitions.
class definition_table {
  public:
    explicit definition_table(recording &result) : result_{result} {}

    void read(record_reader &records);

    // Numbers of strings and stacks. In a file whose end is missing, the definition may be missing too: 0 then.
    [[nodiscard]] std::uint32_t string(record_reader &records) const;
    [[nodiscard]] std::uint32_t stack(record_reader &records) const;
    // A number of units of a pool, in bytes.
    [[nodiscard]] std::uint64_t bytes_of_units(record_reader &records, std::uint64_t pool) const;

  private:
    [[nodiscard]] std::uint32_t defined(record_reader &records, std::string_view what, std::size_t count) const;
    void read_string(record_reader &records);
    void read_frame(record_reader &records, bool is_native);
    void read_stack(record_reader &records);
    void read_pool(record_reader &records);

    recording &result_;
    std::unordered_map<std::uint64_t, std::uint64_t> units_; // by pool
};

// Reads the events of a chunk; time_ns has ticks until they are merged.
void read_events(record_reader &records, const chunk &from, const definition_table &definitions,
                 const tick_clock &clock, std::vector<recording::event> &out_events);

// Reads snapshots, which may continue in the next chunk.
class snapshot_reader {
  public:
    snapshot_reader(const definition_table &definitions, const tick_clock &clock, recording &result)
        : definitions_{definitions}, clock_{clock}, result_{result} {}

    void read(record_reader &records, const chunk &from);
    [[nodiscard]] bool is_open() const noexcept { return is_open_; }

  private:
    void read_slab(record_reader &records);
    void read_range(record_reader &records);

    const definition_table &definitions_;
    const tick_clock &clock_;
    recording &result_;
    recording::snapshot open_;
    bool is_open_ = false;
    std::uint64_t covered_ = 0; // of the last slab
};

} // namespace clmem::command
