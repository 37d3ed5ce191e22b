#include "compare.hpp"

#include "drain.hpp"
#include "failure.hpp"
#include "opencl.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <vector>

namespace clmem::command {
namespace {

using clock = std::chrono::steady_clock;

// One side of the comparison: how blocks are allocated and released.
class pool_side {
  public:
    pool_side(const source &from, const schedule &plan) : pool_{from.make_pool()}, handles_(plan.slots) {}

    cl_mem allocate(const schedule::step &now) {
        check(clmem_pool_allocate(pool_.get(), nullptr, now.bytes, &handles_[now.slot]));
        cl_mem mem = nullptr;
        check(clmem_buffer_mem(handles_[now.slot], &mem));
        return mem;
    }
    void release(const schedule::step &now) { check(clmem_buffer_release(handles_[now.slot])); }

  private:
    owned_pool pool_;
    std::vector<clmem_buffer> handles_;
};

class driver_side {
  public:
    driver_side(const source &from, const schedule &plan) : context_{from.context()}, buffers_(plan.slots) {}

    cl_mem allocate(const schedule::step &now) {
        cl_int code = CL_SUCCESS;
        buffers_[now.slot] = opencl_.clCreateBuffer(context_, CL_MEM_READ_WRITE, now.bytes, nullptr, &code);
        check_opencl(code, "clCreateBuffer");
        return buffers_[now.slot];
    }
    void release(const schedule::step &now) {
        check_opencl(opencl_.clReleaseMemObject(buffers_[now.slot]), "clReleaseMemObject");
    }

  private:
    const opencl_functions &opencl_ = opencl();
    cl_context context_;
    std::vector<cl_mem> buffers_;
};

// A driver that promises memory finds it at the first use.
void touch(cl_command_queue queue, cl_mem mem, std::size_t bytes) {
    const cl_uchar pattern = 0x5a;
    check_opencl(opencl().clEnqueueFillBuffer(queue, mem, &pattern, sizeof(pattern), 0,
                                              std::min<std::size_t>(bytes, 64), 0, nullptr, nullptr),
                 "clEnqueueFillBuffer");
}

template <class Side>
clock::duration run(Side &side, const trace &recorded, const schedule &plan, const source &from) {
    drain queue_drain{from, plan};
    const auto release = [&](const schedule::step &now) {
        const std::uint64_t bytes = scaled(recorded.allocations[now.allocation].bytes, plan.scale);
        if (bytes == 0) { return; }
        side.release(now);
        queue_drain.released(bytes);
    };
    const auto take = [&](const schedule::step &now) {
        if (now.bytes != 0) { touch(from.queue(), side.allocate(now), now.bytes); }
    };
    const clock::time_point start = clock::now();
    for (const schedule::step &now : plan.steps) {
        try {
            now.is_release() ? release(now) : take(now);
        } catch (const failure &why) {
            throw failure{why.status(), fmt::format("{}: {}", block_name(recorded, plan, now.allocation), why.what())};
        }
    }
    check(clmem_queue_finish(from.queue()));
    const clock::duration elapsed = clock::now() - start;
    std::for_each(plan.leftovers.begin(), plan.leftovers.end(), release);
    return elapsed;
}

template <class Side>
double best_ns_per_event(const char *name, const trace &recorded, const schedule &plan, const source &from,
                         std::uint32_t repeat, progress &shown) {
    Side side{from, plan};
    clock::duration best = clock::duration::max();
    for (std::uint32_t pass = 0; pass < repeat; ++pass) {
        const clock::duration elapsed = run(side, recorded, plan, from);
        best = pass == 1 ? elapsed : std::min(best, elapsed);
        shown.show(recorded.name, name, pass + 1, repeat);
    }
    return std::chrono::duration<double, std::nano>{best}.count() / static_cast<double>(plan.steps.size());
}

} // namespace

comparison compare(const trace &recorded, const schedule &plan, const source &from, std::uint32_t repeat,
                   progress &shown) {
    const double pool = best_ns_per_event<pool_side>("comparing: the pool", recorded, plan, from, repeat, shown);
    const double driver =
        best_ns_per_event<driver_side>("comparing: the driver alone", recorded, plan, from, repeat, shown);
    return {pool, driver};
}

} // namespace clmem::command
