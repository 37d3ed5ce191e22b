#include "replay.hpp"

#include "failure.hpp"
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
    replayer(const trace &recorded, const schedule &plan, const source &from, progress &shown)
        : trace_{recorded}, plan_{plan}, from_{from}, shown_{shown}, pool_{from.make_pool()}, handles_(plan.slots) {}

    [[nodiscard]] clmem_statistics statistics() const { return statistics_of(pool_.get()); }

    // The bare pass, timed as a whole: nothing but the calls that the program would make.
    clock::duration run() {
        const clock::time_point start = clock::now();
        const step *failed = from_.has_device() ? run_steps<true>() : run_steps<false>();
        const clock::duration elapsed = clock::now() - start;
        if (failed != nullptr) { fail_at(*failed); }
        return elapsed;
    }

    // A pass with somebody looking on, which is not timed: it would be the time of the looking.
    void run_observed(verifier *checks, std::vector<replay_result::sample> *samples) {
        std::uint64_t live_bytes = 0;
        for (std::size_t i = 0; i < plan_.steps.size(); ++i) {
            const step &now = plan_.steps[i];
            run_step(now, checks);
            if (samples != nullptr) {
                const std::uint64_t bytes = scaled(trace_.allocations[now.allocation].bytes, plan_.scale);
                live_bytes = now.is_release() ? live_bytes - bytes : live_bytes + bytes;
                samples->push_back({trace_.events[i].time_us, live_bytes, statistics().managed_bytes});
            }
            if (i % 64 == 0) {
                shown_.show(trace_.name, checks != nullptr ? "verifying" : "replaying", i, plan_.steps.size());
            }
        }
    }

    // Frees what the trace leaves live, and waits for the device.
    void end_pass(verifier *checks) {
        for (const step &left : plan_.leftovers) {
            run_step(left, checks);
        }
        if (from_.has_device()) { check(clmem_queue_finish(from_.queue())); }
    }

  private:
    // Returns the step that failed, or NULL.
    template <bool with_objects>
    const step *run_steps() {
        clmem_pool pool = pool_.get();
        clmem_buffer *handles = handles_.data();
        for (const step &now : plan_.steps) {
            clmem_buffer &handle = handles[now.slot];
            clmem_status status = now.is_release() ? clmem_buffer_release(handle)
                                                   : clmem_pool_allocate(pool, nullptr, now.bytes, &handle);
            if constexpr (with_objects) {
                if (status == CLMEM_SUCCESS && !now.is_release() && handle != nullptr) {
                    cl_mem mem = nullptr;
                    status = clmem_buffer_mem(handle, &mem);
                }
            }
            if (status != CLMEM_SUCCESS) [[unlikely]] { return &now; }
        }
        return nullptr;
    }

    void run_step(const step &now, verifier *checks) {
        clmem_buffer &handle = handles_[now.slot];
        if (now.is_release() && checks != nullptr && handle != nullptr) { checks->releasing(now.allocation, handle); }
        clmem_status status = now.is_release() ? clmem_buffer_release(handle)
                                               : clmem_pool_allocate(pool_.get(), nullptr, now.bytes, &handle);
        if (status == CLMEM_SUCCESS && !now.is_release() && handle != nullptr && from_.has_device()) {
            cl_mem mem = nullptr;
            status = clmem_buffer_mem(handle, &mem);
        }
        if (status != CLMEM_SUCCESS) { fail_at(now); }
        if (!now.is_release() && checks != nullptr && handle != nullptr) { checks->allocated(now.allocation, handle); }
    }

    [[noreturn]] void fail_at(const step &now) const {
        clmem_error last = CLMEM_ERROR_INIT;
        clmem_error_last(&last);
        throw failure{exit_status::failed,
                      fmt::format("{}: its {} failed: {}", block_name(trace_, plan_, now.allocation),
                                  now.is_release() ? "release" : "allocation", last.message)};
    }

    const trace &trace_;
    const schedule &plan_;
    const source &from_;
    progress &shown_;
    owned_pool pool_;
    std::vector<clmem_buffer> handles_;
};

// All passes through one pool. Returns the time of the best one after the first, or of the only one.
clock::duration run_passes(replayer player, const replay_options &options, verifier *checks, replay_result &result) {
    clock::duration best = clock::duration::max();
    for (std::uint32_t pass = 0; pass < options.repeat; ++pass) {
        const bool is_cold = pass == 0;
        std::vector<replay_result::sample> *samples = options.sample && is_cold ? &result.samples : nullptr;
        clock::duration elapsed{};
        const clmem_statistics before = player.statistics();
        if (checks != nullptr || samples != nullptr) {
            player.run_observed(checks, samples);
        } else {
            elapsed = player.run();
        }
        const clmem_statistics after = player.statistics();
        player.end_pass(checks);

        if (is_cold) {
            result.cold_peak_reserved_bytes = after.managed_bytes_peak;
            result.driver_allocations = after.driver_allocations;
            result.driver_frees = after.driver_releases;
        }
        result.peak_reserved_bytes = after.managed_bytes_peak;
        result.warm_driver_allocations = after.driver_allocations - before.driver_allocations;
        result.opencl_calls = after.driver_allocations + after.driver_releases + after.objects_created;
        best = pass == 1 ? elapsed : std::min(best, elapsed);
    }
    return best;
}

std::unique_ptr<verifier> make_verifier(const source &from, const trace &recorded, const schedule &plan) {
    return from.has_device() ? make_pattern_verifier(from, recorded, plan) : make_range_verifier(from, recorded, plan);
}

} // namespace

replay_result replay(const trace &recorded, const source &from, const replay_options &options, progress &shown) {
    const schedule plan = make_schedule(recorded, options.scale != 0 ? options.scale : from.default_scale(recorded));
    replay_result result;
    result.trace = recorded.name;
    result.events = recorded.events.size();
    result.provider = from.kind();
    result.scale = plan.scale;
    result.peak_live_bytes = plan.peak_live_bytes;

    const std::unique_ptr<verifier> checks = options.verify ? make_verifier(from, recorded, plan) : nullptr;
    clock::duration best = run_passes({recorded, plan, from, shown}, options, checks.get(), result);
    if (checks) {
        checks->finish();
        result.verified_blocks = checks->checked_blocks();
    }
    if (!from.has_device()) {
        result.opencl_calls = 0; // its driver calls are no OpenCL calls
    }
    if (options.verify || options.sample) {
        // The time is always that of bare passes, here in a pool of their own, whose other figures do not count.
        replay_options bare;
        bare.repeat = options.repeat;
        replay_result unused;
        best = run_passes({recorded, plan, from, shown}, bare, nullptr, unused);
    }
    result.ns_per_event =
        std::chrono::duration<double, std::nano>{best}.count() / static_cast<double>(plan.steps.size());
    if (options.compare) { result.compared = compare(recorded, plan, from, options.repeat, shown); }
    return result;
}

} // namespace clmem::command
