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

    [[nodiscard]] clmem_pool pool() const noexcept { return pool_.get(); }

    // The bare pass, timed as a whole: nothing but the calls that the program would make.
    clock::duration run() {
        const clock::time_point start = clock::now();
        const step *failed = from_.has_device() ? run_steps<true>() : run_steps<false>();
        const clock::duration elapsed = clock::now() - start;
        if (failed != nullptr) {
            fail_at(*failed);
        }
        return elapsed;
    }

    // A pass with somebody looking on: what is timed is each call by itself.
    clock::duration run_observed(verifier *checks, std::vector<replay_result::sample> *samples) {
        clock::duration elapsed{};
        std::uint64_t live_bytes = 0;
        for (std::size_t i = 0; i < plan_.steps.size(); ++i) {
            const step &now = plan_.steps[i];
            elapsed += run_observed(now, checks);
            if (samples != nullptr) {
                const std::uint64_t bytes = scaled(trace_.allocations[now.allocation].bytes, plan_.scale);
                live_bytes = now.is_release() ? live_bytes - bytes : live_bytes + bytes;
                samples->push_back({trace_.events[i].time_us, live_bytes, statistics_of(pool_.get()).managed_bytes});
            }
            if (i % 64 == 0) {
                shown_.show(trace_.name, checks != nullptr ? "verifying" : "replaying", i, plan_.steps.size());
            }
        }
        return elapsed;
    }

    // Frees what the trace leaves live, and waits for the device.
    void end_pass(verifier *checks) {
        for (const step &left : plan_.leftovers) {
            run_observed(left, checks);
        }
        if (from_.has_device()) {
            check(clmem_queue_finish(from_.queue()));
        }
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
            if (status != CLMEM_SUCCESS) [[unlikely]] {
                return &now;
            }
        }
        return nullptr;
    }

    clock::duration run_observed(const step &now, verifier *checks) {
        clmem_buffer &handle = handles_[now.slot];
        if (now.is_release() && checks != nullptr && handle != nullptr) {
            checks->releasing(now.allocation, handle);
        }
        const clock::time_point start = clock::now();
        clmem_status status = now.is_release() ? clmem_buffer_release(handle)
                                               : clmem_pool_allocate(pool_.get(), nullptr, now.bytes, &handle);
        if (status == CLMEM_SUCCESS && !now.is_release() && handle != nullptr && from_.has_device()) {
            cl_mem mem = nullptr;
            status = clmem_buffer_mem(handle, &mem);
        }
        const clock::duration elapsed = clock::now() - start;
        if (status != CLMEM_SUCCESS) {
            fail_at(now);
        }
        if (!now.is_release() && checks != nullptr && handle != nullptr) {
            checks->allocated(now.allocation, handle);
        }
        return elapsed;
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

void run_passes(const trace &recorded, const schedule &plan, const source &from, const replay_options &options,
                progress &shown, replay_result &result) {
    std::unique_ptr<verifier> checks;
    if (options.verify) {
        checks =
            from.has_device() ? make_pattern_verifier(from, recorded, plan) : make_range_verifier(from, recorded, plan);
    }
    if (options.sample) {
        result.samples.reserve(plan.steps.size());
    }
    replayer player{recorded, plan, from, shown};
    clock::duration best = clock::duration::max();
    for (std::uint32_t pass = 0; pass < options.repeat; ++pass) {
        const bool is_cold = pass == 0;
        const bool is_sampled = options.sample && is_cold;
        const clmem_statistics before = statistics_of(player.pool());
        const clock::duration elapsed = checks || is_sampled
                                            ? player.run_observed(checks.get(), is_sampled ? &result.samples : nullptr)
                                            : player.run();
        const clmem_statistics after = statistics_of(player.pool());
        player.end_pass(checks.get());

        if (is_cold) {
            result.cold_peak_reserved_bytes = after.managed_bytes_peak;
            result.driver_allocations = after.driver_allocations;
            result.driver_frees = after.driver_releases;
        }
        // The first pass counts only where it is the only one.
        best = pass == 1 ? elapsed : std::min(best, elapsed);
        result.warm_driver_allocations = after.driver_allocations - before.driver_allocations;
        shown.show(recorded.name, "replaying", pass + 1, options.repeat);
    }
    if (checks) {
        checks->finish();
        result.verified_blocks = checks->checked_blocks();
    }
    const clmem_statistics all = statistics_of(player.pool());
    result.peak_reserved_bytes = all.managed_bytes_peak;
    result.opencl_calls = from.has_device() ? all.driver_allocations + all.driver_releases + all.objects_created : 0;
    result.ns_per_event =
        std::chrono::duration<double, std::nano>{best}.count() / static_cast<double>(plan.steps.size());
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
    run_passes(recorded, plan, from, options, shown, result);
    if (options.compare) {
        result.compared = compare(recorded, plan, from, options.repeat, shown);
    }
    return result;
}

} // namespace clmem::command
