#include "replay_recording.hpp"

#include "failure.hpp"
#include "formats/read.hpp"
#include "view/page_data.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace clmem::command {
namespace {

std::uint64_t nanoseconds_of(std::uint64_t microseconds) {
    return std::min(microseconds, std::numeric_limits<std::uint64_t>::max() / 1000) * 1000;
}

// Each allocation and free gets the time of its step, and what the pool did in between that of the step before.
void take_times_of_trace(recording &recorded, const job &work) {
    if (work.recorded.last_time_us == 0) { return; }
    const auto &steps = work.plan.steps;
    std::size_t at = 0;
    std::uint64_t now = 0; // a trace's times may run backwards, those of a recording do not
    for (recording::event &event : recorded.events) {
        if (event.kind == event_kind::allocate || event.kind == event_kind::free) {
            // Steps of 0 bytes have no events.
            while (at < steps.size() && work.bytes_of(steps[at].allocation) == 0) {
                ++at;
            }
            if (at < steps.size()) { now = std::max(now, nanoseconds_of(work.recorded.events[at++].time_us)); }
        }
        event.time_ns = now;
    }
    for (recording::snapshot &each : recorded.snapshots) {
        each.time_ns = 0; // the pool was new
    }
}

} // namespace

replay_recording::replay_recording(clmem_pool pool)
    : folder_{exit_status::failed}, path_{folder_.file("replay.clmem")} {
    clmem_recorder_options options = CLMEM_RECORDER_OPTIONS_INIT;
    options.path = path_.c_str();
    check(clmem_recorder_create(&options, recorder_.out()));
    check(clmem_recorder_start(recorder_.get(), pool));
}

std::string replay_recording::page_data(const job &work) {
    check(clmem_recorder_release(recorder_.get()));
    static_cast<void>(recorder_.detach());
    recording recorded = read_recording(path_);
    if (recorded.lost != 0) {
        throw failure{exit_status::failed,
                      fmt::format("{}: {} events of the replay could not be recorded; set TMPDIR to "
                                  "a folder with more space, or omit --view",
                                  work.recorded.path, recorded.lost)};
    }
    take_times_of_trace(recorded, work);
    recorded.pid = 0; // of this command, not of the program
    recorded.start_ns = 0;
    return page_data_of(recorded, work.recorded.name, false);
}

} // namespace clmem::command
