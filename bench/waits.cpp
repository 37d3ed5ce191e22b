// `waits`: pools of memory that the host accesses, which reuse a block only when its commands are complete. A ring of 64
// blocks, each released before the next is allocated; and 64 releases, a finish of the queue, which is not timed, and 64
// allocations. A pool of buffers, which need not wait, runs the ring for comparison.
#include "device.hpp"
#include "rows.hpp"

#include <algorithm>
#include <array>

namespace clmem::bench {

namespace {

constexpr std::size_t bytes = 4096;
constexpr std::size_t in_turns = 64;

// A pool, and the blocks of it that are live.
class turns {
  public:
    turns(clmem_provider source, cl_command_queue queue) : queue_{queue} {
        const clmem_status made = clmem_pool_create(source, nullptr, &pool_);
        check(clmem_provider_release(source));
        check(made);
        for (clmem_buffer &b : blocks_) {
            b = allocate();
        }
    }
    ~turns() {
        for (clmem_buffer b : blocks_) {
            clmem_buffer_release(b);
        }
        clmem_pool_release(pool_);
    }
    turns(const turns &) = delete;
    turns &operator=(const turns &) = delete;

    double one_by_one(std::size_t count) {
        return timed([&] {
            for (std::size_t i = 0; i < count; ++i) {
                clmem_buffer &b = blocks_[i % in_turns];
                check(clmem_buffer_release(b));
                b = allocate();
            }
        });
    }
    double behind_a_finish(std::size_t count) {
        double taken = 0;
        for (std::size_t i = 0; i < count; i += in_turns) {
            taken += timed([&] {
                for (clmem_buffer b : blocks_) {
                    check(clmem_buffer_release(b));
                }
            });
            check(clmem_queue_finish(queue_));
            taken += timed([&] {
                for (clmem_buffer &b : blocks_) {
                    b = allocate();
                }
            });
        }
        return taken;
    }
    [[nodiscard]] clmem_statistics statistics() const {
        clmem_statistics all = CLMEM_STATISTICS_INIT;
        check(clmem_pool_statistics(pool_, &all));
        return all;
    }

  private:
    clmem_buffer allocate() {
        clmem_buffer b = nullptr;
        check(clmem_pool_allocate(pool_, queue_, bytes, &b));
        return b;
    }

    cl_command_queue queue_;
    clmem_pool pool_ = nullptr;
    std::array<clmem_buffer, in_turns> blocks_{};
};

} // namespace

nlohmann::json waits_row(const settings &s) {
    nlohmann::json cases = nlohmann::json::array();
    try {
        const device on{1};
        cl_command_queue queue = on.queues().front();
        const auto measure_kind = [&](const char *name, clmem_provider source) {
            clmem_provider plain = nullptr;
            check(clmem_provider_create_buffer(on.context(), nullptr, &plain));
            turns buffers{plain, queue};
            turns ours{source, queue};
            (void)ours.one_by_one(100'000);
            const std::size_t before = ours.statistics().managed_bytes;
            const std::array sides{
                side{"buffers", [&](std::size_t count) { return buffers.one_by_one(count); }},
                side{"in turns", [&](std::size_t count) { return ours.one_by_one(count); }},
                side{"behind a finish", [&](std::size_t count) { return ours.behind_a_finish(count); }}};
            nlohmann::json figures = measure(sides, s.how);
            const clmem_statistics all = ours.statistics();
            cases.push_back({{"case", name},
                             {"ns", std::move(figures)},
                             {"hits", static_cast<double>(all.hits) / static_cast<double>(all.allocations)},
                             {"markers", static_cast<double>(all.markers) / static_cast<double>(all.allocations)},
                             {"reserved_before", before},
                             {"reserved", all.managed_bytes}});
        };
        clmem_provider source = nullptr;
        check(clmem_provider_create_pinned(queue, nullptr, &source));
        measure_kind("page-locked", source);
        if ((on.info().features & CLMEM_DEVICE_SVM_FINE) != 0) {
            const clmem_provider_options fine = {sizeof fine, 0, CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER};
            check(clmem_provider_create_svm(on.context(), &fine, &source));
            measure_kind("fine-grain SVM", source);
        }
    } catch (const not_here &reason) { cases.push_back({{"case", ""}, {"missing", {{"clmem", reason.what()}}}}); }
    return cases;
}

} // namespace clmem::bench
