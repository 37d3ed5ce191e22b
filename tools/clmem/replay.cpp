#include "replay.hpp"

#include "failure.hpp"
#include "pace.hpp"
#include "replay_recording.hpp"
#include "verifier.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <memory>

namespace clmem::command {
namespace {

using clock = std::chrono::steady_clock;
using step = schedule::step;

class replayer {
  public:
    replayer(const job &work, progress &shown)
        : work_{work}, shown_{shown}, pool_{work.from.make_pool()}, handles_(work.plan.slots) {}

    [[nodiscard]] clmem_pool pool() const noexcept { return pool_.get(); }

    // Runs one pass without observers and times it as a whole: it makes only the calls that the program would make.
    clock::duration run() {
        const clock::time_point start = clock::now();
        const step *failed = work_.from.has_device() || work_.queues.by_stream() ? run_steps() : run_virtual_steps();
        const clock::duration elapsed = clock::now() - start;
        if (failed != nullptr) { fail_at(*failed); }
        return elapsed;
    }

    // Runs a pass with observers. It is not timed, since observing takes time too.
    void run_observed(verifier *checks, pace *keeper) {
        for (std::size_t i = 0; i < work_.plan.steps.size(); ++i) {
            const step &now = work_.plan.steps[i];
            if (keeper != nullptr) { keeper->await(start_us_ + work_.recorded.events[i].time_us, pool()); }
            set_time(i);
            perform(now, checks);
            if (i % 64 == 0) {
                shown_.show(work_.recorded.name, checks != nullptr ? "verifying" : "replaying", i,
                            work_.plan.steps.size());
            }
        }
    }

    // Releases the blocks that the trace leaves live, and waits for the device.
    void end_pass(verifier *checks) {
        for (const step &left : work_.plan.leftovers) {
            perform(left, checks);
        }
        if (work_.from.has_device()) { work_.queues.finish(); }
        start_us_ += work_.recorded.last_time_us; // the next pass starts where this one ends
    }

  private:
    // Both return the step that failed, or NULL.
    const step *run_virtual_steps() {
        clmem_buffer *handles = handles_.data();
        for (const step &now : work_.plan.steps) {
            clmem_buffer &handle = handles[now.slot];
            const clmem_status status = now.is_release() ? clmem_buffer_release(handle)
                                                         : clmem_pool_allocate(pool(), nullptr, now.bytes, &handle);
            if (status != CLMEM_SUCCESS) [[unlikely]] { return &now; }
        }
        return nullptr;
    }

    const step *run_steps() {
        for (std::size_t i = 0; i < work_.plan.steps.size(); ++i) {
            set_time(i);
            const step &now = work_.plan.steps[i];
            if (call(now) != CLMEM_SUCCESS) [[unlikely]] { return &now; }
        }
        return nullptr;
    }

    void set_time(std::size_t i) const {
        if (work_.from.has_device() || !work_.queues.by_stream()) { return; }
        work_.from.set_time((start_us_ + work_.recorded.events[i].time_us) * 1000);
    }

    clmem_status call(const step &now) {
        clmem_buffer &handle = handles_[now.slot];
        if (now.is_release()) { return clmem_buffer_release(handle); }
        const clmem_status status = clmem_pool_allocate(pool(), work_.queues.of(now.allocation), now.bytes, &handle);
        if (status != CLMEM_SUCCESS || handle == nullptr || !work_.from.has_device()) { return status; }
        place where;
        return work_.from.blocks().find(handle, where);
    }

    void perform(const step &now, verifier *checks) {
        clmem_buffer &handle = handles_[now.slot];
        if (now.is_release() && checks != nullptr && handle != nullptr) { checks->releasing(now.allocation, handle); }
        if (call(now) != CLMEM_SUCCESS) { fail_at(now); }
        if (!now.is_release() && checks != nullptr && handle != nullptr) { checks->allocated(now.allocation, handle); }
    }

    [[noreturn]] void fail_at(const step &now) const {
        clmem_error last = CLMEM_ERROR_INIT;
        clmem_error_last(&last);
        throw failure{exit_status::failed, fmt::format("{}: its {} failed: {}", work_.name_of(now.allocation),
                                                       now.is_release() ? "release" : "allocation", last.message)};
    }

