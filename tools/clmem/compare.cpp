#include "compare.hpp"

#include "drain.hpp"
#include "failure.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <vector>

namespace clmem::command {
namespace {

using clock = std::chrono::steady_clock;

// One side of the comparison: a way to allocate and release blocks.
class pool_side {
  public:
    explicit pool_side(const job &work) : work_{work}, pool_{work.from.make_pool()}, handles_(work.plan.slots) {}

    place allocate(const schedule::step &now, cl_command_queue queue) {
        check(clmem_pool_allocate(pool_.get(), queue, now.bytes, &handles_[now.slot]));
        return work_.from.blocks().find(handles_[now.slot]);
    }
    void release(const schedule::step &now, cl_command_queue) { check(clmem_buffer_release(handles_[now.slot])); }

  private:
    const job &work_;
    owned_pool pool_;
    std::vector<clmem_buffer> handles_;
};

class driver_side {
  public:
    explicit driver_side(const job &work) : memory_{work.from.blocks()}, blocks_(work.plan.slots) {}

    place allocate(const schedule::step &now, cl_command_queue) { return blocks_[now.slot] = memory_.take(now.bytes); }
    void release(const schedule::step &now, cl_command_queue queue) { memory_.release(blocks_[now.slot], queue); }

  private:
    const memory &memory_;
    std::vector<place> blocks_;
};

template <class Side>
clock::duration run(Side &side, const job &work) {
    drain queue_drain{work};
    const auto release = [&](const schedule::step &now) {
        const std::uint64_t bytes = work.bytes_of(now.allocation);
        if (bytes == 0) { return; }
        side.release(now, work.queues.of(now.allocation));
        queue_drain.released(bytes);
    };
    const auto take = [&](const schedule::step &now) {
        if (now.bytes == 0) { return; }
        cl_command_queue const queue = work.queues.of(now.allocation);
        work.from.blocks().touch(queue, side.allocate(now, queue), now.bytes);
    };
    const clock::time_point start = clock::now();
    for (const schedule::step &now : work.plan.steps) {
        try {
            now.is_release() ? release(now) : take(now);
        } catch (const failure &why) {
            throw failure{why.status(), fmt::format("{}: {}", work.name_of(now.allocation), why.what())};
        }
    }
    work.queues.finish();
    const clock::duration elapsed = clock::now() - start;
    std::for_each(work.plan.leftovers.begin(), work.plan.leftovers.end(), release);
    return elapsed;
}

template <class Side>
double best_ns_per_event(const char *name, const job &work, std::uint32_t repeat, progress &shown) {
    Side side{work};
    clock::duration best = clock::duration::max();
    for (std::uint32_t pass = 0; pass < repeat; ++pass) {
        const clock::duration elapsed = run(side, work);
        best = pass == 1 ? elapsed : std::min(best, elapsed);
        shown.show(work.recorded.name, name, pass + 1, repeat);
    }
    return std::chrono::duration<double, std::nano>{best}.count() / static_cast<double>(work.plan.steps.size());
}

} // namespace

comparison compare(const job &work, std::uint32_t repeat, progress &shown) {
    const double pool = best_ns_per_event<pool_side>("comparing: the pool", work, repeat, shown);
    const double driver = best_ns_per_event<driver_side>("comparing: the driver alone", work, repeat, shown);
    return {pool, driver};
}

} // namespace clmem::command
