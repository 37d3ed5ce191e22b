// Replays a trace through a pool, pass by pass, and collects statistics.
#pragma once

#include "compare.hpp"
#include "progress.hpp"
#include "schedule.hpp"
#include "source.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace clmem::command {

struct replay_options {
    std::uint64_t scale = 0; // 0: the source's default
    std::uint32_t repeat = 1;
    bool verify = false;
    bool compare = false;
    bool by_stream = false; // one queue per stream
    bool real_pace = false; // no event earlier than recorded
    bool dump = false;      // describe the pool at the end of the last pass
    bool view = false;      // record the first pass for a page
};

struct replay_result {
    std::string trace;
    std::size_t events = 0;
    std::string provider;
    bool by_stream = false;
    std::uint32_t passes = 1;
    std::uint64_t scale = 1;
    std::uint64_t peak_live_bytes = 0;
    std::uint64_t peak_reserved_bytes = 0;      // over all passes
    std::uint64_t cold_peak_reserved_bytes = 0; // of the first pass
    std::uint64_t driver_allocations = 0;       // of the first pass
    std::uint64_t driver_frees = 0;
    std::uint64_t warm_driver_allocations = 0; // of the last pass
    std::uint64_t opencl_calls = 0;            // for slabs, sub-buffers and the queues' order, over all passes
    std::uint64_t markers = 0;                 // over all passes, like those below
    std::uint64_t barriers = 0;
    std::uint64_t host_waits = 0;
    std::uint32_t live_events_peak = 0;
    std::optional<double> driver_time_share; // after the first fifth, with real pace
    double ns_per_event = 0;                 // of the best pass after the first, or the only one
    std::uint64_t verified_blocks = 0;
    std::optional<comparison> compared;
    std::string dump; // JSON text
    std::string view; // of the first pass, by page_data_of()

    // NaN if nothing was ever live.
    [[nodiscard]] double ratio() const noexcept { return ratio_of(peak_reserved_bytes); }
    [[nodiscard]] double cold_ratio() const noexcept { return ratio_of(cold_peak_reserved_bytes); }
    [[nodiscard]] double driver_calls_per_1000_events() const noexcept {
        return 1000 * static_cast<double>(driver_allocations + driver_frees) / static_cast<double>(events);
    }

    // Converts a count over all passes.
    [[nodiscard]] double per_1000_events(std::uint64_t number) const noexcept {
        return 1000 * static_cast<double>(number) / (static_cast<double>(events) * passes);
    }

  private:
    [[nodiscard]] double ratio_of(std::uint64_t reserved_bytes) const noexcept {
        return static_cast<double>(reserved_bytes) / static_cast<double>(peak_live_bytes);
    }
};

[[nodiscard]] replay_result replay(const trace &recorded, const source &from, const replay_options &options,
                                   progress &shown);

} // namespace clmem::command