    const job &work_;
    progress &shown_;
    owned_pool pool_;
    std::vector<clmem_buffer> handles_;
    std::uint64_t start_us_ = 0; // when the pass started
};

// The observers of a pass; a pass without observers is timed.
struct looks {
    verifier *checks = nullptr;
    pace *keeper = nullptr;
    bool record = false; // the first pass
    bool dump = false;   // after the last pass, which it does not delay

    [[nodiscard]] bool any() const noexcept { return checks != nullptr || keeper != nullptr || record; }
};

void take_figures(const clmem_statistics &now, bool is_cold, replay_result &result) {
    if (is_cold) {
        result.cold_peak_reserved_bytes = now.managed_bytes_peak;
        result.driver_allocations = now.driver_allocations;
        result.driver_frees = now.driver_releases;
    }
    result.peak_reserved_bytes = now.managed_bytes_peak;
    result.markers = now.markers;
    result.barriers = now.barriers;
    result.host_waits = now.host_waits;
    result.live_events_peak = now.live_events_peak;
    // Each marker takes three calls: enqueue, flush, release.
    result.opencl_calls =
        now.driver_allocations + now.driver_releases + now.objects_created + 3 * now.markers + now.barriers;
}

// Runs all passes through one pool. Returns the time of the best pass after the first, or of the only one.
clock::duration run_passes(const job &work, std::uint32_t repeat, const looks &look, replay_result &result,
                           progress &shown) {
    replayer player{work, shown};
    clock::duration best = clock::duration::max();
    for (std::uint32_t pass = 0; pass < repeat; ++pass) {
        const bool is_cold = pass == 0;
        clock::duration elapsed{};
        const clmem_statistics before = statistics_of(player.pool());
        std::optional<replay_recording> recording;
        if (look.record && is_cold) { recording.emplace(player.pool()); }
        if (look.checks != nullptr || look.keeper != nullptr || recording) {
            player.run_observed(look.checks, look.keeper);
        } else {
            elapsed = player.run();
        }
        const clmem_statistics after = statistics_of(player.pool());
        if (recording) { result.view = recording->page_data(work); }
        if (look.dump && pass + 1 == repeat) { result.dump = dump_of(player.pool()); }
        player.end_pass(look.checks);
        take_figures(after, is_cold, result);
        result.warm_driver_allocations = after.driver_allocations - before.driver_allocations;
        best = pass == 1 ? elapsed : std::min(best, elapsed);
    }
    if (look.keeper != nullptr && work.from.has_device()) {
        result.driver_time_share = look.keeper->driver_time_share(player.pool());
    }
    return best;
}

} // namespace

replay_result replay(const trace &recorded, const source &from, const replay_options &options, progress &shown) {
    const schedule plan = make_schedule(recorded, options.scale != 0 ? options.scale : from.default_scale(recorded));
    const queue_set queues{from, recorded, options.by_stream};
    const job work{recorded, plan, from, queues};
    replay_result result;
    result.trace = recorded.name;
    result.events = recorded.events.size();
    result.provider = from.kind();
    result.by_stream = options.by_stream;
    result.passes = options.repeat;
    result.scale = plan.scale;
    result.peak_live_bytes = plan.peak_live_bytes;

    std::unique_ptr<verifier> checks;
    if (options.verify) { checks = from.has_device() ? make_pattern_verifier(work) : make_range_verifier(work); }
    std::optional<pace> keeper;
    if (options.real_pace) { keeper.emplace(recorded.last_time_us * options.repeat); }
    const looks look{checks.get(), keeper ? &*keeper : nullptr, options.view, options.dump};
    clock::duration best = run_passes(work, options.repeat, look, result, shown);
    if (checks) {
        checks->finish();
        result.verified_blocks = checks->checked_blocks();
    }
    if (!from.has_device()) {
        result.opencl_calls = 0; // its driver calls are not OpenCL calls
    }
    if (look.any()) {
        // Passes with observers are not timed, so run the trace again without them in a new pool and take only the
        // time.
        replay_result unused;
        best = run_passes(work, options.repeat, {}, unused, shown);
    }
    result.ns_per_event =
        std::chrono::duration<double, std::nano>{best}.count() / static_cast<double>(plan.steps.size());
    if (options.compare) { result.compared = compare(work, options.repeat, shown); }
    return result;
}

} // namespace clmem::command
