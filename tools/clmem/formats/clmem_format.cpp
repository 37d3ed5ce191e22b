#include "formats/clmem_format.hpp"

#include "formats/clmem_reader.hpp"
#include "formats/merge.hpp"

#include <algorithm>

namespace clmem::command {
namespace {

using namespace layout;

// Calls `read` with each chunk of a kind.
template <typename Read>
void for_each_chunk(const input_file &file, const chunk_list &list, chunk_kind kind, const Read &read) {
    for (const chunk &each : list.chunks) {
        if (each.kind != kind) { continue; }
        record_reader records{file, each};
        try {
            read(records, each);
        } catch (const record_reader::end_of_cut_chunk &) {} // the records before it were read
    }
}

// Reads the events of all threads; returns where each thread's end.
std::vector<std::size_t> read_all_events(const input_file &file, const chunk_list &list,
                                         const definition_table &definitions, const tick_clock &clock,
                                         std::vector<recording::event> &events) {
    std::vector<std::size_t> ends;
    std::uint32_t last_thread = 0;
    std::uint64_t latest = 0;
    for_each_chunk(file, list, layout::events, [&](record_reader &records, const chunk &each) {
        if (ends.empty() || each.thread != last_thread) {
            ends.push_back(0);
            latest = 0;
        }
        last_thread = each.thread;
        const std::size_t before = events.size();
        const auto finish = [&] { // also in a chunk that is cut
            for (std::size_t i = before; i < events.size(); ++i) {
                latest = events[i].time_ns = std::max(latest, events[i].time_ns);
            }
            ends.back() = events.size();
        };
        try {
            read_events(records, each, definitions, clock, events);
        } catch (const record_reader::end_of_cut_chunk &) {
            finish();
            throw;
        }
        finish();
    });
    return ends;
}

// The blocks that were live when the recording of their pools began.
std::unordered_set<std::uint64_t> live_at_the_start(const recording &from) {
    std::unordered_set<std::uint64_t> live;
    std::unordered_set<std::uint64_t> seen;
    for (const recording::snapshot &each : from.snapshots) {
        if (!seen.insert(each.pool).second || from.lost != 0) { continue; }
        for (const recording::range &range : each.ranges) {
            if (range.state == range_state::live) { live.insert(range.block); }
        }
    }
    return live;
}

} // namespace

recording read_clmem(const std::string &path) {
    const input_file file{path};
    const chunk_list list = list_chunks(file);
    const tick_clock clock{list};

    recording result;
    result.path = path;
    result.start_ns = list.start_ns;
    result.lost = list.lost;
    result.pid = list.pid;
    result.is_ring = list.is_ring;
    result.is_complete = list.is_complete;

    definition_table definitions{result};
    for_each_chunk(file, list, layout::definitions,
                   [&](record_reader &records, const chunk &) { definitions.read(records); });
    snapshot_reader snapshots{definitions, clock, result};
    for_each_chunk(file, list, layout::snapshots,
                   [&](record_reader &records, const chunk &each) { snapshots.read(records, each); });
    if (snapshots.is_open()) { result.is_complete = false; }
    std::stable_sort(result.snapshots.begin(), result.snapshots.end(),
                     [](const auto &a, const auto &b) { return a.time_ns < b.time_ns; });

    const std::vector<std::size_t> ends = read_all_events(file, list, definitions, clock, result.events);
    // Processors' counters differ by less than a microsecond.
    constexpr std::uint64_t windows_per_second = 200'000;
    merge_threads(result.events, ends, live_at_the_start(result), list.ticks_per_second / windows_per_second);
    for (recording::event &each : result.events) {
        each.time_ns = clock.ns_at(each.time_ns);
    }
    return result;
}

} // namespace clmem::command
